/**
 * Element strings of the GS1 General Specifications: values, each behind an application identifier
 * (AI) of two to four digits. `(01)04006381333931(21)R5CT01` is a GTIN and a serial number. In a
 * bar code nothing marks the identifiers; a value of variable length ends with a group separator.
 */
export type Element = { readonly ai: string; readonly value: string };

const GROUP_SEPARATOR = "\x1d";

/** Lengths of the values that have a fixed one, by the first two digits of the identifier. */
// prettier-ignore
const FIXED: Readonly<Record<string, number>> = {
  "00": 18, "01": 14, "02": 14, "11": 6, "12": 6, "13": 6, "15": 6, "16": 6, "17": 6, "20": 2,
};
/** Identifiers whose values vary in length, those that the makers of devices print. */
const VARIABLE = /^(?:10|21|22|30|37|9[0-9]|24[0-3]|25[0-4]|400|800[2-8])/;

/** AIM identifiers of bar codes with element strings: Code 128, DataBar, Data Matrix, QR. */
const GS1_SYMBOLOGY = /^\](?:C1|e0|d2|Q3)/;

/** Returns the elements of a scanned text; null when it is no element string. */
export function readElements(text: string): readonly Element[] | null {
  if (/^\(\d{2,4}\)/.test(text)) return readParenthesised(text);
  if (GS1_SYMBOLOGY.test(text)) return readPacked(text.slice(3));
  return text.startsWith(GROUP_SEPARATOR) ? readPacked(text) : null;
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
  const found = /(?:^|\/)01\/(\d{8,14})(?:\/.*?)??(?:\/21\/([^/]+))?\/?$/.exec(path);
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
