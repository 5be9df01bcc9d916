import { unescapeFormula } from "./cells";
import { REPORT_HEADINGS } from "./importHeadings";
import { problemText, type RowResult } from "./importResults";
import { oneLine } from "./plainText";
import type { Sheet } from "./spreadsheet/sheet";

/**
 * Returns the texts of a file with the refused rows as the person's own file has them, and the
 * reasons in front; the first line has the headings. Once corrected, the file can be imported as it
 * is: an import does not read the two columns that this adds.
 */
export function refusedRowCells(
  { headings, rows }: Pick<Sheet, "headings" | "rows">,
  results: readonly RowResult[],
): string[][] {
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
  const lines = results
    .toSorted((one, other) => one.row - other.row)
    .map(({ row, problems = [] }) => [
      String(row),
      oneLine(problems.map(problemText).join(" | ")),
      ...(cellsOf.get(row) ?? []).map(unescapeFormula),
    ]);
  return [[REPORT_HEADINGS.row, REPORT_HEADINGS.reasons, ...headings], ...lines];
}
