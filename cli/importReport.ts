import { REMEDIES } from "../domain/importRemedies";
import type { Counts, RowProblem, RowResult } from "./importer";
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
  const counts: Counts = {
    imported: 0,
    updated: 0,
    already: 0,
    skipped: 0,
    refused: 0,
    warnings: 0,
    reopened: 0,
  };
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

function count(counts: Counts, { outcome, warning, reopened }: RowResult): void {
  counts[outcome] += 1;
  if (warning !== undefined) counts.warnings += 1;
  if (reopened === true) counts.reopened += 1;
}

/** Returns the lines that report a row, one for each thing that is wrong with it. */
export function linesOf({ row, problems = [], warning }: RowResult): string[] {
  const lines = problems.map((problem) => `row ${row}: ${problemText(problem)}`);
  if (warning !== undefined) lines.push(`row ${row}: warning: ${warning}`);
  return lines.map(oneLine);
}

/** `imei1 "12345": IMEI 1 must be exactly 15 digits. Dial *#06# on the device to read it.` */
export function problemText(problem: RowProblem): string {
  const { field, value, reason } = problem;
  const isNamed = !value || reason.includes(value);
  const cell = field === undefined ? "" : `${field}${isNamed ? "" : ` "${value}"`}: `;
  const sentences = [reason.replace(/\.$/, ""), whoHasIt(problem), REMEDIES[problem.code]];
  return cell + sentences.filter((each) => each !== undefined).join(". ");
}

/** Names the sample or the row that has an identifier already. */
function whoHasIt({ sample, earlierRow }: RowProblem): string | undefined {
  if (earlierRow !== undefined) return `Row ${earlierRow} of this file has it`;
  if (sample === undefined) return undefined;
  const { serialNumber, samplmanag, status } = sample;
  return `Sample ${serialNumber} (${status}, ${samplmanag}) has it`;
}
