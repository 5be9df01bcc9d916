const FIELDS = "input:not([type=checkbox]), textarea, select, [contenteditable=true]";
/** What lies over the table and has keys of its own. */
const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** Whether a key stroke belongs to a field, a dialog or a menu, and is no shortcut of the page. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest(FIELDS) != null || document.querySelector(OVERLAYS) !== null;
}

/** Whether Enter or Space on it does something already: follows a link, presses a button. */
export function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a, button, [role=checkbox]") !== null;
}
