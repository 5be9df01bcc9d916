/** Characters that make spreadsheet programs run a cell as a formula (CSV injection, CWE-1236). */
const FORMULA = "[=+\\-@\\t\\r\\0]";
const NEEDS_ESCAPE = new RegExp(`^'*${FORMULA}`);
const ESCAPED = new RegExp(`^'+${FORMULA}`);

/**
 * Returns a text as exports write it into a cell: with `'` before anything that would run. A text
 * that looks escaped already gets one more `'`, so that `unescapeFormula(escapeFormula(text)) ===
 * text` for every text.
 */
export function escapeFormula(text: string): string {
  return NEEDS_ESCAPE.test(text) ? `'${text}` : text;
}

/** True for a text that a spreadsheet program would run. */
export function isFormula(text: string): boolean {
  return NEEDS_ESCAPE.test(text);
}

/**
 * Returns a text as exports write it into a cell that is marked as text and so cannot run: only
 * what looks escaped gets one more `'`, because imports take one off.
 */
export function escapeGuarded(text: string): string {
  return ESCAPED.test(text) ? `'${text}` : text;
}

/**
 * Takes off the `'` that an export put before a text. Phone numbers begin with `+`, so most
 * exported files have some.
 */
export function unescapeFormula(text: string): string {
  return ESCAPED.test(text) ? text.slice(1) : text;
}
