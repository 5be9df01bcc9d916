import { CalendarDays } from "lucide-react";
import { useRef, useState, type ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { parseDate } from "#domain/common/dateTexts";
import { dayToIso, dayToText } from "./sampleValues";

type DateInputProps = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  /** Initial day: epoch ms, UTC midnight. */
  initial: number | undefined;
  /** Undefined: the field is empty. NaN: its text is not a date. */
  onDay: (day: number | undefined) => void;
};

/**
 * A date as MM/dd/yyyy, typed or picked from the browser's calendar. The browser's own date field
 * would show each reader the date order of their locale.
 */
export function DateInput({ initial, onDay, onBlur, ...props }: DateInputProps) {
  const calendar = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => dayToText(initial));
  const day = parseDate(text) ?? undefined;
  const take = (typed: string) => {
    setText(typed);
    onDay(typed.trim() === "" ? undefined : (parseDate(typed) ?? NaN));
  };
  return (
    <div className="relative">
      <Input
        {...props}
        placeholder="MM/DD/YYYY"
        autoComplete="off"
        className="pr-10 tabular-nums"
        value={text}
        onChange={(event) => take(event.target.value)}
        onBlur={(event) => {
          // On blur, the text is replaced by the day as it was parsed.
          if (day !== undefined) setText(dayToText(day));
          onBlur?.(event);
        }}
      />
      <span className="absolute inset-y-0 right-1 flex items-center">
        <input
          ref={calendar}
          type="date"
          tabIndex={-1}
          aria-hidden
          className="pointer-events-none absolute inset-0 opacity-0"
          value={dayToIso(day)}
          onChange={(event) => take(dayToText(parseDate(event.target.value) ?? undefined))}
        />
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Choose a day"
          onClick={() => calendar.current?.showPicker()}
        >
          <CalendarDays aria-hidden />
        </Button>
      </span>
    </div>
  );
}
