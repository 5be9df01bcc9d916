/**
 * The only writer of `absences`: one row per absence in force. A scheduled function inserts the row
 * when an absence begins and deletes it when it ends. Each write invalidates the stand-in's live
 * queries, so none of them needs the clock. Steps do compare the clock (model/people/standIns.ts),
 * so that no right outlasts the absence even if the scheduled function is late.
 *
 * setAway --> follow now, at `from`, at `until`
 *
 * `follow` derives the row from the person's document, so a run made obsolete by a later `setAway`
 * changes nothing.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import { isAway, type Away } from "#domain/people/away";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { presentEmail } from "./formerEmails";

/**
 * Schedules the start and end of the stand-in's rights for the absence that the person just
 * entered.
 */
export async function start(
  ctx: MutationCtx,
  uid: Id<"users">,
  away: Away | undefined,
  now: number,
): Promise<void> {
  await follow(ctx, uid, now);
  if (away === undefined) return;
  for (const at of [away.from, away.until]) {
    if (at > now) await ctx.scheduler.runAt(at, internal.profile.followAbsence, { uid });
  }
}

/** Inserts, updates or deletes a person's row to match their document at `now`, epoch ms. */
export async function follow(ctx: MutationCtx, uid: Id<"users">, now: number): Promise<void> {
  const person = await ctx.db.get("users", uid);
  const row = await getOneFrom(ctx.db, "absences", "by_uid", uid);
  if (person === null || !person.isActive || !isAway(person.away, now)) {
    if (row !== null) await ctx.db.delete("absences", row._id);
    return;
  }
  const standIn = await presentEmail(ctx, person.away.standIn);
  const fields = { email: person.email, standIn, until: person.away.until };
  if (row === null) await ctx.db.insert("absences", { uid, since: now, ...fields });
  else await ctx.db.patch("absences", row._id, fields);
}

/** People processed per transaction. */
const BATCH = 100;

/**
 * Runs `follow` for each person whose absence has not ended, because absences stored by an earlier
 * version have nothing scheduled. Called by a cron; each batch schedules the next.
 */
export async function followAll(
  ctx: MutationCtx,
  cursor: string | null,
  now: number,
): Promise<void> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("users")
    .withIndex("by_away_until", (q) => q.gt("away.until", now))
    .paginate({ cursor, numItems: BATCH });
  for (const { _id } of page) await follow(ctx, _id, now);
  if (isDone) return;
  await ctx.scheduler.runAfter(0, internal.profile.followAbsences, { cursor: continueCursor });
}

/** An upper bound on simultaneous absences with the same stand-in. */
export const MAX_ABSENT = 50;

/** Moves a person's absence, and the absences they stand in for, to their new address. */
export async function rename(ctx: MutationCtx, from: string, to: string): Promise<void> {
  const own = await ctx.db
    .query("absences")
    .withIndex("by_email", (q) => q.eq("email", from))
    .take(1);
  for (const { _id } of own) await ctx.db.patch("absences", _id, { email: to });
  const others: Doc<"absences">[] = await ctx.db
    .query("absences")
    .withIndex("by_standIn", (q) => q.eq("standIn", from))
    .take(MAX_ABSENT);
  for (const { _id } of others) await ctx.db.patch("absences", _id, { standIn: to });
}
