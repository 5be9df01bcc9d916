import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { cn } from "@/lib/utils";
import type { Count, PartCounts, ScopeTab } from "./tabsOfScope";
import type { ScopeChoice } from "@/lib/tables/sampleStore";
import { formatCount } from "#domain/common/formatCount";

type ScopeTabsProps = {
  tabs: readonly ScopeTab[];
  /** Undefined until the server has counted; null for a part that the viewer does not have. */
  counts: PartCounts | undefined;
  current: ScopeChoice;
  onChange: (choice: ScopeChoice) => void;
};

/** Tabs that choose a part of the list. */
export function ScopeTabs({ tabs, counts, current, onChange }: ScopeTabsProps) {
  const options = tabs.map(({ choice, label }) => ({
    value: choice,
    label,
    // The server does not count overdue samples: they become overdue by time alone.
    badge: choice !== "overdue" && (
      <CountBadge count={counts?.[choice]} isCall={choice === "addressed"} />
    ),
  }));
  return (
    <SegmentedControl
      label="Whose samples"
      options={options}
      current={current}
      onChange={onChange}
    />
  );
}

/** @param isCall counts waiting requests: highlighted unless zero */
function CountBadge({ count, isCall }: { count: Count | null | undefined; isCall: boolean }) {
  const isCalling = isCall && count != null && count.count > 0;
  return (
    <span
      className={cn(
        // As wide as a small number before the count is known, so that the tabs do not move.
        "min-w-6 rounded-full px-1.5 text-center text-2xs tabular-nums",
        isCalling ? "bg-primary text-primary-foreground" : "bg-foreground/10",
      )}
    >
      {count == null ? "\u00a0" : formatCount(count.count)}
      {count?.isMore && "+"}
    </span>
  );
}
