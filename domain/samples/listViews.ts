import { LISTS, ownFields, statusesIn, type ListName, type Scope } from "./lists";
import type { Bound, Condition } from "../tables/tableFilters";
import { pendingFieldIn, type Actor } from "../custody/workflow";

const oneOf = (field: string, anyOf: readonly string[]): Condition => ({
  kind: "select",
  field,
  anyOf,
});

/**
 * Returns conditions that exactly the samples in `scope` of `list` satisfy, for a reader who has
 * all samples.
 */
export function scopeConditions(list: ListName, scope: Scope, reader: Actor): Bound[] {
  const { email } = reader;
  const isInStatus = oneOf("status", statusesIn(list, scope));
  switch (scope) {
    case "all":
      return [isInStatus];
    case "mine":
      return [isInStatus, ...ownFields(list).map((field) => oneOf(field, [email]))];
    case "team":
      return [isInStatus, oneOf("supervisor", [email])];
    case "addressed": {
      const isAsked = oneOf("pendingWith", [email, ...absenteesIn(list, reader)]);
      // Stand-ins may not answer their own requests: `awaitsAnswerOf`.
      return [isInStatus, isAsked, { kind: "none", field: "waitingManager", noneOf: [email] }];
    }
  }
  return scope satisfies never;
}

/**
 * The e-mails of the absent people whose requests in `list` the reader answers as their stand-in.
 */
function absenteesIn(list: ListName, { standsInFor = [] }: Actor): string[] {
  const { awaited } = LISTS[list];
  const asked = awaited === null ? undefined : pendingFieldIn(awaited);
  const answered = standsInFor.filter(({ fields }) => fields.some((field) => field === asked));
  return answered.map(({ email }) => email);
}

/** Returns the condition for samples that are overdue at `now`, epoch ms. */
export function overdueCondition(now: number): Condition {
  return { kind: "dates", field: "overdueAt", before: now + 1 };
}

type ListSort = {
  readonly field: "listDate";
  readonly isDescending: boolean;
  /** The rows sorted before all others. */
  readonly first?: Condition;
};

/**
 * Returns the order of `compareInList` as a sort by one field. Return and Lost start with pending
 * requests.
 */
export function listSort(list: ListName): ListSort {
  const { order, awaited } = LISTS[list];
  const sort = { field: "listDate", isDescending: order === "desc" } as const;
  const isSplit = awaited !== null && (list === "return" || list === "lost");
  return isSplit ? { ...sort, first: oneOf("status", [awaited]) } : sort;
}
