import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { SampleRow } from "../../../domain/compactRows";
import {
  compareInList,
  scopesToShow,
  statusesIn,
  type ListName,
  type Scope,
} from "../../../domain/lists";
import { overdueCondition, scopeConditions } from "../../../domain/listViews";
import { isRequestStatus } from "../../../domain/overdue";
import type { Bound } from "../../../domain/tableFilters";
import type { Actor } from "../../../domain/workflow";
import { LiveStore, type StoreRange } from "./liveStore";
import type { MapStore } from "./mapStore";
import { SAMPLE_COLUMNS } from "./sampleColumns";
import { sampleCopy } from "./sampleCopy";
import { FallbackStore } from "./fallbackStore";

/** One scope, everything that the reader sees in the list, or what of it is overdue. */
export type ScopeChoice = "everything" | "overdue" | Exclude<Scope, "all">;

/** The source of a list's rows: those of `store` that satisfy the conditions of `base`. */
export type SampleSource = {
  readonly store: MapStore<SampleRow>;
  readonly base: readonly Bound[];
};

/** Rows that a large screen shows: what an admin has of each range until the copy is there. */
const LARGE_SCREEN = 50;

/**
 * Opens the rows of `list` in `choice`. An admin's come from the copy of all samples, everybody
 * else's from live pages of what they see.
 */
export function openSamples(
  client: ConvexReactClient,
  actor: Actor,
  list: ListName,
  choice: ScopeChoice,
): SampleSource {
  const isWhole = choice === "everything" || choice === "overdue";
  const scopes = isWhole ? scopesToShow(actor.role, list) : [choice];
  const overdue = choice === "overdue" ? [overdueCondition(Date.now())] : [];
  const copy = actor.role === "admin" ? sampleCopy(client, actor) : null;
  const rangesOfScope = (scope: Scope) =>
    rangesOf(list, scope).filter(
      ({ args }) => choice !== "overdue" || isRequestStatus(args.status),
    );
  // The server tells a supervisor what changes in the team; an admin has the copy for that.
  const isFollowed = (scope: Scope) => scope === "team" && actor.role === "supervisor";
  const ranges = scopes.filter((scope) => !isFollowed(scope)).flatMap(rangesOfScope);
  const team = scopes.filter(isFollowed).flatMap(rangesOfScope);
  const live = new LiveStore<SampleRow>({
    watcher: client,
    columns: SAMPLE_COLUMNS,
    ranges,
    followed: {
      ranges: team,
      changes: api.teamFeed.changes,
      has: ({ status }) => team.some(({ args }) => args.status === status),
    },
    compare: compareInList(list),
    // All of them are too many to be live.
    ...(actor.role === "admin" && { reach: LARGE_SCREEN * ranges.length, pageSize: 30 }),
  });
  if (copy === null) return { store: live, base: overdue };
  const inScope = scopes.flatMap((scope) => scopeConditions(list, scope, actor));
  return { store: new FallbackStore(live, copy), base: [...inScope, ...overdue] };
}

/** One index range for each status of a scope. */
function rangesOf(list: ListName, scope: Scope) {
  return statusesIn(list, scope).map((status) => ({
    query: api.samples.list,
    args: { list, scope, status },
  })) satisfies StoreRange<SampleRow>[];
}
