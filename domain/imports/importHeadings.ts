import {
  COORDINATE_FIELDS,
  FIELD_LABELS,
  LIST_COLUMNS,
  TEXT_FIELDS,
  type SampleField,
} from "../samples/fields";
import { PICK_LISTS } from "../samples/pickLists";

/** Maps a spreadsheet's headings to the fields of a sample. */

/** The columns that an import reads; other columns of an export are left aside. */
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

/** Other headings that the labs' files have for a field. */
const ALIASES: Readonly<Record<string, ImportField>> = {
  networks: "tNetworks",
  simtypes: "simCard",
  receiveddate: "receiveDate",
  receivedfrom: "deliveredBy",
  regfromlocation: "locationR",
  imei: "imei1",
  serial: "serialNumber",
  registeredby: "registrantInFile",
};

/** Headings that people read above columns and beside form fields, each with the field it shows. */
const SCREEN_LABELS: readonly (readonly [string, ImportField])[] = [
  ...Object.values(LIST_COLUMNS).flat(),
  ...Object.values(PICK_LISTS),
].flatMap(({ label, field }) => (isImportField(field) ? [[label, field] as const] : []));

/**
 * Columns that a file of refused rows has besides the person's own (domain/imports/refusedRows.ts).
 */
export const REPORT_HEADINGS = { row: "Row in the file", reasons: "Reasons" } as const;
const REPORTED: ReadonlySet<string> = new Set(Object.values(REPORT_HEADINGS));

/**
 * Returns the form in which headings are compared: `Serial Number`, `serial_number` and
 * `serialNumber` have the same. Drops the zone from an export's heading of dates, `Received Date
 * (UTC)`, because an import reads dates in UTC.
 */
export const headingKey = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/\(utc\)\s*$/, "")
    .replace(/[^a-z0-9]/g, "");

/** Later entries go before earlier ones: a stored name before a label, a label before an alias. */
const FIELD_OF_HEADING: ReadonlyMap<string, ImportField> = new Map([
  ...Object.entries(ALIASES),
  ...SCREEN_LABELS.map(([label, field]) => [headingKey(label), field] as const),
  ...IMPORT_FIELDS.map((field) => [headingKey(FIELD_LABELS[field]), field] as const),
  ...IMPORT_FIELDS.map((field) => [headingKey(field), field] as const),
]);

/**
 * Screens say "HW Type" for the field `devTypes`, but `hwType` is the stored name of another field:
 * only the space tells them apart.
 */
const FIELD_OF_LABEL: ReadonlyMap<string, ImportField> = new Map([["hw type", "devTypes"]]);

export function fieldOfHeading(heading: string): ImportField | null {
  const label = heading.trim().toLowerCase().replace(/\s+/g, " ");
  return FIELD_OF_LABEL.get(label) ?? FIELD_OF_HEADING.get(headingKey(heading)) ?? null;
}

/** A person's own choices: the field of a heading, or null to leave its column out. */
export type ChosenFields = ReadonlyMap<string, ImportField | null>;

type Headings<Field> = {
  /** The field of each column, in the order of the file; null for a column that is left aside. */
  readonly fields: readonly (Field | null)[];
  /** Headings that are left aside because they name no field, or one that an earlier column has. */
  readonly ignored: readonly string[];
};

/** Maps headings to fields, chosen ones first. Of two columns with one field the first counts. */
export function mapHeadings(
  headings: readonly string[],
  chosen?: ChosenFields,
): Headings<ImportField> {
  return assignFields(headings, fieldOfHeading, chosen);
}

/**
 * Maps the headings of any table to its fields, chosen ones first.
 *
 * @param fieldOf tells the field of a heading
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

/** Rows among which the headings are looked for: a title and some notes may stand above them. */
export const HEADING_ROWS = 20;

/** True for a text that names a field, or that the person has mapped to one by hand. */
export type IsHeading = (text: string) => boolean;

/**
 * Finds the row that names the most fields among the first ones, the first of several.
 *
 * @returns its index, and the number of its headings; 0 and 0 when no row names a field
 */
export function findHeadingRow(
  rows: readonly (readonly string[])[],
  isHeading: IsHeading,
): { readonly at: number; readonly headings: number } {
  const counts = rows.slice(0, HEADING_ROWS).map((cells) => cells.filter(isHeading).length);
  const headings = Math.max(0, ...counts);
  return { at: Math.max(0, counts.indexOf(headings)), headings };
}
