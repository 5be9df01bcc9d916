import type { JSONObject, JSONValue } from "./json";
import { isFieldName } from "./fieldName";

/**
 * A plain value is its own Convex JSON: it has no bigint, bytes or special number, at any depth.
 * Nearly all documents are plain, so they need neither conversion nor parsing to cross between the
 * engine and the `convex` package, only a copy that the function may change.
 */

/**
 * Returns whether Convex JSON text holds a plain value. False for a few that are plain, such as
 * those with a string that begins with "$". A field `__proto__` is left to the package, which does
 * not keep it.
 */
export function isPlainText(json: string): boolean {
  return !json.includes('"$') && !json.includes('"__proto__"');
}

/** Copies a plain value. */
export function copyOfPlain<T extends JSONValue>(value: T): T;
export function copyOfPlain(value: JSONValue): JSONValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOfPlain);
  const copy: JSONObject = { ...value };
  for (const name in copy) {
    const field = copy[name]!;
    if (typeof field === "object" && field !== null) copy[name] = copyOfPlain(field);
  }
  return copy;
}

/**
 * Returns what `jsonToConvex` of the `convex` package returns for the JSON of a plain value: a
 * copy. Returns undefined for any other JSON.
 */
export function plainFromJson(json: JSONValue): JSONValue | undefined {
  switch (typeof json) {
    case "string":
    case "number":
    case "boolean":
      return json;
    case "object":
      break;
    default:
      return undefined; // not JSON
  }
  if (json === null) return null;
  if (Array.isArray(json)) {
    const array: JSONValue[] = [];
    for (let i = 0; i < json.length; i++) {
      const element = plainFromJson(json[i]!);
      if (element === undefined) return undefined;
      array.push(element);
    }
    return array;
  }
  if (Object.getPrototypeOf(json) !== Object.prototype) return undefined;
  const object: JSONObject = {};
  for (const name in json) {
    if (!isFieldName(name) || name === "__proto__") return undefined;
    const field = plainFromJson(json[name]!);
    if (field === undefined) return undefined;
    object[name] = field;
  }
  return object;
}

/**
 * Returns what `convexToJson` of the `convex` package returns for a plain value: a copy whose
 * fields are sorted by name, without those that are undefined. Returns undefined for any other
 * value, including invalid ones.
 *
 * @param keepsUndefined writes the undefined fields of the outermost object as
 *   `{$undefined: null}`, as `patchValueToJson` does
 */
export function plainToJson(value: unknown, keepsUndefined = false): JSONValue | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0) ? value : undefined;
    case "object":
      if (value === null) return null;
      if (Array.isArray(value)) return arrayToJson(value);
      return objectToJson(value as Record<string, unknown>, keepsUndefined);
    default:
      return undefined;
  }
}

function arrayToJson(array: readonly unknown[]): JSONValue[] | undefined {
  const json: JSONValue[] = [];
  // Not `for of`: a hole must be found, because `map` of the package skips it.
  for (let i = 0; i < array.length; i++) {
    const element = plainToJson(array[i]);
    if (element === undefined) return undefined;
    json.push(element);
  }
  return json;
}

function objectToJson(
  object: Record<string, unknown>,
  keepsUndefined: boolean,
): JSONObject | undefined {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const json: JSONObject = {};
  for (const name of sortedNames(object)) {
    const value = object[name];
    if (value === undefined && !keepsUndefined) continue;
    if (!isFieldName(name) || name === "__proto__") return undefined;
    const field = value === undefined ? { $undefined: null } : plainToJson(value);
    if (field === undefined) return undefined;
    json[name] = field;
  }
  return json;
}

/** Returns field names in UTF-16 order. A stored document's fields are already sorted. */
function sortedNames(object: Record<string, unknown>): string[] {
  const names = Object.keys(object);
  for (let i = 1; i < names.length; i++) {
    if (names[i - 1]! > names[i]!) return names.sort();
  }
  return names;
}
