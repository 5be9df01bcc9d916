import { LISTS, mayUseScope, type ListName } from "../../../../domain/lists";
import type { StatusCounts } from "../../../../domain/statuses";
import type { Role } from "../../../../domain/workflow";
import type { ScopeChoice } from "./useSampleList";

export type ScopeTab = { choice: ScopeChoice; label: string };

const TABS: readonly ScopeTab[] = [
  { choice: "everything", label: "All" },
  { choice: "addressed", label: "To receive" },
  { choice: "mine", label: "Mine" },
  { choice: "team", label: "Team" },
];

/** Nobody receives a lost sample. */
const TO_APPROVE: ScopeTab = { choice: "addressed", label: "To approve" };

/** The parts of a list that `role` may look at one by one. */
export function scopeTabs(list: ListName, role: Role): ScopeTab[] {
  return TABS.filter(
    ({ choice }) => choice === "everything" || mayUseScope(role, list, choice),
  ).map((tab) => (list === "lost" && tab.choice === "addressed" ? TO_APPROVE : tab));
}

/** What the server counts anyway, for other parts of the page. */
export type KnownCounts = {
  /** Of everything the person answers for, and of what they hold themselves. */
  counts: { scope: StatusCounts; mine: StatusCounts };
  /** What waits for their acknowledgement; null when it is more than the server lists. */
  waiting: readonly { kind: "transfer" | "return" | "lost" }[] | null;
};

/**
 * How many samples a tab holds, or null when the kept counters do not say: what a person registered,
 * and everything a supervisor sees while something is addressed to them, which may be their team's.
 */
export function scopeCount(
  list: ListName,
  role: Role,
  choice: ScopeChoice,
  { counts, waiting }: KnownCounts,
): number | null {
  const statuses = LISTS[list].statuses;
  const sum = (by: StatusCounts) => statuses.reduce((total, status) => total + by[status], 0);
  if (list === "delete") {
    return role === "admin" && choice === "everything" ? sum(counts.scope) : null;
  }
  const addressed = waiting && waiting.filter(({ kind }) => kind === list).length;
  switch (choice) {
    case "addressed":
      return addressed;
    case "mine":
      return sum(counts.mine);
    case "team":
      // An admin's counts are everybody's, not their team's.
      return role === "supervisor" ? sum(counts.scope) - sum(counts.mine) : null;
    case "everything":
      if (role === "admin" || addressed === 0) return sum(counts.scope);
      return role === "user" && addressed !== null ? sum(counts.mine) + addressed : null;
  }
  return choice satisfies never;
}
