/**
 * The batches that update documents to a person's new address. model/people/addressMoves.ts
 * describes the whole process and how readers cope meanwhile.
 */
import type { PaginationResult } from "convex/server";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { readMoves, staleFields } from "../people/addressMoves";
import * as Counters from "../samples/counters";
import * as OverdueFollow from "../custody/overdueFollow";
import { renamedFilters } from "../lists/reportPages";
import { writeSamples } from "../samples/sampleWrites";
import * as SavedViews from "../lists/savedViews";

/** The tables in update order. */
export const TABLES = [
  "users",
  "counterSamples",
  "earlierCounts",
  "invitations",
  "notifications",
  "reportSchedules",
  "savedViews",
  "samples",
] as const;
type Table = (typeof TABLES)[number];

/** Documents read per transaction: about 30 ms of the server's thread. */
const BATCH = 100;

/** The start of the next batch. `cursor` is null at the start of a table. */
export type Place = { readonly table: Table; readonly cursor: string | null };

type Move = Pick<Doc<"addressMoves">, "from" | "to">;

/** Starts a move. Call it in the mutation that changes the address. */
export async function start(ctx: MutationCtx, move: Move & { uid: Id<"users"> }): Promise<void> {
  const moveId = await ctx.db.insert("addressMoves", move);
  readMoves.forget(ctx);
  const place = { table: TABLES[0], cursor: null };
  await ctx.scheduler.runAfter(0, internal.users.followAddress, { moveId, ...place });
}

/**
 * Updates the next batch; ends the move after the last one.
 *
 * @param size documents per batch; tests use smaller ones
 * @returns the start of the next batch, null after the last
 */
export async function moveNextBatch(
  ctx: MutationCtx,
  moveId: Id<"addressMoves">,
  { table, cursor }: Place,
  size = BATCH,
): Promise<Place | null> {
  const move = await ctx.db.get("addressMoves", moveId);
  if (move === null) return null;
  const found =
    table === "earlierCounts"
      ? await nextEarlierCounts(ctx, move, size)
      : await ctx.db.query(table).paginate({ cursor, numItems: size });
  await renameIn(ctx, table, found, move);
  const next = placeAfter(table, found);
  if (next === null) {
    await ctx.db.delete("addressMoves", moveId);
    readMoves.forget(ctx);
    // A change of thresholds that started before has read the samples under one address only.
    await OverdueFollow.start(ctx, move.to);
  }
  return next;
}

type Batch<Found extends Table = Table> = Pick<
  PaginationResult<Doc<Found>>,
  "page" | "isDone" | "continueCursor"
>;

/** Needs no cursor: updated documents leave the range. */
async function nextEarlierCounts(
  ctx: MutationCtx,
  { from }: Move,
  size: number,
): Promise<Batch<"earlierCounts">> {
  const page = await ctx.db
    .query("earlierCounts")
    .withIndex("by_supervisor", (q) => q.eq("supervisor", from))
    .take(size);
  return { page, isDone: page.length < size, continueCursor: "" };
}

function placeAfter(
  table: Table,
  { isDone, continueCursor }: Pick<Batch, "isDone" | "continueCursor">,
): Place | null {
  if (!isDone) return { table, cursor: continueCursor };
  const following = TABLES[TABLES.indexOf(table) + 1];
  return following === undefined ? null : { table: following, cursor: null };
}

async function renameIn(ctx: MutationCtx, table: Table, found: Batch, move: Move): Promise<void> {
  switch (table) {
    case "users":
      return await renameInUsers(ctx, found.page as Doc<"users">[], move);
    case "counterSamples":
      return await Counters.renameSupervisor(ctx, found.page as Doc<"counterSamples">[], move);
    case "earlierCounts":
      for (const { _id } of found.page as Doc<"earlierCounts">[]) {
        await ctx.db.patch("earlierCounts", _id, { supervisor: move.to });
      }
      return;
    case "invitations":
      return await renameInInvitations(ctx, found.page as Doc<"invitations">[], move);
    case "notifications":
      return await renameReaders(ctx, found.page as Doc<"notifications">[], move);
    case "reportSchedules":
      return await renameInSchedules(ctx, found.page as Doc<"reportSchedules">[], move);
    case "savedViews":
      return await SavedViews.renameInFilters(ctx, found.page as Doc<"savedViews">[], move);
    case "samples":
      return await renameInSamples(ctx, found.page as Doc<"samples">[]);
    default:
      return table satisfies never;
  }
}

async function renameInUsers(
  ctx: MutationCtx,
  people: readonly Doc<"users">[],
  { from, to }: Move,
): Promise<void> {
  for (const { _id, supervisor, away } of people) {
    if (supervisor === from) await ctx.db.patch("users", _id, { supervisor: to });
    if (away?.standIn === from) {
      await ctx.db.patch("users", _id, { away: { ...away, standIn: to } });
    }
  }
}

async function renameInInvitations(
  ctx: MutationCtx,
  invitations: readonly Doc<"invitations">[],
  { from, to }: Move,
): Promise<void> {
  for (const { _id, supervisor, invitedBy } of invitations) {
    if (supervisor === from) await ctx.db.patch("invitations", _id, { supervisor: to });
    if (invitedBy === from) await ctx.db.patch("invitations", _id, { invitedBy: to });
  }
}

async function renameReaders(
  ctx: MutationCtx,
  news: readonly Doc<"notifications">[],
  { from, to }: Move,
): Promise<void> {
  for (const { _id, to: reader } of news) {
    if (reader === from) await ctx.db.patch("notifications", _id, { to });
  }
}

async function renameInSchedules(
  ctx: MutationCtx,
  schedules: readonly Doc<"reportSchedules">[],
  { from, to }: Move,
): Promise<void> {
  for (const schedule of schedules) {
    const renamed = renamedFilters(schedule, from, to);
    if (renamed !== null) await ctx.db.patch("reportSchedules", schedule._id, renamed);
  }
}

async function renameInSamples(ctx: MutationCtx, batch: readonly Doc<"samples">[]): Promise<void> {
  const moves = await readMoves(ctx);
  const stale = batch.filter((sample) => Object.keys(staleFields(sample, moves)).length > 0);
  await writeSamples(ctx, async (samples) => {
    // `patch` itself replaces former addresses.
    for (const sample of stale) await samples.patch(sample, {});
  });
}
