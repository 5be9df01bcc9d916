/** A character that a key typed. */
export type TypedCharacter = {
  /** The character under this computer's keyboard layout. */
  readonly typed: string;
  /** The character that the same key has on a US keyboard; null: the position is not known. */
  readonly byPosition: string | null;
};

const PRINTABLE = /^[\x20-\x7e]+$/;
/** Digits with Shift on a US keyboard. */
const SHIFTED_DIGIT = /[!@#$%^&*()]/;

export function hasDigit(text: string): boolean {
  return /\d/.test(text);
}

/**
 * Returns the code that a reader typed, or null when the keyboard layout hides it.
 *
 * A reader set to a US keyboard presses the keys of one, and a computer with another layout turns
 * them into other characters: `1` becomes `&` in France, `-` becomes `ß` in Germany. Characters
 * that no code has, or the lack of any digit, reveal it; the positions of the keys then give the
 * code.
 * Two layouts that merely swap letters (`y` and `z` in Germany) look alike: the computer's own is
 * taken, as for a reader that is set to it.
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
