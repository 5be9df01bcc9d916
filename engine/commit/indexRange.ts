import { jsonToConvex, type JSONValue, type Value } from "convex/values";
import type { Index } from "../storage/catalog";
import { formatValue } from "../values/format";
import { encodeKey, prefixEnd, type KeyRange } from "../values/keys";
import type { RangeExpression } from "./types";

interface Bound {
  readonly value: Value | undefined;
  readonly isInclusive: boolean;
}

/**
 * Returns the keys of `index` that an index expression selects. The expression has equalities on
 * the first fields of the index, in any order, then at most a lower and an upper bound on the next
 * field.
 *
 * Example, index on (status, since): `eq("status", "In Use"), gte("since", 5)` selects the keys
 * from encodeKey(["In Use", 5]) to the last key that begins with encodeKey(["In Use"]).
 *
 * @throws Error with the real backend's message for any other expression
 */
export function indexRangeOf(index: Index, expressions: readonly RangeExpression[]): KeyRange {
  const equal = new Map<string, Value | undefined>();
  let boundedField: string | null = null;
  let lower: Bound | null = null;
  let upper: Bound | null = null;

  for (const { type, fieldPath, value: json } of expressions) {
    const value = isUndefined(json) ? undefined : jsonToConvex(json);
    if (type === "Eq") {
      if (equal.has(fieldPath)) throw alreadyDefined("equality", fieldPath, "==", json);
      equal.set(fieldPath, value);
      continue;
    }
    const isUpper = type === "Lt" || type === "Lte";
    if (isUpper ? upper : lower) {
      throw alreadyDefined(isUpper ? "upper" : "lower", fieldPath, COMPARATOR[type], json);
    }
    if (boundedField !== null && boundedField !== fieldPath) {
      throw new Error(
        `Upper and lower bounds in \`range\` can only be applied to a single index field. This query against index ${index.name} attempted to set a range bound on both "${boundedField}" and "${fieldPath}". Consider using \`filter\` instead. See https://docs.convex.dev/using/indexes for more info.`,
      );
    }
    boundedField = fieldPath;
    const bound = { value, isInclusive: type === "Lte" || type === "Gte" };
    if (isUpper) upper = bound;
    else lower = bound;
  }
  checkFields(index, [...equal.keys()], boundedField);

  const prefix = [...index.fields, "_id"].slice(0, equal.size).map((field) => equal.get(field));
  return bounds(prefix, lower, upper);
}

/** Returns the keys that begin with `prefix` and whose next value is within the bounds. */
function bounds(
  prefix: readonly (Value | undefined)[],
  lower: Bound | null,
  upper: Bound | null,
): KeyRange {
  const whole = encodeKey(prefix);
  let start = whole;
  if (lower) {
    const key = encodeKey([...prefix, lower.value]);
    start = lower.isInclusive ? key : prefixEnd(key)!;
  }
  let end = prefixEnd(whole);
  if (upper) {
    const key = encodeKey([...prefix, upper.value]);
    end = upper.isInclusive ? prefixEnd(key) : key;
  }
  return { start, end };
}

/**
 * @throws Error unless the fields with equalities, then the bounded field, are the index's first
 *   fields
 */
function checkFields(index: Index, equal: string[], boundedField: string | null): void {
  const fields = [...index.fields, "_id"];
  if (boundedField !== null && equal.includes(boundedField)) {
    throw new Error(
      `Already defined inequality bound in index range. Can't add "${boundedField}" ==.`,
    );
  }
  const named = boundedField === null ? equal : [...equal, boundedField];
  if (named.every((field, i) => field === fields[i])) return;
  const used = equal.toSorted((a, b) => fields.indexOf(a) - fields.indexOf(b));
  if (boundedField !== null) used.push(boundedField);
  for (const field of used) {
    if (!fields.includes(field)) {
      throw new Error(
        `The index range included a comparison with "${field}", but ${index.name} with fields ${formatFields(index.fields)} doesn't index this field. For more information see https://docs.convex.dev/using/indexes.`,
      );
    }
  }
  const wrong = used.find((field, i) => field !== fields[i]);
  if (wrong !== undefined) {
    throw new Error(
      `Tried to query index ${index.name} but the query didn't use the index fields in order.\nIndex fields: ${formatFields(index.fields)}\nQuery fields: ${formatFields(used)}\nFirst incorrect field: "${wrong}"\nFor more information see https://docs.convex.dev/using/indexes.`,
    );
  }
}

const COMPARATOR = { Gt: ">", Gte: ">=", Lt: "<", Lte: "<=" } as const;

function alreadyDefined(bound: string, field: string, comparator: string, value: JSONValue): Error {
  const formatted = isUndefined(value) ? "undefined" : formatValue(value);
  return new Error(
    `Already defined ${bound} bound in index range. Can't add "${field}" ${comparator} ${formatted}.`,
  );
}

/** True for `{$undefined: null}`, the encoding of a missing field. */
export function isUndefined(value: JSONValue): boolean {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && "$undefined" in value
  );
}

function formatFields(fields: readonly string[]): string {
  return `[${fields.map((field) => `"${field}"`).join(", ")}]`;
}
