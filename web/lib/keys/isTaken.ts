const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]";
/** Elements that lie over the page and have keys of their own. */
export const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
/** An open question, which neither a shortcut nor a scan answers. */
export const QUESTION = "[role=alertdialog]";

/**
 * True when a field, a dialog or a menu uses the key stroke, so that it is no shortcut of the page.
 */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  return isField(target) || document.querySelector(OVERLAYS) !== null;
}

/** The field around an element, in which people type, or choose with keys; null: none. */
export function fieldOf(element: Element | null): Element | null {
  return element?.closest(FIELDS) ?? null;
}

export function isField(element: Element | null): boolean {
  return fieldOf(element) !== null;
}

/** True when Enter or Space on the element follows a link or presses a button already. */
export function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a, button, [role=checkbox]") !== null;
}
