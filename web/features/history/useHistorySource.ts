import { useConvex } from "convex/react";
import { useMemo } from "react";
import type { TableSource } from "@/components/data-table/liveTable";
import { serverSource } from "@/components/data-table/serverSource";
import type { ServerOrders } from "@/lib/tables/serverOrders";
import { api } from "../../../convex/_generated/api";
import { historyScopes } from "#domain/samples/historyTable";
import type { Role } from "#domain/custody/workflow";
import type { HistoryRecord } from "./historyRecord";

/** The records visible to `role` in `orders`, for `useLiveTable`; searched by the server. */
export function useHistorySource(
  role: Role,
  orders: ServerOrders<HistoryRecord>,
): TableSource<HistoryRecord> {
  const convex = useConvex();
  return useMemo(() => {
    const scopes = [...historyScopes(role)];
    const identify = (text: string) => ({ query: api.history.identified, args: { scopes, text } });
    return serverSource<HistoryRecord>({ ...orders, watcher: convex, identify }, "actiondate");
  }, [convex, role, orders]);
}
