import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { NO_ITEMS } from "#domain/stockTakes/stockTake";

type StockTake = FunctionReturnType<typeof api.stockTakes.get>;

/** An open stock-take of a place as the server returns it; pass the fields that matter. */
export function aStockTake(stated: Partial<StockTake> = {}): StockTake {
  const openedBy = "ana@company.com";
  return {
    _id: "s1" as Id<"stockTakes">,
    name: "Shelf 3",
    state: "open",
    openedBy,
    openedAt: Date.UTC(2026, 10, 2),
    counts: { ...NO_ITEMS },
    rule: { kind: "place", city: "Lisbon", location: "Shelf 3" },
    people: [{ email: openedBy, part: "opener" }],
    mayManage: true,
    ...stated,
  };
}
