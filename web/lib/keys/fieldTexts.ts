/** Reads and writes the texts of the fields into which a reader types. */
import { fieldOf } from "./isTaken";
import { placeOf } from "./strokeOf";

/** Enters dispatched by this file. */
const ownEvents = new WeakSet<Event>();

export function isOwnEvent(event: Event): boolean {
  return ownEvents.has(event);
}

/** The texts that fields had before the latest bursts. */
export class FieldTexts {
  readonly #texts = new Map<HTMLInputElement, string>();

  /**
   * Call for each key, before the field receives it: a burst may begin before the field has the
   * focus.
   *
   * @param isSequel the key is not the first of its burst, or the burst follows another one that is
   *   not decided yet
   */
  note(target: Element | null, isSequel: boolean): void {
    if (!isSequel) this.#texts.clear();
    const field = fieldOf(target);
    if (!(field instanceof HTMLInputElement) || this.#texts.has(field)) return;
    this.#texts.set(field, field.value);
  }

  restore(): void {
    for (const [field, text] of this.#texts) setText(field, text);
    this.#texts.clear();
  }
}

/** Returns the focused field if it is `place`. */
export function fieldAt(place: string): Element | null {
  const field = fieldOf(document.activeElement);
  return field !== null && placeOf(field) === place ? field : null;
}

/** Replaces the text of a code's field and performs its Enter action. */
export function retype(code: string, field: Element | null): void {
  if (!(field instanceof HTMLInputElement) || !field.isConnected) return;
  field.focus();
  setText(field, code);
  pressEnter(field);
}

/** Performs the Enter action of a code's field. */
export function pressEnter(field: Element | null): void {
  const options = { key: "Enter", code: "Enter", bubbles: true, cancelable: true };
  const event = new KeyboardEvent("keydown", options);
  ownEvents.add(event);
  field?.dispatchEvent(event);
}

/** Sets the text as a person would, so that React notices. */
function setText(field: HTMLInputElement, text: string): void {
  Reflect.set(HTMLInputElement.prototype, "value", text, field);
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
