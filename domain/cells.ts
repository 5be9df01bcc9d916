/** What spreadsheet programs run as a formula at the start of a cell (CSV injection, CWE-1236). */
const FORMULA = "[=+\\-@\\t\\r\\0]";
const NEEDS_ESCAPE = new RegExp(`^'*${FORMULA}`);
const ESCAPED = new RegExp(`^'+${FORMULA}`);

/**
 * A text as exports write it into a cell, with `'` before anything that would run. A text that looks
 * escaped already gets one more, so that `unescapeFormula(escapeFormula(text)) === text` for every text.
 */
export function escapeFormula(text: string): string {
  return NEEDS_ESCAPE.test(text) ? `'${text}` : text;
}

/** What the text was before an export guarded it. Phone numbers begin with `+`, so guards are common. */
export function unescapeFormula(text: string): string {
  return ESCAPED.test(text) ? text.slice(1) : text;
}
