import type { MouseEvent } from "react";

/**
 * True when a click on a row or card opens it: a plain one, on no control within, that selected no
 * text. A link marked `data-row-link` stands for its row.
 */
export function isRowClick(event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  // A dialog that a cell opened is a child of the row for React, and not for the page.
  if (target === null || !event.currentTarget.contains(target)) return false;
  const control = target.closest("a, button, input, [role=checkbox], [role=menuitem]");
  if (control !== null && !control.hasAttribute("data-row-link")) return false;
  return window.getSelection()?.toString() === "" || control !== null;
}
