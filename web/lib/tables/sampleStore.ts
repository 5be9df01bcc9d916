import { api } from "../../../convex/_generated/api";
import type { Doc } from "../../../convex/_generated/dataModel";
import {
  compareInList,
  scopesToShow,
  statusesIn,
  type ListName,
  type Scope,
} from "../../../domain/lists";
import type { Condition } from "../../../domain/tableFilters";
import type { Actor } from "../../../domain/workflow";
import type { QueryWatcher } from "./livePages";
import { LiveStore, type StoreRange } from "./liveStore";
import type { RowStore } from "./rowStore";
import { SAMPLE_COLUMNS } from "./sampleColumns";

export type SampleRow = Doc<"samples">;

/** One scope, or everything that the reader sees in the list. */
export type ScopeChoice = "everything" | Exclude<Scope, "all">;

/** Where a list's rows come from: `base` picks them out of what `store` has. */
export type SampleSource = {
  readonly store: RowStore<SampleRow>;
  readonly base: readonly Condition[];
};

/** Opens the rows of `list` in `choice`: one index range for each scope and status. */
export function openSamples(
  watcher: QueryWatcher,
  { role }: Actor,
  list: ListName,
  choice: ScopeChoice,
): SampleSource {
  const scopes = choice === "everything" ? scopesToShow(role, list) : [choice];
  const ranges = scopes.flatMap((scope): StoreRange<SampleRow>[] =>
    statusesIn(list, scope).map((status) => ({
      query: api.samples.list,
      args: { list, scope, status },
    })),
  );
  const compare = compareInList(list);
  const store = new LiveStore({
    watcher,
    columns: SAMPLE_COLUMNS,
    ranges,
    compare,
    ...(scopes.includes("all") ? { reach: 0 } : {}), // an admin's are too many to be live
  });
  return { store, base: [] };
}
