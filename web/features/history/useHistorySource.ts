import { useConvex } from "convex/react";
import { useMemo } from "react";
import { serverQuery } from "@/components/data-table/filters/serverQuery";
import type { TableSource } from "@/components/data-table/liveTable";
import { serverSource } from "@/components/data-table/serverSource";
import { indexOrder } from "@/lib/tables/mergeRanges";
import { api } from "../../../convex/_generated/api";
import { historyFilterColumns, historyScopes } from "../../../domain/historyTable";
import type { Role } from "../../../domain/workflow";
import type { HistoryRecord } from "./columns";

const columns = historyFilterColumns();
const newestFirst = indexOrder<HistoryRecord>((record) => record.actiondate, "descending");

/** The records that `role` sees, newest first, for `useLiveTable`; the server searches them. */
export function useHistorySource(role: Role): TableSource<HistoryRecord> {
  const convex = useConvex();
  return useMemo(() => {
    const scopes = [...historyScopes(role)];
    const rangesOf = (query: Parameters<typeof serverQuery>[0] | null) =>
      scopes.map((scope) => ({
        query: api.history.list,
        args: { scope, ...(query === null ? {} : { query: serverQuery(query) }) },
      }));
    const identify = (text: string) => ({ query: api.history.identified, args: { scopes, text } });
    const options = { watcher: convex, rangesOf, compare: newestFirst, columns, identify };
    return serverSource<HistoryRecord>(options, "actiondate");
  }, [convex, role]);
}
