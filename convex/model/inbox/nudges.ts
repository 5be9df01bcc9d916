import { getOneFrom } from "convex-helpers/server/relationships";
import { DAY_MS } from "#domain/common/durations";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { UserMutationCtx } from "../../lib/functions";
import * as Notifications from "../notifications/notifications";
import * as StandIns from "../people/standIns";
import { getVisibleOrThrow } from "../people/visibility";

/** Minimum time between two nudges about one sample, by any users. */
const PAUSE_MS = DAY_MS;

/**
 * Asks the person with whom a sample is pending, or their stand-in, to answer: immediately in their
 * inbox, and in their next digest. Any user who sees the sample may nudge, except the person asked.
 *
 * @throws SAMPLE_MISSING, SAMPLE_ELSEWHERE, NUDGE_POINTLESS when no other person has to answer,
 *   NUDGED_ALREADY less than a day after the previous nudge
 */
export async function nudge(ctx: UserMutationCtx, sampleId: string, now: number): Promise<void> {
  const sample = await getVisibleOrThrow(ctx, sampleId);
  const standIn = await StandIns.standInOf(ctx, sample.pendingWith ?? "");
  const to = StandIns.answererOf(sample, standIn);
  const actor = ctx.actor.email;
  if (to === undefined || to === actor) throw appError("NUDGE_POINTLESS");
  const latest = await latestAbout(ctx, sample._id);
  if (latest !== null && isOfRequest(latest, sample) && latest.at > now - PAUSE_MS) {
    throw appError("NUDGED_ALREADY");
  }
  if (latest === null) await ctx.db.insert("nudges", { sampleId: sample._id, at: now });
  else await ctx.db.patch("nudges", latest._id, { at: now });
  const notice = { kind: "nudge" as const, ...Notifications.sampleReference(sample) };
  await Notifications.add(ctx, to, notice, { actor, at: now });
}

/** Returns when the sample's current request was last nudged, epoch ms. */
export async function nudgedAt(ctx: QueryCtx, sample: Doc<"samples">): Promise<number | undefined> {
  const latest = await latestAbout(ctx, sample._id);
  return latest !== null && isOfRequest(latest, sample) ? latest.at : undefined;
}

const isOfRequest = ({ at }: Doc<"nudges">, { listDate }: Doc<"samples">) => at >= listDate;

async function latestAbout(ctx: QueryCtx, sampleId: Id<"samples">) {
  return await getOneFrom(ctx.db, "nudges", "by_sampleId", sampleId);
}

const BATCH = 500;

/**
 * Deletes nudges too old to block another one.
 * @returns true if more may be left
 */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = await ctx.db
    .query("nudges")
    .withIndex("by_at", (q) => q.lt("at", now - 30 * DAY_MS))
    .take(BATCH);
  for (const { _id } of old) await ctx.db.delete("nudges", _id);
  return old.length === BATCH;
}
