/** Results of an import's rows, as the server returns them, and their texts. */
import { REMEDIES } from "./importRemedies";
import type { ImportOutcome } from "./importRows";
import type { Status } from "../custody/statuses";

/** One row as sent: its non-empty cells by field. `row`: its number in the file, from 1. */
export type ImportRow = { row: number; fields: Record<string, string> };

/** One problem of a row. `field` and `value`: the cell, as it was sent. */
export type RowProblem = {
  readonly code: string;
  readonly reason: string;
  readonly field?: string;
  readonly value?: string;
  /** The sample that already has the identifier, if the caller may see it. */
  readonly sample?: {
    readonly sampleId: string;
    readonly serialNumber: string;
    readonly samplmanag: string;
    readonly status: Status;
  };
  /** The row of the same file that already has the identifier. */
  readonly earlierRow?: number;
};

export type RowResult = {
  readonly row: number;
  readonly outcome: ImportOutcome;
  /** All problems of a refused row. */
  readonly problems?: readonly RowProblem[];
  readonly warning?: string;
  /** True if the row has another sample's IMEI and its sample was flagged. */
  readonly flagged?: boolean;
  /** True if the update made the sample Registered again. */
  readonly reopened?: boolean;
};

/** Number of rows per outcome, and of rows that are flagged, reopened or have a warning. */
export type ImportCounts = Record<ImportOutcome | "flagged" | "reopened" | "warnings", number>;

export const NO_ROWS: Readonly<ImportCounts> = {
  imported: 0,
  updated: 0,
  already: 0,
  skipped: 0,
  refused: 0,
  flagged: 0,
  reopened: 0,
  warnings: 0,
};

/** Adds a row to the counts, or subtracts it if `sign` is -1. */
export function countRow(counts: ImportCounts, result: RowResult, sign: 1 | -1 = 1): void {
  counts[result.outcome] += sign;
  if (result.flagged === true) counts.flagged += sign;
  if (result.reopened === true) counts.reopened += sign;
  if (result.warning !== undefined) counts.warnings += sign;
}

/** `imei1 "12345": IMEI 1 must be exactly 15 digits. Dial *#06# on the device to see it.` */
export function problemText(problem: RowProblem): string {
  const { field, value, reason } = problem;
  const isNamed = !value || reason.includes(value);
  const cell = field === undefined ? "" : `${field}${isNamed ? "" : ` "${value}"`}: `;
  return `${cell}${problemAdvice(problem)}`;
}

/** States the problem, the sample or row that has the identifier, and the remedy. */
export function problemAdvice(problem: RowProblem): string {
  const { reason, code } = problem;
  const sentences = [reason.replace(/\.$/, ""), describeOwner(problem), REMEDIES[code]];
  return sentences.filter((each) => each !== undefined).join(". ");
}

/** Names the sample or row that already has the identifier. */
function describeOwner({ sample, earlierRow }: RowProblem): string | undefined {
  if (earlierRow !== undefined) return `Row ${earlierRow} of this file has it`;
  if (sample === undefined) return undefined;
  const { serialNumber, samplmanag, status } = sample;
  return `Sample ${serialNumber} (${status}, ${samplmanag}) has it`;
}
