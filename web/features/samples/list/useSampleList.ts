import { usePaginatedQuery } from "convex/react";
import { useMemo } from "react";
import { FIRST_PAGE, mergeLiveRanges, useLiveRange } from "@/components/data-table/liveRanges";
import { indexOrder } from "@/components/data-table/mergeRanges";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { LISTS, scopesToShow, type ListName, type Scope } from "../../../../domain/lists";
import type { Role } from "../../../../domain/workflow";

export type Sample = Doc<"samples">;

/** One scope, or everything the person sees in the list. */
export type ScopeChoice = "everything" | Exclude<Scope, "all">;

const SORT_KEYS = {
  transfer: (sample: Sample) => sample.transferSort ?? 0,
  return: (sample: Sample) => sample.returnSort ?? 0,
  lost: (sample: Sample) => sample.lostSort ?? 0,
  delete: () => 0, // by creation time alone
} as const satisfies Record<ListName, (sample: Sample) => number>;

/** The server's order of `list`, to merge its ranges by. */
export function listOrder(list: ListName) {
  return indexOrder(SORT_KEYS[list], LISTS[list].order === "asc" ? "ascending" : "descending");
}

/**
 * The rows of `list` in `choice`, live: up to three ranges, each paginated by the server, merged as
 * far as all are loaded.
 *
 * @throws the server's refusal while rendering, for the route's error screen
 */
export function useSampleList(list: ListName, role: Role, choice: ScopeChoice) {
  const scopes = choice === "everything" ? scopesToShow(role, list) : [choice];
  const key = scopes.join();
  const all = useRange(list, "all", key);
  const mine = useRange(list, "mine", key);
  const team = useRange(list, "team", key);
  const addressed = useRange(list, "addressed", key);

  const compare = useMemo(() => listOrder(list), [list]);
  return useMemo(() => {
    const byScope = { all, mine, team, addressed };
    const ranges = key.split(",").map((scope) => byScope[scope as Scope]);
    return { compare, ...mergeLiveRanges(ranges, compare) };
  }, [all, mine, team, addressed, key, compare]);
}

function useRange(list: ListName, scope: Scope, wanted: string) {
  const isWanted = wanted.split(",").includes(scope);
  return useLiveRange(
    usePaginatedQuery(api.samples.list, isWanted ? { list, scope } : "skip", {
      initialNumItems: FIRST_PAGE,
    }),
  );
}
