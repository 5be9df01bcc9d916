import type { MouseEvent } from "react";

/**
 * True if a click on a row or card should open it: a plain click, not on a control inside, that
 * selected no text. A link marked `data-row-link` counts as its row.
 */
export function isRowClick(event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  // React events bubble from dialogs that a cell rendered through a portal; these are outside the
  // row in the DOM.
  if (target === null || !event.currentTarget.contains(target)) return false;
  const control = target.closest("a, button, input, [role=checkbox], [role=menuitem]");
  if (control !== null && !control.hasAttribute("data-row-link")) return false;
  return window.getSelection()?.toString() === "" || control !== null;
}
