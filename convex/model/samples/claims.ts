import { pickFields } from "#domain/common/objects";
import { imeiOf, serialNumberKey } from "#domain/identifiers/readIdentifiers";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** Fields whose value belongs to a single sample. Both IMEI slots are one kind. */
export const IDENTIFIER_FIELDS = ["imei1", "imei2", "serialNumber"] as const;
export type IdentifierField = (typeof IDENTIFIER_FIELDS)[number];
export type Identifiers = { readonly [field in IdentifierField]?: string | undefined };

type Kind = Doc<"identifiers">["kind"];
type Key = { readonly kind: Kind; readonly key: string };

/** Fields whose value another sample already has, each with that sample's id. */
export type TakenFields = { [field in IdentifierField]?: Id<"samples"> };

/** Maps each key that was looked up to the samples that have it. */
export type ClaimsByKey = { readonly [kind in Kind]: Map<string, Id<"samples">[]> };

/**
 * A sample has at most two IMEIs, so of three rows with one key at least one belongs to another
 * sample.
 */
const MAX_ROWS_PER_KEY = 3;

/**
 * Keys that differ only in this many last characters share one index range: 10,000 IMEIs at most.
 */
const SUFFIX_LENGTH = 4;

/**
 * Keys that may share an index range. Printable ASCII, so that the index and JavaScript sort them
 * alike; long enough that most of their characters are shared.
 */
const GROUPABLE = /^[ -~]{9,}$/;

/** Returns the kind and key under which an identifier is claimed, the same for all spellings. */
export function identifierKey(field: IdentifierField, text: string): Key {
  return field === "serialNumber"
    ? { kind: "serialNumber", key: serialNumberKey(text) }
    : { kind: "imei", key: imeiOf(text)?.value ?? text.trim() };
}

/** Returns the identifiers of a sample, field by field; an empty field has none. */
export function identifierKeys(
  identifiers: Identifiers,
): (Key & { readonly field: IdentifierField })[] {
  return IDENTIFIER_FIELDS.map((field) => ({
    field,
    ...identifierKey(field, identifiers[field] ?? ""),
  })).filter(({ key }) => key !== "");
}

/**
 * Reads which samples already have the identifiers of `samples`. The transaction then conflicts
 * with a concurrent claim of the same key, and possibly with one of another key in the same range.
 *
 * Cost: one range read for all keys that differ only in their last 4 characters, as in most
 * deliveries; otherwise one per key; both if the range holds many other rows.
 */
export async function readClaims(
  ctx: QueryCtx,
  samples: readonly Identifiers[],
): Promise<ClaimsByKey> {
  const claims: ClaimsByKey = { imei: new Map(), serialNumber: new Map() };
  for (const sample of samples) {
    for (const { kind, key } of identifierKeys(sample)) claims[kind].set(key, []);
  }
  for (const kind of ["imei", "serialNumber"] as const) {
    for (const keys of groupByPrefix([...claims[kind].keys()])) {
      for (const row of await readGroup(ctx, kind, keys)) addClaim(claims, row, row.sampleId);
    }
  }
  return claims;
}

/** Adds the identifiers of a sample that was registered after `claims` were read. */
export function addClaims(
  claims: ClaimsByKey,
  sampleId: Id<"samples">,
  identifiers: Identifiers,
): void {
  for (const key of identifierKeys(identifiers)) addClaim(claims, key, sampleId);
}

/**
 * Returns the fields of `identifiers` whose value belongs to a sample other than `except`.
 * `readClaims` must have read the keys.
 */
export function lookUpTaken(
  claims: ClaimsByKey,
  identifiers: Identifiers,
  except: Id<"samples"> | null = null,
): TakenFields {
  const taken: TakenFields = {};
  for (const field of IDENTIFIER_FIELDS) {
    const { kind, key } = identifierKey(field, identifiers[field] ?? "");
    const other = claims[kind].get(key)?.find((sampleId) => sampleId !== except);
    if (other !== undefined) taken[field] = other;
  }
  return taken;
}

/**
 * Returns the samples with any spelling of the serial number; `readClaims` must have read its key.
 */
export function bearersOf(claims: ClaimsByKey, serialNumber: string): Id<"samples">[] {
  return [...new Set(claims.serialNumber.get(serialNumberKey(serialNumber)))];
}

/**
 * Leaves out the identifiers that the edited sample already has. Two samples may share an IMEI, or
 * have spellings of one serial number; each can still be edited.
 */
export function withoutKept(
  taken: TakenFields,
  fields: Identifiers,
  kept: Pick<Doc<"samples">, "imeis" | "serialNumber">,
): TakenFields {
  const isKept = (field: IdentifierField) => {
    const text = fields[field] ?? "";
    return field === "serialNumber"
      ? serialNumberKey(text) === serialNumberKey(kept.serialNumber)
      : kept.imeis.includes(text);
  };
  const others = IDENTIFIER_FIELDS.filter((field) => field in taken && !isKept(field));
  return pickFields(taken, others);
}

/** Reads the first `most` rows of one key. */
export function readRows(
  ctx: QueryCtx,
  { kind, key }: Key,
  most: number,
): Promise<Doc<"identifiers">[]> {
  return readRange(ctx, kind, [key, key], most);
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
    .withIndex("by_kind_and_key_and_sampleId", (q) =>
      q.eq("kind", kind).gte("key", first).lte("key", last),
    )
    .take(most);
}

function addClaim(claims: ClaimsByKey, { kind, key }: Key, sampleId: Id<"samples">): void {
  claims[kind].get(key)?.push(sampleId);
}

/** Groups keys that differ only in their last characters; each group is in index order. */
function groupByPrefix(keys: readonly string[]): Iterable<readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const key of keys.toSorted()) {
    const start = GROUPABLE.test(key) ? key.slice(0, -SUFFIX_LENGTH) : key;
    const group = groups.get(start);
    if (group) group.push(key);
    else groups.set(start, [key]);
  }
  return groups.values();
}

/**
 * Reads the rows of a group's keys: all rows in their range, or three per key if the range holds
 * more. The result may include rows of other keys in the range.
 */
async function readGroup(
  ctx: QueryCtx,
  kind: Kind,
  keys: readonly string[],
): Promise<Doc<"identifiers">[]> {
  const [first = "", last = first] = [keys[0], keys.at(-1)];
  const most = keys.length - 1 + MAX_ROWS_PER_KEY;
  const rows = await readRange(ctx, kind, [first, last], most);
  if (rows.length < most || keys.length === 1) return rows;
  const each = [];
  for (const key of keys) each.push(...(await readRows(ctx, { kind, key }, MAX_ROWS_PER_KEY)));
  return each;
}
