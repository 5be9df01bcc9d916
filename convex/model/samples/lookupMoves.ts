/**
 * Updates samples, and the models that forms suggest, when a pick-list entry is renamed or merged
 * into another entry. The first batch is part of the change itself and is enough for almost every
 * entry. Further batches are scheduled one after another; `lookupMoves` stores the pending work, so
 * a crash between two batches loses nothing. History keeps the old values.
 */
import { PICK_LISTS, type PickListKind } from "#domain/samples/pickLists";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import * as DeviceModels from "./deviceModels";
import { samplesUsing } from "./lookupUses";
import { writeSamples } from "./sampleWrites";

/** Samples and models updated per transaction, as in model/samples/supervisorMoves.ts. */
const BATCH = 50;

/** Maximum number of values merged into one entry whose earlier moves are still running. */
const MAX_MOVES = 100;

type Move = { readonly kind: PickListKind; readonly from: string; readonly to: string };

/** Starts updating the samples with one value. Call it in the mutation that changes the entry. */
export async function start(ctx: MutationCtx, { kind, from, to }: Move): Promise<void> {
  // Samples still being moved to the replaced value are redirected to its successor.
  const earlier = await ctx.db
    .query("lookupMoves")
    .withIndex("by_kind_and_to", (q) => q.eq("kind", kind).eq("to", from))
    .take(MAX_MOVES);
  for (const { _id } of earlier) await ctx.db.patch("lookupMoves", _id, { to });
  if (!(await moveBatch(ctx, { kind, from, to }))) return;
  const id = await ctx.db.insert("lookupMoves", { kind, from, to });
  await ctx.scheduler.runAfter(0, internal.lookups.followMove, { id });
}

/** Updates the next batch and schedules the following one until no sample is left. */
export async function moveNextBatch(ctx: MutationCtx, id: Id<"lookupMoves">): Promise<void> {
  const move = await ctx.db.get("lookupMoves", id);
  if (move === null) return;
  if (!(await moveBatch(ctx, move))) return await ctx.db.delete("lookupMoves", id);
  await ctx.scheduler.runAfter(0, internal.lookups.followMove, { id });
}

/** True while samples are being moved away from this value: it cannot be added again until then. */
export async function isMoving(ctx: QueryCtx, kind: PickListKind, value: string): Promise<boolean> {
  const move = await ctx.db
    .query("lookupMoves")
    .withIndex("by_kind_and_from", (q) => q.eq("kind", kind).eq("from", value))
    .first();
  return move !== null;
}

/** @returns true if more may be left */
async function moveBatch(ctx: MutationCtx, { kind, from, to }: Move): Promise<boolean> {
  const batch = await samplesUsing(ctx, kind, from).take(BATCH);
  await writeSamples(ctx, async (samples) => {
    for (const sample of batch) await samples.patch(sample, { [PICK_LISTS[kind].field]: to });
  });
  const renamed = await DeviceModels.rename(ctx, { kind, from, to }, BATCH);
  return Math.max(batch.length, renamed) === BATCH;
}
