import { DAY_MS } from "../common/durations";
import { keysOf } from "../common/objects";
import type { Status } from "./statuses";
import type { Threshold } from "./thresholds";

/**
 * Rules of overdue requests: the moment at which a transfer, return or lost request that waits for
 * an answer counts as overdue, and the days on which somebody is reminded. The thresholds are those
 * of the person asked. A day is 24 hours (docs/product.md, "Thresholds").
 */

/** The thresholds that hold for a sample in each status of a request. */
const REQUEST_THRESHOLDS = {
  "In Transit": { days: "trInTransitDays", repeat: "trInTransitDaysRec" },
  "In Return": { days: "trInReturnDays", repeat: "trInReturnDaysRec" },
  "Request Lost": { days: "trOSRequestDays", repeat: "trOSRequestDaysRec" },
} as const satisfies Partial<Record<Status, { days: Threshold; repeat: Threshold }>>;

/** The statuses in which a sample waits for somebody's answer. */
export type RequestStatus = keyof typeof REQUEST_THRESHOLDS;
export const REQUEST_STATUSES = keysOf(REQUEST_THRESHOLDS);

export type Thresholds = Readonly<Record<Threshold, number>>;

export function isRequestStatus(status: Status): status is RequestStatus {
  return status in REQUEST_THRESHOLDS;
}

/**
 * Returns the moment from which a request counts as overdue, epoch ms. It is never earlier than
 * `now`, the moment of the change that made the request wait or changed the threshold: whoever is
 * asked must be able to hear of it in time. A request that was overdue before that change and still
 * is keeps its moment, so that nobody is told of it twice.
 *
 * @param request `since`: epoch ms
 * @param earlier the moment by the thresholds of before, epoch ms
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

/** True if the sample waits for longer than it should. @param now epoch ms */
export function isOverdue(sample: { readonly overdueAt?: number }, now: number): boolean {
  return sample.overdueAt !== undefined && sample.overdueAt <= now;
}

/** The moments at which somebody is reminded: `firstAt` (epoch ms), then every `everyDays` days. */
export type Reminders = {
  readonly firstAt: number;
  /** 0: only once. */
  readonly everyDays: number;
};

/** The reminders of a request that the person asked gets while it waits. */
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
 * True if a reminder falls into `span`; several in one span count as one. A caller that asks about
 * consecutive spans, of any length, gives each reminder exactly once.
 *
 * @param snoozedUntil epoch ms; a snooze drops reminders before it and gives one as it ends
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
 * True if the supervisor is to be told within `span`: once, a repetition after the first reminder,
 * and a day at the least.
 */
export function isEscalationDue({ firstAt, everyDays }: Reminders, span: Span): boolean {
  const escalatesAt = firstAt + Math.max(1, everyDays) * DAY_MS;
  return span.after < escalatesAt && escalatesAt <= span.until;
}
