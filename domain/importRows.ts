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
import { cleanSample, sampleProblems, type Choices } from "./sampleRules";
import { parseStatus, type Status } from "./statuses";

/** Spreadsheet rows as samples: pure, so that a dry run in the CLI and the server agree to the letter. */

/** Rows in one transaction: some 1,500 writes, below the limit of 16,000, and about 50 ms of work. */
export const MAX_BATCH_ROWS = 250;

/** The columns that an import takes; other columns of an export are left aside. */
const IMPORT_FIELDS = [
  ...TEXT_FIELDS,
  ...COORDINATE_FIELDS,
  "receiveDate",
  "samplmanag",
  "lastmanag",
  "status",
] as const satisfies readonly SampleField[];
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Other headings that people's files have for a field. Source: product.md, Names. */
const ALIASES: Readonly<Record<string, ImportField>> = {
  networks: "tNetworks",
  simtypes: "simCard",
  receiveddate: "receiveDate",
  receivedfrom: "deliveredBy",
  regfromlocation: "locationR",
  imei: "imei1",
  serial: "serialNumber",
};

/** `Serial Number`, `serial_number` and `serialNumber` are one heading. */
const headingKey = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]/g, "");

const FIELD_OF_HEADING: ReadonlyMap<string, ImportField> = new Map([
  ...Object.entries(ALIASES),
  ...IMPORT_FIELDS.map((field) => [headingKey(FIELD_LABELS[field]), field] as const),
  ...IMPORT_FIELDS.map((field) => [headingKey(field), field] as const),
]);

type Headings = {
  /** The field of each column, in the order of the file; null: the column is left aside. */
  readonly fields: readonly (ImportField | null)[];
  /** Headings that are left aside because no field, or an earlier column, has that name. */
  readonly ignored: readonly string[];
};

/** Which column is which field. The first column of a name counts. */
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
  /** In the order of the columns of a form; [] when the row may go in. */
  readonly problems: readonly Refusal[];
  readonly warnings: readonly string[];
};

/**
 * @param texts what the row's cells say, by field; a missing one is an empty cell
 * @param duplicates "flag" takes a row whose two IMEIs are equal, as New Sample does
 * What depends on other samples and on people (is the IMEI taken, who is the manager) is the server's.
 */
export function parseImportRow(
  texts: Readonly<Record<string, string>>,
  choices: Choices,
  duplicates: "reject" | "flag",
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

/** What tells one device from another of the same serial number; all of them are the row's own cells. */
const DEVICE_FIELDS = ["brand", "model", "imei1", "imei2"] as const;
type Device = Readonly<Pick<SampleInput, (typeof DEVICE_FIELDS)[number]>>;

/** Whether a row repeats a sample that has its serial number, rather than clashing with it. */
export function isSameDevice(sample: Device, row: Device): boolean {
  return DEVICE_FIELDS.every((field) => sample[field] === row[field]);
}

const KNOWN: ReadonlySet<string> = new Set(IMPORT_FIELDS);
function isImportField(name: string): name is ImportField {
  return KNOWN.has(name);
}

/** Prototypes carry IMEIs whose check digit does not match: said, not refused. */
function warningsOf(input: SampleInput): string[] {
  return (["imei1", "imei2"] as const)
    .filter((field) => isImei(input[field]) && !isLuhnValid(input[field]))
    .map((field) => `${field}: ${MESSAGES.checkDigit}`);
}
