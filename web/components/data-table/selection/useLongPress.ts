import { useRef, type MouseEvent, type PointerEvent } from "react";

/** As long as phones take it for one, ms. */
const LONG_MS = 500;

/**
 * Handlers that call `onLongPress` when a finger rests on the element; scrolling is none. The menu that
 * phones show for a link under the finger stays away.
 */
export function useLongPress(onLongPress: (() => void) | undefined) {
  const timer = useRef<number | undefined>(undefined);
  const isTouch = useRef(false);
  const stop = () => window.clearTimeout(timer.current);
  return {
    onPointerDown: (event: PointerEvent) => {
      stop();
      isTouch.current = event.pointerType === "touch";
      if (isTouch.current && onLongPress) timer.current = window.setTimeout(onLongPress, LONG_MS);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu: (event: MouseEvent) => {
      if (isTouch.current && onLongPress) event.preventDefault();
    },
  };
}
