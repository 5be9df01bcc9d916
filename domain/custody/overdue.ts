/**
 * Rules for overdue requests: when a pending transfer, return or loss request becomes overdue, and
 * on which days reminders are sent. The thresholds are those of the person asked. A day is 24 hours
 * (docs/product.md, "Thresholds").
 */
import { DAY_MS } from "../common/durations";
import { keysOf } from "../common/objects";
import type { Status } from "./statuses";
import type { Threshold } from "./thresholds";

/** The thresholds that apply in each pending status. */
const REQUEST_THRESHOLDS = {
  "In Transit": { days: "trInTransitDays", repeat: "trInTransitDaysRec" },
  "In Return": { days: "trInReturnDays", repeat: "trInReturnDaysRec" },
  "Request Lost": { days: "trOSRequestDays", repeat: "trOSRequestDaysRec" },
} as const satisfies Partial<Record<Status, { days: Threshold; repeat: Threshold }>>;

/** The statuses in which a request is pending. */
export type RequestStatus = keyof typeof REQUEST_THRESHOLDS;
export const REQUEST_STATUSES = keysOf(REQUEST_THRESHOLDS);

export type Thresholds = Readonly<Record<Threshold, number>>;

export function isRequestStatus(status: Status): status is RequestStatus {
  return status in REQUEST_THRESHOLDS;
}

/**
 * Returns when a request becomes overdue, epoch ms. Never earlier than `now`, the time of the
 * change that made the request pending or changed the threshold, so that the person asked can be
 * notified in time. A request that was already overdue and still is keeps its time, so that no one
 * is notified of it twice.
 *
 * @param request `since`: epoch ms
 * @param earlier the time according to the previous thresholds, epoch ms
 */
export function overdueFrom(
  { status, since }: { readonly status: RequestStatus; readonly since: number },
  thresholds: Thresholds,
  now: number,
  earlier = Infinity,
): number {
  const byThreshold = since + thresholds[REQUEST_THRESHOLDS[status].days] * DAY_MS;
  return Math.max(byThreshold, Math.min(now, earlier));
}

/**
 * True if the sample's request is overdue.
 *
 * @param now epoch ms
 */
export function isOverdue(sample: { readonly overdueAt?: number }, now: number): boolean {
  return sample.overdueAt !== undefined && sample.overdueAt <= now;
}

/** When reminders are sent: at `firstAt` (epoch ms), then every `everyDays` days. */
export type Reminders = {
  readonly firstAt: number;
  /** 0: only once. */
  readonly everyDays: number;
};

/** The reminders of a pending request to the person asked. */
export function requestReminders(
  status: RequestStatus,
  overdueAt: number,
  thresholds: Thresholds,
): Reminders {
  return { firstAt: overdueAt, everyDays: thresholds[REQUEST_THRESHOLDS[status].repeat] };
}

/** The interval (after, until], epoch ms. The next interval begins at `until`. */
export type Span = { readonly after: number; readonly until: number };

/**
 * True if a reminder is due in `span`; several in one span count as one. Over consecutive spans of
 * any length, each reminder is reported exactly once.
 *
 * @param snoozedUntil epoch ms; a snooze suppresses earlier reminders and causes one when it ends
 */
export function isReminderDue(reminders: Reminders, span: Span, snoozedUntil = -Infinity): boolean {
  const { firstAt, everyDays } = reminders;
  const { after, until } = span;
  if (until < firstAt || until < snoozedUntil) return false;
  if (after < snoozedUntil || after < firstAt) return true;
  if (everyDays === 0) return false;
  const remindersUntil = (at: number) => Math.floor((at - firstAt) / (everyDays * DAY_MS));
  return remindersUntil(until) > remindersUntil(after);
}

/**
 * True if the supervisor must be notified within `span`: once, one reminder interval after the
 * first reminder, and at least a day after it.
 */
export function isEscalationDue({ firstAt, everyDays }: Reminders, span: Span): boolean {
  const escalatesAt = firstAt + Math.max(1, everyDays) * DAY_MS;
  return span.after < escalatesAt && escalatesAt <= span.until;
}
