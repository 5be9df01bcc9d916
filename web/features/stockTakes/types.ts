import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type StockTake = FunctionReturnType<typeof api.stockTakes.get>;
export type StockTakeSummary = FunctionReturnType<typeof api.stockTakes.list>["page"][number];
export type Item = FunctionReturnType<typeof api.stockTakes.items>["page"][number];
