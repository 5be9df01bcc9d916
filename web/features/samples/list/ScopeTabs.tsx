import { cn } from "@/lib/utils";
import type { ScopeTab } from "./scopeTabs";
import type { ScopeChoice } from "./useSampleList";

type ScopeTabsProps = {
  tabs: readonly (ScopeTab & { count: number | null })[];
  current: ScopeChoice;
  onChange: (choice: ScopeChoice) => void;
};

/** Which part of the list is shown. Buttons, not ARIA tabs: all show the same table. */
export function ScopeTabs({ tabs, current, onChange }: ScopeTabsProps) {
  return (
    <div
      role="group"
      aria-label="Whose samples"
      className="flex max-w-full items-center gap-1 overflow-x-auto rounded-lg bg-muted p-1"
    >
      {tabs.map(({ choice, label, count }) => (
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
          {count !== null && (
            <span
              className={cn(
                "rounded-full px-1.5 text-2xs tabular-nums",
                choice === "addressed" && count > 0
                  ? "bg-primary text-primary-foreground"
                  : "bg-foreground/10",
              )}
            >
              {count.toLocaleString("en-US")}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
