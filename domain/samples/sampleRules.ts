import { REFUSALS, refusalOf, type Refusal, type RefusalCode } from "../common/errors";
import {
  COORDINATE_FIELDS,
  FIELD_LABELS,
  TEXT_FIELDS,
  type SampleField,
  type SampleInput,
  type TextField,
} from "./fields";
import { isImei } from "../identifiers/imei";
import { MESSAGES } from "../common/messages";
import { CELLULAR_FIELDS, isWithoutImei, mayLackImei } from "./noImei";
import { isPhoneNumber } from "../common/phone";
import { MAX_COMMENTS, MAX_TEXT, plainName, plainText } from "../common/plainText";
import { PICK_LISTS } from "./pickLists";
import { cleanSerialNumber, imeiOf, misplacedName } from "../identifiers/readIdentifiers";
import { hasImei2, requiresImei2 } from "../identifiers/slots";
import { textRefusal } from "../common/textRefusal";

/**
 * Source of a sample's data: New Sample (flags duplicates), the same form for an existing sample,
 * the full form Add Sample (rejects duplicates), or a spreadsheet, which does either. Each requires
 * different fields (docs/product.md, "Two forms").
 */
export type SampleSource =
  | "newSample"
  | "newSampleEdit"
  | "fullSample"
  | "import"
  | "importFlagging";

/**
 * What to do with an IMEI that another sample has: New Sample saves and flags the sample, the full
 * form rejects it.
 */
export type DuplicatePolicy = "flag" | "reject";

/** Fields that each source requires. IMEI 2 is not listed, because it depends on the slots. */
const REQUIRED: Readonly<Record<SampleSource, readonly (TextField | "receiveDate")[]>> = {
  newSample: [
    "serialNumber",
    "imei1",
    "receiveDate",
    "deliveredBy",
    "phoneNumber",
    "locationR",
    "location",
  ],
  newSampleEdit: ["serialNumber", "imei1", "receiveDate", "phoneNumber", "location"],
  fullSample: [
    "brand",
    "customers",
    "slots",
    "serialNumber",
    "imei1",
    "model",
    "deliveredBy",
    "comments",
    "phoneNumber",
    "hwVersion",
    "hwtype",
    "locationR",
    "location",
  ],
  import: ["brand", "model", "serialNumber", "imei1"],
  importFlagging: ["brand", "model", "serialNumber", "imei1"],
};

/**
 * Lists whose values the rules use: their field accepts only a listed value. Other lists only
 * suggest values.
 */
const CLOSED_LISTS = ["devTypes", "hwtypesModel", "slotsModel"] as const;
type ClosedList = (typeof CLOSED_LISTS)[number];
export type Choices = Readonly<Record<ClosedList, readonly string[]>>;

/** The values that a new deployment offers; afterwards, its `lookups` table has them. */
export const DEFAULT_CHOICES: Choices = {
  devTypes: PICK_LISTS.devTypes.values,
  hwtypesModel: PICK_LISTS.hwtypesModel.values,
  slotsModel: PICK_LISTS.slotsModel.values,
};

/**
 * Returns the sample as stored: texts plain, names with single spaces, identifiers without groups
 * and labels, choices in the list's spelling ("dual sim" becomes "Dual"), no IMEI 2 on a
 * single-slot device.
 */
export function cleanSample(input: SampleInput, choices: Choices = DEFAULT_CHOICES): SampleInput {
  const clean: SampleInput = { ...input };
  for (const field of TEXT_FIELDS) clean[field] = plainName(input[field]);
  clean.comments = plainText(input.comments);
  clean.serialNumber = cleanSerialNumber(input.serialNumber);
  for (const field of ["imei1", "imei2"] as const) {
    clean[field] = imeiOf(input[field])?.value ?? clean[field];
  }
  for (const field of ["city", "registrantInFile"] as const) {
    if (input[field] !== undefined) clean[field] = plainName(input[field]);
  }
  for (const list of CLOSED_LISTS) {
    const { field } = PICK_LISTS[list];
    clean[field] = listedSpelling(clean[field], choices[list]) ?? clean[field];
  }
  if (!hasImei2(clean.slots)) clean.imei2 = "";
  return clean;
}

/** Text fields that only some sources have. */
const OTHER_TEXTS = ["city", "samplmanag", "lastmanag", "registrantInFile"] as const;

/**
 * Returns every problem of a sample, in the order of the form; [] if there is none.
 *
 * @param input from `cleanSample`
 */
export function sampleProblems(
  input: SampleInput,
  source: SampleSource,
  choices: Choices = DEFAULT_CHOICES,
): Refusal[] {
  const problems: Refusal[] = [];
  const refuse = (
    code: RefusalCode,
    field: SampleField,
    values: Record<string, string | number> = {},
  ) => problems.push(refusalOf(code, { label: FIELD_LABELS[field], ...values }, field));

  for (const field of [...TEXT_FIELDS, ...OTHER_TEXTS] as const) {
    const max = field === "comments" ? MAX_COMMENTS : MAX_TEXT;
    const refused = textRefusal(input[field] ?? "", { label: FIELD_LABELS[field], max }, field);
    if (refused !== null) problems.push(refused);
  }
  const hasImei = !isWithoutImei(input);
  for (const field of REQUIRED[source]) {
    if (!hasImei && CELLULAR_FIELDS.has(field)) continue;
    if (input[field] === "" || input[field] === undefined) refuse("FIELD_MISSING", field);
  }
  if (!hasImei && !mayLackImei(input.hwtype)) {
    if (input.hwtype !== "") refuse("IMEI_OF_TYPE", "imei1", { type: input.hwtype.slice(0, 60) });
    else if (!problems.some(({ field }) => field === "hwtype")) refuse("FIELD_MISSING", "hwtype");
  }
  for (const list of CLOSED_LISTS) {
    const { field } = PICK_LISTS[list];
    const value = input[field];
    if (value !== "" && !choices[list].includes(value)) {
      refuse("NOT_A_CHOICE", field, {
        value: value.slice(0, 60),
        choices: choices[list].join(", "),
      });
    }
  }
  const misplaced = misplacedName(input.serialNumber);
  if (misplaced !== null) {
    refuse("IDENTIFIER_MISPLACED", "serialNumber", {
      value: input.serialNumber.slice(0, 60),
      name: misplaced,
    });
  }
  if (input.imei1 !== "" && !isImei(input.imei1)) refuse("IMEI1_FORMAT", "imei1");
  if (input.imei2 !== "" && !isImei(input.imei2)) refuse("IMEI2_FORMAT", "imei2");
  if (hasImei && input.imei2 === "" && mustHaveImei2(input.slots, source)) {
    refuse("IMEI2_FORMAT", "imei2");
  }
  // A source that flags duplicates also accepts two equal IMEIs.
  const flagsDuplicates = isNewSample(source) || source === "importFlagging";
  if (!flagsDuplicates && input.imei1 !== "" && input.imei1 === input.imei2) {
    refuse("IMEIS_EQUAL", "imei2");
  }
  if (source === "fullSample") {
    if (input.location !== "" && !hasPlace(input)) refuse("PLACE_NOT_PICKED", "location");
    if (input.phoneNumber !== "" && !isPhoneNumber(input.phoneNumber)) {
      refuse("FIELD_INVALID", "phoneNumber");
    }
  }
  for (const field of COORDINATE_FIELDS) {
    const limit = field.endsWith("lat") ? 90 : 180;
    const degrees = input[field];
    if (degrees !== undefined && !(Math.abs(degrees) <= limit)) refuse("FIELD_INVALID", field);
  }
  if (input.receiveDate !== undefined && !isDate(input.receiveDate)) {
    refuse("FIELD_INVALID", "receiveDate");
  }
  return problems;
}

/** An address that was picked has both coordinates; one that was only typed has none. */
function hasPlace({ lat, lng }: SampleInput): boolean {
  return lat !== undefined && lng !== undefined;
}

/**
 * Returns the alert above the full form for an invalid sample: equal IMEIs first, then the fields
 * of `ALERT_FIELDS`, then anything else.
 *
 * @param input from `cleanSample`
 */
export function fullFormAlert(input: SampleInput): string {
  if (input.imei1 !== "" && input.imei1 === input.imei2) return REFUSALS.IMEIS_EQUAL;
  const hasImei = !isWithoutImei(input);
  const isUnfilled =
    ALERT_FIELDS.some((field) => input[field] === "" && (hasImei || !CELLULAR_FIELDS.has(field))) ||
    !hasPlace(input) ||
    (hasImei && input.imei2 === "" && requiresImei2(input.slots));
  return isUnfilled ? MESSAGES.fillAllFields : MESSAGES.resolveDuplicates;
}

/** The fields that the full form's alert asks to fill. */
const ALERT_FIELDS = ["brand", "slots", "customers", "serialNumber", "imei1", "location"] as const;

/**
 * New Sample requires every IMEI that the device can have; other sources require IMEI 2 only of
 * dual devices.
 */
function mustHaveImei2(slots: string, source: SampleSource): boolean {
  return isNewSample(source) ? hasImei2(slots) : requiresImei2(slots);
}

function isNewSample(source: SampleSource): boolean {
  return source === "newSample" || source === "newSampleEdit";
}

/** JavaScript dates range from -8.64e15 to 8.64e15 ms. */
function isDate(at: number): boolean {
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15;
}

/**
 * Finds the listed spelling of a value, in any case, and without the "SIM" that spreadsheets append
 * to the number of slots.
 */
function listedSpelling(value: string, choices: readonly string[]): string | undefined {
  const bare = value.toLowerCase().replace(/ sim$/, "");
  return choices.find((choice) => choice.toLowerCase().replace(/ sim$/, "") === bare);
}
