import { vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { ITEM_STATE_NAMES, type ItemState } from "#domain/stockTakes/stockTake";
import { ana, type ConvexLab } from "./deployments/convexLab";
import { FIRST_PAGE, newTransactionId } from "./samples";

type Target = (typeof api.stockTakes.open)["_args"]["target"];

/** Targets of stock-takes: Ana's samples, a place, everything the opener sees. */
export const anas = { kind: "person", email: ana } as const;
export const lisbon = { kind: "place", city: "Lisbon", location: "" } as const;
export const query = { search: "", conditions: [], timeZone: "UTC" };
export const everything = { kind: "filter", scope: "everything", state: {}, query } as const;

/** Acts on the stock-takes of a lab; their scheduled batches run only at `finish`. */
export class StockTakeLab {
  readonly #lab: ConvexLab;

  constructor(lab: ConvexLab) {
    this.#lab = lab;
  }

  async registerMany(by: string, count: number): Promise<Id<"samples">[]> {
    const ids: Id<"samples">[] = [];
    while (ids.length < count) ids.push(await this.#lab.register(by));
    return ids;
  }

  /** The first page of the stock-takes that `by` sees, open or closed. */
  async listed(by: string, isOpen: boolean) {
    const args = { isOpen, paginationOpts: FIRST_PAGE };
    return (await this.#lab.as(by).query(api.stockTakes.list, args)).page;
  }

  begin(by: string, target: Target, name = "Shelf"): Promise<Id<"stockTakes">> {
    return this.#lab.as(by).mutation(api.stockTakes.open, { name, target });
  }

  /** Opens a stock-take and runs the batches that find the expected samples. */
  async open(by: string, target: Target): Promise<Id<"stockTakes">> {
    const id = await this.begin(by, target);
    await this.finish();
    return id;
  }

  finish(): Promise<void> {
    return this.#lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers);
  }

  scan(by: string, stockTakeId: string, text: string, scanId = newTransactionId()) {
    return this.#lab.as(by).mutation(api.stockTakes.scan, { stockTakeId, scanId, text });
  }

  get(by: string, stockTakeId: string) {
    return this.#lab.as(by).query(api.stockTakes.get, { stockTakeId });
  }

  async close(by: string, stockTakeId: string): Promise<void> {
    await this.#lab.as(by).mutation(api.stockTakes.close, { stockTakeId });
    await this.finish();
  }

  async items(by: string, stockTakeId: string, state: ItemState) {
    const args = { stockTakeId, state, paginationOpts: FIRST_PAGE };
    return (await this.#lab.as(by).query(api.stockTakes.items, args)).page;
  }

  /** Numbers of the lines by state; states without a line are left out. */
  async numbers(by: string, stockTakeId: string): Promise<Partial<Record<ItemState, string[]>>> {
    const found: Partial<Record<ItemState, string[]>> = {};
    for (const state of ITEM_STATE_NAMES) {
      const items = await this.items(by, stockTakeId, state);
      if (items.length > 0) found[state] = items.map(({ number }) => number).sort();
    }
    return found;
  }

  async sample(sampleId: Id<"samples">): Promise<Doc<"samples">> {
    const sample = await this.#lab.backend.t.run((ctx) => ctx.db.get("samples", sampleId));
    if (sample === null) throw new Error(`${sampleId} is gone`);
    return sample;
  }

  async serial(sampleId: Id<"samples">): Promise<string> {
    return (await this.sample(sampleId)).serialNumber;
  }
}
