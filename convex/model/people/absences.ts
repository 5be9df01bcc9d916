import { isAway, type Away } from "#domain/people/away";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { presentEmail } from "./formerEmails";

/**
 * The only writer of `absences`: one row for each absence in force. A scheduled function inserts
 * the row when an absence begins and deletes it when it ends. So the stand-in's open queries run
 * again at both moments, and none of them reads the clock. A step does (model/people/standIns.ts),
 * so that no right lasts longer than the absence even if the scheduled function is late.
 *
 * setAway --> follow now, at `from`, at `until`
 *
 * `follow` compares the row with the person's record, so a run that a later `setAway` made obsolete
 * changes nothing.
 */

/** Makes the stand-in's rights begin and end with the time that the person just entered. */
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

/** Makes, changes or deletes the row of a person, as their record has it at `now`, epoch ms. */
export async function follow(ctx: MutationCtx, uid: Id<"users">, now: number): Promise<void> {
  const person = await ctx.db.get("users", uid);
  const row = await ctx.db
    .query("absences")
    .withIndex("by_uid", (q) => q.eq("uid", uid))
    .unique();
  if (person === null || !person.isActive || !isAway(person.away, now)) {
    if (row !== null) await ctx.db.delete("absences", row._id);
    return;
  }
  const standIn = await presentEmail(ctx, person.away.standIn);
  const fields = { email: person.email, standIn, until: person.away.until };
  if (row === null) await ctx.db.insert("absences", { uid, since: now, ...fields });
  else await ctx.db.patch("absences", row._id, fields);
}

/** People followed in one transaction. */
const BATCH = 100;

/**
 * Follows everybody whose absence has not ended, because nothing is scheduled for absences that an
 * earlier version stored. A cron calls it; each batch schedules the next.
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

/** More people than ever name one stand-in at a time. */
export const MAX_ABSENT = 50;

/** Keeps a person's absence, and those in which they stand in, under their other address. */
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
