import type { KeyboardEvent } from "react";

/** The elements that Enter steps through: all that take a value from the keyboard. */
const FIELDS =
  "input:not([disabled], [readonly], [tabindex='-1']), select:not([disabled]), textarea";

/**
 * Key handler for the element around a form: on Enter, calls `goTo` with the next field, null after
 * the last one. Barcode scanners end a code with Enter. In comments, Enter starts a new line.
 * Ctrl+Enter submits from anywhere.
 */
export function onEnter(
  event: KeyboardEvent<HTMLElement>,
  goTo: (from: HTMLElement, next: HTMLElement | null) => void,
): void {
  const { target } = event;
  if (event.key !== "Enter" || event.defaultPrevented) return;
  const form = target instanceof Element ? target.closest("form") : null;
  if (form === null) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    form.requestSubmit();
    return;
  }
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  event.preventDefault();
  const fields = [...form.querySelectorAll<HTMLElement>(FIELDS)].filter(
    (field) => field.closest("[hidden]") === null,
  );
  goTo(target, fields[fields.indexOf(target) + 1] ?? null);
}

/** Focuses a field and selects its text, so that the next scan replaces it. */
export function focusField(field: HTMLElement): void {
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
}
