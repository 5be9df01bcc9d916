import { usePaginatedQuery, useQuery } from "convex/react";
import { useMemo } from "react";
import { serverQuery } from "@/components/data-table/filters/serverQuery";
import {
  FIRST_PAGE,
  mergeLiveRanges,
  SCAN_PAGE,
  useLiveRange,
  type LiveRange,
} from "@/components/data-table/liveRanges";
import { useServerSearch } from "@/components/data-table/useServerSearch";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import {
  compareInList,
  scopesToShow,
  statusesIn,
  type ListName,
  type Scope,
} from "../../../../domain/lists";
import type { Status } from "../../../../domain/statuses";
import { isEmptyQuery, type TableQuery } from "../../../../domain/tableFilters";
import type { Role } from "../../../../domain/workflow";

export type Sample = Doc<"samples">;

/** One scope, or everything the person sees in the list. */
export type ScopeChoice = "everything" | Exclude<Scope, "all">;

/**
 * The rows of `list` in `choice`, live: a range for each scope and status, each paginated by the
 * server, merged as far as all are loaded.
 *
 * Narrowed by `query`, they come from the server too, unless all are here already: it looks through
 * 1,000 a page and sends what matches. Rows that do not match may be among those returned (the last
 * of each page, what was loaded before); `DataTable` tests them all. `looked`: how many the server
 * has looked through.
 *
 * @throws the server's refusal while rendering, for the route's error screen
 */
export function useSampleList(list: ListName, role: Role, choice: ScopeChoice, query: TableQuery) {
  const scopes = (choice === "everything" ? scopesToShow(role, list) : [choice]).join();
  const compare = useMemo(() => compareInList(list), [list]);
  const plain = useMerged(list, scopes, null);
  const isSearch = !isEmptyQuery(query) && plain.isLoaded && !plain.isDone;
  const found = useMerged(list, isSearch ? scopes : "", query);

  const shown = useServerSearch(plain, found, { view: `${list} ${scopes}`, isSearch });
  const identified = useIdentified(list, scopes, isSearch ? query.search.trim() : "");
  const rows = useMemo(() => {
    if (identified.length === 0) return shown.rows;
    const there = new Set(shown.rows.map(({ _id }) => _id));
    return [...shown.rows, ...identified.filter(({ _id }) => !there.has(_id)).sort(compare)];
  }, [shown.rows, identified, compare]);
  return {
    compare,
    ...shown,
    rows,
    /** The number of rows without filters; null until all are loaded. */
    count: plain.isDone ? plain.rows.length : null,
  };
}

/** Shorter texts are no serial number. */
const MIN_IDENTIFIER = 4;

/**
 * Samples with exactly `text` as an identifier: the server finds them at once, long before a search
 * gets there.
 */
function useIdentified(list: ListName, scopes: string, text: string): readonly Sample[] {
  const isAsked = text.length >= MIN_IDENTIFIER && scopes !== "";
  const args = { list, scopes: scopes.split(",") as Scope[], text };
  return useQuery(api.samples.identified, isAsked ? args : "skip") ?? NONE;
}

const NONE: readonly Sample[] = [];

/** The ranges of `scopes` (commas between) as one list. @param query null: all rows */
function useMerged(list: ListName, scopes: string, query: TableQuery | null) {
  const all = useScope(list, "all", scopes, query);
  const mine = useScope(list, "mine", scopes, query);
  const team = useScope(list, "team", scopes, query);
  const addressed = useScope(list, "addressed", scopes, query);
  return useMemo(
    () => mergeLiveRanges([...all, ...mine, ...team, ...addressed], compareInList(list)),
    [all, mine, team, addressed, list],
  );
}

/** No list shows more than five statuses. The ranges of a scope that is not wanted are none. */
function useScope(
  list: ListName,
  scope: Scope,
  wanted: string,
  query: TableQuery | null,
): readonly LiveRange<Sample>[] {
  const isWanted = wanted.split(",").includes(scope);
  const statuses = isWanted
    ? statusesIn(list, scope).filter((status) => mayHave(query, status))
    : [];
  const first = useRange(list, scope, statuses[0], query);
  const second = useRange(list, scope, statuses[1], query);
  const third = useRange(list, scope, statuses[2], query);
  const fourth = useRange(list, scope, statuses[3], query);
  const fifth = useRange(list, scope, statuses[4], query);
  const count = statuses.length;
  return useMemo(
    () => [first, second, third, fourth, fifth].slice(0, count),
    [first, second, third, fourth, fifth, count],
  );
}

function useRange(
  list: ListName,
  scope: Scope,
  status: Status | undefined,
  query: TableQuery | null,
): LiveRange<Sample> {
  const pageSize = query === null ? undefined : SCAN_PAGE;
  const range = { list, scope, status };
  const args =
    status === undefined
      ? "skip"
      : { ...range, status, ...(query === null ? {} : { query: serverQuery(query) }) };
  const firstSize = pageSize ?? FIRST_PAGE;
  return useLiveRange(
    usePaginatedQuery(api.samples.list, args, { initialNumItems: firstSize }),
    pageSize === undefined ? {} : { pageSize, firstSize },
  );
}

/** A range whose status is filtered out need not be looked through. */
function mayHave(query: TableQuery | null, status: Status): boolean {
  const chosen = query?.conditions.find(({ field }) => field === "status");
  return chosen?.kind !== "select" || chosen.anyOf.includes(status);
}
