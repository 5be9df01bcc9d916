/** Spells the texts of identifiers in one way, for storing and for comparing. */

const PLAIN = /^[\w.-]*$/;
/** Dashes of other widths and lengths, the minus sign among them. */
const DASHES = /[\p{Pd}\u2043\u2212]/gu;
/** Characters without a glyph: joiners, soft hyphens, direction marks, control characters. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu;
/** Full-width forms of printable ASCII. */
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;

/** Capitals of Cyrillic and Greek, each after the Latin capital that it looks like. */
const LOOK_ALIKES = "AАΑ BВΒ CС EЕΕ HНΗ IІΙ JЈ KКΚ MМΜ NΝ OОΟ PРΡ SЅ TТΤ XХΧ YҮΥ ZΖ";
const LATIN: ReadonlyMap<string, string> = new Map(
  LOOK_ALIKES.split(" ").flatMap(([latin = "", ...others]) =>
    others.map((other) => [other, latin] as const),
  ),
);
const NOT_ASCII = /[^\0-\x7f]/g;

/**
 * Returns a text as identifiers are stored: digits and widths of ASCII, plain hyphens, single
 * spaces, nothing invisible. Case and letters stay as they were written.
 */
export function plainIdentifier(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .normalize("NFC")
    .replace(UNSEEN, "")
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(OTHER_DIGIT, (digit) => String(digitValue(digit)))
    .replace(DASHES, "-")
    .replace(/\s+/gu, " ")
    .trim();
}

/** The value of a decimal digit of any script: Unicode lists the ten of a script in a row. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value++;
  return value;
}

/**
 * Folds what makes two spellings of one serial number differ: case, width, and letters of other
 * scripts that look the same.
 */
export function foldIdentifier(text: string): string {
  const capitals = text.toUpperCase();
  if (PLAIN.test(capitals)) return capitals;
  return plainIdentifier(capitals.normalize("NFKC"))
    .toUpperCase()
    .replace(NOT_ASCII, (letter) => LATIN.get(letter) ?? letter);
}
