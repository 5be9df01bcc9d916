import { DAY_MS } from "#domain/common/durations";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { UserMutationCtx } from "../../lib/functions";
import { getVisibleOrThrow } from "../people/visibility";
import { deleteBatch } from "../common/sweep";

/** Maximum duration of a snooze. */
const MAX_SNOOZE_MS = 14 * DAY_MS;

/**
 * Hides a request that waits for the caller, or that the caller waits for, until `until` (epoch
 * ms); a time in the past ends the snooze. A new request about the same sample is not snoozed.
 *
 * @throws SAMPLE_MISSING, SAMPLE_ELSEWHERE; INPUT_INVALID for more than 14 days
 */
export async function snooze(
  ctx: UserMutationCtx,
  { sampleId, until }: { sampleId: string; until: number },
  now: number,
): Promise<void> {
  const sample = await getVisibleOrThrow(ctx, sampleId);
  if (!(until <= now + MAX_SNOOZE_MS)) throw appError("INPUT_INVALID", { field: "until" });
  const email = ctx.actor.email;
  const present = await find(ctx, email, sample._id);
  const fields = { since: sample.listDate, until };
  if (present !== null) await ctx.db.patch("snoozes", present._id, fields);
  else await ctx.db.insert("snoozes", { email, sampleId: sample._id, ...fields });
}

/** More snoozes than one person creates in 14 days, the maximum duration. */
const MAX_SNOOZES = 1_000;

/**
 * Returns a function from a sample to the end of the snooze that `email` set on its current
 * request, epoch ms. Reads one short index range.
 */
export async function snoozesOf(
  ctx: QueryCtx,
  email: string,
): Promise<(sample: Doc<"samples">) => number | undefined> {
  const snoozes = new Map((await read(ctx, email)).map((each) => [each.sampleId, each]));
  return ({ _id, listDate }) => {
    const present = snoozes.get(_id);
    return present?.since === listDate ? present.until : undefined;
  };
}

/** Moves a person's snoozes to their new address. */
export async function rename(ctx: MutationCtx, from: string, to: string): Promise<void> {
  for (const { _id } of await read(ctx, from)) await ctx.db.patch("snoozes", _id, { email: to });
}

async function read(ctx: QueryCtx, email: string) {
  return await ctx.db
    .query("snoozes")
    .withIndex("by_email_and_sampleId", (q) => q.eq("email", email))
    .take(MAX_SNOOZES);
}

async function find(ctx: QueryCtx, email: string, sampleId: Id<"samples">) {
  return await ctx.db
    .query("snoozes")
    .withIndex("by_email_and_sampleId", (q) => q.eq("email", email).eq("sampleId", sampleId))
    .unique();
}

/** How long an ended snooze is kept, so that a late digest still sees when it ended. */
const RETENTION_MS = 7 * DAY_MS;

/**
 * Deletes snoozes that ended more than 7 days ago.
 * @returns whether more may be left
 */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = ctx.db
    .query("snoozes")
    .withIndex("by_until", (q) => q.lt("until", now - RETENTION_MS));
  return await deleteBatch(ctx, "snoozes", old);
}
