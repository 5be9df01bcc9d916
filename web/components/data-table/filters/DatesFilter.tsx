import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { isDay } from "./filterState";

type Days = { first?: string | undefined; last?: string | undefined };

type DatesFilterProps = { label: string; days: Days; onChange: (days: Days) => void };

/** Days before today that a shortcut goes back, today included. */
const SHORTCUTS = [
  { label: "Today", days: 1 },
  { label: "7 days", days: 7 },
  { label: "30 days", days: 30 },
] as const;

/** From the start of a day to the end of a day, of the reader's calendar. Source: doc 2 §9. */
export function DatesFilter({ label, days, onChange }: DatesFilterProps) {
  const [minId, maxId] = [useId(), useId()];
  // A date field says "" while its day is half typed.
  const change = (part: Days) => {
    const [typed = ""] = Object.values(part);
    if (typed === "" || isDay(typed)) onChange({ ...days, ...part });
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-2">
        <div className="flex flex-col gap-1">
          <Label htmlFor={minId}>Min</Label>
          <Input
            id={minId}
            type="date"
            className="px-2"
            autoFocus
            aria-label={`${label}, from`}
            max={days.last}
            value={days.first ?? ""}
            onChange={(event) => change({ first: event.target.value || undefined })}
          />
        </div>
        <div className="flex flex-col gap-1">
          <Label htmlFor={maxId}>Max</Label>
          <Input
            id={maxId}
            type="date"
            className="px-2"
            aria-label={`${label}, to`}
            min={days.first}
            value={days.last ?? ""}
            onChange={(event) => change({ last: event.target.value || undefined })}
          />
        </div>
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

/** `2026-11-21`, so many days from today, where the reader is. */
function localDay(offset: number): string {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset);
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}
