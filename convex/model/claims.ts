import { serialNumberKey } from "../../domain/serialNumber";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** The three fields whose values a sample shares with no other; both IMEI slots are one kind. */
export const IDENTIFIER_FIELDS = ["imei1", "imei2", "serialNumber"] as const;
export type IdentifierField = (typeof IDENTIFIER_FIELDS)[number];
export type Identifiers = { readonly [field in IdentifierField]?: string | undefined };

type Kind = Doc<"identifiers">["kind"];
type Key = { readonly kind: Kind; readonly value: string };

/** Which fields other samples bear already, and which sample it is. */
export type TakenFields = { [field in IdentifierField]?: Id<"samples"> };

/** The samples that bear each of the values that were asked for. */
export type ClaimsByValue = { readonly [kind in Kind]: Map<string, Id<"samples">[]> };

/** One sample bears at most two IMEIs, so of three rows of one value at least one is another's. */
const MAX_ROWS_PER_VALUE = 3;

/** Values that differ in no more than these last characters lie close together: 10,000 IMEIs, at most. */
const SUFFIX_LENGTH = 4;

/**
 * Values that may be read with their neighbours: printable ASCII, of which the index's order is also
 * JavaScript's, and long enough to share more than they differ in.
 */
const GROUPABLE = /^[ -~]{9,}$/;

/** Under which kind and value an identifier is claimed. */
export function identifierKey(field: IdentifierField, text: string): Key {
  return field === "serialNumber"
    ? { kind: "serialNumber", value: serialNumberKey(text) }
    : { kind: "imei", value: text.trim() };
}

/** What a sample bears, field by field; nothing for an empty one. */
export function identifierKeys(
  identifiers: Identifiers,
): (Key & { readonly field: IdentifierField })[] {
  return IDENTIFIER_FIELDS.map((field) => ({
    field,
    ...identifierKey(field, identifiers[field] ?? ""),
  })).filter(({ value }) => value !== "");
}

/**
 * Who bears what `samples` would bear. A concurrent claim of any of it conflicts with the caller, and so
 * may one between two values that lie close together.
 * Cost: a range read a value, but one for all that lie close together, as those of a delivery often do;
 * where many others lie between them, both.
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

/** Adds what a sample bears that was registered since `claims` were read. */
export function addClaims(
  claims: ClaimsByValue,
  sampleId: Id<"samples">,
  identifiers: Identifiers,
): void {
  for (const key of identifierKeys(identifiers)) addClaim(claims, key, sampleId);
}

/** What of `identifiers`, which `claims` were read for, is borne by another sample than `except`. */
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

/** The first rows of one index range, both ends included. */
export async function readRange(
  ctx: QueryCtx,
  kind: Kind,
  first: string,
  last: string,
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

/** `values` in groups of what lies close together, each in the order of the index. */
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

/** The rows of `values`, neighbours: all, or three of each; perhaps with others of the neighbourhood. */
async function readGroup(
  ctx: QueryCtx,
  kind: Kind,
  values: readonly string[],
): Promise<Doc<"identifiers">[]> {
  const [first = "", last = first] = [values[0], values.at(-1)];
  const most = values.length - 1 + MAX_ROWS_PER_VALUE;
  const rows = await readRange(ctx, kind, first, last, most);
  if (rows.length < most || values.length === 1) return rows;
  const each = [];
  for (const value of values)
    each.push(...(await readRange(ctx, kind, value, value, MAX_ROWS_PER_VALUE)));
  return each;
}
