import { compareValues } from "convex/values";
import { serverQuery } from "@/components/data-table/filters/serverQuery";
import { indexOrder } from "@/lib/tables/mergeRanges";
import type { ServerOrder, ServerOrders } from "@/lib/tables/serverOrders";
import { api } from "../../../convex/_generated/api";
import {
  historyFilterColumns,
  historyScopes,
  indexedQueries,
  type HistoryOrder,
  type HistoryScope,
} from "#domain/samples/historyTable";
import type { TableQuery } from "#domain/tables/tableFilters";
import type { Role } from "#domain/custody/workflow";
import type { HistoryRecord } from "./useHistorySource";

const columns = historyFilterColumns();
const newestFirst = indexOrder<HistoryRecord>((record) => record.actiondate, "descending");
const byCountry = (one: HistoryRecord, other: HistoryRecord) =>
  compareValues(one.country, other.country) || newestFirst(one, other);

/**
 * The orders in which the server returns the records visible to `role`, for the screen and exports.
 */
export function historyOrders(role: Role): ServerOrders<HistoryRecord> {
  const scopes = historyScopes(role);
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
  return { order, otherOrders: scopes.includes("all") ? [] : [country], columns };
}
