/**
 * Ends stock-takes. Closing settles missing and unexpected samples against the custody records at
 * that time, in scheduled batches like opening; after that, neither the stock-take nor its lines
 * are written again. A cancelled stock-take keeps its lines unchanged.
 */
import { stateAfterClosing } from "#domain/stockTakes/stockTake";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { UserMutationCtx } from "../../lib/functions";
import * as AddressMoves from "../people/addressMoves";
import { expectationOf, recordTest } from "./expectation";
import { ItemWrites } from "./items";
import * as People from "./people";
import { requireOpen } from "./scans";

/** Lines settled per transaction: about 20 ms of work. */
const BATCH = 200;

/** The states whose lines closing settles, one index range each. */
const TO_SETTLE = ["missing", "unexpected"] as const;

/** Implements stockTakes.close. */
export async function close(ctx: UserMutationCtx, stockTakeId: string): Promise<void> {
  const stockTake = await People.getManagedOrThrow(ctx, stockTakeId);
  requireOpen(stockTake);
  await ctx.db.patch("stockTakes", stockTake._id, {
    state: "closing",
    endedBy: ctx.actor._id,
    next: { range: 0, cursor: null },
  });
  const args = { stockTake: stockTake._id };
  await ctx.scheduler.runAfter(0, internal.stockTakes.closeNextBatch, args);
}

/** Implements stockTakes.cancel. */
export async function cancel(
  ctx: UserMutationCtx,
  stockTakeId: string,
  now: number,
): Promise<void> {
  const { _id, state } = await People.getManagedOrThrow(ctx, stockTakeId);
  if (state !== "preparing" && state !== "open") throw appError("STOCK_TAKE_OVER", { state });
  await end(ctx, _id, "cancelled", now);
  await ctx.db.patch("stockTakes", _id, { endedBy: ctx.actor._id });
}

/** Settles the next lines; marks the stock-take closed after the last. */
export async function closeNextBatch(
  ctx: MutationCtx,
  id: Id<"stockTakes">,
  now: number,
): Promise<void> {
  const stockTake = await ctx.db.get("stockTakes", id);
  if (stockTake?.state !== "closing" || stockTake.next === undefined) return;
  const { range, cursor } = stockTake.next;
  const state = TO_SETTLE[range];
  if (state === undefined) {
    await end(ctx, id, "closed", now);
    return;
  }
  const found = await ctx.db
    .query("stockTakeItems")
    .withIndex("by_stockTake_and_state_and_number", (q) => q.eq("stockTake", id).eq("state", state))
    .paginate({ cursor, numItems: BATCH });
  const { explains } = await expectationOf(ctx, stockTake);
  const mayRecord = await recordTest(ctx, stockTake);
  // Readers of an unexpected sample's line are checked against the sample itself (`knownFacts`).
  const isRecorded = (sample: Doc<"samples">) => state === "unexpected" || mayRecord(sample);
  const items = new ItemWrites(ctx, id);
  for (const item of found.page) {
    const sample = item.sampleId ? await AddressMoves.getSample(ctx, item.sampleId) : null;
    const settled = stateAfterClosing(state, await explains(item, sample));
    await items.change(item, settled, sample !== null && isRecorded(sample) ? sample : null);
  }
  await items.flush();
  const { isDone, continueCursor } = found;
  const next = isDone ? { range: range + 1, cursor: null } : { range, cursor: continueCursor };
  await ctx.db.patch("stockTakes", id, { next });
  await ctx.scheduler.runAfter(0, internal.stockTakes.closeNextBatch, { stockTake: id });
}

async function end(
  ctx: MutationCtx,
  id: Id<"stockTakes">,
  state: "closed" | "cancelled",
  now: number,
): Promise<void> {
  const nothingToDo = { next: undefined, numbers: undefined };
  await ctx.db.patch("stockTakes", id, { state, isOpen: false, endedAt: now, ...nothingToDo });
  await People.end(ctx, id);
}
