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
import { useServerSearch } from "@/components/data-table/useServerSearch";
import { api } from "../../../convex/_generated/api";
import { isEmptyQuery, type TableQuery } from "../../../domain/tableFilters";

/** A person with what they hold; counts are there on the screens that show them. */
export type Employee = FunctionReturnType<typeof api.users.list>["page"][number] & Partial<Held>;
type Held = Pick<
  FunctionReturnType<typeof api.users.listWithCounts>["page"][number],
  "counts" | "inusesampl" | "answersFor"
>;

/** Pages follow each other as they are. */
const AS_LISTED = () => 0;

/**
 * The people whose records the reader may see, live, narrowed by `query` on the server unless all
 * are here already.
 *
 * @param withCounts with what each holds: such a list runs again at every step of one of them
 */
export function usePeople(withCounts: boolean, query: TableQuery) {
  const plain = usePeoplePages(withCounts, null, true);
  const isSearch = !isEmptyQuery(query) && plain.isLoaded && !plain.isDone;
  const found = usePeoplePages(withCounts, query, isSearch);
  return useServerSearch(plain, found, { view: "people", isSearch });
}

function usePeoplePages(withCounts: boolean, query: TableQuery | null, isAsked: boolean) {
  const firstSize = query === null ? FIRST_PAGE : SCAN_PAGE;
  const args = isAsked ? (query === null ? {} : { query: serverQuery(query) }) : ("skip" as const);
  const size = { initialNumItems: firstSize };
  const plain = usePaginatedQuery(api.users.list, withCounts ? "skip" : args, size);
  const counted = usePaginatedQuery(api.users.listWithCounts, withCounts ? args : "skip", size);
  const options = query === null ? {} : { pageSize: SCAN_PAGE, firstSize };
  const range = useLiveRange<Employee>(withCounts ? counted : plain, options);
  return useMemo(() => mergeLiveRanges([range], AS_LISTED), [range]);
}
