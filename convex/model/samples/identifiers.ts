import { REFUSALS } from "#domain/common/errors";
import { lookupKeys, type LookupKey } from "#domain/identifiers/identifierLookup";
import { readIdentifiers, serialNumberKey } from "#domain/identifiers/readIdentifiers";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { UserQueryCtx } from "../../lib/functions";
import * as Claims from "./claims";
import { IDENTIFIER_FIELDS, type Identifiers } from "./claims";
import { getVisible } from "../people/visibility";

const MESSAGES = {
  imei1: REFUSALS.IMEI1_TAKEN,
  imei2: REFUSALS.IMEI2_TAKEN,
  serialNumber: REFUSALS.SERIAL_TAKEN,
} as const;

/** Returns the fields of `identifiers` whose value belongs to a sample other than `except`. */
export async function findTaken(
  ctx: QueryCtx,
  identifiers: Identifiers,
  except?: Id<"samples"> | null,
): Promise<Claims.TakenFields> {
  return Claims.lookUpTaken(await Claims.readClaims(ctx, [identifiers]), identifiers, except);
}

/**
 * Maximum number of samples read for one IMEI. Several share it only if New Sample flagged them.
 */
export const MAX_SAMPLES_PER_KEY = 20;

/**
 * Finds the samples that a scanned, pasted or typed text may mean, in any spelling, likeliest
 * meaning first: the address or id of a sample, an IMEI of either slot, a serial number. The caller
 * decides who may see them.
 *
 * @returns one list per meaning; most have one sample
 */
export async function findMeanings(ctx: QueryCtx, text: string): Promise<Id<"samples">[][]> {
  const byId = ctx.db.normalizeId("samples", text.trim());
  if (byId !== null) return [[byId]];
  const meanings: Id<"samples">[][] = [];
  for (const key of lookupKeys(text)) meanings.push(await findByKey(ctx, key, text));
  return readIdentifiers(text).length > 1 ? [samplesOfAll(meanings)] : meanings;
}

/**
 * Returns the samples that all identifiers of one code agree on, ignoring identifiers without a
 * sample. If they contradict each other, returns the samples of all of them.
 */
function samplesOfAll(meanings: readonly Id<"samples">[][]): Id<"samples">[] {
  const found = meanings.filter((sampleIds) => sampleIds.length > 0);
  const named = [...new Set(found.flat())];
  const shared = named.filter((sampleId) => found.every((each) => each.includes(sampleId)));
  return shared.length > 0 ? shared : named;
}

async function findByKey(
  ctx: QueryCtx,
  { kind, key }: LookupKey,
  text: string,
): Promise<Id<"samples">[]> {
  if (kind === "sample") {
    const sampleId = ctx.db.normalizeId("samples", key);
    return sampleId === null ? [] : [sampleId];
  }
  const rows = await Claims.readRows(ctx, { kind, key }, MAX_SAMPLES_PER_KEY);
  const sampleIds = [...new Set(rows.map(({ sampleId }) => sampleId))];
  return kind === "imei" ? sampleIds : await preferSpelling(ctx, sampleIds, text);
}

/**
 * Given samples whose serial numbers are spellings of each other, returns the one spelled exactly
 * like `text`; all of them if there is no such sample, or more than one.
 */
export async function preferSpelling(
  ctx: QueryCtx,
  sampleIds: Id<"samples">[],
  text: string,
): Promise<Id<"samples">[]> {
  if (sampleIds.length < 2) return sampleIds;
  const same = [];
  for (const sampleId of sampleIds) {
    const sample = await ctx.db.get("samples", sampleId);
    if (sample !== null && isSpelledLike(sample.serialNumber, text)) same.push(sampleId);
  }
  return same.length === 1 ? same : sampleIds;
}

/** True if the texts differ only in case and surrounding spaces. */
function isSpelledLike(serialNumber: string, text: string): boolean {
  return serialNumber.trim().toUpperCase() === text.trim().toUpperCase();
}

/**
 * Finds the samples whose serial number, IMEI or label is `text`, in any spelling; at most 80. The
 * caller decides who may see them.
 */
export async function findSamplesByText(ctx: QueryCtx, text: string): Promise<Set<Id<"samples">>> {
  return new Set((await findMeanings(ctx, text)).flat());
}

/** Writes the identifier rows of a new sample. The caller has checked that they may be claimed. */
export async function claim(
  ctx: MutationCtx,
  sampleId: Id<"samples">,
  identifiers: Identifiers,
  uid: Id<"users">,
): Promise<void> {
  for (const each of Claims.identifierKeys(identifiers)) {
    await ctx.db.insert("identifiers", { sampleId, uid, ...each });
  }
}

type IdentifiedSample = { readonly _id: Id<"samples"> } & Identifiers;

/** Reads the identifier rows of `sample`: one range for each field. */
export async function claimsOf(
  ctx: QueryCtx,
  sample: IdentifiedSample,
): Promise<Doc<"identifiers">[]> {
  const found = new Map<Id<"identifiers">, Doc<"identifiers">>();
  for (const { kind, key } of Claims.identifierKeys(sample)) {
    const rows = await ctx.db
      .query("identifiers")
      .withIndex("by_kind_and_key_and_sampleId", (q) =>
        q.eq("kind", kind).eq("key", key).eq("sampleId", sample._id),
      )
      .take(IDENTIFIER_FIELDS.length); // two rows if both IMEIs are equal, which New Sample allows
    for (const row of rows) found.set(row._id, row);
  }
  return [...found.values()];
}

/** Deletes the identifier rows of a sample that will be deleted or will claim other identifiers. */
export async function free(ctx: MutationCtx, sample: IdentifiedSample): Promise<void> {
  for (const { _id } of await claimsOf(ctx, sample)) await ctx.db.delete("identifiers", _id);
}

/**
 * Returns the flag of a sample that New Sample saves despite a known IMEI. Two equal IMEIs count as
 * a duplicate IMEI 2.
 */
export function duplicateFlag(
  { imei1, imei2 }: { readonly imei1: string; readonly imei2: string },
  found: Claims.TakenFields,
): Doc<"samples">["duplicate"] {
  const first = found.imei1 !== undefined;
  const second = found.imei2 !== undefined || (imei2 !== "" && imei2 === imei1);
  if (first) return second ? "both" : "imei1";
  return second ? "imei2" : "none";
}

/** Implements identifiers.check, the live warning of both forms. */
export async function check(
  ctx: UserQueryCtx,
  { exceptSampleId, ...identifiers }: Identifiers & { readonly exceptSampleId?: string },
) {
  // Leaving out a hidden sample would tell which identifiers it has.
  const edited = exceptSampleId === undefined ? null : await getVisible(ctx, exceptSampleId);
  const found = await findTaken(ctx, identifiers, edited?._id);
  const warnings = [];
  const isKept =
    edited !== null &&
    serialNumberKey(edited.serialNumber) === serialNumberKey(identifiers.serialNumber ?? "");
  for (const field of IDENTIFIER_FIELDS) {
    const bearer = found[field];
    if (bearer === undefined || (isKept && field === "serialNumber")) continue;
    const visible = await getVisible(ctx, bearer);
    warnings.push({ field, sampleId: visible?._id ?? null, message: MESSAGES[field] });
  }
  const { imei1 = "", imei2 = "" } = identifiers;
  if (imei2.trim() !== "" && imei2.trim() === imei1.trim()) {
    warnings.push({ field: "imei2" as const, sampleId: null, message: REFUSALS.IMEIS_EQUAL });
  }
  return warnings;
}
