import { NO_SAMPLES, STATUSES, type StatusCounts } from "#domain/custody/statuses";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { addressesNow } from "../people/addressMoves";
import { negated, shardOf, sum, TOTAL_SHARDS } from "../common/totals";

/** More reports than any supervisor has; bounds the reads that count a team. */
const MAX_REPORTS = 15_000;

/** Where a person's counts belong: the team of their supervisor, and the shard of their e-mail. */
type Place = Pick<Doc<"counterSamples">, "email" | "supervisor">;

type Shard = Pick<Doc<"counterTeams">, "supervisor" | "shard" | "counts">;
type Pending = Shard & { readonly stored: Doc<"counterTeams"> | null };

/**
 * The shards of team totals that one transaction changes. Each shard is read once and written once.
 *
 * Invariant: the stored shards of a team sum to the counters that name its supervisor, excluding
 * the supervisor's own counter. A team without stored shards has no total yet: its reports hold
 * nothing, or their counters predate team totals. Readers then sum the counters, until the team's
 * first change stores the shards.
 *
 * A report has the same shard number here as in the total of all samples (model/common/totals.ts).
 * So transactions that conflict on a document here already conflict there.
 */
export class TeamTotals {
  readonly #ctx: MutationCtx;
  readonly #shards = new Map<string, Pending>();

  constructor(ctx: MutationCtx) {
    this.#ctx = ctx;
  }

  /**
   * Adds to the team of the samples' holder. Call it before the transaction writes the holder's
   * counter, because a team's first change reads the counters.
   */
  async add({ email, supervisor }: Place, difference: StatusCounts): Promise<void> {
    if (supervisor === "" || supervisor === email) return;
    const shard = await this.#read(supervisor, shardOf(email));
    shard.counts = sum(shard.counts, difference);
  }

  /** Moves a counter to another supervisor or e-mail. Call it before the counter is written. */
  async move(counter: Doc<"counterSamples">, to: Partial<Place>): Promise<void> {
    await this.add(counter, negated(counter.counts));
    await this.add({ ...counter, ...to }, counter.counts);
  }

  /** Writes the changed shards. */
  async flush(): Promise<void> {
    for (const { stored, ...shard } of this.#shards.values()) await this.#write(shard, stored);
    this.#shards.clear();
  }

  async #write({ supervisor, shard, counts }: Shard, stored: Pending["stored"]): Promise<void> {
    const isZero = STATUSES.every((status) => counts[status] === 0);
    if (stored !== null && isZero) await this.#ctx.db.delete("counterTeams", stored._id);
    else if (stored !== null) await this.#ctx.db.patch("counterTeams", stored._id, { counts });
    else if (!isZero) await this.#ctx.db.insert("counterTeams", { supervisor, shard, counts });
  }

  async #read(supervisor: string, shard: number): Promise<Pending> {
    const key = keyOf(supervisor, shard);
    const known = this.#shards.get(key);
    if (known !== undefined) return known;
    const stored = await this.#ctx.db
      .query("counterTeams")
      .withIndex("by_supervisor_and_shard", (q) =>
        q.eq("supervisor", supervisor).eq("shard", shard),
      )
      .unique();
    if (stored === null && !(await this.#isStored(supervisor))) {
      for (const counted of await this.#count(supervisor)) {
        this.#shards.set(keyOf(supervisor, counted.shard), counted);
      }
    }
    const pending = this.#shards.get(key) ?? {
      supervisor,
      shard,
      counts: stored?.counts ?? { ...NO_SAMPLES },
      stored,
    };
    this.#shards.set(key, pending);
    return pending;
  }

  async #isStored(supervisor: string): Promise<boolean> {
    const first = await this.#ctx.db
      .query("counterTeams")
      .withIndex("by_supervisor_and_shard", (q) => q.eq("supervisor", supervisor))
      .first();
    return first !== null;
  }

  /** Computes all shards of a team from its counters. */
  async #count(supervisor: string): Promise<Pending[]> {
    const shards = Array.from({ length: TOTAL_SHARDS }, (_, shard): Pending => {
      return { supervisor, shard, counts: { ...NO_SAMPLES }, stored: null };
    });
    for (const { email, counts } of await countersOf(this.#ctx, supervisor)) {
      const shard = shards[shardOf(email)];
      if (shard !== undefined) shard.counts = sum(shard.counts, counts);
    }
    return shards;
  }
}

const keyOf = (supervisor: string, shard: number) => `${shard} ${supervisor}`;

/**
 * Counts what the reports of `supervisor` hold, excluding the supervisor's own samples. Reads at
 * most 16 documents, or one per report for a team that predates team totals and has not changed
 * since.
 */
export async function teamTotal(ctx: QueryCtx, supervisor: string): Promise<StatusCounts> {
  let total = { ...NO_SAMPLES };
  for (const address of await addressesNow(ctx, supervisor)) {
    for (const { counts } of await partsOf(ctx, address)) total = sum(total, counts);
  }
  return total;
}

async function partsOf(ctx: QueryCtx, supervisor: string): Promise<{ counts: StatusCounts }[]> {
  const shards = await ctx.db
    .query("counterTeams")
    .withIndex("by_supervisor_and_shard", (q) => q.eq("supervisor", supervisor))
    .take(TOTAL_SHARDS);
  return shards.length > 0 ? shards : await countersOf(ctx, supervisor);
}

async function countersOf(ctx: QueryCtx, supervisor: string): Promise<Doc<"counterSamples">[]> {
  const counters = await ctx.db
    .query("counterSamples")
    .withIndex("by_supervisor_and_total", (q) => q.eq("supervisor", supervisor))
    .take(MAX_REPORTS);
  return counters.filter(({ email }) => email !== supervisor);
}
