/**
 * Guards the texts of CSV and spreadsheet cells against formula injection (CWE-1236).
 *
 * A spreadsheet program runs a cell that begins with `=`, `+`, `-` or `@`; some skip a tab, a
 * carriage return or a NUL first. An apostrophe in front stops that. The start of the text is not
 * the only place: where the list separator of the computer is a semicolon, Excel splits a line of
 * our CSV at every `;` and reads `SN1,"box 4;=1+1"` as two cells, of which the second one runs. It
 * also starts a row at a line break inside such a cell. So the guard goes behind every separator
 * and line break too. A quotation mark counts for nothing where it ends up in front of a cell.
 */
const FORMULA = String.raw`['"]*[=+\-@\t\r\0]`;
/** The separators by which a CSV file is split somewhere, and line breaks. */
const AFTER_SEPARATOR = String.raw`(?<=[,;|\t\r\n])`;
/**
 * A separator at the end needs a guard as well. Otherwise the quotation mark that closes the cell
 * would open another one, which reaches into the next row.
 */
const FORMULA_OR_END = String.raw`['"]*(?:[=+\-@\t\r\0]|$)`;
/**
 * A code behind an apostrophe: `'00412`. People and programs write the apostrophe to keep the
 * zeros, so an import takes it off. `'s-Hertogenbosch` and `'90s` are no codes.
 */
const CODE = String.raw`'+(?=[^']*\d)[\w./-]{4,}$`;

/** The places of a text that get a guard. */
const UNGUARDED = new RegExp(
  `(?<=^)(?=${FORMULA}|${CODE})|${AFTER_SEPARATOR}(?=${FORMULA_OR_END})`,
  "g",
);
/** The places that look guarded already, and those guards. */
const LOOKS_GUARDED = new RegExp(
  `(?<=^)(?='${FORMULA}|${CODE})|${AFTER_SEPARATOR}(?='${FORMULA_OR_END})`,
  "g",
);
const GUARD = new RegExp(
  `(?<=^)'(?=${FORMULA})|(?<=^)(?=${CODE})'|${AFTER_SEPARATOR}'(?=${FORMULA_OR_END})`,
  "g",
);

/**
 * Returns a text as exports write it into a CSV cell: with `'` wherever one of its parts would run.
 * What looks guarded already gets one more `'`, so that `unescapeFormula(escapeFormula(text)) ===
 * text` for every text.
 */
export function escapeFormula(text: string): string {
  return text.replace(UNGUARDED, "'");
}

/** True for a text that a spreadsheet program would run. */
export function isFormula(text: string): boolean {
  return /^'*[=+\-@\t\r\0]/.test(text);
}

/**
 * Returns a text as exports write it into a cell that is marked as text and so cannot run: only
 * what looks guarded gets one more `'`, because imports take one off.
 */
export function escapeGuarded(text: string): string {
  return text.replace(LOOKS_GUARDED, "'");
}

/**
 * Takes off the guards that an export wrote. Phone numbers begin with `+`, so most exported files
 * have some.
 */
export function unescapeFormula(text: string): string {
  return text.replace(GUARD, "");
}

/** The name of a column: A for 0, AA for 26. */
export function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}
