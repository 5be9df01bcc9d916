/**
 * Element strings of the GS1 General Specifications: each value follows an application identifier
 * (AI) of two to four digits. `(01)04006381333931(21)R5CT01` is a GTIN and a serial number. A bar
 * code omits the parentheses, and a group separator ends a value of variable length.
 */
export type Element = { readonly ai: string; readonly value: string };

const GROUP_SEPARATOR = "\x1d";

/** Lengths of fixed-length values by the first two digits of their identifier. */
// oxfmt-ignore
const FIXED: Readonly<Record<string, number>> = {
  "00": 18, "01": 14, "02": 14, "11": 6, "12": 6, "13": 6, "15": 6, "16": 6, "17": 6, "20": 2,
};
/** Identifiers of variable-length values that device makers print. */
const VARIABLE = /^(?:10|21|22|30|37|9[0-9]|24[0-3]|25[0-4]|400|800[2-8])/;

/**
 * AIM symbology identifiers of bar codes with element strings: Code 128, DataBar, Data Matrix, QR,
 * DotCode.
 */
const GS1_SYMBOLOGY = /^\](?:C1|e0|d2|Q3|J1)/;
/** What scanners and copied texts have instead of a group separator. */
const SHOWN_SEPARATOR = /\u241D|<GS>|\{GS\}/g;
/**
 * A GTIN, usually with further values, without a symbology identifier, which scanners omit by
 * default. The check digit of the GTIN distinguishes them from a serial number and from an IMEISV.
 */
const UNMARKED = /^01(\d{14})(?:$|21|10|8002|1[1-7]\d{6})/;

/** Envelope of ISO/IEC 15434: format 05 has element strings, format 06 data identifiers. */
const ENVELOPE = /^\[\)>\p{Cc}?(05|06)\p{Cc}?(.*?)\p{Cc}*$/su;

/** ANSI MH10.8.2 data identifiers of a serial number and of an article number, as GS1's. */
const DATA_IDENTIFIERS: Readonly<Record<string, string>> = { S: "21", "8P": "01" };

/** Returns the elements of a scanned text; null if it is not an element string. */
export function readElements(text: string): readonly Element[] | null {
  const [, format, content = ""] = ENVELOPE.exec(text) ?? [];
  if (format === "05") return readPacked(content);
  if (format === "06") return readData(content.split(GROUP_SEPARATOR));
  if (/^\(\d{0,2}[A-Z]\)[^(]+\(\d{0,2}[A-Z]\)/.test(text)) {
    return readData(text.slice(1).replaceAll(")", "").split("("));
  }
  if (/^\(\d{2,4}\)/.test(text)) return readParenthesised(text);
  const packed = text.replace(SHOWN_SEPARATOR, GROUP_SEPARATOR);
  if (GS1_SYMBOLOGY.test(packed)) return readPacked(packed.slice(3));
  const [, gtin] = UNMARKED.exec(packed) ?? [];
  const isPacked = packed.startsWith(GROUP_SEPARATOR) || (gtin !== undefined && isGtin(gtin));
  return isPacked ? readPacked(packed) : null;
}

/** Reads values that follow a data identifier: `SR5CT01`, `1PMTP03`. */
function readData(values: readonly string[]): readonly Element[] {
  return values.flatMap((each) => {
    const [, identifier = "", value = ""] = /^(\d{0,2}[A-Z])(.+)$/.exec(each) ?? [];
    return [{ ai: DATA_IDENTIFIERS[identifier] ?? identifier, value: value.trim() }];
  });
}

function readParenthesised(text: string): readonly Element[] {
  return [...text.matchAll(/\((\d{2,4})\)([^(]*)/g)].map(([, ai = "", value = ""]) => ({
    ai,
    value: value.trim(),
  }));
}

function readPacked(text: string): readonly Element[] | null {
  const elements: Element[] = [];
  let rest = text;
  for (;;) {
    while (rest.startsWith(GROUP_SEPARATOR)) rest = rest.slice(1);
    if (rest === "") return elements;
    const fixed = FIXED[rest.slice(0, 2)];
    const ai = fixed === undefined ? VARIABLE.exec(rest)?.[0] : rest.slice(0, 2);
    if (ai === undefined) return null;
    const end = rest.indexOf(GROUP_SEPARATOR);
    const length = fixed === undefined ? (end < 0 ? rest.length : end) : ai.length + fixed;
    if (rest.length < length) return null;
    elements.push({ ai, value: rest.slice(ai.length, length) });
    rest = rest.slice(length);
  }
}

/** Returns the elements of a GS1 Digital Link: `https://id.gs1.org/01/04006381333931/21/R5CT01`. */
export function readDigitalLink(path: string): readonly Element[] {
  const found = /\/(?:01|gtin)\/(\d{8,14})(?:\/.*?)??(?:\/(?:21|ser)\/([^/]+))?\/?$/.exec(path);
  if (found === null) return [];
  const [, gtin = "", serial] = found;
  const elements = [{ ai: "01", value: gtin.padStart(14, "0") }];
  return serial === undefined ? elements : [...elements, { ai: "21", value: decode(serial) }];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign
  }
}

/**
 * True for the digits of a GTIN: EAN-13, UPC-A and their like. Their sum, weighted 1 and 3 from the
 * right, is a multiple of 10.
 */
export function isGtin(text: string): boolean {
  const digits = [...text].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}
