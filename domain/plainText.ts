/** Longest text of a field; longer ones are refused. Source: doc 1 §9 (names 255); comments ours. */
export const MAX_TEXT = 255;
export const MAX_COMMENTS = 2_000;

/**
 * What shows nothing itself but changes the text around it: control characters except tabs and line
 * breaks, direction overrides (with which `lost` passes for `tsol`), and blanks without a width, with
 * which two serial numbers look like one.
 */
const UNSEEN = /(?![\t\n\r])[\p{Cc}\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

/** What people typed or pasted, as it is stored: trimmed, and without what cannot be seen. */
export function plainText(text: string): string {
  return text.replace(UNSEEN, "").trim();
}
