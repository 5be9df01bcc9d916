import { unescapeFormula } from "../files/cells";
import { REPORT_HEADINGS } from "./importHeadings";
import { problemText, type RowResult } from "./importResults";
import { oneLine } from "../common/plainText";
import type { CellFault, Sheet, SheetRow } from "./spreadsheet/sheet";

/**
 * Returns a file of the refused rows: a line of headings, then each row as in the person's file,
 * with the reasons in front. The corrected file can be imported as it is, because an import ignores
 * the two columns that this adds.
 */
export function refusedRowCells(
  { headings, rows }: Pick<Sheet, "headings" | "rows">,
  results: readonly RowResult[],
): string[][] {
  const rowOf = new Map(rows.map((row) => [row.row, row]));
  const lines = results
    .toSorted((one, other) => one.row - other.row)
    .map(({ row, problems = [] }) => [
      String(row),
      oneLine(problems.map(problemText).join(" | ")),
      ...textsOf(rowOf.get(row)),
    ]);
  return [[REPORT_HEADINGS.row, REPORT_HEADINGS.reasons, ...headings], ...lines];
}

/** Replaces the text of a cell that is refused for its type; the text alone would be imported. */
const FAULTY: Readonly<Record<CellFault, string>> = { date: "#DATE!", formula: "#FORMULA!" };

function textsOf({ cells, faults = {} }: Pick<SheetRow, "cells" | "faults"> = { cells: [] }) {
  return cells.map((cell, column) => {
    const fault = faults[column];
    return fault === undefined ? unescapeFormula(cell) : FAULTY[fault];
  });
}
