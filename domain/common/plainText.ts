/** Maximum length of a text field, in characters; longer texts are refused. */
export const MAX_TEXT = 255;
export const MAX_COMMENTS = 2_000;

/**
 * Invisible characters that change the text around them: ASCII control characters except tabs and
 * line breaks, direction marks and overrides (which make `lost` read as `tsol`), and zero-width
 * spaces and soft hyphens (which make two serial numbers look the same). Joiners stay: names in
 * Persian and Hindi need them.
 */
const INVISIBLE =
  /(?![\t\n\r\u0080-\u009F])[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;

/** No-break spaces, which look like ordinary ones. */
const NO_BREAK_SPACES = /[\u00A0\u2007\u202F]/gu;

/**
 * Characters that show that a letter was lost: control characters beyond ASCII, and halves of
 * surrogate pairs. They come from reading a text in the wrong encoding: `Š` in Windows-1252 is
 * U+008A in Latin-1.
 */
const UNREADABLE = /[\x80-\x9F]|\p{Cs}/u;

/**
 * Returns text of unknown origin as one line without control characters: an escape sequence in a
 * model's name must not move a terminal's cursor, and a tab or line break must not add a cell.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/**
 * Returns a typed or pasted text as stored: trimmed, composed (NFC), without invisible characters.
 * It drops nothing that a person sees; `findUnreadable` finds characters that cannot be stored.
 */
export function plainText(text: string): string {
  return text.normalize("NFC").replace(INVISIBLE, "").replace(NO_BREAK_SPACES, " ").trim();
}

/** Returns a name as stored: a plain text of one line with single spaces. */
export function plainName(text: string): string {
  return plainText(text).replace(/\s+/gu, " ");
}

/** Returns the first character that cannot be stored, as `U+008A`, and the text before it. */
export function findUnreadable(text: string): { code: string; before: string } | null {
  const found = UNREADABLE.exec(text);
  if (found === null) return null;
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return { code: `U+${code}`, before: text.slice(0, found.index).slice(-20) };
}
