/**
 * Reads the identifiers in a typed, pasted, scanned or imported text, in any spelling. Forms,
 * imports, lists, baskets, stock-takes, the terminal and the API all use it.
 * tests/support/identifierSpellings.ts has a line for each spelling.
 */
import { isImei, isLuhnValid, luhnDigit } from "./imei";
import { sampleIdOfAddress } from "./sampleAddress";
import { isGtin, readDigitalLink, readElements, type Element } from "./gs1";
import { foldIdentifier, plainIdentifier } from "./identifierText";

/** Codes on devices and their boxes that belong in no field of a sample, in words. */
export const OTHER_CODES = {
  imei: "an IMEI that does not have 15 digits",
  eid: "an EID, the number of the device's eSIM",
  ean: "an article number (EAN), which all devices of the model share",
  iccid: "an ICCID, the number of a SIM card",
  meid: "a MEID",
  mac: "a MAC address",
  model: "a model or part number",
  link: "a web address",
  package: "a packaging code (GS1)",
  phone: "a code for phones, such as a contact or Wi-Fi access",
  number: "a number that a spreadsheet has changed",
} as const;

export type Reading =
  | {
      readonly kind: "imei";
      readonly value: string;
      readonly isLabelled?: true;
      /** The slot named by a label such as `IMEI2:`. */
      readonly slot?: 1 | 2;
      /** The text was an IMEISV, so the check digit is computed. */
      readonly isComputed?: true;
    }
  | {
      readonly kind: "serialNumber";
      readonly value: string;
      /** True if a label or a GS1 identifier marks it as a serial number. */
      readonly isLabelled?: true;
    }
  /** The address on a label printed by SMS. */
  | { readonly kind: "sample"; readonly value: string }
  | { readonly kind: "other"; readonly name: keyof typeof OTHER_CODES; readonly value: string };

/**
 * AIM symbology identifier that a scanner may put before each code: `]C0`. gs1.ts handles GS1's.
 */
const AIM = /^\][A-Za-z]\d/;
const EAN_SYMBOLOGY = /^\]E[0-4]/;
const LINK = /^(?:https?:\/\/|www\.)/i;
/** QR codes that phones act on: Wi-Fi access, eSIM profiles, contacts, calls, messages. */
const FOR_PHONES =
  /^(?:WIFI:[A-Z]:|LPA:1\$|BEGIN:V|(?:MECARD|MATMSG|tel|mailto|sms|smsto|geo|otpauth):)/i;
/**
 * Marks around a whole value: of spreadsheets (`="00412"`, `'00F2`), of Code 39 (`*A1*`), quotes,
 * brackets, and a separator behind it.
 */
const WRAPPED =
  /^(?:="([^"]*\w[^"]*)"|'([^']*\w[^']*)|\*([^*]*\w[^*]*)\*|["\u201C\u201E]([^"\u201C\u201D]*\w[^"\u201C\u201D]*)["\u201C\u201D]|\[([^[\]]*\w[^[\]]*)\]|([^,;]*\w[^,;]*)[,;])$/;

/** Longest text that is parsed as a code, in characters; a box's QR code has about 200. */
const MAX_CODE = 1_000;

/** Returns all identifiers in a code's text; a QR code may list several. */
export function readIdentifiers(text: string): readonly Reading[] {
  const [raw = "", ...unwrapped] = WRAPPED.exec(text.trim()) ?? [text.trim()];
  const inner = unwrapped.find((each) => each !== undefined);
  if (inner !== undefined) return readIdentifiers(inner);
  if (raw.length > MAX_CODE) return [{ kind: "serialNumber", value: plainIdentifier(raw) }];
  const sampleId = sampleIdOfAddress(raw);
  if (sampleId !== null) return [{ kind: "sample", value: sampleId }];
  const elements = readElements(raw);
  if (elements !== null) return ofElements(elements, raw);
  const bare = raw.replace(AIM, "");
  if (EAN_SYMBOLOGY.test(raw)) return [{ kind: "other", name: "ean", value: bare }];
  if (LINK.test(bare)) return ofLink(bare);
  if (FOR_PHONES.test(bare)) return [{ kind: "other", name: "phone", value: bare }];
  return readList(bare) ?? [readSingle(plainIdentifier(bare))];
}

function ofElements(elements: readonly Element[], text: string): readonly Reading[] {
  const readings = elements.flatMap(({ ai, value }): Reading[] => {
    const imei = readImei(value);
    if (ai === "8002" && imei !== null) return [imei];
    if (ai === "21" && imei !== null && isLuhnValid(imei.value)) return [imei];
    if (ai === "21" && value !== "") {
      return [{ kind: "serialNumber", value: plainIdentifier(value), isLabelled: true }];
    }
    return ai === "01" ? [{ kind: "other", name: "ean", value }] : [];
  });
  return readings.length > 0 ? readings : [{ kind: "other", name: "package", value: text }];
}

function ofLink(link: string): readonly Reading[] {
  const [path = "", ...query] = link.split(/[?&#]/);
  const elements = readDigitalLink(path);
  if (elements.length > 0) return ofElements(elements, link);
  const readings = [...path.split("/"), ...query].map((part) => readSingle(plainIdentifier(part)));
  const found = readings.filter(isNamed);
  return found.length > 0 ? found : [{ kind: "other", name: "link", value: link }];
}

/** True if a label or a check digit identifies the text, so that it is not just any text. */
export function isNamed(reading: Reading): boolean {
  return (
    reading.kind === "imei" || (reading.kind === "serialNumber" && reading.isLabelled === true)
  );
}

/** The start of a labelled value within a text: `IMEI1:86…IMEI2:86…SN:…`, `… Serial No. R5CT01`. */
const LABEL_INSIDE =
  /(?<![\p{L}(/])(?=(?:IMEI\s?[-(]?[12]?\)?|S\/?N|EID|ICCID|MEID|Serial(?: No\.?| Number)?|P\/?N|Model|EAN|UPC|MAC)\s*[:=]|IMEI(?:\/MEID)?\s?[12]?\s+\d{15}|S\/N\s|EID\s+\d{32}|(?<!\(S\)\s*)Serial (?:No\.?|Number)\s)/giu;
/** A slash separates an IMEI from what follows, unless it is the device's software version. */
const LIST_SEPARATORS =
  /&?[\n\r\t,;|]+|(?<=\d{15})\s*\/\s*(?=\d{15}|\d{5}\/[A-Z\d]{6})|(?<=\d{15}(?:\s?\/\s?\d{2})?)\s+(?=\d{15}(?!\d))/i;

/**
 * Reads a list of one device's identifiers, as in makers' QR codes; null for any other text. A list
 * has two named identifiers or an IMEI with a valid check digit, because a comma alone may be part
 * of a serial number.
 */
function readList(text: string): readonly Reading[] | null {
  const unquoted = withoutMarkup(text);
  const parts = unquoted
    .replace(LABEL_INSIDE, "\n")
    .split(LIST_SEPARATORS)
    .map(plainIdentifier)
    .filter(Boolean);
  if (parts.length < 2) return null;
  const readings = parts.map(readSingle);
  const named = readings.filter(isNamed);
  if (named.length < 2 && !named.some(({ kind }) => kind === "imei")) return null;
  const isSerialNamed = named.some(({ kind }) => kind === "serialNumber");
  const unnamed = isSerialNamed ? [] : readings.filter(isLikelySerial);
  const others = readings.filter(({ kind }) => kind === "other");
  const serials = unnamed.length === 1 ? unnamed : [];
  return uniqueReadings([...named, ...serials, ...others]);
}

/** Turns JSON and XML into labels and values: `{"imei":"35…"}`, `<imei>35…</imei>`. */
function withoutMarkup(text: string): string {
  if (text.startsWith("{")) return text.replace(/[{}[\]"]/g, "");
  if (!text.startsWith("<")) return text;
  return text.replace(/<\/[^>]*>/g, "\n").replace(/<([^>]*)>/g, "$1:");
}

/** True for a list part that is probably the serial number: one word with a digit. */
function isLikelySerial(reading: Reading): boolean {
  return (
    reading.kind === "serialNumber" && !isNamed(reading) && /^(?=.*\d)\S{5,}$/.test(reading.value)
  );
}

function uniqueReadings(readings: readonly Reading[]): readonly Reading[] {
  return [...new Map(readings.map((each) => [`${each.kind} ${each.value}`, each])).values()];
}

/** Reads a text that is a single identifier. */
function readSingle(text: string): Reading {
  const [, first = "", slot] = SLOT_BEHIND.exec(text) ?? [];
  const slotted = slot === undefined ? null : readSingle(first);
  if (slotted?.kind === "imei") {
    return { ...slotted, isLabelled: true, slot: slot === "1" ? 1 : 2 };
  }
  const labelled = readLabelled(text);
  if (labelled !== null) return labelled;
  const imei = readImei(text);
  if (imei !== null && isLuhnValid(imei.value)) return imei;
  const digits = text.replace(/[ -]/g, "");
  if (isEid(digits)) return { kind: "other", name: "eid", value: digits };
  if (isIccid(digits)) return { kind: "other", name: "iccid", value: digits };
  if (isArticleNumber(text)) return { kind: "other", name: "ean", value: text };
  if (MAC_ADDRESS.test(text)) return { kind: "other", name: "mac", value: text };
  if (CHANGED_IMEI.test(text)) return { kind: "other", name: "number", value: text };
  return { kind: "serialNumber", value: text };
}

/** The slot after an IMEI: `357309117710016 (IMEI 2)`. */
const SLOT_BEHIND = /^(.*\d)\s*\((?:IMEI|SIM|Slot|卡)\s?([12])\)$/iu;
const MAC_ADDRESS = /^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/i;
/** An IMEI after a program took it for a number: `357309117710016.0`, `3.5731E+14`. */
const CHANGED_IMEI = /^(?:\d{14,16}\.0+|\d(?:\.\d+)?E\+1[3-5])$/i;

const IMEI_LABEL =
  /^(?:MEID\/)?(?:IMEI|串号)(?:\/MEID|\/?\s?SV)?(?:\s?(?:No\.?|Number|Nr\.?))?\s?[-(#_]?\s?(?:SIM|Slot)?\s?(?:1\s?[&/+]\s?2|([12]))?\)?(?:\s*[:=#/]\s*|\s+|(?=\d{15}))(.*)$/iu;
const SERIAL_LABEL =
  /^(?:\(S\)\s*(?:Serial\s?(?:No\.?|Number)?\s*[:=#]?\s*)?|Ser(?:ial|\.)(?:[\s_-]?(?:No\.?|Nr\.?|Number)\s*[:=#]*\s*|\s*[:=#]+\s*)|(?:S\/N|N\/S)\s*(?:[:=#]|-\s)?\s*|(?:S ?N?|S\.N\.|Seriennummer|Serienummer|N[úu]mero de s[ée]rie|Num[ée]ro de s[ée]rie|N[°º] de s[ée]rie|Numer seryjny|Seri no|Серийный номер|序列号|シリアル番号|シリアルナンバー|製造番号|일련번호)\s*[:=#]\s*)(?=\S)(.+)$/iu;
const OTHER_LABELS: readonly (readonly [keyof typeof OTHER_CODES, RegExp])[] = [
  ["eid", /^EID(?:\s*[:=#]\s*|\s+(?=\d{8})|(?=\d{32}))(.+)$/i],
  ["iccid", /^(?:ICCID|SIM)\s*[:=#]\s*(.+)$/i],
  ["ean", /^(?:EAN|UPC|JAN|GTIN)(?:[ -]?\d{1,2})?\s*[:=#]\s*(.+)$/i],
  ["meid", /^MEID(?: \(?(?:HEX|DEC)\)?)?\s*[:=#]\s*(.+)$/i],
  ["mac", /^(?:MAC|Wi-?Fi|WLAN|BT|Bluetooth)(?: (?:MAC|Address))*\s*[:=#]\s*(.+)$/i],
  ["model", /^(?:Model|P\/?N|Part No\.?|SKU|M\/N)\s*[:=#]\s*(.+)$/i],
];

/** Reads a labelled text such as `S/N: R5CT01`; null if it has no label. */
function readLabelled(text: string): Reading | null {
  const [, slot, digits] = IMEI_LABEL.exec(text) ?? [];
  if (digits !== undefined) {
    const imei = readImei(digits);
    if (imei === null) return { kind: "other", name: "imei", value: text };
    const named = { ...imei, isLabelled: true as const };
    return slot === undefined ? named : { ...named, slot: slot === "1" ? 1 : 2 };
  }
  const serial = SERIAL_LABEL.exec(text)?.[1];
  if (serial !== undefined) {
    return { kind: "serialNumber", value: serial, isLabelled: true };
  }
  for (const [name, label] of OTHER_LABELS) {
    const value = label.exec(text)?.[1];
    if (value !== undefined) return { kind: "other", name, value };
  }
  return null;
}

/** An EID has 32 digits, of which the first two are the telecom industry's (GSMA SGP.02). */
function isEid(digits: string): boolean {
  return /^89\d{30}$/.test(digits);
}

/**
 * An ICCID has 19 or 20 digits: the first two as in an EID, the last a Luhn digit (ITU-T E.118).
 */
function isIccid(digits: string): boolean {
  return /^89\d{17,18}$/.test(digits) && luhnSum(digits) % 10 === 0;
}

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, index) => {
    const weighed = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return sum + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
}

/** True for an EAN-13, a UPC-A, or a GTIN with its GS1 identifier, 01. */
export function isArticleNumber(text: string): boolean {
  const digits = /^(?:01(?=\d{14}$))?(\d{12,14})$/.exec(text)?.[1];
  return digits !== undefined && isGtin(digits);
}

/**
 * First two digits of an IMEI: the reporting body that allocated the type allocation code (GSMA
 * TS.06). They distinguish an IMEISV from other 16-digit numbers.
 */
const REPORTING_BODY = /^(?:01|10|33|35|44|45|49|5[0-4]|86|91|98|99)/;

type ImeiReading = Extract<Reading, { kind: "imei" }>;

/**
 * Reads an unlabelled text that should be an IMEI: with digits grouped in any way, or followed by
 * the device's software version (`/01`, `/78`). An IMEISV has 16 digits and ends with that version
 * instead of a check digit, so the check digit is computed. Null for any other text.
 */
function readImei(text: string): ImeiReading | null {
  if (CHANGED_IMEI.test(text)) return null;
  const digits = plainIdentifier(text).replace(/[ .-]/g, "");
  const groups = digits.split("/");
  const joined = groups.join("");
  if (isImei(joined) && groups.every(({ length }) => length < 15 || groups.length === 1)) {
    return { kind: "imei", value: joined };
  }
  if (/^\d{15}\/\d{2}$/.test(digits)) return { kind: "imei", value: digits.slice(0, 15) };
  if (/^\d{14}\/?\d{2}$/.test(digits) && REPORTING_BODY.test(digits)) {
    const first14 = digits.slice(0, 14);
    return { kind: "imei", value: first14 + luhnDigit(first14), isComputed: true };
  }
  return null;
}

/** Returns the IMEI in the text of an IMEI field, labelled or not; null if there is none. */
export function imeiOf(text: string): ImeiReading | null {
  if (text === "") return null;
  if (isImei(text)) return { kind: "imei", value: text };
  const [only, ...others] = readIdentifiers(text);
  if (others.length > 0) return null;
  return only?.kind === "imei" ? only : readImei(text.trim().replace(AIM, ""));
}

/** Returns a serial number as stored, without a label or GS1 identifier. */
export function cleanSerialNumber(text: string): string {
  if (/^(?!01\d{14}|ser)[\w.-]*$/i.test(text)) return text;
  const [only, ...others] = readIdentifiers(text).filter(({ kind }) => kind === "serialNumber");
  const clean =
    only === undefined || others.length > 0 ? plainIdentifier(text) : plainIdentifier(only.value);
  return clean === text ? clean : cleanSerialNumber(clean); // another label may follow
}

/**
 * Names the code if it cannot be a serial number, because it is labelled as another one, or is an
 * EID, an ICCID or a web address. Null for any other text, including unlabelled digits that look
 * like an article number: some devices have such serial numbers.
 */
export function misplacedName(serialNumber: string): string | null {
  if (/^[\w.-]{0,18}$/.test(serialNumber)) return null;
  const [first, ...others] = readIdentifiers(serialNumber);
  if (first === undefined || others.length > 0 || first.kind === "serialNumber") return null;
  if (first.kind === "imei") return first.isLabelled === true ? "an IMEI" : null;
  if (first.kind === "sample") return OTHER_CODES.link;
  if (first.name === "number") return null; // an import names the cell
  return first.name === "ean" && isArticleNumber(serialNumber) ? null : OTHER_CODES[first.name];
}

/**
 * Returns the comparison form of a serial number, equal for all spellings that differ only in case,
 * width, dashes, look-alike letters, or a label in front.
 */
export function serialNumberKey(text: string): string {
  // Some labels can be recognised only after folding: full-width ones, or with a Cyrillic letter.
  return cleanSerialNumber(foldIdentifier(cleanSerialNumber(text)));
}

/** Apple's bar codes put a type identifier, S, before a serial number of 10 to 12 characters. */
const MARKED_SERIAL = /^S(?!N)(?=.*\d.*\d)(?=.*[A-Z].*[A-Z])[A-HJ-NP-Z0-9]{10,12}$/;

/** Returns a scanned serial number without Apple's S. */
export function unmarkedSerial(serialNumber: string): string {
  return MARKED_SERIAL.test(serialNumber) ? serialNumber.slice(1) : serialNumber;
}
