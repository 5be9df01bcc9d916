import { usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
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
import { isEmptyQuery, type TableQuery } from "../../../domain/tableFilters";

export type AuditRecord = FunctionReturnType<typeof api.audit.list>["page"][number];

const newestFirst = indexOrder<AuditRecord>(({ at }) => at, "descending");

/**
 * The record of administration, newest first, live; narrowed by `query` on the server, unless all
 * of it is here already.
 */
export function useAudit(query: TableQuery) {
  const plain = useAuditPages(null, true);
  const isSearch = !isEmptyQuery(query) && plain.isLoaded && !plain.isDone;
  const found = useAuditPages(query, isSearch);
  return useServerSearch(plain, found, { view: "audit", isSearch });
}

function useAuditPages(query: TableQuery | null, isAsked: boolean) {
  const firstSize = query === null ? FIRST_PAGE : SCAN_PAGE;
  const args = query === null ? {} : { query: serverQuery(query) };
  const range = useLiveRange(
    usePaginatedQuery(api.audit.list, isAsked ? args : "skip", { initialNumItems: firstSize }),
    query === null ? {} : { pageSize: SCAN_PAGE, firstSize },
  );
  return useMemo(() => mergeLiveRanges([range], newestFirst), [range]);
}
