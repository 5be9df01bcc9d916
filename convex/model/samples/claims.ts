import { serialNumberKey } from "#domain/samples/serialNumber";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** The three fields whose values belong to one sample each; both IMEI slots are one kind. */
export const IDENTIFIER_FIELDS = ["imei1", "imei2", "serialNumber"] as const;
export type IdentifierField = (typeof IDENTIFIER_FIELDS)[number];
export type Identifiers = { readonly [field in IdentifierField]?: string | undefined };

type Kind = Doc<"identifiers">["kind"];
type Key = { readonly kind: Kind; readonly value: string };

/** The fields whose value another sample has already, each with that sample's id. */
export type TakenFields = { [field in IdentifierField]?: Id<"samples"> };

/** Maps each value that was looked up to the samples that have it. */
export type ClaimsByValue = { readonly [kind in Kind]: Map<string, Id<"samples">[]> };

/**
 * One sample has at most two IMEIs, so of three rows with one value at least one is another
 * sample's.
 */
const MAX_ROWS_PER_VALUE = 3;

/**
 * Values that differ only in so many last characters share one index range: 10,000 IMEIs at most.
 */
const SUFFIX_LENGTH = 4;

/**
 * Values that may share an index range: printable ASCII, for which the index's order is
 * JavaScript's order too, and long enough to have more characters in common than not.
 */
const GROUPABLE = /^[ -~]{9,}$/;

/** Returns the kind and value under which an identifier is claimed. */
export function identifierKey(field: IdentifierField, text: string): Key {
  return field === "serialNumber"
    ? { kind: "serialNumber", value: serialNumberKey(text) }
    : { kind: "imei", value: text.trim() };
}

/** Returns the identifiers of a sample, field by field; an empty field has none. */
export function identifierKeys(
  identifiers: Identifiers,
): (Key & { readonly field: IdentifierField })[] {
  return IDENTIFIER_FIELDS.map((field) => ({
    field,
    ...identifierKey(field, identifiers[field] ?? ""),
  })).filter(({ value }) => value !== "");
}

/**
 * Reads which samples already have the identifiers of `samples`. The transaction then conflicts
 * with a concurrent claim of the same value, and possibly with one between two values that share a
 * range.
 *
 * Cost: one range read for all values that differ in their last 4 characters only, as those of a
 * delivery often do, else one for each value; where a range holds many other rows, both.
 */
export async function readClaims(
  ctx: QueryCtx,
  samples: readonly Identifiers[],
): Promise<ClaimsByValue> {
  const claims: ClaimsByValue = { imei: new Map(), serialNumber: new Map() };
  for (const sample of samples) {
    for (const { kind, value } of identifierKeys(sample)) claims[kind].set(value, []);
  }
  for (const kind of ["imei", "serialNumber"] as const) {
    for (const values of groupByPrefix([...claims[kind].keys()])) {
      for (const row of await readGroup(ctx, kind, values)) addClaim(claims, row, row.sampleId);
    }
  }
  return claims;
}

/** Adds the identifiers of a sample that was registered after `claims` were read. */
export function addClaims(
  claims: ClaimsByValue,
  sampleId: Id<"samples">,
  identifiers: Identifiers,
): void {
  for (const key of identifierKeys(identifiers)) addClaim(claims, key, sampleId);
}

/**
 * Returns the fields of `identifiers` whose value belongs to another sample than `except`. The
 * values must have been read by `readClaims`.
 */
export function lookUpTaken(
  claims: ClaimsByValue,
  identifiers: Identifiers,
  except: Id<"samples"> | null = null,
): TakenFields {
  const taken: TakenFields = {};
  for (const field of IDENTIFIER_FIELDS) {
    const { kind, value } = identifierKey(field, identifiers[field] ?? "");
    const other = claims[kind].get(value)?.find((sampleId) => sampleId !== except);
    if (other !== undefined) taken[field] = other;
  }
  return taken;
}

/** Reads the first `most` rows of one value. */
export function readRows(
  ctx: QueryCtx,
  { kind, value }: Key,
  most: number,
): Promise<Doc<"identifiers">[]> {
  return readRange(ctx, kind, [value, value], most);
}

/** Reads the first `most` rows of one index range; both ends are included. */
async function readRange(
  ctx: QueryCtx,
  kind: Kind,
  [first, last]: readonly [string, string],
  most: number,
): Promise<Doc<"identifiers">[]> {
  return await ctx.db
    .query("identifiers")
    .withIndex("by_kind_and_value_and_sampleId", (q) =>
      q.eq("kind", kind).gte("value", first).lte("value", last),
    )
    .take(most);
}

function addClaim(claims: ClaimsByValue, { kind, value }: Key, sampleId: Id<"samples">): void {
  claims[kind].get(value)?.push(sampleId);
}

/**
 * Groups values that differ in their last characters only; each group is in the order of the index.
 */
function groupByPrefix(values: readonly string[]): Iterable<readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const value of values.toSorted()) {
    const start = GROUPABLE.test(value) ? value.slice(0, -SUFFIX_LENGTH) : value;
    const group = groups.get(start);
    if (group) group.push(value);
    else groups.set(start, [value]);
  }
  return groups.values();
}

/**
 * Reads the rows of a group's values: all rows of their range, or three for each value when the
 * range holds more. The result may include rows of other values in the range.
 */
async function readGroup(
  ctx: QueryCtx,
  kind: Kind,
  values: readonly string[],
): Promise<Doc<"identifiers">[]> {
  const [first = "", last = first] = [values[0], values.at(-1)];
  const most = values.length - 1 + MAX_ROWS_PER_VALUE;
  const rows = await readRange(ctx, kind, [first, last], most);
  if (rows.length < most || values.length === 1) return rows;
  const each = [];
  for (const value of values) {
    each.push(...(await readRows(ctx, { kind, value }, MAX_ROWS_PER_VALUE)));
  }
  return each;
}
