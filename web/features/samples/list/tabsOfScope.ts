import { LISTS, mayUseScope, type ListName } from "#domain/samples/lists";
import { isRequestStatus } from "#domain/custody/overdue";
import type { Role } from "#domain/custody/workflow";
import type { ScopeChoice } from "@/lib/tables/sampleStore";

/** `isMore`: at least so many. */
export type Count = { count: number; isMore: boolean };

/** The counts of the parts that the server counts; null for one that is not there. */
export type PartCounts = Readonly<Record<Exclude<ScopeChoice, "overdue">, Count | null>>;

export type ScopeTab = { choice: ScopeChoice; label: string };

const TABS: readonly ScopeTab[] = [
  { choice: "everything", label: "All" },
  { choice: "addressed", label: "To receive" },
  { choice: "mine", label: "Mine" },
  { choice: "team", label: "Team" },
  { choice: "overdue", label: "Overdue" },
];

/** Names of the part "To receive" in lists where it would promise something else. */
const ADDRESSED_LABELS: Partial<Record<ListName, string>> = {
  open: "Transfers to receive", // the list has returns and losses that wait, too
  lost: "To approve", // nobody receives a lost sample
};

/** The parts of a list that `role` may look at one by one. */
export function scopeTabs(list: ListName, role: Role): ScopeTab[] {
  return TABS.filter(({ choice }) => {
    if (choice === "everything") return true;
    // Reports by mail have no such part (convex/reports.ts), so the report has none either.
    if (choice === "overdue")
      return list !== "report" && LISTS[list].statuses.some(isRequestStatus);
    return mayUseScope(role, list, choice);
  }).map((tab) =>
    tab.choice === "addressed" ? { ...tab, label: ADDRESSED_LABELS[list] ?? tab.label } : tab,
  );
}

/** The count if it is exact; null for "at least so many". */
export function exactCount(choice: ScopeChoice, counts: PartCounts | undefined): number | null {
  // The server keeps no count of what time makes overdue.
  const count = choice === "overdue" ? null : counts?.[choice];
  return count && !count.isMore ? count.count : null;
}
