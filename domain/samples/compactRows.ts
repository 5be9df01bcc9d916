import { COORDINATE_FIELDS, TEXT_FIELDS } from "./fields";
import { listIndexFields } from "./lists";
import type { Status } from "../custody/statuses";
import { waitingManager } from "../custody/workflow";

/**
 * Samples for the copy of all samples that a browser keeps: JSON of arrays of values, without the
 * names of their fields, and without what other fields say already. Server and browser must agree
 * on the order of the fields, so every answer names the format it is in. It is one text, because
 * Convex checks and converts each value of an array, which took half as long as reading the rows.
 */

/** A browser that knows another format cannot read the rows. Raise it when `ROW_FIELDS` changes. */
export const ROW_FORMAT = 3;

/** Texts that every sample has; "" when nobody stated one. */
const TEXTS = [
  ...TEXT_FIELDS,
  "city",
  "samplmanag",
  "samplmanagname",
  "supervisor",
  "registeredby",
] as const;
/** Texts that a sample has or lacks. */
const OPTIONAL_TEXTS = [
  "lastmanag",
  "inTransitTo",
  "inReturnTo",
  "inOSapprby",
  "registrantInFile",
] as const;
/** Dates are epoch ms, UTC; coordinates are degrees. */
const OPTIONAL_NUMBERS = [
  "receiveDate",
  "inUseDate",
  "inTransitDate",
  "inReturnDate",
  "returnedDate",
  "reqOSDate",
  "osDate",
  "overdueAt",
  ...COORDINATE_FIELDS,
] as const;

/**
 * The fields of a row in their order: every field that has a label (domain/samples/fields.ts),
 * because lists, reports, exports, searches and step buttons read only these.
 */
export const ROW_FIELDS = [
  "_id",
  "_creationTime",
  "status",
  "duplicate",
  "registereddate",
  ...TEXTS,
  ...OPTIONAL_TEXTS,
  ...OPTIONAL_NUMBERS,
] as const;

/** The values of `ROW_FIELDS`: null for an absent one. Absent values at the end are left out. */
type CompactRow = (string | number | null)[];

type StoredFields = {
  readonly _id: string;
  readonly _creationTime: number;
  readonly status: Status;
  readonly duplicate: "none" | "imei1" | "imei2" | "both";
  readonly registereddate: number;
} & { readonly [field in (typeof TEXTS)[number]]: string } & {
  readonly [field in (typeof OPTIONAL_TEXTS)[number]]?: string;
} & { readonly [field in (typeof OPTIONAL_NUMBERS)[number]]?: number };

/** A sample as a browser's copy has it. `DERIVED_FIELDS` follow from the others. */
export type SampleRow = StoredFields & {
  readonly listDate: number;
  readonly pendingWith?: string;
  readonly waitingManager?: string;
};

/** The fields that no row brings along, because the others say them. */
export const DERIVED_FIELDS = ["listDate", "pendingWith", "waitingManager"] as const;

export function encodeRows(samples: readonly StoredFields[]): string {
  return JSON.stringify(samples.map(encodeRow));
}

export function decodeRows(text: string): SampleRow[] {
  return (JSON.parse(text) as CompactRow[]).map(decodeRow);
}

function encodeRow(sample: StoredFields): CompactRow {
  const row: CompactRow = ROW_FIELDS.map((field) => sample[field] ?? null);
  while (row.at(-1) === null) row.pop();
  return row;
}

/**
 * All fields of a row, undefined. Rows are filled copies of it: an object that grows to fifty
 * fields one by one is a hash table to V8, and five times as slow to make and to read.
 */
const EMPTY_ROW = Object.fromEntries(
  [...ROW_FIELDS, ...DERIVED_FIELDS].map((field) => [field, undefined]),
);

function decodeRow(row: Readonly<CompactRow>): SampleRow {
  const fields: Record<string, unknown> = { ...EMPTY_ROW };
  for (const [index, field] of ROW_FIELDS.entries()) {
    const value = row[index];
    if (value !== null) fields[field] = value;
  }
  const stored = fields as StoredFields;
  return Object.assign(stored, listIndexFields(stored), {
    waitingManager: waitingManager(stored),
  }) as SampleRow;
}
