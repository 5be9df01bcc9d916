import {
  countRow,
  NO_ROWS,
  problemText,
  type ImportCounts,
  type RowResult,
} from "#domain/imports/importResults";
import { oneLine } from "#domain/common/plainText";
import { print, printJson } from "../output";

/** Receives the results of an import while it runs. */
export interface ImportReport {
  readonly counts: Readonly<ImportCounts>;
  add(results: readonly RowResult[]): void;
  /** Called after the last result and before the summary. */
  end(): Promise<void>;
}

/**
 * Creates the report of an import: progress on a terminal, lines in a pipe, one JSON object per row
 * for scripts.
 */
export async function importReport(total: number, json: boolean): Promise<ImportReport> {
  const counts = { ...NO_ROWS };
  if (json) return printedReport(counts, (result) => printJson(result));
  if (!process.stdout.isTTY)
    return printedReport(counts, (result) => linesOf(result).forEach(print));

  // Loaded on demand: importing Ink takes longer than everything else in a piped command.
  const { startImportProgress } = await import("../views/ImportProgress");
  const lines: string[] = [];
  const progress = startImportProgress({ lines, counts, total });
  return {
    counts,
    add(results) {
      for (const result of results) {
        countRow(counts, result);
        lines.push(...linesOf(result));
      }
      progress.update({ lines: [...lines], counts: { ...counts }, total });
    },
    end: () => progress.end(),
  };
}

function printedReport(counts: ImportCounts, show: (result: RowResult) => void): ImportReport {
  return {
    counts,
    add(results) {
      for (const result of results) {
        countRow(counts, result);
        show(result);
      }
    },
    end: () => Promise.resolve(),
  };
}

/** Returns the lines that report a row, one for each of its problems. */
export function linesOf({ row, problems = [], warning }: RowResult): string[] {
  const lines = problems.map((problem) => `row ${row}: ${problemText(problem)}`);
  if (warning !== undefined) lines.push(`row ${row}: warning: ${warning}`);
  return lines.map(oneLine);
}
