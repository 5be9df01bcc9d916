import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** A row of the History screen. */
export type HistoryRecord = FunctionReturnType<typeof api.history.list>["page"][number];
