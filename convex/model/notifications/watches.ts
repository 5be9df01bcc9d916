/**
 * The only writer of `watches`. A watch refers to the person by account id, so it survives a change
 * of e-mail. It ends when the person leaves, when the sample is deleted, and at the first step of a
 * sample that they can no longer see.
 */
import { omitUndefined, pickFields } from "#domain/common/objects";
import { MAX_WATCHED, MAX_WATCHERS } from "#domain/inbox/watches";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { UserMutationCtx, UserQueryCtx } from "../../lib/functions";
import { getVisible, getVisibleOrThrow, maySee } from "../people/visibility";

/**
 * Subscribes the caller to the sample's steps. Idempotent.
 *
 * @throws SAMPLE_MISSING, SAMPLE_ELSEWHERE, WATCHED_TOO_MANY, WATCHERS_TOO_MANY
 */
export async function watch(ctx: UserMutationCtx, sampleIdText: string): Promise<void> {
  const { _id: sampleId } = await getVisibleOrThrow(ctx, sampleIdText);
  const uid = ctx.actor._id;
  if ((await find(ctx, uid, sampleId)) !== null) return;
  if ((await watchesOf(ctx, uid)).length >= MAX_WATCHED) {
    throw appError("WATCHED_TOO_MANY", { max: MAX_WATCHED });
  }
  if ((await watchesAbout(ctx, sampleId)).length >= MAX_WATCHERS) {
    throw appError("WATCHERS_TOO_MANY", { max: MAX_WATCHERS });
  }
  await ctx.db.insert("watches", { uid, sampleId });
}

/** Ends the caller's watch, even of a sample that they can no longer see. */
export async function unwatch(ctx: UserMutationCtx, sampleIdText: string): Promise<void> {
  const sampleId = ctx.db.normalizeId("samples", sampleIdText);
  const found = sampleId && (await find(ctx, ctx.actor._id, sampleId));
  if (found) await ctx.db.delete("watches", found._id);
}

/** Returns the ids of the samples that the caller watches: at most 200. */
export async function watchedIds(ctx: UserQueryCtx): Promise<Id<"samples">[]> {
  return (await watchesOf(ctx, ctx.actor._id)).map(({ sampleId }) => sampleId);
}

const SHOWN_FIELDS = ["brand", "model", "serialNumber", "status", "samplmanag"] as const;

/**
 * Returns the watched samples that the caller can see, in the order in which the watches started.
 */
export async function watchedSamples(ctx: UserQueryCtx) {
  const ids = await watchedIds(ctx);
  const samples = await Promise.all(ids.map((sampleId) => getVisible(ctx, sampleId)));
  return samples
    .filter((sample) => sample !== null)
    .map((sample) => omitUndefined({ sampleId: sample._id, ...pickFields(sample, SHOWN_FIELDS) }));
}

/**
 * Returns the e-mails of the watchers who can see the sample, and ends the watches of the others.
 *
 * @param sample the sample before the change, with present addresses, so that a watcher's last
 *   notification is the step that hides the sample from them
 */
export async function watchers(ctx: MutationCtx, sample: Doc<"samples">): Promise<string[]> {
  const emails = [];
  for (const { _id, uid } of await watchesAbout(ctx, sample._id)) {
    const person = await ctx.db.get("users", uid);
    if (person?.isActive && (await maySee(ctx, person, sample))) emails.push(person.email);
    else await ctx.db.delete("watches", _id);
  }
  return emails;
}

/** Ends all watches of a deleted sample. */
export async function removeForSample(ctx: MutationCtx, sampleId: Id<"samples">): Promise<void> {
  for (const { _id } of await watchesAbout(ctx, sampleId)) await ctx.db.delete("watches", _id);
}

/** Ends all watches of a person who leaves. */
export async function removeForPerson(ctx: MutationCtx, uid: Id<"users">): Promise<void> {
  for (const { _id } of await watchesOf(ctx, uid)) await ctx.db.delete("watches", _id);
}

async function find(ctx: QueryCtx, uid: Id<"users">, sampleId: Id<"samples">) {
  return await ctx.db
    .query("watches")
    .withIndex("by_uid_and_sampleId", (q) => q.eq("uid", uid).eq("sampleId", sampleId))
    .unique();
}

async function watchesOf(ctx: QueryCtx, uid: Id<"users">): Promise<Doc<"watches">[]> {
  const found = await ctx.db
    .query("watches")
    .withIndex("by_uid_and_sampleId", (q) => q.eq("uid", uid))
    .take(MAX_WATCHED);
  return found.sort((one, other) => one._creationTime - other._creationTime);
}

async function watchesAbout(ctx: QueryCtx, sampleId: Id<"samples">): Promise<Doc<"watches">[]> {
  return await ctx.db
    .query("watches")
    .withIndex("by_sampleId", (q) => q.eq("sampleId", sampleId))
    .take(MAX_WATCHERS);
}
