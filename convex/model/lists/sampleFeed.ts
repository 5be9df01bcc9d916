import { encodeRows, ROW_FORMAT } from "#domain/samples/compactRows";
import type { StatusCounts } from "#domain/custody/statuses";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import * as AddressMoves from "../people/addressMoves";
import { changesBetween, countBehind } from "./feedChanges";
import { readTotals, TOTAL_SHARDS } from "../common/totals";

/**
 * Feeds the copy of all samples that the browser of an admin keeps: every row once, in pages, and
 * then each change.
 *
 * A change has a place in one of 16 shards, numbered in the order of commits (`Totals.nextPlace`).
 * A sample stands at the place of its latest change only, so the changes since a place are an index
 * range over samples, each as it is now. The **heads** are the latest number of each shard.
 *
 *     heads --> page, page, ... until the cursor is null --> changes since those heads, until done
 *                                                        `--> changes, each time the heads move
 *
 * A row that changes while pages are read is read again by `changes`, whichever version the page
 * had; so the copy equals the samples at the moment of the last answer.
 */

/**
 * Rows of a page for a browser. While ten admins load all rows, a hand-over waits for up to ten
 * pages, twice: on a busy machine it took 49 ms in the median with pages of 100 rows, 88 to 146
 * with 200.
 */
const PAGE_ROWS = 100;

/**
 * Rows of a page for an export, which one terminal asks for: twice as many rows a second as with
 * pages of 100. A page takes 20 ms, which is all that a hand-over waits for it.
 */
const EXPORT_PAGE_ROWS = 400;

/** Changed and removed rows of one answer. */
const MAX_CHANGES = 100;

/** A copy that is further behind loads all pages again, which takes about as long. */
const MAX_BEHIND = 20_000;

/** Starts of the deployment that are remembered: a copy from before them loads again. */
const MAX_RUNS = 100;

/** A place in the feed: the run in which `heads` were read, and the latest number of each shard. */
type Position = { readonly runId: string; readonly heads: readonly number[] };

type Page = { format: number; rows: string; cursor: string | null };

type Changes = {
  format: number;
  runId: string;
  /** The place that the changes lead to. */
  heads: number[];
  rows: string;
  removed: Id<"samples">[];
  isDone: boolean;
};

/** Returns the present position with everybody's counts. Reads 17 small documents. */
export async function position(
  ctx: QueryCtx,
): Promise<{ format: number; runId: string; heads: number[]; counts: StatusCounts }> {
  return { format: ROW_FORMAT, runId: await currentRun(ctx), ...(await readTotals(ctx)) };
}

/** The next rows by creation, of every status. @param cursor null for the first page */
export async function page(
  ctx: QueryCtx,
  { cursor, isExport }: { cursor: string | null; isExport?: boolean },
): Promise<Page> {
  const numItems = isExport ? EXPORT_PAGE_ROWS : PAGE_ROWS;
  const found = await ctx.db.query("samples").paginate({ cursor, numItems });
  const rows = encodeRows(await AddressMoves.resolveAddresses(ctx, found.page));
  return { format: ROW_FORMAT, rows, cursor: found.isDone ? null : found.continueCursor };
}

/**
 * The next changes after `since`: each changed sample as it is now, each deleted one by its id.
 *
 * @returns null when the copy must load again: the deployment never was at that position, as after
 *   a restored backup, or it is too far behind
 */
export async function changes(ctx: QueryCtx, since: Position): Promise<Changes | null> {
  if (since.heads.length !== TOTAL_SHARDS) throw appError("INPUT_INVALID", { field: "heads" });
  const { heads: present } = await readTotals(ctx);
  const behind = countBehind(since.heads, present);
  if (behind === null || behind > MAX_BEHIND) return null;
  const runId = await currentRun(ctx);
  if (!(await wasAt(ctx, since, runId))) return null;

  const between = { since: since.heads, present, room: MAX_CHANGES };
  const found = await changesBetween<Change>(
    between,
    (shard, from, room) => changesOfShard(ctx, shard, from, room),
    seqOf,
  );
  const removed = found.changes.flatMap((each) => ("sampleId" in each ? [each.sampleId] : []));
  const changed = found.changes.filter((each) => "status" in each);
  const rows = encodeRows(await AddressMoves.resolveAddresses(ctx, changed));
  const { heads, isDone } = found;
  return { format: ROW_FORMAT, runId, heads, rows, removed, isDone };
}

/** A changed sample as it is now, or what is left of a deleted one. */
type Change = Doc<"samples"> | Doc<"removedSamples">;

/** Reads the first `room` changed and the first `room` deleted samples of a shard after `from`. */
async function changesOfShard(
  ctx: QueryCtx,
  shard: number,
  from: number,
  room: number,
): Promise<Change[]> {
  const changed = await ctx.db
    .query("samples")
    .withIndex("by_feedShard_and_feedSeq", (q) => q.eq("feedShard", shard).gt("feedSeq", from))
    .take(room);
  const removed = await ctx.db
    .query("removedSamples")
    .withIndex("by_feedShard_and_feedSeq", (q) => q.eq("feedShard", shard).gt("feedSeq", from))
    .take(room);
  return [...changed, ...removed];
}

const seqOf = ({ feedSeq = 0 }: { feedSeq?: number }) => feedSeq;

/**
 * Records that the deployment starts. Call it before the first client connects: a copy then learns
 * whether what it saw before still holds.
 */
export async function startRun(ctx: MutationCtx): Promise<void> {
  const { heads } = await readTotals(ctx);
  await ctx.db.insert("feedRuns", { runId: crypto.randomUUID(), heads });
  const runs = await ctx.db
    .query("feedRuns")
    .order("desc")
    .take(MAX_RUNS + 1);
  const [oldest] = runs.slice(MAX_RUNS);
  if (oldest !== undefined) await ctx.db.delete("feedRuns", oldest._id);
}

/** Returns the id of the present run; "" where no start was recorded, as on Convex Cloud. */
export async function currentRun(ctx: QueryCtx): Promise<string> {
  const latest = await ctx.db.query("feedRuns").order("desc").first();
  return latest?.runId ?? "";
}

/**
 * True if the deployment, as it is stored now, went through `position`.
 *
 * Example: a backup is made at 50 and restored after the deployment came to 80. The restored one
 * starts a run at 50. A copy of the earlier run at 40 goes on; one at 60 saw changes that were
 * taken back, and must load again although the heads may have passed 60 since.
 */
async function wasAt(ctx: QueryCtx, { runId, heads }: Position, current: string): Promise<boolean> {
  if (runId === current) return true;
  const run = await ctx.db
    .query("feedRuns")
    .withIndex("by_runId", (q) => q.eq("runId", runId))
    .unique();
  if (run === null) return false;
  const next = await ctx.db
    .query("feedRuns")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", run._creationTime))
    .first();
  return next !== null && heads.every((head, shard) => head <= (next.heads[shard] ?? 0));
}
