import { fold } from "#domain/common/fold";

/** A part of a text; `isMatch`: it matches the search. */
export type TextPart = { readonly text: string; readonly isMatch: boolean };

/** An IMEI grouped by spaces, which a search ignores. */
const GROUPED_NUMBER = /^[\d ]+$/;

/**
 * Splits `text` at occurrences of the folded `words`, so that "sao" marks "São". Without a match,
 * the text is a single part.
 */
export function markedParts(text: string, words: readonly string[]): TextPart[] {
  const letters = [...text];
  const isGrouped = GROUPED_NUMBER.test(text);
  const folded = letters.map((letter) => (isGrouped && letter === " " ? "" : fold(letter)));
  const whole = folded.join("");
  // Index of the letter from which each folded character comes: "ß" folds to two characters.
  const letterAt = folded.flatMap((each, index) => Array<number>(each.length).fill(index));
  const isMarked = letters.map(() => false);
  for (const word of words) {
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length)) {
      const [first = 0, last = 0] = [letterAt[at], letterAt[at + word.length - 1]];
      isMarked.fill(true, first, last + 1);
    }
  }
  const parts: { text: string; isMatch: boolean }[] = [];
  for (const [index, letter] of letters.entries()) {
    const isMatch = isMarked[index] === true;
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += letter;
    else parts.push({ text: letter, isMatch });
  }
  return parts;
}
