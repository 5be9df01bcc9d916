import { unescapeFormula } from "./cells";
import { parseDate } from "./dates";
import { refusalOf, type Refusal, type RefusalCode } from "./errors";
import {
  COORDINATE_FIELDS,
  FIELD_LABELS,
  TEXT_FIELDS,
  type CoordinateField,
  type SampleField,
  type SampleInput,
} from "./fields";
import { isImei, isLuhnValid } from "./imei";
import { MESSAGES } from "./messages";
import { cleanSample, sampleProblems, type Choices, type DuplicatePolicy } from "./sampleRules";
import { parseStatus, type Status } from "./statuses";

/**
 * Reads spreadsheet rows as samples. Pure, so that a dry run in the CLI and the server give the
 * same answers.
 */

/**
 * Rows in one transaction: some 1,500 writes, below the limit of 16,000, and about 50 ms of work.
 */
export const MAX_BATCH_ROWS = 250;

/** The columns that an import reads; other columns of an export are left aside. */
const IMPORT_FIELDS = [
  ...TEXT_FIELDS,
  ...COORDINATE_FIELDS,
  "receiveDate",
  "samplmanag",
  "lastmanag",
  "status",
] as const satisfies readonly SampleField[];
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Other headings that the labs' files have for a field. */
const ALIASES: Readonly<Record<string, ImportField>> = {
  networks: "tNetworks",
  simtypes: "simCard",
  receiveddate: "receiveDate",
  receivedfrom: "deliveredBy",
  regfromlocation: "locationR",
  imei: "imei1",
  serial: "serialNumber",
};

/** Makes one heading of `Serial Number`, `serial_number` and `serialNumber`. */
const headingKey = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]/g, "");

const FIELD_OF_HEADING: ReadonlyMap<string, ImportField> = new Map([
  ...Object.entries(ALIASES),
  ...IMPORT_FIELDS.map((field) => [headingKey(FIELD_LABELS[field]), field] as const),
  ...IMPORT_FIELDS.map((field) => [headingKey(field), field] as const),
]);

type Headings = {
  /** The field of each column, in the order of the file; null for a column that is left aside. */
  readonly fields: readonly (ImportField | null)[];
  /** Headings that are left aside because they name no field, or one that an earlier column has. */
  readonly ignored: readonly string[];
};

/** Maps headings to fields. Of two columns with one heading the first counts. */
export function mapHeadings(headings: readonly string[]): Headings {
  const taken = new Set<ImportField>();
  const ignored: string[] = [];
  const fields = headings.map((heading) => {
    const field = FIELD_OF_HEADING.get(headingKey(heading)) ?? null;
    if (field !== null && !taken.has(field)) {
      taken.add(field);
      return field;
    }
    if (heading.trim() !== "") ignored.push(heading);
    return null;
  });
  return { fields, ignored };
}

export type ParsedRow = {
  /** Cleaned: ready to be stored when there are no problems. */
  readonly input: SampleInput;
  readonly status: Status;
  /** In the order of the fields of a form; [] when the row may be imported. */
  readonly problems: readonly Refusal[];
  readonly warnings: readonly string[];
};

/**
 * Checks one row by itself. The server decides what depends on other samples and on people: whether
 * an IMEI is taken, and who the manager is.
 *
 * @param texts the row's cells by field; a missing one is an empty cell
 * @param duplicates "flag" accepts a row whose two IMEIs are equal, like New Sample
 */
export function parseImportRow(
  texts: Readonly<Record<string, string>>,
  choices: Choices,
  duplicates: DuplicatePolicy,
): ParsedRow {
  const problems: Refusal[] = [];
  const cell = (field: ImportField) => unescapeFormula(texts[field] ?? "").trim();
  const refuse = (code: RefusalCode, field: ImportField, value: string) =>
    problems.push(
      refusalOf(code, { label: FIELD_LABELS[field], value: value.slice(0, 60) }, field),
    );

  for (const name of Object.keys(texts)) {
    if (!isImportField(name))
      problems.push(refusalOf("FIELD_UNKNOWN", { name: name.slice(0, 60) }));
  }
  const degrees = (field: CoordinateField) => {
    const text = cell(field);
    if (text === "") return undefined;
    const number = /^[+-]?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : NaN;
    if (Number.isNaN(number)) refuse("FIELD_INVALID", field, text);
    return Number.isNaN(number) ? undefined : number;
  };
  const text = {} as Pick<SampleInput, (typeof TEXT_FIELDS)[number]>;
  for (const field of TEXT_FIELDS) text[field] = cell(field);
  const dateText = cell("receiveDate");
  const receiveDate = dateText === "" ? undefined : (parseDate(dateText) ?? undefined);
  if (dateText !== "" && receiveDate === undefined) refuse("DATE_INVALID", "receiveDate", dateText);
  const statusText = cell("status");
  const status = statusText === "" ? "Registered" : parseStatus(statusText);
  if (status === null) refuse("STATUS_UNKNOWN", "status", statusText);

  const input = cleanSample(
    {
      lat: degrees("lat"),
      lng: degrees("lng"),
      regfromlat: degrees("regfromlat"),
      regfromlng: degrees("regfromlng"),
      receiveDate,
      samplmanag: cell("samplmanag"),
      lastmanag: cell("lastmanag"),
      ...text,
    },
    choices,
  );
  const source = duplicates === "flag" ? "importFlagging" : "import";
  return {
    input,
    status: status ?? "Registered",
    problems: [...sampleProblems(input, source, choices), ...problems],
    warnings: warningsOf(input),
  };
}

/** Two samples with one serial number are one device when these fields agree. */
const DEVICE_FIELDS = ["brand", "model", "imei1", "imei2"] as const;
type Device = Readonly<Pick<SampleInput, (typeof DEVICE_FIELDS)[number]>>;

/** True if a row repeats a sample with its serial number, false if it names another device. */
export function isSameDevice(sample: Device, row: Device): boolean {
  return DEVICE_FIELDS.every((field) => sample[field] === row[field]);
}

const KNOWN: ReadonlySet<string> = new Set(IMPORT_FIELDS);
function isImportField(name: string): name is ImportField {
  return KNOWN.has(name);
}

/**
 * Prototypes carry IMEIs whose check digit does not match, so a wrong digit warns and does not
 * refuse.
 */
function warningsOf(input: SampleInput): string[] {
  return (["imei1", "imei2"] as const)
    .filter((field) => isImei(input[field]) && !isLuhnValid(input[field]))
    .map((field) => `${field}: ${MESSAGES.checkDigit}`);
}
