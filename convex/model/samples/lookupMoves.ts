import { PICK_LISTS, type PickListKind } from "#domain/samples/pickLists";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import * as DeviceModels from "./deviceModels";
import { samplesUsing } from "./lookupUses";
import { writeSamples } from "./sampleWrites";

/**
 * Moves samples along when an entry of a pick list gets another value or is merged into another
 * entry. The first batch, which is all for nearly every entry, is part of the change itself. The
 * others are scheduled one after another; `lookupMoves` holds what is still to do, so a crash
 * between two of them loses nothing. History keeps the values of its moment.
 */

/** Samples moved in one transaction, as in model/people/supervision.ts. */
const BATCH = 50;

/** More values than are ever merged into one entry while an earlier move still runs. */
const MAX_MOVES = 100;

type Move = { readonly kind: PickListKind; readonly from: string; readonly to: string };

/** Starts moving the samples of one value. Call it in the mutation that changes the entry. */
export async function start(ctx: MutationCtx, { kind, from, to }: Move): Promise<void> {
  // Samples on their way to the value that is given up go on to its successor.
  const earlier = await ctx.db
    .query("lookupMoves")
    .withIndex("by_kind_and_to", (q) => q.eq("kind", kind).eq("to", from))
    .take(MAX_MOVES);
  for (const { _id } of earlier) await ctx.db.patch("lookupMoves", _id, { to });
  await DeviceModels.rename(ctx, kind, from, to);
  if ((await moveBatch(ctx, { kind, from, to })) < BATCH) return;
  const id = await ctx.db.insert("lookupMoves", { kind, from, to });
  await ctx.scheduler.runAfter(0, internal.lookups.followMove, { id });
}

/** Moves the next batch; schedules its successor until no sample is left. */
export async function moveNextBatch(ctx: MutationCtx, id: Id<"lookupMoves">): Promise<void> {
  const move = await ctx.db.get("lookupMoves", id);
  if (move === null) return;
  if ((await moveBatch(ctx, move)) < BATCH) return await ctx.db.delete("lookupMoves", id);
  await ctx.scheduler.runAfter(0, internal.lookups.followMove, { id });
}

/** True while samples still leave this value of a list: it may not be added again meanwhile. */
export async function isMoving(ctx: QueryCtx, kind: PickListKind, value: string): Promise<boolean> {
  const move = await ctx.db
    .query("lookupMoves")
    .withIndex("by_kind_and_from", (q) => q.eq("kind", kind).eq("from", value))
    .first();
  return move !== null;
}

/** @returns the number of samples that were moved; fewer than BATCH: no more are left */
async function moveBatch(ctx: MutationCtx, { kind, from, to }: Move): Promise<number> {
  const batch = await samplesUsing(ctx, kind, from).take(BATCH);
  await writeSamples(ctx, async (samples) => {
    for (const sample of batch) await samples.patch(sample, { [PICK_LISTS[kind].field]: to });
  });
  return batch.length;
}
