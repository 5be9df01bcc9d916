import { latinLookAlikes } from "./lookAlikes";

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

/** Dashes of other widths and lengths, and the minus sign. */
const DASHES = /[\p{Pd}\u2212]/gu;

/**
 * Accents and other marks, except `^` and the backtick: Unicode classifies them as diacritics, but
 * people type them.
 */
const MARKS = /(?![\^`])\p{Diacritic}/gu;

/**
 * Folds what searches ignore: case, accents, width, dashes, and letters of other scripts that look
 * Latin. "São", "SAO" and "sao" give the same text, as do "Łódź" and "lodz". Lines fold
 * independently: folding a row's joined texts equals joining its folded texts.
 */
export function fold(text: string): string {
  return isAscii(text) ? text.toLowerCase() : latinLookAlikes(foldLetters(text));
}

/** Like `fold`, but letters keep their script. */
export function foldLetters(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(MARKS, "")
    .replace(DASHES, "-")
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => UNMARKED[letter] ?? letter);
}

/** `"Søren  d'Ávila"` gives `soren`, `d`, `avila`. Stored: the words of people's names. */
export function wordsOf(text: string): string[] {
  return foldLetters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
