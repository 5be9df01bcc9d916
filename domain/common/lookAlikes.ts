/** Cyrillic and Greek capitals, each after the Latin capital that it looks like. */
const LOOK_ALIKES = "AАΑ BВΒ CС EЕΕ HНΗ IІΙ JЈ KКΚ MМΜ NΝ OОΟ PРΡ SЅ TТΤ XХΧ YҮΥ ZΖ";
const LATIN: ReadonlyMap<string, string> = new Map(
  LOOK_ALIKES.split(" ").flatMap(([latin = "", ...others]) =>
    others.flatMap((other) => [
      [other, latin] as const,
      [other.toLowerCase(), latin.toLowerCase()] as const,
    ]),
  ),
);
const NOT_ASCII = /[^\0-\x7f]/g;

/**
 * Replaces letters of other scripts with the Latin letters whose capitals look the same, letter by
 * letter.
 */
export function latinLookAlikes(text: string): string {
  return text.replace(NOT_ASCII, (letter) => LATIN.get(letter) ?? letter);
}
