import type { ConvexReactClient } from "convex/react";
import type { SampleRow } from "#domain/samples/compactRows";
import { scopesToShow, type ListName, type Scope } from "#domain/samples/lists";
import { scopeConditions } from "#domain/samples/listViews";
import type { Bound } from "#domain/tables/tableFilters";
import type { Actor } from "#domain/custody/workflow";
import { FallbackStore } from "./fallbackStore";
import { liveSamples } from "./liveSamples";
import type { MapStore } from "./rowStore";
import { sampleCopy } from "./sampleCopy";

/** One scope, all rows that the reader sees in the list, or its overdue ones. */
export type ScopeChoice = "everything" | "overdue" | Exclude<Scope, "all">;

/** The source of a list's rows: those of `store` that satisfy the conditions of `base`. */
export type SampleSource = {
  readonly store: MapStore<SampleRow>;
  readonly base: readonly Bound[];
};

/**
 * Opens the rows of `list` in `choice`; for "overdue" also rows that may become overdue. An admin's
 * rows come from the replica of all samples, other users' from live pages.
 */
export function openSamples(
  client: ConvexReactClient,
  actor: Actor,
  list: ListName,
  choice: ScopeChoice,
): SampleSource {
  const isOverdue = choice === "overdue";
  const isWhole = choice === "everything" || isOverdue;
  const scopes = isWhole ? scopesToShow(actor.role, list) : [choice];
  const copy = actor.role === "admin" ? sampleCopy(client, actor) : null;
  const live = liveSamples(client, actor.role, { list, scopes, isOverdue });
  if (copy === null) return { store: live, base: [] };
  const inScope = scopes.flatMap((scope) => scopeConditions(list, scope, actor));
  return { store: new FallbackStore(live, copy), base: inScope };
}
