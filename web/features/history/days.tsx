import { createContext, useContext } from "react";
import { useNow } from "@/hooks/useNow";
import { formatShortDate } from "#domain/common/dates";
import { DAY_MS } from "#domain/common/durations";

/** The ids of the records that begin a day; null: the records are in another order. */
export const FirstOfDayContext = createContext<ReadonlySet<string> | null>(null);

type DatedRecord = { readonly _id: string; readonly actiondate: number };

/** The first record of each day, of records in order of time. */
export function firstOfDays(records: readonly DatedRecord[]): ReadonlySet<string> {
  const first = records.filter(
    ({ actiondate }, index) => localDay(actiondate) !== localDay(records[index - 1]?.actiondate),
  );
  return new Set(first.map(({ _id }) => _id));
}

/** The heading of a day, next to its first record: "Today", "Yesterday", "Nov 19". */
export function DayCell({ record }: { record: DatedRecord }) {
  const now = useNow();
  const first = useContext(FirstOfDayContext);
  const isFirst = first === null || first.has(record._id);
  return isFirst ? (
    <span className="text-xs font-semibold">{dayName(record.actiondate, now)}</span>
  ) : null;
}

function dayName(at: number, now: number): string {
  if (localDay(at) === localDay(now)) return "Today";
  return localDay(at) === localDay(now - DAY_MS) ? "Yesterday" : formatShortDate(at);
}

const localDay = (at: number | undefined) =>
  at === undefined ? undefined : new Date(at).toDateString();
