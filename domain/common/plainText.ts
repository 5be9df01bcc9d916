/** Longest text of a field, in characters; longer ones are refused. */
export const MAX_TEXT = 255;
export const MAX_COMMENTS = 2_000;

/**
 * Characters that are invisible but change the text around them: control characters of ASCII except
 * tabs and line breaks, direction marks and overrides (with which `lost` reads as `tsol`), and
 * blanks and hyphens without a width, with which two serial numbers look like one. Joiners stay:
 * names in Persian and Hindi are spelled with them.
 */
const UNSEEN =
  /(?![\t\n\r\u0080-\u009F])[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;

/** Spaces that do not break, which look like others. */
const NO_BREAK_SPACES = /[\u00A0\u2007\u202F]/gu;

/**
 * Characters that stand for a lost one: control characters beyond ASCII, and halves of surrogate
 * pairs. They come from a text that was read in the wrong encoding, where each was a letter: `Š` of
 * Windows-1252 is U+008A in Latin-1.
 */
const UNREADABLE = /[\x80-\x9F]|\p{Cs}/u;

/**
 * Returns text of unknown origin as one line without control characters: a model named with an
 * escape sequence must not move a terminal's cursor, nor a tab or a line break add a cell.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/**
 * Returns a typed or pasted text as it is stored: trimmed, composed (NFC), without invisible
 * characters. It drops nothing that a person sees; `findUnreadable` finds what cannot be stored.
 */
export function plainText(text: string): string {
  return text.normalize("NFC").replace(UNSEEN, "").replace(NO_BREAK_SPACES, " ").trim();
}

/** Returns a name as it is stored: a plain text of one line with single spaces. */
export function plainName(text: string): string {
  return plainText(text).replace(/\s+/gu, " ");
}

/** The first character of a text that cannot be stored, as `U+008A`, and the text before it. */
export function findUnreadable(text: string): { code: string; before: string } | null {
  const found = UNREADABLE.exec(text);
  if (found === null) return null;
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return { code: `U+${code}`, before: text.slice(0, found.index).slice(-20) };
}
