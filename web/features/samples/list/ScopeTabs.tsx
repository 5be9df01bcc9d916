import { cn } from "@/lib/utils";
import type { ScopeTab } from "./scopeTabs";
import type { ScopeChoice } from "./useSampleList";

/** `isMore`: at least so many. */
type Count = { count: number; isMore: boolean };

type ScopeTabsProps = {
  tabs: readonly ScopeTab[];
  /** Undefined until the server has counted; null for a part that is not there. */
  counts: Readonly<Record<ScopeChoice, Count | null>> | undefined;
  current: ScopeChoice;
  onChange: (choice: ScopeChoice) => void;
};

/** Which part of the list is shown. Buttons, not ARIA tabs: all show the same table. */
export function ScopeTabs({ tabs, counts, current, onChange }: ScopeTabsProps) {
  return (
    <div
      role="group"
      aria-label="Whose samples"
      className="flex max-w-full items-center gap-1 overflow-x-auto rounded-lg bg-muted p-1"
    >
      {tabs.map(({ choice, label }) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === current}
          onClick={() => onChange(choice)}
          className={cn(
            "inline-flex h-8 items-center gap-1.5 whitespace-nowrap rounded-md px-3 text-sm font-medium transition-colors md:h-7",
            choice === current
              ? "bg-card text-foreground shadow-sm"
              : "text-muted-foreground hover:text-foreground",
          )}
        >
          {label}
          <CountBadge count={counts?.[choice]} isCall={choice === "addressed"} />
        </button>
      ))}
    </div>
  );
}

/** @param isCall something to do: it stands out unless there is none */
function CountBadge({ count, isCall }: { count: Count | null | undefined; isCall: boolean }) {
  const isCalling = isCall && count != null && count.count > 0;
  return (
    <span
      className={cn(
        // As wide as a small number before it is known, so that the tabs stay where they are.
        "min-w-6 rounded-full px-1.5 text-center text-2xs tabular-nums",
        isCalling ? "bg-primary text-primary-foreground" : "bg-foreground/10",
      )}
    >
      {count == null ? "\u00a0" : count.count.toLocaleString("en-US")}
      {count?.isMore && "+"}
    </span>
  );
}
