import type { ReactNode } from "react";
import { cn } from "@/lib/utils";

type SegmentedControlProps<Value> = {
  /** Accessible name of the choice. */
  label: string;
  options: readonly { value: Value; label: string; badge?: ReactNode }[];
  current: Value;
  onChange: (value: Value) => void;
};

/**
 * A choice among a few options, side by side. Buttons, not ARIA tabs, because all options show the
 * same table.
 */
export function SegmentedControl<Value extends string | undefined>({
  label,
  options,
  current,
  onChange,
}: SegmentedControlProps<Value>) {
  // Four segments with counts barely fit a phone's width.
  const isTight = options.length > 3;
  return (
    <div role="group" aria-label={label} className={segmentsClasses(isTight)}>
      {options.map((option) => (
        <button
          key={option.label}
          type="button"
          aria-pressed={option.value === current}
          onClick={() => onChange(option.value)}
          className={segmentClasses(option.value === current, isTight)}
        >
          {option.label}
          {option.badge}
        </button>
      ))}
    </div>
  );
}

/** Classes of the box, as wide as its segments, also for links. */
export function segmentsClasses(isTight: boolean): string {
  return cn(
    "flex w-fit max-w-full items-center gap-1 overflow-x-auto rounded-lg bg-muted p-1",
    isTight && "max-sm:gap-0",
  );
}

export function segmentClasses(isCurrent: boolean, isTight: boolean): string {
  return cn(
    "inline-flex h-8 shrink-0 items-center gap-1.5 justify-center whitespace-nowrap rounded-md px-3 text-sm font-medium transition-colors md:h-7 coarse:h-11 coarse:min-w-11",
    isTight && "max-sm:gap-1 max-sm:px-1.5",
    isCurrent
      ? "bg-card text-foreground shadow-sm [[data-scheme=dark]_&]:bg-foreground/10"
      : "text-muted-foreground hover:text-foreground",
  );
}
