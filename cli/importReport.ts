import type { Counts, RowResult } from "./importer";
import { oneLine, print, printJson } from "./output";

/** Receives the results of an import while it runs. */
export interface ImportReport {
  readonly counts: Readonly<Counts>;
  add(results: readonly RowResult[]): void;
  /** Called after the last result and before the summary. */
  end(): Promise<void>;
}

/**
 * Makes the report of an import: progress on a terminal, lines in a pipe, one JSON object a row for
 * scripts.
 */
export async function importReport(total: number, json: boolean): Promise<ImportReport> {
  const counts: Counts = { imported: 0, already: 0, refused: 0, warnings: 0 };
  if (json) return printedReport(counts, (result) => printJson(result));
  if (!process.stdout.isTTY)
    return printedReport(counts, (result) => linesOf(result).forEach(print));

  // Loading Ink takes longer than everything else that a piped command does.
  const { startImportProgress } = await import("./views/ImportProgress");
  const lines: string[] = [];
  const progress = startImportProgress({ lines, counts, total });
  return {
    counts,
    add(results) {
      for (const result of results) {
        count(counts, result);
        lines.push(...linesOf(result));
      }
      progress.update({ lines: [...lines], counts: { ...counts }, total });
    },
    end: () => progress.end(),
  };
}

function printedReport(counts: Counts, show: (result: RowResult) => void): ImportReport {
  return {
    counts,
    add(results) {
      for (const result of results) {
        count(counts, result);
        show(result);
      }
    },
    end: () => Promise.resolve(),
  };
}

function count(counts: Counts, { outcome, warning }: RowResult): void {
  counts[outcome] += 1;
  if (warning !== undefined) counts.warnings += 1;
}

/** Returns the lines that report a row: `row 7: imei1: IMEI 1 must be exactly 15 digits`. */
export function linesOf({ row, outcome, field, reason, warning }: RowResult): string[] {
  const place = field === undefined ? `row ${row}` : `row ${row}: ${field}`;
  const lines: string[] = [];
  if (outcome === "refused") lines.push(oneLine(`${place}: ${reason ?? "refused"}`));
  if (warning !== undefined) lines.push(oneLine(`row ${row}: warning: ${warning}`));
  return lines;
}
