import type { ReactNode } from "react";
import { cn } from "@/lib/utils";

type SegmentedControlProps<Value> = {
  /** What is chosen here, for people who hear it. */
  label: string;
  options: readonly { value: Value; label: string; badge?: ReactNode }[];
  current: Value;
  onChange: (value: Value) => void;
};

/** One of a few, side by side. Buttons, not ARIA tabs: all show the same table. */
export function SegmentedControl<Value extends string | undefined>({
  label,
  options,
  current,
  onChange,
}: SegmentedControlProps<Value>) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex max-w-full items-center gap-1 overflow-x-auto max-sm:gap-0 rounded-lg bg-muted p-1"
    >
      {options.map((option) => (
        <button
          key={option.label}
          type="button"
          aria-pressed={option.value === current}
          onClick={() => onChange(option.value)}
          className={cn(
            "inline-flex h-8 items-center gap-1.5 whitespace-nowrap rounded-md px-3 text-sm font-medium transition-colors max-sm:gap-1 max-sm:px-1.5 md:h-7",
            option.value === current
              ? "bg-card text-foreground shadow-sm"
              : "text-muted-foreground hover:text-foreground",
          )}
        >
          {option.label}
          {option.badge}
        </button>
      ))}
    </div>
  );
}
