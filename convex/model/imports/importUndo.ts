/**
 * Undoes an import: removes the samples that it registered and that have not changed since. Like a
 * basket, it runs as scheduled mutations, each committed together with the results of the previous
 * one, so a crash neither skips nor repeats a batch. Samples that the import updated keep their new
 * values; history has the old ones. Samples that only an admin may remove are stored as left to
 * admins, for a later undo by an admin.
 */
import { UNDO_BATCH } from "#domain/imports/imports";
import { deleteRefusal } from "#domain/custody/workflow";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { UserMutationCtx } from "../../lib/functions";
import { getSample } from "../people/addressMoves";
import * as History from "../samples/history";
import * as Identifiers from "../samples/identifiers";
import * as Notifications from "../notifications/notifications";
import { writeSamples, type SampleWriter } from "../samples/sampleWrites";
import * as Watches from "../notifications/watches";

/** Implements imports.undo. */
export async function undo(ctx: UserMutationCtx, idText: string, now: number): Promise<void> {
  const id = ctx.db.normalizeId("imports", idText);
  const found = id === null ? null : await ctx.db.get("imports", id);
  if (found === null) throw appError("IMPORT_MISSING");
  const { actor } = ctx;
  if (found.uid !== actor._id && actor.role !== "admin") throw appError("IMPORT_MISSING");
  if (found.undo !== undefined && found.undo.finishedAt === undefined) return;
  const { removed = 0, kept = 0, leftToAdmins = 0 } = found.undo ?? {};
  await ctx.db.patch("imports", found._id, {
    undo: { uid: actor._id, startedAt: now, removed, kept, leftToAdmins },
  });
  await ctx.scheduler.runAfter(0, internal.imports.undoNextBatch, { id: found._id });
}

/** Removes the next samples of the import, at most 50, and schedules the next batch. */
export async function undoNextBatch(
  ctx: MutationCtx,
  id: Id<"imports">,
  now: number,
): Promise<void> {
  const found = await ctx.db.get("imports", id);
  if (found?.undo === undefined || found.undo.finishedAt !== undefined) return;
  const actor = await ctx.db.get("users", found.undo.uid);
  const batch = actor && (await nextBatch(ctx, id, actor));
  // A user disabled in the meantime removes nothing further; another user may undo the rest.
  if (!batch || !actor.isActive) {
    await ctx.db.patch("imports", id, { undo: { ...found.undo, finishedAt: now } });
    return;
  }
  const sampleIds = await takeSamples(ctx, batch);
  const counts = await removeBatch(ctx, actor, sampleIds, now);
  if (counts.left.length > 0) {
    const left = { import: id, sampleIds: counts.left, isLeftToAdmins: true as const };
    await ctx.db.insert("importBatches", left);
  }
  const { removed, kept, leftToAdmins = 0 } = found.undo;
  const takenOver = batch.isLeftToAdmins ? sampleIds.length : 0;
  await ctx.db.patch("imports", id, {
    undo: {
      ...found.undo,
      removed: removed + counts.removed,
      kept: kept + counts.kept,
      leftToAdmins: leftToAdmins + counts.left.length - takenOver,
    },
  });
  await ctx.scheduler.runAfter(0, internal.imports.undoNextBatch, { id });
}

/** The next stored batch that the actor may remove; null when there is none. */
async function nextBatch(ctx: MutationCtx, id: Id<"imports">, { role }: Doc<"users">) {
  return await ctx.db
    .query("importBatches")
    .withIndex("by_import_and_isLeftToAdmins", (q) => {
      const ofImport = q.eq("import", id);
      return role === "admin" ? ofImport : ofImport.eq("isLeftToAdmins", undefined);
    })
    .first();
}

/** Removes at most 50 samples from a stored batch and returns them. */
async function takeSamples(ctx: MutationCtx, { _id, sampleIds }: Doc<"importBatches">) {
  const rest = sampleIds.slice(UNDO_BATCH);
  if (rest.length > 0) await ctx.db.patch("importBatches", _id, { sampleIds: rest });
  else await ctx.db.delete("importBatches", _id);
  return sampleIds.slice(0, UNDO_BATCH);
}

async function removeBatch(
  ctx: MutationCtx,
  actor: Doc<"users">,
  sampleIds: readonly Id<"samples">[],
  now: number,
) {
  return await writeSamples(ctx, async (samples) => {
    const counts = { removed: 0, kept: 0, left: [] as Id<"samples">[] };
    for (const sampleId of sampleIds) {
      const outcome = await removeUntouched(ctx, samples, actor, sampleId, now);
      if (outcome === "left") counts.left.push(sampleId);
      else counts[outcome] += 1;
    }
    return counts;
  });
}

/**
 * Removes a sample whose only history record is its import, if the actor is an admin or may delete
 * it. A sample imported for another holder, or with a status other than Registered, is left to an
 * admin.
 *
 * @returns "kept" for a sample that has later records or is already deleted, "left" for one that
 *   only an admin may remove
 */
async function removeUntouched(
  ctx: MutationCtx,
  samples: SampleWriter,
  actor: Doc<"users">,
  sampleId: Id<"samples">,
  at: number,
): Promise<"removed" | "kept" | "left"> {
  const sample = await getSample(ctx, sampleId);
  if (sample === null) return "kept";
  const records = await ctx.db
    .query("history")
    .withIndex("by_sampleId_and_actiondate", (q) => q.eq("sampleId", sampleId))
    .take(2);
  if (records.length !== 1) return "kept";
  if (actor.role !== "admin" && deleteRefusal(sample, actor) !== null) return "left";
  await samples.remove(sample);
  await Identifiers.free(ctx, sample);
  await History.append(ctx, sampleId, sample, { action: "Delete", at, actor });
  const notice = { kind: "deleted" as const, ...Notifications.sampleReference(sample) };
  await Notifications.addChange(ctx, sample, notice, { actor: actor.email, at });
  await Watches.removeForSample(ctx, sampleId);
  return "removed";
}
