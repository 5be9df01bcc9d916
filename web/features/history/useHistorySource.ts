import { useConvex } from "convex/react";
import { compareValues } from "convex/values";
import { useMemo } from "react";
import { serverQuery } from "@/components/data-table/filters/serverQuery";
import type { TableSource } from "@/components/data-table/liveTable";
import { serverSource } from "@/components/data-table/serverSource";
import { indexOrder } from "@/lib/tables/mergeRanges";
import type { ServerOrder } from "@/lib/tables/serverOrders";
import { api } from "../../../convex/_generated/api";
import {
  historyFilterColumns,
  historyScopes,
  indexedQueries,
  type HistoryOrder,
  type HistoryScope,
} from "../../../domain/historyTable";
import type { TableQuery } from "../../../domain/tableFilters";
import type { Role } from "../../../domain/workflow";
import type { HistoryRecord } from "./columns";

const columns = historyFilterColumns();
const newestFirst = indexOrder<HistoryRecord>((record) => record.actiondate, "descending");
const byCountry = (one: HistoryRecord, other: HistoryRecord) =>
  compareValues(one.country, other.country) || newestFirst(one, other);

/** The records that `role` sees, newest first, for `useLiveTable`; the server searches them. */
export function useHistorySource(role: Role): TableSource<HistoryRecord> {
  const convex = useConvex();
  return useMemo(() => {
    const scopes = [...historyScopes(role)];
    const rangeOf = (scope: HistoryScope, order: HistoryOrder, query: TableQuery | null) => ({
      query: api.history.list,
      args: { scope, order, ...(query === null ? {} : { query: serverQuery(query) }) },
    });
    const order: ServerOrder<HistoryRecord> = {
      sort: null,
      compare: newestFirst,
      rangesOf: (query) =>
        scopes.flatMap((scope) => {
          const queries = query === null ? [null] : indexedQueries(query, scope);
          return queries.map((each) => rangeOf(scope, "newest", each));
        }),
    };
    const country: ServerOrder<HistoryRecord> = {
      sort: { field: "country", isDescending: false },
      compare: byCountry,
      rangesOf: (query) => scopes.map((scope) => rangeOf(scope, "country", query)),
    };
    const identify = (text: string) => ({ query: api.history.identified, args: { scopes, text } });
    const otherOrders = scopes.includes("all") ? [] : [country];
    const options = { watcher: convex, order, otherOrders, columns, identify };
    return serverSource<HistoryRecord>(options, "actiondate");
  }, [convex, role]);
}
