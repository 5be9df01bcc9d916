import type { Page } from "playwright-core";

/**
 * Finds visible controls that are too small for a finger, each with its size: those whose hit area
 * is less than 44 px wide or high. Invisible parts that enlarge a control count, and so do labels.
 * Exceptions: links in running text (WCAG 2.5.5), marks of a map, which may overlap, text next to a
 * copy button, which can be selected as well, and controls covered by something else.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MIN_PX = 44;
    const ROUNDING_PX = 1;
    const CONTROLS = "a[href], button, input, select, textarea, [role=menuitem], [role=option]";
    const isLarge = (px: number) => px >= MIN_PX - ROUNDING_PX;
    const isHit = (control: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (control.contains(hit) || hit.closest("label")?.control === control);
    };
    /**
     * True if the edge of the window or of a sticky bar cuts off content that can be scrolled into
     * view.
     */
    const isCut = (control: Element, x: number, y: number) => {
      let over = document.elementFromPoint(x, y);
      if (over === null) return true;
      while (over && !["fixed", "sticky"].includes(getComputedStyle(over).position)) {
        over = over.parentElement;
      }
      return over !== null && !over.contains(control);
    };
    /** The px around `(x, y)`, in one direction and its opposite, that hit the control. */
    const reach = (control: Element, x: number, y: number, dx: number, dy: number) => {
      let [ahead, behind] = [0, 0];
      while (ahead < MIN_PX && isHit(control, x + dx * ahead, y + dy * ahead)) ahead++;
      while (behind < MIN_PX && isHit(control, x - dx * behind, y - dy * behind)) behind++;
      const isOver = [ahead, -behind].some((by) => isCut(control, x + dx * by, y + dy * by));
      return isOver ? MIN_PX : ahead + behind - 1; // both counts include the middle
    };
    const isInText = (control: Element) =>
      getComputedStyle(control).display.startsWith("inline") &&
      control.matches("a, button") &&
      [...(control.parentNode?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
    return [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      if (isLarge(width) && isLarge(height)) return [];
      const [x, y] = [left + width / 2, top + height / 2];
      if (!control.checkVisibility({ opacityProperty: true }) || !isHit(control, x, y)) return [];
      if (isInText(control) || control.closest(".leaflet-marker-pane")) return [];
      if (control.getAttribute("aria-label")?.startsWith("Copy ")) return [];
      const [across, down] = [reach(control, x, y, 1, 0), reach(control, x, y, 0, 1)];
      if (isLarge(across) && isLarge(down)) return [];
      const name = control.getAttribute("aria-label") ?? control.textContent ?? "";
      return [`too small: ${control.tagName} ${name.trim().slice(0, 40)}: ${across} x ${down} px`];
    });
  });
}
