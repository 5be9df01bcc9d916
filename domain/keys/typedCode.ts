/** A character typed by a key. */
export type TypedCharacter = {
  /** The character according to this computer's keyboard layout. */
  readonly typed: string;
  /** The character of the same key on a US keyboard; null if the position is unknown. */
  readonly byPosition: string | null;
};

/**
 * The code that a reader typed, by the keyboard that it is set to: this computer's or a US one.
 * Null: under that setting it would be no code. At least one is a code.
 */
export type TypedCode = { readonly computer: string | null; readonly us: string | null };
export type ReaderLayout = keyof TypedCode;

const PRINTABLE = /^[\x20-\x7e]+$/;
/** Characters of the digit keys with Shift on a US keyboard, without the parentheses of GS1. */
const SHIFTED_DIGIT = /[!@#$%^&*]/;

export function hasDigit(text: string): boolean {
  return /\d/.test(text);
}

/**
 * Returns the code that a reader typed, or null if the keyboard layout makes it unrecoverable.
 *
 * A reader sends the key positions of the keyboard that it is set to, and the computer's layout
 * converts them to characters: those of a US reader become `&` for `1` in France, `ß` for `-` in
 * Germany. Characters that no code contains, or the absence of digits, rule a setting out:
 *
 *     computer    typed      US positions    the reader is set to
 *     French      Qa-)à&     Aq6-01          US: no code contains à
 *     German      R5CTß01    R5CT-01         US
 *     French      P7K0       P&K)            French: the US text has digits with Shift
 *     German      RZ8N01     RY8N01          either: both are returned
 */
export function codeTyped(characters: readonly TypedCharacter[]): TypedCode | null {
  const typed = characters.map((each) => each.typed).join("");
  const isKnown = characters.every((each) => each.byPosition !== null);
  const byPosition = isKnown ? characters.map((each) => each.byPosition).join("") : null;
  const computer = PRINTABLE.test(typed) ? typed.trim() : null;
  if (byPosition === null) return computer === null ? null : { computer, us: computer };
  const us = byPosition.trim();
  const mayHideDigits = SHIFTED_DIGIT.test(us) || /[()]/.test(us);
  if (computer === us) return !hasDigit(us) && mayHideDigits ? null : { computer, us };
  if (computer === null) return hasDigit(us) ? { computer, us } : null;
  // A remote desktop may type capitals without Shift. The page has the right letters.
  if (computer.toLowerCase() === us.toLowerCase()) return { computer, us: computer };
  if (hasDigit(computer) !== hasDigit(us)) return only(hasDigit(us) ? "us" : "computer");
  if (SHIFTED_DIGIT.test(computer) !== SHIFTED_DIGIT.test(us)) {
    return only(SHIFTED_DIGIT.test(us) ? "computer" : "us");
  }
  return hasDigit(us) || !mayHideDigits ? { computer, us } : null;

  function only(layout: ReaderLayout): TypedCode {
    return layout === "us" ? { computer: null, us } : { computer, us: null };
  }
}
