/** Almost all texts are ASCII, and removing accents costs ten times as much as lower-casing. */
const ASCII = /^[\0-\x7f]*$/;

/** True for a text that `fold` only converts to lower case. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/** Letters without a Unicode decomposition, with the plain letters that people type instead. */
const UNMARKED: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ħ: "h",
  ı: "i",
  þ: "th",
};

/** Dashes of other widths and lengths, the minus sign among them. */
const DASHES = /[\p{Pd}\u2212]/gu;

/** Accents and other marks. Unicode counts `^` and the backtick among them: people type these. */
const MARKS = /(?![\^`])\p{Diacritic}/gu;

/**
 * Folds case, accents, width and dashes: "São", "SAO" and "sao" give one text, and so do "Łódź"
 * and "lodz". Lines fold independently: the fold of a row's joined texts is the joined folds of its
 * texts.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(MARKS, "")
    .replace(DASHES, "-")
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => UNMARKED[letter] ?? letter);
}

/** `"Søren  d'Ávila"` gives `soren`, `d`, `avila`. */
export function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
