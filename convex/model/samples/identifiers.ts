import { REFUSALS } from "#domain/common/errors";
import { isImei } from "#domain/samples/imei";
import { sampleIdOfAddress } from "#domain/samples/sampleAddress";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { UserQueryCtx } from "../../lib/functions";
import * as Claims from "./claims";
import { IDENTIFIER_FIELDS, identifierKey, type IdentifierField, type Identifiers } from "./claims";
import { getVisible } from "../people/visibility";

const MESSAGES = {
  imei1: REFUSALS.IMEI1_TAKEN,
  imei2: REFUSALS.IMEI2_TAKEN,
  serialNumber: REFUSALS.SERIAL_TAKEN,
} as const;

/** Returns the fields of `identifiers` whose value belongs to another sample than `except`. */
export async function findTaken(
  ctx: QueryCtx,
  identifiers: Identifiers,
  except?: Id<"samples"> | null,
): Promise<Claims.TakenFields> {
  return Claims.lookUpTaken(await Claims.readClaims(ctx, [identifiers]), identifiers, except);
}

/**
 * Most samples read for one identifier. More than one have an IMEI only if New Sample flagged it.
 */
export const MAX_SAMPLES_PER_VALUE = 20;

/**
 * Finds the samples that have an identifier; an IMEI is found in either slot. The caller decides
 * who may see them.
 */
export async function findSamples(
  ctx: QueryCtx,
  field: IdentifierField,
  text: string,
): Promise<Id<"samples">[]> {
  const key = identifierKey(field, text);
  const rows = key.value === "" ? [] : await Claims.readRows(ctx, key, MAX_SAMPLES_PER_VALUE);
  return [...new Set(rows.map(({ sampleId }) => sampleId))];
}

/**
 * Finds the samples whose serial number or IMEI is `text`: at most 40. An IMEI may have blanks in
 * it. The caller decides who may see them.
 */
export async function findSamplesByText(ctx: QueryCtx, text: string): Promise<Set<Id<"samples">>> {
  return new Set([
    ...(await findSamples(ctx, "serialNumber", text)),
    ...(await findSamples(ctx, "imei1", text.replace(/\s/g, ""))), // either slot
  ]);
}

/**
 * Finds the samples that a scanned or pasted text may mean, the likeliest meaning first: the
 * address or the id of a sample; 15 digits name an IMEI of either slot, or else a serial number;
 * anything else is a serial number. The caller decides who may see them.
 *
 * @returns one list for each meaning, at most two
 */
export async function findMeanings(ctx: QueryCtx, text: string): Promise<Id<"samples">[][]> {
  const sampleId = ctx.db.normalizeId("samples", sampleIdOfAddress(text) ?? text);
  if (sampleId !== null) return [[sampleId]];
  const bySerial = await findSamples(ctx, "serialNumber", text);
  return isImei(text) ? [await findSamples(ctx, "imei1", text), bySerial] : [bySerial];
}

/** Writes the identifier rows of a new sample. The caller has checked that they may be claimed. */
export async function claim(
  ctx: MutationCtx,
  sampleId: Id<"samples">,
  identifiers: Identifiers,
  uid: Id<"users">,
): Promise<void> {
  for (const key of Claims.identifierKeys(identifiers)) {
    await ctx.db.insert("identifiers", { sampleId, uid, ...key });
  }
}

type IdentifiedSample = { readonly _id: Id<"samples"> } & Identifiers;

/** Reads the identifier rows of `sample`: one range for each field. */
export async function claimsOf(
  ctx: QueryCtx,
  sample: IdentifiedSample,
): Promise<Doc<"identifiers">[]> {
  const found = new Map<Id<"identifiers">, Doc<"identifiers">>();
  for (const { kind, value } of Claims.identifierKeys(sample)) {
    const rows = await ctx.db
      .query("identifiers")
      .withIndex("by_kind_and_value_and_sampleId", (q) =>
        q.eq("kind", kind).eq("value", value).eq("sampleId", sample._id),
      )
      .take(IDENTIFIER_FIELDS.length); // two for equal IMEIs, which New Sample saves
    for (const row of rows) found.set(row._id, row);
  }
  return [...found.values()];
}

/** Deletes the identifier rows of a sample that is about to be deleted, or to claim anew. */
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
  const except =
    exceptSampleId === undefined ? null : ctx.db.normalizeId("samples", exceptSampleId);
  const found = await findTaken(ctx, identifiers, except);
  const warnings = [];
  for (const field of IDENTIFIER_FIELDS) {
    const bearer = found[field];
    if (bearer === undefined) continue;
    const visible = await getVisible(ctx, bearer);
    warnings.push({ field, sampleId: visible?._id ?? null, message: MESSAGES[field] });
  }
  const { imei1 = "", imei2 = "" } = identifiers;
  if (imei2.trim() !== "" && imei2.trim() === imei1.trim()) {
    warnings.push({ field: "imei2" as const, sampleId: null, message: REFUSALS.IMEIS_EQUAL });
  }
  return warnings;
}
