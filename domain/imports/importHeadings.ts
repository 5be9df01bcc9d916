/** Maps a spreadsheet's headings to the fields of a sample. */
import {
  COORDINATE_FIELDS,
  FIELD_LABELS,
  LIST_COLUMNS,
  TEXT_FIELDS,
  type SampleField,
} from "../samples/fields";
import { PICK_LISTS } from "../samples/pickLists";

/** Columns that an import reads; it ignores other columns of an export. */
export const IMPORT_FIELDS = [
  ...TEXT_FIELDS,
  ...COORDINATE_FIELDS,
  "city",
  "receiveDate",
  "samplmanag",
  "lastmanag",
  "registrantInFile",
  "status",
] as const satisfies readonly SampleField[];
export type ImportField = (typeof IMPORT_FIELDS)[number];

const KNOWN: ReadonlySet<string> = new Set(IMPORT_FIELDS);
export function isImportField(name: string): name is ImportField {
  return KNOWN.has(name);
}

/** Other headings for a field that occur in the labs' files. */
const ALIASES: Readonly<Record<string, ImportField>> = {
  networks: "tNetworks",
  simtypes: "simCard",
  receiveddate: "receiveDate",
  receivedfrom: "deliveredBy",
  regfromlocation: "locationR",
  imei: "imei1",
  imeino: "imei1",
  serial: "serialNumber",
  serialno: "serialNumber",
  sn: "serialNumber",
  manufacturer: "brand",
  registeredby: "registrantInFile",
};

/** Headings and labels shown on screens, each with its field. */
const SCREEN_LABELS: readonly (readonly [string, ImportField])[] = [
  ...Object.values(LIST_COLUMNS).flat(),
  ...Object.values(PICK_LISTS),
].flatMap(({ label, field }) => (isImportField(field) ? [[label, field] as const] : []));

/** Columns that a file of refused rows has in addition to the person's own (refusedRows.ts). */
export const REPORT_HEADINGS = { row: "Row in the file", reasons: "Reasons" } as const;
const REPORTED: ReadonlySet<string> = new Set(Object.values(REPORT_HEADINGS));

/**
 * Returns the comparison form of a heading, which `Serial Number`, `serial_number` and
 * `serialNumber` share. Drops the zone from an export's date heading, `Received Date (UTC)`,
 * because an import reads dates in UTC.
 */
export const headingKey = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/\(utc\)\s*$/, "")
    .replace(/[^a-z0-9]/g, "");

/** Later entries override earlier ones: a stored name wins over a label, a label over an alias. */
const FIELD_OF_HEADING: ReadonlyMap<string, ImportField> = new Map([
  ...Object.entries(ALIASES),
  ...SCREEN_LABELS.map(([label, field]) => [headingKey(label), field] as const),
  ...IMPORT_FIELDS.map((field) => [headingKey(FIELD_LABELS[field]), field] as const),
  ...IMPORT_FIELDS.map((field) => [headingKey(field), field] as const),
]);

/**
 * Screens show "HW Type" for the field `devTypes`, but `hwType` is the stored name of another
 * field; only the space distinguishes them.
 */
const FIELD_OF_LABEL: ReadonlyMap<string, ImportField> = new Map([["hw type", "devTypes"]]);

export function fieldOfHeading(heading: string): ImportField | null {
  const label = heading.trim().toLowerCase().replace(/\s+/g, " ");
  return FIELD_OF_LABEL.get(label) ?? FIELD_OF_HEADING.get(headingKey(heading)) ?? null;
}

/** A person's own choices: the field of a heading, or null to ignore its column. */
export type ChosenFields = ReadonlyMap<string, ImportField | null>;

type Headings<Field> = {
  /** The field of each column, in file order; null for an ignored column. */
  readonly fields: readonly (Field | null)[];
  /** Headings that are ignored because they name no field, or the field of an earlier column. */
  readonly ignored: readonly string[];
};

/**
 * Maps headings to fields; a person's choices come first. If two columns have one field, the first
 * counts.
 */
export function mapHeadings(
  headings: readonly string[],
  chosen?: ChosenFields,
): Headings<ImportField> {
  return assignFields(headings, fieldOfHeading, chosen);
}

/**
 * Maps the headings of any table to its fields; a person's choices come first.
 *
 * @param fieldOf returns the field of a heading
 */
export function assignFields<Field extends string>(
  headings: readonly string[],
  fieldOf: (heading: string) => Field | null,
  chosen: ReadonlyMap<string, Field | null> = new Map<string, never>(),
): Headings<Field> {
  const taken = new Set([...chosen.values()]);
  const ignored: string[] = [];
  const fields = headings.map((heading) => {
    const choice = chosen.get(heading);
    if (choice !== undefined) return choice;
    const field = fieldOf(heading);
    if (field !== null && !taken.has(field)) {
      taken.add(field);
      return field;
    }
    if (heading.trim() !== "" && !REPORTED.has(heading)) ignored.push(heading);
    return null;
  });
  return { fields, ignored };
}

/** Number of rows searched for the headings, which may follow a title and notes. */
export const HEADING_ROWS = 20;

/** True for a text that names a field, or that the person has mapped to one by hand. */
export type IsHeading = (text: string) => boolean;

/**
 * Finds the first of those rows that names the most fields.
 *
 * @returns its index and the number of its headings; 0 and 0 if no row names a field
 */
export function findHeadingRow(
  rows: readonly (readonly string[])[],
  isHeading: IsHeading,
): { readonly at: number; readonly headings: number } {
  const counts = rows.slice(0, HEADING_ROWS).map((cells) => cells.filter(isHeading).length);
  const headings = Math.max(0, ...counts);
  return { at: Math.max(0, counts.indexOf(headings)), headings };
}
