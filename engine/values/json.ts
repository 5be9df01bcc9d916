import { jsonToConvex, type JSONValue, type Value } from "convex/values";

/** Values as Convex writes them in JSON: `{"$integer": …}`, `{"$bytes": …}`, `{"$float": …}`. */
export type { JSONValue } from "convex/values";

export type JSONObject = { [key: string]: JSONValue };

export type Kind =
  | "null"
  | "boolean"
  | "number"
  | "string"
  | "array"
  | "object"
  | "bigint"
  | "bytes"
  | "commitTs";

/**
 * Returns the type of a value in Convex JSON. An object with one `$…` key is a special value, not
 * an object.
 */
export function kindOf(value: JSONValue): Kind {
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    default:
      if (value === null) return "null";
      if (Array.isArray(value)) return "array";
      return specialKind(value) ?? "object";
  }
}

function specialKind(value: JSONObject): Kind | null {
  for (const key in value) {
    if (key.charCodeAt(0) !== 36) return null; // "$"
    if (key === "$integer") return "bigint";
    if (key === "$float") return "number";
    if (key === "$bytes") return "bytes";
    if (key === "$commitTs") return "commitTs";
    return null;
  }
  return null;
}

/** Returns a copy of `document` without `_id` and `_creationTime`. */
export function withoutSystemFields(document: JSONObject): JSONObject {
  const fields = { ...document };
  delete fields["_id"];
  delete fields["_creationTime"];
  return fields;
}

/**
 * Returns the value of a document at `path` ("a.b" split at the dots); undefined when any part is
 * missing.
 */
export function valueAt(document: JSONObject, path: readonly string[]): Value | undefined {
  let at: JSONValue | undefined = document;
  for (const name of path) {
    if (typeof at !== "object" || at === null || Array.isArray(at)) return undefined;
    at = Object.hasOwn(at, name) ? at[name] : undefined;
    if (at === undefined) return undefined;
  }
  return typeof at === "object" && at !== null ? jsonToConvex(at) : at;
}

/** Approximate memory of a value's slot including its header or number. */
const SLOT_BYTES = 24;

/** Returns an upper estimate of the memory that a parsed value takes. */
export function memoryOf(value: JSONValue): number {
  if (typeof value === "string") return SLOT_BYTES + 2 * value.length;
  if (typeof value !== "object" || value === null) return SLOT_BYTES;
  let bytes = 2 * SLOT_BYTES;
  if (Array.isArray(value)) {
    for (const element of value) bytes += memoryOf(element);
    return bytes;
  }
  // Objects of the same shape share their field names, but a client may send every object in its
  // own shape.
  for (const [name, field] of Object.entries(value)) bytes += memoryOf(name) + memoryOf(field);
  return bytes;
}
