import { CalendarDays } from "lucide-react";
import { useRef, useState, type ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { parseDate } from "../../../../domain/dates";
import { dayToIso, dayToText } from "./sampleValues";

type DateInputProps = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  /** Epoch ms, UTC midnight; undefined: no day, or none that could be read. */
  value: number | undefined;
  onDay: (day: number | undefined) => void;
};

/**
 * A day as MM/dd/yyyy (doc 2 §5), typed or picked from the browser's own calendar. The browser's date
 * field would show each reader the order of their own country.
 */
export function DateInput({ value, onDay, onBlur, ...props }: DateInputProps) {
  const calendar = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(dayToText(value));
  const take = (text: string) => {
    setTyped(text);
    onDay(parseDate(text) ?? undefined);
  };
  return (
    <div className="relative">
      <Input
        {...props}
        placeholder="MM/DD/YYYY"
        autoComplete="off"
        className="pr-10 tabular-nums"
        // What was read stands there as it was understood, once the field is left.
        value={parseDate(typed) === value ? typed : dayToText(value)}
        onChange={(event) => take(event.target.value)}
        onBlur={(event) => {
          if (value !== undefined) setTyped(dayToText(value));
          onBlur?.(event);
        }}
      />
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Choose a day"
        className="absolute right-1 top-1/2 -translate-y-1/2"
        onClick={() => calendar.current?.showPicker()}
      >
        <CalendarDays aria-hidden />
      </Button>
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        className="pointer-events-none absolute bottom-0 right-1 w-8 opacity-0"
        value={dayToIso(value)}
        onChange={(event) => take(dayToText(parseDate(event.target.value) ?? undefined))}
      />
    </div>
  );
}
