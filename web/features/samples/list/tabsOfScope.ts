import { LISTS, mayUseScope, type ListName } from "#domain/samples/lists";
import { isRequestStatus } from "#domain/custody/overdue";
import type { Role } from "#domain/custody/workflow";
import type { ScopeChoice } from "@/lib/tables/sampleStore";

/** `isMore`: `count` is a lower bound. */
export type Count = { count: number; isMore: boolean };

/** Counts of the parts that the server counts; null for a part that the viewer does not have. */
export type PartCounts = Readonly<Record<Exclude<ScopeChoice, "overdue">, Count | null>>;

export type ScopeTab = { choice: ScopeChoice; label: string };

const TABS: readonly ScopeTab[] = [
  { choice: "everything", label: "All" },
  { choice: "addressed", label: "To receive" },
  { choice: "mine", label: "Mine" },
  { choice: "team", label: "Team" },
  { choice: "overdue", label: "Overdue" },
];

/** Labels the part "To receive". */
function addressedLabel(list: ListName, role: Role): string {
  if (list === "lost") return "To approve"; // a lost sample is approved, not received
  // The list also has returns and losses that wait; a user is never asked for those.
  return list === "open" && role !== "user" ? "Transfers to receive" : "To receive";
}

/** The parts of a list that `role` may show separately. */
export function scopeTabs(list: ListName, role: Role): ScopeTab[] {
  return TABS.filter(({ choice }) => {
    if (choice === "everything") return true;
    // Mailed reports have no such part (convex/reports.ts), so the report has none either.
    if (choice === "overdue")
      return list !== "report" && LISTS[list].statuses.some(isRequestStatus);
    return mayUseScope(role, list, choice);
  }).map((tab) =>
    tab.choice === "addressed" ? { ...tab, label: addressedLabel(list, role) } : tab,
  );
}

/** The count if it is exact; null if it is a lower bound. */
export function exactCount(choice: ScopeChoice, counts: PartCounts | undefined): number | null {
  // The server does not count overdue samples: they become overdue by time alone.
  const count = choice === "overdue" ? null : counts?.[choice];
  return count && !count.isMore ? count.count : null;
}
