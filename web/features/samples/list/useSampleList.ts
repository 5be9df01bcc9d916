import { usePaginatedQuery } from "convex/react";
import { useMemo } from "react";
import {
  FIRST_PAGE,
  mergeLiveRanges,
  useLiveRange,
  type LiveRange,
} from "@/components/data-table/liveRanges";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import {
  listOrder,
  scopesToShow,
  statusesIn,
  type ListName,
  type Scope,
} from "../../../../domain/lists";
import type { Status } from "../../../../domain/statuses";
import type { Role } from "../../../../domain/workflow";

export type Sample = Doc<"samples">;

/** One scope, or everything the person sees in the list. */
export type ScopeChoice = "everything" | Exclude<Scope, "all">;

/**
 * The rows of `list` in `choice`, live: a range for each scope and status, each paginated by the
 * server, merged as far as all are loaded.
 *
 * @throws the server's refusal while rendering, for the route's error screen
 */
export function useSampleList(list: ListName, role: Role, choice: ScopeChoice) {
  const scopes = choice === "everything" ? scopesToShow(role, list) : [choice];
  const key = scopes.join();
  const all = useScope(list, "all", key);
  const mine = useScope(list, "mine", key);
  const team = useScope(list, "team", key);
  const addressed = useScope(list, "addressed", key);

  const compare = useMemo(() => listOrder(list), [list]);
  return useMemo(
    () => ({ compare, ...mergeLiveRanges([...all, ...mine, ...team, ...addressed], compare) }),
    [all, mine, team, addressed, compare],
  );
}

/** No list shows more than three statuses. The ranges of a scope that is not wanted are none. */
function useScope(list: ListName, scope: Scope, wanted: string): readonly LiveRange<Sample>[] {
  const isWanted = wanted.split(",").includes(scope);
  const statuses = isWanted ? statusesIn(list, scope) : [];
  const first = useRange(list, scope, statuses[0]);
  const second = useRange(list, scope, statuses[1]);
  const third = useRange(list, scope, statuses[2]);
  const count = statuses.length;
  return useMemo(() => [first, second, third].slice(0, count), [first, second, third, count]);
}

function useRange(list: ListName, scope: Scope, status: Status | undefined): LiveRange<Sample> {
  const args = status === undefined ? "skip" : { list, scope, status };
  return useLiveRange(usePaginatedQuery(api.samples.list, args, { initialNumItems: FIRST_PAGE }));
}
