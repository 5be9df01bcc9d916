/** Lookups, searches and scans by the identifiers in a text. */
import { IMEI_LENGTH } from "./imei";
import { fold } from "../common/fold";
import { MESSAGES } from "../common/messages";
import { plainText } from "../common/plainText";
import { hasImei2 } from "./slots";
import { plainIdentifier } from "./identifierText";
import {
  imeiOf,
  isNamed,
  OTHER_CODES,
  readIdentifiers,
  serialNumberKey,
  unmarkedSerial,
  type Reading,
} from "./readIdentifiers";

/** A key to look samples up by: an IMEI of either slot, a serial number, or an id. */
export type LookupKey = {
  readonly kind: "imei" | "serialNumber" | "sample";
  readonly key: string;
};

/**
 * Returns the keys of the samples that a text may name, likeliest first. Any text may be a serial
 * number, whatever else it looks like.
 */
export function lookupKeys(text: string): LookupKey[] {
  const keys: LookupKey[] = [];
  const add = (kind: LookupKey["kind"], key: string) => {
    if (key !== "" && !keys.some((each) => each.kind === kind && each.key === key)) {
      keys.push({ kind, key });
    }
  };
  const imei = imeiOf(text);
  if (imei !== null) add("imei", imei.value);
  for (const { kind, value } of readIdentifiers(text)) {
    if (kind === "serialNumber") add(kind, serialNumberKey(value));
    else if (kind !== "other") add(kind, value);
  }
  const serial = serialNumberKey(text);
  add("serialNumber", serial);
  add("serialNumber", unmarkedSerial(serial));
  return keys;
}

type Identified = {
  readonly _id?: string;
  readonly serialNumber: string;
  readonly imei1?: string;
  readonly imei2?: string;
};

/** True if the text names the sample, in any spelling. */
export function isNamedBy(sample: Identified, text: string): boolean {
  const { _id, imei1, imei2 } = sample;
  const serial = serialNumberKey(sample.serialNumber);
  return lookupKeys(text).some(({ kind, key }) => {
    if (kind === "sample") return key === _id;
    return kind === "imei" ? key === imei1 || key === imei2 : key === serial;
  });
}

/**
 * Returns the value stored for a scanned text in a basket or a stock-take: the identifier alone, or
 * `IMEI: 8600…, SN: R5CT01` for a code with several.
 */
export function scannedValue(text: string): string {
  const imei = imeiOf(text);
  if (imei !== null) return imei.value;
  const found = readIdentifiers(text).filter(
    ({ kind }) => kind === "imei" || kind === "serialNumber",
  );
  const [only, ...others] = found;
  if (only === undefined) return plainText(text);
  if (others.length === 0) return only.value;
  return found.map((each) => `${labelOf(each)}: ${each.value}`).join(", ");
}

/**
 * Returns the folded words of a search, each of which must occur in some column. An identifier in
 * any spelling is one word, and so are grouped digits: `35 693803` finds `35693803…`.
 */
export function searchWords(search: string): string[] {
  const plain = plainIdentifier(search);
  const readings = readIdentifiers(search);
  const named = readings.filter(isNamed);
  if (named.length > 0) return named.map(searchWord);
  if (/^[\d ]*$/.test(plain)) return [plain.replaceAll(" ", "")].filter(Boolean);
  const [first] = readings;
  const text = first?.kind === "serialNumber" ? first.value : plain;
  return fold(unmarkedSerial(text)).split(/\s+/).filter(Boolean);
}

function labelOf(reading: Reading): string {
  return reading.kind === "imei" ? `IMEI${reading.slot ?? ""}` : "SN";
}

/**
 * If the check digit was computed, searches the 14 digits before it, which also finds a 16-digit
 * serial number.
 */
function searchWord(reading: Reading): string {
  const isComputed = reading.kind === "imei" && reading.isComputed === true;
  return fold(isComputed ? reading.value.slice(0, 14) : reading.value);
}

/** The identifiers in a device's form. */
type FormIdentifiers = {
  readonly serialNumber: string;
  readonly imei1: string;
  readonly imei2: string;
  readonly slots: string;
};
type IdentifierField = "serialNumber" | "imei1" | "imei2";

/**
 * The form fields that a scanned code fills. `refused` says why it fills none, `note` what was
 * changed.
 */
export type PlacedCode = {
  readonly fields: Readonly<Partial<Record<IdentifierField, string>>>;
  readonly refused: string | null;
  readonly note: string | null;
};

/**
 * Returns the form fields that a scanned code fills. An IMEI fills the slot that its label names,
 * else the first empty slot, else the second. If the first slot already has this IMEI, it stays
 * there. Other codes on a box fill no field.
 */
export function placeIdentifiers(text: string, form: FormIdentifiers): PlacedCode {
  const fields: Partial<Record<IdentifierField, string>> = {};
  const readings = readIdentifiers(text);
  for (const reading of readings) {
    if (reading.kind === "serialNumber") {
      const { value, isLabelled } = reading;
      fields.serialNumber ??= isLabelled === true ? value : unmarkedSerial(value);
    } else if (reading.kind === "imei") {
      fields[slotOf(reading, { ...form, ...fields })] = reading.value;
    }
  }
  const [first] = readings;
  if (areOfSeveralDevices(readings)) {
    return { fields: {}, refused: MESSAGES.severalDevices, note: null };
  }
  const isRefused = Object.keys(fields).length === 0 && first?.kind === "other";
  const isComputed = readings.some((each) => each.kind === "imei" && each.isComputed === true);
  return {
    fields,
    refused: isRefused ? `This is ${OTHER_CODES[first.name]}.` : null,
    note: isComputed ? `${MESSAGES.checkDigitComputed}.` : null,
  };
}

/** A device has two IMEIs and one serial number at most. */
function areOfSeveralDevices(readings: readonly Reading[]): boolean {
  const count = (kind: Reading["kind"]) =>
    readings.filter((reading) => reading.kind === kind && isNamed(reading)).length;
  return count("imei") > 2 || count("serialNumber") > 1;
}

function slotOf(
  imei: Extract<Reading, { kind: "imei" }>,
  form: FormIdentifiers,
): "imei1" | "imei2" {
  if (!hasImei2(form.slots)) return "imei1";
  if (imei.slot !== undefined) return imei.slot === 1 ? "imei1" : "imei2";
  return form.imei1 === "" || form.imei1 === imei.value ? "imei1" : "imei2";
}

function isOtherCode(text: string): boolean {
  const [only, ...others] = readIdentifiers(text);
  return others.length === 0 && only?.kind === "other" && only.name !== "imei";
}

/** An incomplete label, while it is typed or sent key by key by a scanner: `IMEI1:`. */
const LABEL_SO_FAR = /^\s*(?:\][A-Za-z]?\d?|I(?:M(?:E(?:I.{0,4}?)?)?)?)$/i;

/**
 * Returns the digits typed so far into an IMEI field. A pasted IMEI may have a label or groups, or
 * be an IMEISV; a label stays until digits follow it. A code of another kind that arrives whole, by
 * paste or scan, stays as it is, for the form to refuse: part of an EID is no IMEI.
 */
export function typedImei(text: string): string {
  const imei = imeiOf(text) ?? readIdentifiers(text).find(({ kind }) => kind === "imei");
  if (imei !== undefined) return imei.value;
  const plain = plainIdentifier(text);
  if (isOtherCode(text)) return plain;
  if (LABEL_SO_FAR.test(plain)) return plain;
  const digits = plain.replace(/^IMEI(?:\s?[12]\s*[:=)]|\s?[12]\s+)?/i, "").replace(/\D/g, "");
  return digits.slice(0, IMEI_LENGTH);
}
