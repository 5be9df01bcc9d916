/** The only writer of stock-take lines and of the counts of lines per state. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { keysOf, omitUndefined } from "#domain/common/objects";
import { NO_ITEMS, type ItemState, type StockTakeCounts } from "#domain/stockTakes/stockTake";
import { serialNumberKey } from "#domain/identifiers/readIdentifiers";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

export type Item = Doc<"stockTakeItems">;
type Sample = Doc<"samples">;

/** The key of a number without a sample. */
export const numberKey = serialNumberKey;

export async function findByKey(
  ctx: QueryCtx,
  stockTake: Id<"stockTakes">,
  key: string,
): Promise<Item | null> {
  return await ctx.db
    .query("stockTakeItems")
    .withIndex("by_stockTake_and_key", (q) => q.eq("stockTake", stockTake).eq("key", key))
    .unique();
}

/** The fields of a sample that a line stores. */
export function factsOf({ brand, model, imei1, serialNumber, samplmanag, status }: Sample) {
  return { brand, model, imei1, number: serialNumber, holder: samplmanag, status };
}

/** Collects how one transaction changes a stock-take's counts, and writes them once. */
export class ItemWrites {
  readonly #ctx: MutationCtx;
  readonly #stockTake: Id<"stockTakes">;
  readonly #difference: StockTakeCounts = { ...NO_ITEMS };

  constructor(ctx: MutationCtx, stockTake: Id<"stockTakes">) {
    this.#ctx = ctx;
    this.#stockTake = stockTake;
  }

  /** Adds a line for a sample, unless there is one. */
  async addSample(sample: Sample, state: ItemState, scan: Partial<Item> = {}): Promise<void> {
    await this.#add({ key: sample._id, sampleId: sample._id, ...factsOf(sample), state, ...scan });
  }

  /** Adds a line for a number without a sample, unless there is one. */
  async addNumber(number: string, state: ItemState, scan: Partial<Item> = {}): Promise<void> {
    await this.#add({ key: numberKey(number), number, state, ...scan });
  }

  async #add(line: Omit<Item, "_id" | "_creationTime" | "stockTake">): Promise<void> {
    const stockTake = this.#stockTake;
    if ((await findByKey(this.#ctx, stockTake, line.key)) !== null) return;
    await this.#ctx.db.insert("stockTakeItems", { ...omitUndefined(line), stockTake });
    this.#difference[line.state] += 1;
  }

  /**
   * Changes a line's state and updates its sample fields.
   *
   * @param sample null: keep the stored fields
   */
  async change(
    item: Item,
    state: ItemState,
    sample: Sample | null,
    scan: Partial<Item> = {},
  ): Promise<void> {
    const facts = sample === null ? {} : factsOf(sample);
    await this.#ctx.db.patch("stockTakeItems", item._id, { ...facts, state, ...scan });
    this.#difference[item.state] -= 1;
    this.#difference[state] += 1;
  }

  async flush(): Promise<void> {
    const row = await countsRow(this.#ctx, this.#stockTake);
    const counts = { ...row.counts };
    for (const state of keysOf(counts)) {
      counts[state] += this.#difference[state];
    }
    await this.#ctx.db.patch("stockTakeCounts", row._id, { counts });
  }
}

export async function beginCounts(ctx: MutationCtx, stockTake: Id<"stockTakes">): Promise<void> {
  await ctx.db.insert("stockTakeCounts", { stockTake, counts: { ...NO_ITEMS } });
}

export async function countsOf(
  ctx: QueryCtx,
  stockTake: Id<"stockTakes">,
): Promise<StockTakeCounts> {
  return (await countsRow(ctx, stockTake)).counts;
}

async function countsRow(ctx: QueryCtx, stockTake: Id<"stockTakes">) {
  const row = await getOneFrom(ctx.db, "stockTakeCounts", "by_stockTake", stockTake);
  if (row === null) throw new Error(`stock-take ${stockTake} has no figures`);
  return row;
}
