/** Reads spreadsheet rows as samples. Pure, so that a dry run in the CLI and the server agree. */
import { escapeFormula, unescapeFormula } from "../files/cells";
import { COUNTRIES } from "../common/countries";
import { isAmbiguousDate, parseDate, unlikelyYearOf } from "../common/dateTexts";
import { refusalOf, type Refusal, type RefusalCode } from "../common/errors";
import {
  FIELD_LABELS,
  NO_TEXTS,
  TEXT_FIELDS,
  type CoordinateField,
  type SampleInput,
  type TextField,
} from "../samples/fields";
import { isImei, isLuhnValid } from "../identifiers/imei";
import { IMPORT_FIELDS, isImportField, type ImportField } from "./importHeadings";
import { countryUnlisted, MESSAGES, unlikelyYear } from "../common/messages";
import { isNoImeiText, NO_IMEI } from "../samples/noImei";
import { plainName } from "../common/plainText";
import { cleanSample, sampleProblems, type Choices } from "../samples/sampleRules";
import { readRowIdentifiers } from "../samples/rowIdentifiers";
import { parseStatus, type Status } from "../custody/statuses";

/**
 * Maximum number of rows per transaction: about 1,500 writes, below the limit of 16,000. A check,
 * which writes nothing, uses batches of this size.
 */
export const MAX_BATCH_ROWS = 250;

/**
 * Rows per transaction of an import. A hand-over waits for the running batch, whose answer triggers
 * the next one (engine/commit/mutationQueue.ts), so batches are short: with 50 rows it waits 26 to
 * 94 ms longer at the 99th percentile, with 30 rows 21 to 48 ms, at the cost of a seventh of the
 * speed.
 */
export const BATCH_ROWS = 30;

/** Outcomes of a row. */
export const IMPORT_OUTCOMES = ["imported", "updated", "already", "skipped", "refused"] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/**
 * What to do with a row whose serial number another sample has. `reject` refuses the row, `skip`
 * leaves it out, `update` edits the sample with that serial number.
 */
export const SERIAL_POLICIES = ["reject", "skip", "update"] as const;
/**
 * What to do with a row if another sample has one of its IMEIs, and its serial number is free or
 * its own sample's. `flag` accepts the row and flags the sample.
 */
export const IMEI_POLICIES = ["reject", "skip", "flag"] as const;

/** What to do with each kind of duplicate. */
export type ImportPolicy = {
  readonly serialNumber: (typeof SERIAL_POLICIES)[number];
  readonly imei: (typeof IMEI_POLICIES)[number];
};

/**
 * True for a row that the policy leaves out. The serial number identifies the row's device, so if
 * it is taken, its policy alone decides.
 *
 * @param taken the row's identifiers that another sample has
 */
export function isSkipped(
  policy: ImportPolicy,
  taken: { readonly [field in "serialNumber" | "imei1" | "imei2"]?: unknown },
): boolean {
  if (taken.serialNumber !== undefined) return policy.serialNumber === "skip";
  return policy.imei === "skip" && (taken.imei1 !== undefined || taken.imei2 !== undefined);
}

/** Policies with a name. */
export const NAMED_POLICIES = {
  reject: { serialNumber: "reject", imei: "reject" },
  flag: { serialNumber: "reject", imei: "flag" },
  skip: { serialNumber: "skip", imei: "skip" },
  update: { serialNumber: "update", imei: "reject" },
} as const satisfies Record<string, ImportPolicy>;

export type ParsedRow = {
  /** Cleaned; ready to be stored if there are no problems. */
  readonly input: SampleInput;
  readonly status: Status;
  /** In the order of the form's fields; [] if the row may be imported. */
  readonly problems: readonly Refusal[];
  readonly warnings: readonly string[];
};

/**
 * Checks one row by itself. The server decides what depends on other samples and on people: whether
 * an IMEI is taken, and who the manager is.
 *
 * @param texts the row's cells by field; a missing field is an empty cell
 * @param policy for a repeated IMEI; "flag" accepts a row whose two IMEIs are equal, like New
 *   Sample
 * @param now epoch ms, for warnings about an unlikely year; undefined: no such warnings
 */
export function parseImportRow(
  texts: Readonly<Record<string, string>>,
  choices: Choices,
  policy: ImportPolicy["imei"],
  now?: number,
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
    const number = /^[+-]?\d+([.,]\d+)?(e-?\d+)?$/i.test(text)
      ? Number(text.replace(",", "."))
      : NaN;
    if (Number.isNaN(number)) refuse("FIELD_INVALID", field, text);
    return Number.isNaN(number) ? undefined : number;
  };
  const text = { ...NO_TEXTS };
  for (const field of TEXT_FIELDS) text[field] = cell(field);
  const noImei = isNoImeiText(text.imei1);
  for (const field of ["imei1", "imei2"] as const) if (isNoImeiText(text[field])) text[field] = "";
  const read = readRowIdentifiers(text);
  problems.push(...read.problems);
  const dateText = cell("receiveDate");
  const receiveDate = dateText === "" ? undefined : (parseDate(dateText) ?? undefined);
  if (dateText !== "" && receiveDate === undefined) refuse("DATE_INVALID", "receiveDate", dateText);
  if (isAmbiguousDate(dateText)) refuse("DATE_AMBIGUOUS", "receiveDate", dateText);
  const statusText = plainName(cell("status"));
  const status = statusText === "" ? "Registered" : parseStatus(statusText);
  if (status === null) refuse("STATUS_UNKNOWN", "status", statusText);

  const input = cleanSample(
    {
      lat: degrees("lat"),
      lng: degrees("lng"),
      regfromlat: degrees("regfromlat"),
      regfromlng: degrees("regfromlng"),
      receiveDate,
      noImei,
      city: cell("city"),
      samplmanag: cell("samplmanag"),
      lastmanag: cell("lastmanag"),
      registrantInFile: cell("registrantInFile"),
      ...text,
      ...read.values,
    },
    choices,
  );
  const isRead = (field: ImportField) => field !== "imei2" || input.imei2 !== "";
  for (const field of TEXT_FIELDS.filter(isRead)) {
    if (FORMULA_ERROR.test(text[field])) refuse("FORMULA_ERROR", field, text[field]);
  }
  for (const field of TEXT_FIELDS.filter(isRead)) {
    if (isChangedNumber(field, text[field])) refuse("NUMBER_CHANGED", field, text[field]);
  }
  const source = policy === "flag" ? "importFlagging" : "import";
  return {
    input,
    status: status ?? "Registered",
    problems: withoutUnreadableFields(problems, sampleProblems(input, source, choices)),
    warnings: [...read.warnings, ...warningsOf(input, now)],
  };
}

/**
 * Scientific notation, as spreadsheets and scripts write a number that they took for a quantity:
 * `4.90154E+14` has lost digits. A sign or a fraction is required, because `12E45` is a valid
 * serial number.
 */
const EXPONENT = /^\d[.,]\d+E[+-]?\d+$|^\d+E\+\d+$/i;
/**
 * An identifier with a fraction: `20261234.0`, `357079244242924.5`. Not `1.25`, which may be a
 * serial number.
 */
const FRACTION = /^\d{5,}[.,]\d+$|^\d+[.,]0$/;

/** True for a number that a program has reformatted, in a field without quantities. */
function isChangedNumber(field: TextField, text: string): boolean {
  if (field === "comments") return false;
  if (EXPONENT.test(text)) return true;
  if (field === "phoneNumber") return /^\d{7,}[.,]0$/.test(text);
  return IDENTIFIERS.has(field) && FRACTION.test(text);
}

const IDENTIFIERS: ReadonlySet<TextField> = new Set(["imei1", "imei2", "serialNumber"]);

/**
 * Result of a failed formula, for example a lookup without a match: `#N/A` and `#REF!`; in CSV also
 * in Excel's other languages (`#NV`, `#VALOR!`).
 */
const FORMULA_ERROR = /^#(?:N\/[AD]|NV|[\p{Lu}/0]+[!?])$/u;

/** Drops the general rules' refusals of fields whose cell cannot be read. */
function withoutUnreadableFields(
  unreadable: readonly Refusal[],
  others: readonly Refusal[],
): Refusal[] {
  const named = new Set(unreadable.map(({ field }) => field));
  return [...others.filter(({ field }) => !named.has(field)), ...unreadable];
}

/** Returns a sample as a row's cells, from which `parseImportRow` reads the same values back. */
export function importCells(sample: SampleInput & { readonly status: Status }) {
  const cells = {} as Record<ImportField, string>;
  for (const field of IMPORT_FIELDS) {
    const value = sample[field] || (field === "imei1" ? NO_IMEI : "");
    const isDate = field === "receiveDate" && typeof value === "number";
    cells[field] = escapeFormula(isDate ? new Date(value).toISOString() : String(value));
  }
  return cells;
}

/** Two samples with the same serial number are one device if these fields agree. */
const DEVICE_FIELDS = ["brand", "model", "imei1", "imei2"] as const;
type Device = Readonly<Pick<SampleInput, (typeof DEVICE_FIELDS)[number]>>;

/**
 * True if the row repeats the sample with its serial number; false if it describes another device.
 */
export function isSameDevice(sample: Device, row: Device): boolean {
  return DEVICE_FIELDS.every((field) => plainName(sample[field]) === plainName(row[field]));
}

const LISTED_COUNTRIES: ReadonlySet<string> = new Set(
  COUNTRIES.map((country) => country.toLowerCase()),
);

/**
 * Oddities that do not refuse a row: prototypes have IMEIs with a wrong check digit, a lab may have
 * its own name for a country, and an old device may be older than the lab.
 */
function warningsOf(input: SampleInput, now: number | undefined): string[] {
  const { country, receiveDate } = input;
  const warnings = (["imei1", "imei2"] as const)
    .filter((field) => isImei(input[field]) && !isLuhnValid(input[field]))
    .map((field) => `${field}: ${MESSAGES.checkDigit}`);
  if (country !== "" && !LISTED_COUNTRIES.has(country.toLowerCase())) {
    warnings.push(`country: ${countryUnlisted(country.slice(0, 60))}`);
  }
  const year = now === undefined ? null : unlikelyYearOf(receiveDate, now);
  if (year !== null) warnings.push(`receiveDate: ${unlikelyYear(year)}`);
  return warnings;
}
