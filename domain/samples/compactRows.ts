/**
 * Compact encoding of samples for the replica in a browser: JSON of arrays of values, without field
 * names and without derivable fields. Server and browser must agree on the field order, so every
 * answer states its format version. The JSON is a single string, because Convex validates and
 * converts every element of an array, which took half as long as reading the rows.
 */
import { keysOf } from "../common/objects";
import { fieldsWith, SAMPLE_FIELDS, type FieldsWith, type SampleField } from "./fields";
import { listIndexFields } from "./lists";
import type { Status } from "../custody/statuses";
import { waitingManager } from "../custody/workflow";

const OPTIONAL_FIELDS = fieldsWith("isOptional", true);
type OptionalField = (typeof OPTIONAL_FIELDS)[number];
type RequiredField = Exclude<SampleField, OptionalField>;
const isRequired = (field: SampleField): field is RequiredField =>
  !("isOptional" in SAMPLE_FIELDS[field]);

/**
 * The fields of a row in order: every field of domain/samples/fields.ts, because lists, reports,
 * exports, searches and step buttons read only these. Those that a sample may lack come last.
 */
export const ROW_FIELDS = [
  "_id",
  "_creationTime",
  ...keysOf(SAMPLE_FIELDS).filter(isRequired),
  ...OPTIONAL_FIELDS,
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

/** Texts; dates are epoch ms, UTC, and coordinates degrees. */
type Stored<Field extends SampleField> =
  Field extends FieldsWith<{ form: "date" | "number" }>
    ? number
    : Field extends "status"
      ? Status
      : Field extends "duplicate"
        ? "none" | "imei1" | "imei2" | "both"
        : string;

type StoredFields = {
  readonly _id: string;
  readonly _creationTime: number;
} & { readonly [Field in RequiredField]: Stored<Field> } & {
  readonly [Field in OptionalField]?: Stored<Field>;
};

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
