import { mayUseScope, type ListName } from "../../../../domain/lists";
import type { Role } from "../../../../domain/workflow";
import type { ScopeChoice } from "@/lib/tables/sampleStore";

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

/** The count, when it is one: of "at least so many", nothing can be left to search. */
export function exactCount(
  count: { count: number; isMore: boolean } | null | undefined,
): number | null {
  return count && !count.isMore ? count.count : null;
}
