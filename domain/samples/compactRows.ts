/**
 * Compact encoding of samples for the replica in a browser: JSON of arrays of values, without field
 * names and without derivable fields. Server and browser must agree on the field order, so every
 * answer states its format version. The JSON is a single string, because Convex validates and
 * converts every element of an array, which took half as long as reading the rows.
 */
import { COORDINATE_FIELDS, TEXT_FIELDS } from "./fields";
import { listIndexFields } from "./lists";
import type { Status } from "../custody/statuses";
import { waitingManager } from "../custody/workflow";

/** Texts that every sample has; "" if not entered. */
const TEXTS = [
  ...TEXT_FIELDS,
  "city",
  "samplmanag",
  "samplmanagname",
  "supervisor",
  "registeredby",
] as const;
/** Texts that a sample may lack. */
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
 * The fields of a row in order: every field with a label (domain/samples/fields.ts), because lists,
 * reports, exports, searches and step buttons read only these.
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

/**
 * Identifies the format: a hash of the fields and their order (FNV-1a, 32 bits). A browser or
 * terminal whose own number differs cannot read the rows.
 */
export const ROW_FORMAT = [...ROW_FIELDS.join()].reduce(
  (hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0,
  0x811c9dc5,
);

/** The values of `ROW_FIELDS`: null for an absent one. Trailing absent values are omitted. */
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

/**
 * A sample as stored in a browser's replica. `DERIVED_FIELDS` are computed from the other fields.
 */
export type SampleRow = StoredFields & {
  readonly listDate: number;
  readonly pendingWith?: string;
  readonly waitingManager?: string;
};

/** The fields that are not transferred, because they can be computed from the others. */
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
 * All fields of a row, undefined. Rows are filled copies of it: V8 represents an object that grows
 * to fifty fields one by one as a hash table, which is five times as slow to create and read.
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
