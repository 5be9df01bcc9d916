import type { KeyboardEvent } from "react";

/** The elements that Enter goes through: all that can be filled in. */
const FIELDS =
  "input:not([disabled], [readonly], [tabindex='-1']), select:not([disabled]), textarea";

/**
 * Moves the focus with Enter; a key handler for the element around a form. Enter goes to the next
 * field, as barcode scanners type it, and from the last one to the submit button. Comments keep
 * Enter for new lines. Ctrl+Enter submits from anywhere.
 */
export function focusNextOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  if (event.key !== "Enter" || event.defaultPrevented || event.nativeEvent.isComposing) return;
  const form = target instanceof Element ? target.closest("form") : null;
  if (form === null) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    form.requestSubmit();
    return;
  }
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  event.preventDefault();
  const fields = [...form.querySelectorAll<HTMLElement>(FIELDS)];
  const next =
    fields[fields.indexOf(target) + 1] ?? form.querySelector<HTMLElement>('button[type="submit"]');
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}
