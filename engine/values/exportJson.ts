import type { JSONObject, JSONValue } from "./json";

/**
 * Writes a value in the JSON of Convex's snapshots, which Convex calls "uniform". A dot or exponent
 * distinguishes a float from an int64:
 *
 *     value       Convex JSON                    in a snapshot
 *     5           5                              5.0
 *     5n          {"$integer":"BQAAAAAAAAA="}    5
 *     -0, NaN     {"$float":"…"}                 the same
 *     bytes       {"$bytes":"…"}                 the same
 */
export function toExportJson(value: JSONValue): string {
  if (typeof value === "number") return floatText(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toExportJson).join(",")}]`;
  const integer = value["$integer"];
  if (typeof integer === "string") {
    return Buffer.from(integer, "base64").readBigInt64LE().toString();
  }
  const fields = Object.entries(value).map(
    ([name, field]) => `${JSON.stringify(name)}:${toExportJson(field)}`,
  );
  return `{${fields.join(",")}}`;
}

function floatText(number: number): string {
  const text = String(number);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** Matches numbers; also strings, so that digits in them are not taken for numbers. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const INTEGER = /^-?\d+$/;
const MAX_INTEGER = 2n ** 63n;

/** The inverse of `toExportJson`. @throws SyntaxError unless `text` is one JSON value */
export function fromExportJson(text: string): JSONValue {
  const convexJson = text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') ? token : numberJson(token),
  );
  return JSON.parse(convexJson) as JSONValue;
}

function numberJson(token: string): string {
  const number = Number(token);
  if (Object.is(number, -0)) return special("$float", (bytes) => bytes.writeDoubleLE(number));
  if (!Number.isFinite(number)) throw new SyntaxError(`${token} is no number that fits`);
  if (!INTEGER.test(token)) return token;
  const integer = BigInt(token);
  if (integer < -MAX_INTEGER || integer >= MAX_INTEGER) return token; // a float, as Convex reads it
  return special("$integer", (bytes) => bytes.writeBigInt64LE(integer));
}

function special(name: string, write: (bytes: Buffer) => void): string {
  const bytes = Buffer.alloc(8);
  write(bytes);
  return JSON.stringify({ [name]: bytes.toString("base64") } satisfies JSONObject);
}
