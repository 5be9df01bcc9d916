import { usePaginatedQuery } from "convex/react";
import { useMemo } from "react";
import { serverQuery } from "@/components/data-table/filters/serverQuery";
import {
  FIRST_PAGE,
  mergeLiveRanges,
  SCAN_PAGE,
  useLiveRange,
} from "@/components/data-table/liveRanges";
import { indexOrder } from "@/components/data-table/mergeRanges";
import { useServerSearch } from "@/components/data-table/useServerSearch";
import { api } from "../../../convex/_generated/api";
import { historyScopes, type HistoryScope } from "../../../domain/historyTable";
import { isUnnarrowed, type TableQuery } from "../../../domain/tableFilters";
import type { Role } from "../../../domain/workflow";
import type { HistoryRecord } from "./columns";

export const newestFirst = indexOrder<HistoryRecord>((record) => record.actiondate, "descending");

const NO_SCOPES: readonly HistoryScope[] = [];

/**
 * The records that `role` sees, newest first, live. Narrowed by `query`, they come from the server, unless
 * all are here already.
 *
 * @throws the server's refusal while rendering, for the route's error screen
 */
export function useHistory(role: Role, query: TableQuery) {
  const plain = useScopes(historyScopes(role), null);
  const isSearch = !isUnnarrowed(query) && plain.isLoaded && !plain.isDone;
  const found = useScopes(isSearch ? historyScopes(role) : NO_SCOPES, query);
  return useServerSearch(plain, found, { view: role, isSearch });
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
