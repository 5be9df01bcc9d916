import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { TOTAL_SHARDS } from "../common/totals";

type Pending = { readonly supervisor: string; readonly shard: number; seq: number } & {
  readonly stored: Doc<"teamHeads"> | null;
};

/**
 * The heads of team feeds (model/lists/teamFeed.ts) that one transaction advances. Each head is
 * read once and written once.
 */
export class TeamHeads {
  readonly #ctx: MutationCtx;
  readonly #heads = new Map<string, Pending>();

  constructor(ctx: MutationCtx) {
    this.#ctx = ctx;
  }

  /**
   * Returns the number of a change in the team of `supervisor`; "" is the team of holders without
   * one.
   *
   * @param shard the change's shard in the feed of all samples, whose head this transaction also
   *   writes
   */
  async nextSeq(supervisor: string, shard: number): Promise<number> {
    const head = await this.#read(supervisor, shard);
    return ++head.seq;
  }

  /** Writes the advanced heads. */
  async flush(): Promise<void> {
    for (const { stored, ...head } of this.#heads.values()) {
      if (stored === null) await this.#ctx.db.insert("teamHeads", head);
      else await this.#ctx.db.patch("teamHeads", stored._id, { seq: head.seq });
    }
  }

  async #read(supervisor: string, shard: number): Promise<Pending> {
    const key = `${shard} ${supervisor}`;
    const known = this.#heads.get(key);
    if (known !== undefined) return known;
    const stored = await this.#ctx.db
      .query("teamHeads")
      .withIndex("by_supervisor_and_shard", (q) =>
        q.eq("supervisor", supervisor).eq("shard", shard),
      )
      .unique();
    const head = { supervisor, shard, seq: stored?.seq ?? 0, stored };
    this.#heads.set(key, head);
    return head;
  }
}

/** Reads the heads of a team: at most 16 documents. */
export async function headsOfTeam(ctx: QueryCtx, supervisor: string): Promise<number[]> {
  const stored = await ctx.db
    .query("teamHeads")
    .withIndex("by_supervisor_and_shard", (q) => q.eq("supervisor", supervisor))
    .take(TOTAL_SHARDS);
  const heads = Array<number>(TOTAL_SHARDS).fill(0);
  for (const { shard, seq } of stored) heads[shard] = seq;
  return heads;
}
