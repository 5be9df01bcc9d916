/**
 * Feeds the replica of all samples in an admin's browser: every row once, in pages, and then each
 * change.
 *
 * Each change has a position in one of 16 shards, numbered in commit order (`Totals.nextPlace`). A
 * sample is indexed only at the position of its latest change, so the changes since a position are
 * an index range over samples, each in its current state. The **heads** are the latest number of
 * each shard.
 *
 *     heads --> page, page, ... until all rows are read  --> changes since those heads, until done
 *                                                        `--> changes, each time the heads move
 *
 * A row that changes while pages are being read is read again by `changes`, whichever version the
 * page had. So the replica equals the samples as of the last answer.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import { encodeRows, ROW_FORMAT } from "#domain/samples/compactRows";
import type { StatusCounts } from "#domain/custody/statuses";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import * as AddressMoves from "../people/addressMoves";
import { changesBetween, countBehind } from "./feedChanges";
import { readTotals, TOTAL_SHARDS } from "../common/totals";

/**
 * Rows per page for a browser. While ten admins load all rows, a hand-over waits for up to ten
 * pages, twice: on a busy machine the median was 49 ms with pages of 100 rows, and 88 to 146 ms
 * with 200.
 */
const PAGE_ROWS = 100;

/**
 * Rows per page for an export, which a single terminal reads: twice the rows per second of 100-row
 * pages. A hand-over waits for at most one page, 20 ms.
 */
const EXPORT_PAGE_ROWS = 400;

/** Maximum number of changed and removed rows per answer. */
const MAX_CHANGES = 100;

/** A replica further behind reloads all pages, which takes about as long. */
const MAX_BEHIND = 20_000;

/** Starts of the deployment that are kept; a replica from an older run reloads. */
const MAX_RUNS = 100;

/**
 * A position in the feed: the run in which `heads` were read, and the latest number of each shard.
 */
type Position = { readonly runId: string; readonly heads: readonly number[] };

type Page = { format: number; rows: string; cursor: string | null };

type Changes = {
  format: number;
  runId: string;
  /** The position after these changes. */
  heads: number[];
  rows: string;
  removed: Id<"samples">[];
  isDone: boolean;
};

/** Returns the current position and the counts of all samples. Reads 17 small documents. */
export async function position(
  ctx: QueryCtx,
): Promise<{ format: number; runId: string; heads: number[]; counts: StatusCounts }> {
  return { format: ROW_FORMAT, runId: await currentRun(ctx), ...(await readTotals(ctx)) };
}

/** `cursor`: null for the first page. `isNewestFirst`: in the reverse order of creation. */
type PageArgs = { cursor: string | null; isNewestFirst?: boolean; isExport?: boolean };

/** The next rows of every status, in creation order. */
export async function page(
  ctx: QueryCtx,
  { cursor, isNewestFirst = false, isExport = false }: PageArgs,
): Promise<Page> {
  const numItems = isExport ? EXPORT_PAGE_ROWS : PAGE_ROWS;
  const samples = ctx.db.query("samples").order(isNewestFirst ? "desc" : "asc");
  const found = await samples.paginate({ cursor, numItems });
  const rows = encodeRows(await AddressMoves.resolveAddresses(ctx, found.page));
  return { format: ROW_FORMAT, rows, cursor: found.isDone ? null : found.continueCursor };
}

/**
 * The next changes after `since`: each changed sample in its current state, each deleted one as its
 * id.
 *
 * @returns null when the replica must reload: it is too far behind, or the deployment was never at
 *   that position, as after a restored backup
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

/** A changed sample in its current state, or the tombstone of a deleted one. */
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
 * Records a start of the deployment. Call it before the first client connects, so that a replica
 * can detect whether its position is still valid.
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

/** Returns the id of the current run; "" if no start was recorded, as on Convex Cloud. */
export async function currentRun(ctx: QueryCtx): Promise<string> {
  const latest = await ctx.db.query("feedRuns").order("desc").first();
  return latest?.runId ?? "";
}

/**
 * True if the history of the deployment's current data passed through `position`.
 *
 * Example: a backup is made at 50 and restored after the deployment has reached 80. The restored
 * deployment starts a run at 50. A replica of the earlier run at 40 continues; one at 60 has seen
 * changes that were rolled back, and must reload even if the heads have passed 60 again.
 */
async function wasAt(ctx: QueryCtx, { runId, heads }: Position, current: string): Promise<boolean> {
  if (runId === current) return true;
  const run = await getOneFrom(ctx.db, "feedRuns", "by_runId", runId);
  if (run === null) return false;
  const next = await ctx.db
    .query("feedRuns")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", run._creationTime))
    .first();
  return next !== null && heads.every((head, shard) => head <= (next.heads[shard] ?? 0));
}
