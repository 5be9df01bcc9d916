import { useEffect, useRef, type FocusEvent, type PointerEvent } from "react";

/** How long a touch counts as an interaction after the finger is lifted, ms. */
const TOUCH_LASTS_MS = 2_000;

type Interaction = {
  isHovered: boolean;
  isTouched: boolean;
  isFocused: boolean;
  isScrolled: boolean;
};

/**
 * Calls `onChange` when the reader starts or stops interacting with the rows: pointing at or
 * touching them, focusing inside, or having scrolled. Returns the handlers for the element around
 * the rows.
 */
export function useInteraction(onChange: (isInteracting: boolean) => void) {
  const state = useRef<Interaction>({
    isHovered: false,
    isTouched: false,
    isFocused: false,
    isScrolled: false,
  });
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const change = (part: Partial<Interaction>) => {
    state.current = { ...state.current, ...part };
    onChange(Object.values(state.current).some(Boolean));
  };
  const touch = () => {
    window.clearTimeout(timer.current);
    change({ isTouched: true });
  };
  const lift = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => change({ isTouched: false }), TOUCH_LASTS_MS);
  };
  return {
    onScrolled: (px: number) => change({ isScrolled: px > 0 }),
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) =>
        pointerType === "mouse" ? change({ isHovered: true }) : touch(),
      onPointerDown: ({ pointerType }: PointerEvent) => {
        if (pointerType !== "mouse") touch();
      },
      // For touch, pointerleave is fired when the finger is lifted or the browser starts scrolling.
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        change({ isHovered: false });
        if (pointerType !== "mouse") lift();
      },
      onFocus: () => change({ isFocused: true }),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        change({ isFocused: currentTarget.contains(relatedTarget) }),
    },
  };
}
