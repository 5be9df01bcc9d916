import { fold } from "../../../../domain/fold";

/** A piece of a text; `isMatch`: the search found it. */
export type TextPart = { readonly text: string; readonly isMatch: boolean };

/**
 * Splits `text` where folded `words` occur in it, so that "sao" marks "São". Without any, the text
 * is one part.
 */
export function markedParts(text: string, words: readonly string[]): TextPart[] {
  const letters = [...text];
  const folded = letters.map(fold);
  const whole = folded.join("");
  // The letter that each folded character came from: "ß" folds to two.
  const letterAt = folded.flatMap((each, index) => Array<number>(each.length).fill(index));
  const isMarked = new Set<number>();
  for (const word of words) {
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length)) {
      for (let index = at; index < at + word.length; index++) isMarked.add(letterAt[index] ?? -1);
    }
  }
  const parts: { text: string; isMatch: boolean }[] = [];
  letters.forEach((letter, index) => {
    const isMatch = isMarked.has(index);
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += letter;
    else parts.push({ text: letter, isMatch });
  });
  return parts;
}
