/** A character typed by a key. */
export type TypedCharacter = {
  /** The character according to this computer's keyboard layout. */
  readonly typed: string;
  /** The character of the same key on a US keyboard; null if the position is unknown. */
  readonly byPosition: string | null;
};

const PRINTABLE = /^[\x20-\x7e]+$/;
/** Characters of the digit keys with Shift on a US keyboard. */
const SHIFTED_DIGIT = /[!@#$%^&*()]/;

export function hasDigit(text: string): boolean {
  return /\d/.test(text);
}

/**
 * Returns the code that a reader typed, or null if the keyboard layout makes it unrecoverable.
 *
 * A reader configured for a US keyboard sends the key positions of one, and a computer with another
 * layout converts them to other characters: `1` becomes `&` in France, `-` becomes `ß` in Germany.
 * Characters that no code contains, or the absence of digits, reveal this; the code is then derived
 * from the key positions.
 * Layouts that only swap letters (`y` and `z` in Germany) cannot be detected: the computer's own
 * layout is used, as for a reader configured for it.
 */
export function codeTyped(characters: readonly TypedCharacter[]): string | null {
  const typed = characters.map((each) => each.typed).join("");
  const isKnown = characters.every((each) => each.byPosition !== null);
  const byPosition = isKnown ? characters.map((each) => each.byPosition).join("") : null;
  if (PRINTABLE.test(typed) && hasDigit(typed)) return typed.trim();
  if (byPosition === null) return PRINTABLE.test(typed) ? typed.trim() : null;
  if (hasDigit(byPosition)) return byPosition.trim();
  const isHidden = typed !== byPosition || SHIFTED_DIGIT.test(byPosition);
  return isHidden ? null : typed.trim();
}
