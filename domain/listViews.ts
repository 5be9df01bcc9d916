import { LISTS, statusesIn, type ListName, type Scope } from "./lists";
import type { Condition } from "./tableFilters";

const oneOf = (field: string, anyOf: readonly string[]): Condition => ({
  kind: "select",
  field,
  anyOf,
});

/**
 * Returns the conditions that the samples in `scope` of `list` satisfy, and no others: for a reader
 * who has all samples. `reader`: their e-mail.
 */
export function scopeConditions(list: ListName, scope: Scope, reader: string): Condition[] {
  const isInStatus = oneOf("status", statusesIn(list, scope));
  switch (scope) {
    case "all":
      return [isInStatus];
    case "mine":
      return [isInStatus, oneOf(list === "delete" ? "registeredby" : "samplmanag", [reader])];
    case "team":
      return [isInStatus, oneOf("supervisor", [reader])];
    case "addressed":
      return [isInStatus, oneOf("pendingWith", [reader])];
  }
  return scope satisfies never;
}

/** Returns the condition that samples satisfy which are overdue at `now`, epoch ms. */
export function overdueCondition(now: number): Condition {
  return { kind: "dates", field: "overdueAt", before: now + 1 };
}

type ListSort = {
  readonly field: "listDate";
  readonly isDescending: boolean;
  /** The rows that come before all others. */
  readonly first?: Condition;
};

/**
 * Returns the order of `compareInList` as a sort by one field. Return and Lost begin with what
 * waits for an answer.
 */
export function listSort(list: ListName): ListSort {
  const { order, awaited } = LISTS[list];
  const sort = { field: "listDate", isDescending: order === "desc" } as const;
  const isSplit = awaited !== null && (list === "return" || list === "lost");
  return isSplit ? { ...sort, first: oneOf("status", [awaited]) } : sort;
}
