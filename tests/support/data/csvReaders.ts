/** Independent CSV readers, with which tests check the files that the product writes. */

/** The list separators used by locales, by which spreadsheet programs split a CSV file. */
export const LIST_SEPARATORS = [",", ";", "\t", "|"] as const;

/** Splits only at the separator and at line breaks, as simple scripts do. */
export function splitCells(csv: string, separator: string): string[] {
  return csv.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator));
}

/**
 * Reads like Excel with this list separator: a quotation mark quotes only at the start of a cell,
 * and text between the closing mark and the next separator belongs to the cell.
 */
export function excelCells(csv: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= csv.length) {
    let cell = "";
    if (csv[at] === '"') {
      for (at++; at < csv.length && (csv[at] !== '"' || csv[at + 1] === '"'); at++) {
        cell += csv[at];
        if (csv[at] === '"') at++;
      }
      at++;
    }
    while (at < csv.length && csv[at] !== separator && !"\r\n".includes(csv[at] ?? "")) {
      cell += csv[at++];
    }
    cells.push(cell);
    at += csv.startsWith("\r\n", at) ? 2 : 1;
  }
  return cells;
}
