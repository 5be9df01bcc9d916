/** Inputs that take no text: a scan while one has the focus is not for it. */
export const NO_TEXT =
  "[type=checkbox], [type=radio], [type=file], [type=button], [type=submit], [type=reset], [type=image]";
const FIELDS = `input:not(${NO_TEXT}), textarea, select, [contenteditable=true]`;
/** Elements above the page that have their own keys. */
export const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
/** An overlay whose shortcuts are declared with `useShortcuts`: a sample's sheet. */
export const OWN_KEYS = "[data-own-keys]";
/** An open question, which must not be answered by a shortcut or a scan. */
export const QUESTION = "[role=alertdialog]";

/**
 * True if a field, a dialog or a menu uses the keystroke, so that it is not a shortcut of the page.
 *
 * @param within selector of the overlay whose shortcut it would be
 */
export function isTaken(event: KeyboardEvent, within?: string): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  const overlays = [...document.querySelectorAll(OVERLAYS)];
  return isField(target) || overlays.some((each) => within === undefined || !each.matches(within));
}

/** The field that contains an element and in which people type or select with keys; null: none. */
export function fieldOf(element: Element | null): Element | null {
  return element?.closest(FIELDS) ?? null;
}

export function isField(element: Element | null): boolean {
  return fieldOf(element) !== null;
}

/** True if Enter or Space on the element already follows a link or presses a button. */
export function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a, button, [role=checkbox]") !== null;
}
