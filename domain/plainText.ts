/** Longest text of a field, in characters; longer ones are refused. */
export const MAX_TEXT = 255;
export const MAX_COMMENTS = 2_000;

/**
 * Characters that are invisible but change the text around them: control characters except tabs and
 * line breaks, direction marks and overrides (with which `lost` reads as `tsol`), and blanks and
 * hyphens without a width, with which two serial numbers look like one. Joiners stay: names in
 * Persian and Hindi are spelled with them.
 */
const UNSEEN =
  /(?![\t\n\r])[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;

/**
 * Returns text of unknown origin as one line without control characters: a model named with an
 * escape sequence must not move a terminal's cursor, nor a tab or a line break add a cell.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** Returns a typed or pasted text as it is stored: trimmed, without invisible characters. */
export function plainText(text: string): string {
  return text.replace(UNSEEN, "").trim();
}
