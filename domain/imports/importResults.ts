/** Results of an import's rows, as the server returns them, and their texts. */
import type { ImportOutcome } from "./importRows";
import type { Status } from "../custody/statuses";
import type { RefusalCode } from "../common/errors";

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

/**
 * Maps a refusal code to the advice that is added for a refused cell of an import. A code without
 * an entry has its remedy in its own text, or none.
 */
const ENTRIES = {
  FIELD_MISSING: "Fill in the cell.",
  FIELD_TOO_LONG: "Shorten it.",
  FIELD_INVALID: "Correct the cell, or leave it empty.",
  DATE_INVALID: "Write it as year-month-day.",
  TEXT_UNREADABLE: "If every row has this, the encoding is wrong: choose another one.",
  FORMULA_ERROR: "Replace it with its value.",
  IMEI1_FORMAT: "Dial *#06# on the device to see it.",
  IMEI2_FORMAT: "Dial *#06# on the device to see it.",
  IDENTIFIER_MISPLACED: "Remove it. If it really is the serial number, write SN: in front of it.",
  IMEI_OF_TYPE: "Dial *#06# on the device to see it.",
  IMEI1_TAKEN: "Correct it, or import with duplicates flagged.",
  IMEI2_TAKEN: "Correct it, or import with duplicates flagged.",
  SERIAL_TAKEN: "Correct it, or import with duplicates updated.",
  STATUS_UNKNOWN: "Leave the cell empty for Registered.",
  STATUS_BY_ADMIN: "Leave the cell empty for Registered, or ask an admin to import the row.",
  MANAGER_UNKNOWN: "Write the e-mail of an account, or leave the cell empty.",
  LAST_MANAGER_UNKNOWN: "Write the e-mail of an account, or leave the cell empty.",
  SUPERVISOR_UNKNOWN: "Invite them first, then import the row once they have accepted.",
  PERSON_REPEATED: "Keep one of the rows.",
  PERSON_LOCKED: "Leave the cell empty, or remove the row.",
  MANAGER_NOT_YOURS: "Leave the cell empty, and transfer the sample after the import.",
} as const satisfies Partial<Record<RefusalCode, string>>;

const REMEDIES: Readonly<Record<string, string | undefined>> = ENTRIES;
