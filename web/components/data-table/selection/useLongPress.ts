import { useEffect, useRef, type MouseEvent, type PointerEvent } from "react";

/** Duration of a long press, as on phones' home screens, ms. */
const LONG_MS = 500;

/**
 * Handlers that call `onLongPress` when a finger rests on the element; scrolling does not count.
 * They suppress the context menu that phones open for links, and the click when the finger is
 * lifted.
 */
export function useLongPress(onLongPress: (() => void) | undefined) {
  const timer = useRef<number | undefined>(undefined);
  const isTouch = useRef(false);
  const wasLong = useRef(false);
  const stop = () => window.clearTimeout(timer.current);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return {
    onPointerDown: (event: PointerEvent) => {
      stop();
      wasLong.current = false;
      isTouch.current = event.pointerType === "touch";
      if (!isTouch.current || onLongPress === undefined) return;
      timer.current = window.setTimeout(() => {
        wasLong.current = true;
        onLongPress();
      }, LONG_MS);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onClickCapture: (event: MouseEvent) => {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onContextMenu: (event: MouseEvent) => {
      if (isTouch.current) event.preventDefault();
    },
  };
}
