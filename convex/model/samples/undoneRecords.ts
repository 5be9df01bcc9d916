/**
 * Determines which history records describe an undone step. Records are immutable: the sample's
 * next record, with action Undone, marks the step as undone.
 */
import { UNDO_MS } from "#domain/custody/undo";
import { WORKFLOW, type HistoryAction } from "#domain/custody/workflow";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/**
 * A history record as lists return it. `isUndone` is true if its step was undone, else undefined.
 */
export type HistoryRow = Doc<"history"> & { isUndone?: true };

const STEP_ACTIONS: ReadonlySet<HistoryAction> = new Set(
  Object.values(WORKFLOW).map(({ action }) => action),
);

/** More records than one sample gets within a millisecond. */
const MAX_AT_ONCE = 5;

/**
 * Returns true if the record's step was undone. Reads the sample's records of only the minute in
 * which an undo is possible, so later steps do not invalidate a live query that calls this.
 */
export async function isUndone(
  ctx: QueryCtx,
  { _id, action, sampleId, actiondate }: Doc<"history">,
): Promise<boolean> {
  if (!STEP_ACTIONS.has(action)) return false;
  const records = await ctx.db
    .query("history")
    .withIndex("by_sampleId_and_actiondate", (q) =>
      q
        .eq("sampleId", sampleId)
        .gte("actiondate", actiondate)
        .lt("actiondate", actiondate + UNDO_MS),
    )
    .take(MAX_AT_ONCE);
  const index = records.findIndex((record) => record._id === _id);
  return records[index + 1]?.action === "Undone";
}

/** Marks the records whose step was undone. Reads one small index range per record of a step. */
export async function markUndone(
  ctx: QueryCtx,
  records: readonly Doc<"history">[],
): Promise<HistoryRow[]> {
  return await Promise.all(
    records.map(async (record) =>
      (await isUndone(ctx, record)) ? { ...record, isUndone: true as const } : record,
    ),
  );
}
