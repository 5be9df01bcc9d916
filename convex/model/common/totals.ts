import { getOneFrom } from "convex-helpers/server/relationships";
import { NO_SAMPLES, STATUSES, type StatusCounts } from "#domain/custody/statuses";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

/**
 * Number of shards of the total count, so that concurrent hand-overs by different people rarely
 * write the same shard.
 */
export const TOTAL_SHARDS = 16;

/** The position of one change in the change feed (model/lists/sampleFeed.ts). */
export type FeedPlace = { readonly feedShard: number; readonly feedSeq: number };

type Shard = { counts: StatusCounts; seq: number };
type Pending = Shard & { readonly stored: Doc<"counterTotals"> | null };

/**
 * The shards of the total count that one transaction changes. Each shard is read once and written
 * once, however many samples change: a batch of 250 imported rows of one person costs one write.
 */
export class Totals {
  readonly #ctx: MutationCtx;
  readonly #shards = new Map<number, Pending>();

  constructor(ctx: MutationCtx) {
    this.#ctx = ctx;
  }

  /** Returns the feed position for a change to a sample held by `holder` (an e-mail). */
  async nextPlace(holder: string): Promise<FeedPlace> {
    const feedShard = shardOf(holder);
    const shard = await this.#read(feedShard);
    return { feedShard, feedSeq: ++shard.seq };
  }

  /** Adds `difference` to the shard of `holder` (an e-mail). */
  async add(holder: string, difference: StatusCounts): Promise<void> {
    const shard = await this.#read(shardOf(holder));
    shard.counts = sum(shard.counts, difference);
  }

  /** Writes the changed shards. */
  async flush(): Promise<void> {
    for (const [shard, { stored, counts, seq }] of this.#shards) {
      if (stored !== null) await this.#ctx.db.patch("counterTotals", stored._id, { counts, seq });
      else await this.#ctx.db.insert("counterTotals", { shard, counts, seq });
    }
  }

  async #read(shard: number): Promise<Pending> {
    const known = this.#shards.get(shard);
    if (known !== undefined) return known;
    const stored = await getOneFrom(this.#ctx.db, "counterTotals", "by_shard", shard);
    const pending = { counts: { ...NO_SAMPLES }, seq: 0, ...stored, stored };
    this.#shards.set(shard, pending);
    return pending;
  }
}

/** Reads all shards: at most 16 documents. */
export async function readTotals(
  ctx: QueryCtx,
): Promise<{ counts: StatusCounts; heads: number[] }> {
  const shards = await ctx.db.query("counterTotals").take(TOTAL_SHARDS);
  const heads = Array<number>(TOTAL_SHARDS).fill(0);
  for (const { shard, seq } of shards) heads[shard] = seq;
  const counts = shards.reduce((total, each) => sum(total, each.counts), { ...NO_SAMPLES });
  return { counts, heads };
}

export function sum(left: StatusCounts, right: StatusCounts): StatusCounts {
  const counts = { ...left };
  for (const status of STATUSES) counts[status] += right[status];
  return counts;
}

export function negated(counts: Readonly<StatusCounts>): StatusCounts {
  const negative = { ...counts };
  for (const status of STATUSES) negative[status] *= -1;
  return negative;
}

/** Hashes the e-mail (FNV-1a), so that a person always maps to the same shard. */
export function shardOf(email: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < email.length; index++) {
    hash = Math.imul(hash ^ email.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % TOTAL_SHARDS;
}
