import { formatDate, formatShortDate } from "#domain/common/dates";
import { DAY_MS } from "#domain/common/durations";
import type { StatusCounts } from "#domain/custody/statuses";

type Span = { since: number; until?: number; counts: StatusCounts };

export type TrendDay = {
  readonly day: number;
  readonly label: string;
  readonly counts: StatusCounts;
};

/** Formats the number of a UTC day: `Mar 15, 2024`. */
export const dayLabel = (day: number) => formatDate(day * DAY_MS, "UTC");
/** `Mar 15`: its label on an axis of 90 days. */
export const axisLabel = (day: number) => formatShortDate(day * DAY_MS, "UTC");

/**
 * Returns one entry for each day from `since` to `today` that has data, in order.
 *
 * @param today gets the current counts, if they are the group's
 */
export function trendDays(
  spans: readonly Span[],
  { since, today, present }: { since: number; today: number; present?: StatusCounts | undefined },
): TrendDay[] {
  const days: TrendDay[] = [];
  for (const span of spans) {
    const last = Math.min(span.until ?? today, today);
    for (let day = Math.max(span.since, since); day <= last; day++) {
      days.push({ day, label: axisLabel(day), counts: span.counts });
    }
  }
  if (present === undefined || days.at(-1)?.day === today) return days;
  return [...days, { day: today, label: axisLabel(today), counts: present }];
}

/** Samples received in the week that starts on the day `first`. */
export type Week = {
  readonly first: number;
  readonly received: number;
  /** Null if no sample was received. */
  readonly medianMs: number | null;
};

/** Offset from the first day of a week to its last. */
export const LAST_OF_WEEK = 6;
