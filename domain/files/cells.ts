/**
 * Protects texts in CSV and spreadsheet cells against formula injection (CWE-1236), and codes in
 * CSV against programs that take them for numbers.
 *
 * Spreadsheet programs run a cell that starts with `=`, `+`, `-` or `@`; some first skip a tab, a
 * carriage return or a NUL. A leading apostrophe (the guard) prevents that. The start of the text
 * is not the only risk: if the computer's list separator is a semicolon, Excel splits a line of our
 * CSV at every `;` and reads `SN1,"box 4;=1+1"` as two cells, the second of which runs. A line
 * break inside such a cell also starts a new row. So a guard is also inserted after every separator
 * and line break. Quotation marks at the start of a cell are ignored when looking for formulas.
 */
const FORMULA = String.raw`['"]*[=+\-@\t\r\0]`;
/** After a line break, or a separator at which some program splits CSV. */
const AFTER_SEPARATOR = String.raw`(?<=[,;|\t\r\n])`;
/**
 * A separator at the end also needs a guard. Otherwise the closing quotation mark of the cell would
 * open a new quoted cell that extends into the next row.
 */
const FORMULA_OR_END = String.raw`['"]*(?:[=+\-@\t\r\0]|$)`;
/**
 * A code after an apostrophe: `'00412`. People and programs write the apostrophe to keep leading
 * zeros, and an import removes it. `'s-Hertogenbosch` and `'90s` are not codes.
 */
const CODE = String.raw`'+(?=[^']*\d)[\w./-]{4,}$`;

/**
 * A code that spreadsheet programs take for a quantity and change: they drop leading zeros, keep 15
 * digits, and read `12E45` as a power.
 */
const CHANGED = String.raw`(?=[\w.]{4})(?:0\d+|\d{16,}|\d+(?:\.\d+)?[eE]\d+)$`;

/** Positions where a guard must be inserted. */
const UNGUARDED = new RegExp(
  `(?<=^)(?=${FORMULA}|${CODE}|${CHANGED})|${AFTER_SEPARATOR}(?=${FORMULA_OR_END})`,
  "g",
);
/** Positions that already look guarded, and need one more guard. */
const LOOKS_GUARDED = new RegExp(
  `(?<=^)(?='${FORMULA}|${CODE})|${AFTER_SEPARATOR}(?='${FORMULA_OR_END})`,
  "g",
);
const GUARD = new RegExp(
  `(?<=^)'(?=${FORMULA})|(?<=^)(?=${CODE})'|${AFTER_SEPARATOR}'(?=${FORMULA_OR_END})`,
  "g",
);

/**
 * Returns a text for a CSV cell: with `'` inserted before every part that would run, and before a
 * code that would be changed. Parts that
 * already look guarded get one more `'`, so that `unescapeFormula(escapeFormula(text)) === text`
 * for every text.
 */
export function escapeFormula(text: string): string {
  return text.replace(UNGUARDED, "'");
}

/** True for a text that a spreadsheet program would run. */
export function isFormula(text: string): boolean {
  return /^'*[=+\-@\t\r\0]/.test(text);
}

/**
 * Returns a text for a cell that is formatted as text and so cannot run: only parts that look
 * guarded get one more `'`, because imports remove one.
 */
export function escapeGuarded(text: string): string {
  return text.replace(LOOKS_GUARDED, "'");
}

/**
 * Removes the guards inserted by an export. Phone numbers start with `+`, so most exported files
 * contain some.
 */
export function unescapeFormula(text: string): string {
  return text.replace(GUARD, "");
}

/** The name of a spreadsheet column: A for 0, AA for 26. */
export function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}
