/** What spreadsheet programs run as a formula at the start of a cell (CSV injection, CWE-1236). */
const FORMULA = "[=+\\-@\\t\\r\\0]";
const NEEDS_GUARD = new RegExp(`^'*${FORMULA}`);
const GUARDED = new RegExp(`^'+${FORMULA}`);

/**
 * A text as exports write it into a cell, with `'` before anything that would run. A text that looks
 * guarded already gets one more, so that `unguardCell(guardCell(text)) === text` for every text.
 */
export function guardCell(text: string): string {
  return NEEDS_GUARD.test(text) ? `'${text}` : text;
}

/** What the text was before an export guarded it. Phone numbers begin with `+`, so guards are common. */
export function unguardCell(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}
