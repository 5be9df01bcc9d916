import { usePaginatedQuery, useQuery } from "convex/react";
import { useMemo } from "react";
import { serverQuery } from "@/components/data-table/filters/serverQuery";
import {
  FIRST_PAGE,
  mergeLiveRanges,
  SCAN_PAGE,
  useLiveRange,
} from "@/components/data-table/liveRanges";
import { indexOrder } from "@/lib/tables/mergeRanges";
import { useServerSearch } from "@/components/data-table/useServerSearch";
import { api } from "../../../convex/_generated/api";
import { historyScopes, type HistoryScope } from "../../../domain/historyTable";
import { isEmptyQuery, type TableQuery } from "../../../domain/tableFilters";
import type { Role } from "../../../domain/workflow";
import type { HistoryRecord } from "./columns";

export const newestFirst = indexOrder<HistoryRecord>((record) => record.actiondate, "descending");

const NO_SCOPES: readonly HistoryScope[] = [];

/**
 * The records that `role` sees, newest first, live. Narrowed by `query`, they come from the server,
 * unless all are here already.
 *
 * @throws the server's refusal while rendering, for the route's error screen
 */
export function useHistory(role: Role, query: TableQuery) {
  const plain = useScopes(historyScopes(role), null);
  const isSearch = !isEmptyQuery(query) && plain.isLoaded && !plain.isDone;
  const found = useScopes(isSearch ? historyScopes(role) : NO_SCOPES, query);
  const shown = useServerSearch(plain, found, { view: role, isSearch });
  const identified = useIdentified(role, isSearch ? query.search.trim() : "");
  const rows = useMemo(() => {
    const there = new Set(shown.rows.map(({ _id }) => _id));
    const others = identified.filter(({ _id }) => !there.has(_id));
    return others.length === 0 ? shown.rows : [...shown.rows, ...others].sort(newestFirst);
  }, [shown.rows, identified]);
  return { ...shown, rows };
}

/** Shorter texts are no serial number. */
const MIN_IDENTIFIER = 4;
const NO_RECORDS: readonly HistoryRecord[] = [];

/**
 * The records of the samples that bear exactly `text`. The server finds them by index, before the
 * search has come so far.
 */
function useIdentified(role: Role, text: string): readonly HistoryRecord[] {
  const args = { scopes: [...historyScopes(role)], text };
  return (
    useQuery(api.history.identified, text.length < MIN_IDENTIFIER ? "skip" : args) ?? NO_RECORDS
  );
}

/** Two at most: one's own and the team's. @param query null: all records */
function useScopes(scopes: readonly HistoryScope[], query: TableQuery | null) {
  const first = useScope(scopes[0], query);
  const second = useScope(scopes[1], query);
  const count = scopes.length;
  return useMemo(
    () => mergeLiveRanges([first, second].slice(0, count), newestFirst),
    [first, second, count],
  );
}

function useScope(scope: HistoryScope | undefined, query: TableQuery | null) {
  const firstSize = query === null ? FIRST_PAGE : SCAN_PAGE;
  const narrowed = query === null ? {} : { query: serverQuery(query) };
  return useLiveRange(
    usePaginatedQuery(api.history.list, scope === undefined ? "skip" : { scope, ...narrowed }, {
      initialNumItems: firstSize,
    }),
    query === null ? {} : { pageSize: SCAN_PAGE, firstSize },
  );
}
