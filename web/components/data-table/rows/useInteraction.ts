import { useEffect, useRef, type FocusEvent, type PointerEvent } from "react";

/** After a finger was lifted, its owner still looks where they touched, ms. */
const TOUCH_LASTS_MS = 2_000;

type Interaction = {
  isHovered: boolean;
  isTouched: boolean;
  isFocused: boolean;
  isScrolled: boolean;
};

/**
 * Tells `onChange` whether somebody works in the rows: points at them, touches them, has the focus
 * in them, or has scrolled. Returns the handlers of the element around them.
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
      // A finger leaves when it is lifted, and when the browser takes its touch for scrolling.
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
