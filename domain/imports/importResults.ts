import { REMEDIES } from "./importRemedies";
import type { ImportOutcome } from "./importRows";
import type { Status } from "../custody/statuses";

/** The answers to an import's rows, as the server gives them, and the words they are shown in. */

/** One row as it is sent: its filled cells by field. `row`: its number in the file, from 1. */
export type ImportRow = { row: number; fields: Record<string, string> };

/** One thing that is wrong with a row. `field` and `value`: the cell, as it was sent. */
export type RowProblem = {
  readonly code: string;
  readonly reason: string;
  readonly field?: string;
  readonly value?: string;
  /** The sample that has the identifier, for callers who may see it. */
  readonly sample?: {
    readonly sampleId: string;
    readonly serialNumber: string;
    readonly samplmanag: string;
    readonly status: Status;
  };
  /** The row of the same file that has the identifier. */
  readonly earlierRow?: number;
};

export type RowResult = {
  readonly row: number;
  readonly outcome: ImportOutcome;
  /** Everything that is wrong with a refused row. */
  readonly problems?: readonly RowProblem[];
  readonly warning?: string;
  /** True for a row whose repeated IMEI is marked at the sample. */
  readonly flagged?: boolean;
  /** True for an update by which the sample became Registered again. */
  readonly reopened?: boolean;
};

/** Rows by outcome; of these, those that are flagged, reopened or have a warning. */
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

/** Adds `sign` times a row to the counts. */
export function countRow(counts: ImportCounts, result: RowResult, sign: 1 | -1 = 1): void {
  counts[result.outcome] += sign;
  if (result.flagged === true) counts.flagged += sign;
  if (result.reopened === true) counts.reopened += sign;
  if (result.warning !== undefined) counts.warnings += sign;
}

/** `imei1 "12345": IMEI 1 must be exactly 15 digits. Dial *#06# on the device to read it.` */
export function problemText(problem: RowProblem): string {
  const { field, value, reason } = problem;
  const isNamed = !value || reason.includes(value);
  const cell = field === undefined ? "" : `${field}${isNamed ? "" : ` "${value}"`}: `;
  return `${cell}${problemAdvice(problem)}`;
}

/** Says what is wrong, who has the identifier, and what to do. */
export function problemAdvice(problem: RowProblem): string {
  const { reason, code } = problem;
  const sentences = [reason.replace(/\.$/, ""), describeOwner(problem), REMEDIES[code]];
  return sentences.filter((each) => each !== undefined).join(". ");
}

/** Names the sample or the row that has an identifier already. */
function describeOwner({ sample, earlierRow }: RowProblem): string | undefined {
  if (earlierRow !== undefined) return `Row ${earlierRow} of this file has it`;
  if (sample === undefined) return undefined;
  const { serialNumber, samplmanag, status } = sample;
  return `Sample ${serialNumber} (${status}, ${samplmanag}) has it`;
}
