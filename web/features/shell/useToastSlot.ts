import { useLayoutEffect, type RefObject } from "react";
import { setToastSlot } from "@/lib/toastSlot";

/** Width that a toast with a button needs in one or two lines, px. */
const NEEDED_PX = 400;
/** Distance from the edges of the bar, px. */
const EDGE_PX = 8;

/**
 * Tells the toaster where the top bar has room: between its controls, or if that is too narrow
 * above them. The bar then has `data-toast-cover`, which hides its controls while toasts are shown.
 */
export function useToastSlot(
  bar: RefObject<HTMLElement | null>,
  gap: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const [barElement, gapElement] = [bar.current, gap.current];
    if (barElement === null || gapElement === null) return;
    const measure = () => {
      const whole = barElement.getBoundingClientRect();
      const free = gapElement.getBoundingClientRect();
      const isCovered = free.width < NEEDED_PX;
      barElement.toggleAttribute("data-toast-cover", isCovered);
      setToastSlot(
        isCovered
          ? { left: whole.left + EDGE_PX, width: whole.width - 2 * EDGE_PX }
          : { left: free.left, width: free.width },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(barElement);
    observer.observe(gapElement);
    return () => {
      observer.disconnect();
      setToastSlot(null);
    };
  }, [bar, gap]);
}
