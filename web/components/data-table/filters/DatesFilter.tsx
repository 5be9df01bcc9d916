import { useId, type ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { serverNow } from "@/lib/serverClock";
import { isDay } from "#domain/common/days";

type Days = { first?: string | undefined; last?: string | undefined };

type DatesFilterProps = { label: string; days: Days; onChange: (days: Days) => void };

/** Shortcut ranges: number of days up to and including today. */
const SHORTCUTS = [
  { label: "Today", days: 1 },
  { label: "7 days", days: 7 },
  { label: "30 days", days: 30 },
] as const;

/**
 * Filters from the start of the first day to the end of the last one, in the reader's time zone.
 */
export function DatesFilter({ label, days, onChange }: DatesFilterProps) {
  // The value of a date field is "" while its day is incomplete.
  const change = (part: Days) => {
    const [typed = ""] = Object.values(part);
    if (typed === "" || isDay(typed)) onChange({ ...days, ...part });
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-2">
        <DayInput
          bound="Min"
          label={`${label}, from`}
          autoFocus
          max={days.last}
          value={days.first}
          onDay={(first) => change({ first })}
        />
        <DayInput
          bound="Max"
          label={`${label}, to`}
          min={days.first}
          value={days.last}
          onDay={(last) => change({ last })}
        />
      </div>
      <div className="flex gap-1.5">
        {SHORTCUTS.map((shortcut) => (
          <Button
            key={shortcut.days}
            size="sm"
            variant="outline"
            className="flex-1 px-2"
            onClick={() => onChange({ first: localDay(1 - shortcut.days), last: localDay(0) })}
          >
            {shortcut.label}
          </Button>
        ))}
      </div>
    </div>
  );
}

type DayInputProps = Pick<ComponentProps<"input">, "autoFocus" | "min" | "max"> & {
  bound: "Min" | "Max";
  label: string;
  value: string | undefined;
  onDay: (day: string | undefined) => void;
};

function DayInput({ bound, label, value = "", onDay, ...limits }: DayInputProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <Label htmlFor={id}>{bound}</Label>
      <Input
        {...limits}
        id={id}
        type="date"
        className="px-2"
        aria-label={label}
        value={value}
        onChange={(event) => onDay(event.target.value || undefined)}
      />
    </div>
  );
}

/** The local date `offset` days from today: `2026-11-21`. */
function localDay(offset: number): string {
  const now = new Date(serverNow());
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset);
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}
