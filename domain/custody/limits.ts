import { formatCount } from "../common/formatCount";
import { daysBetween } from "../common/durations";
import { keysOf } from "../common/objects";
import type { Reminders, Thresholds } from "./overdue";
import { countAnsweredFor, type StatusCounts } from "./statuses";
import type { Threshold } from "./thresholds";

/**
 * How many samples a person may hold before they and their supervisor are notified: in their
 * responsibility (`trOwnerSamples`) and in use (`samplmax`).
 */
export const LIMITS = {
  owned: { limit: "trOwnerSamples", repeat: "trOwnerSamplesRec", noun: "samples to answer for" },
  inUse: { limit: "samplmax", repeat: "samplmaxr", noun: "samples in use" },
} as const satisfies Record<string, { limit: Threshold; repeat: Threshold; noun: string }>;

export type Limit = keyof typeof LIMITS;
export const LIMIT_NAMES = keysOf(LIMITS);

/** Since when a person has been over each limit, epoch ms; undefined if they are not. */
export type OverSince = { readonly [Each in Limit]?: number };

/** "12 samples in use": `count` in the words of its limit, for sentences. */
export const countedFor = (limit: Limit, count: number): string =>
  `${formatCount(count)} ${LIMITS[limit].noun}`;

/** Counts the samples to compare with `limit`. */
export function countForLimit(limit: Limit, counts: Readonly<StatusCounts>): number {
  return limit === "inUse" ? counts["In Use"] : countAnsweredFor(counts);
}

/**
 * Returns since when a person with `counts` has been over each limit. A limit already exceeded in
 * `earlier` keeps its time.
 */
export function overSince(
  counts: Readonly<StatusCounts>,
  thresholds: Thresholds,
  earlier: OverSince,
  now: number,
): OverSince {
  const over = LIMIT_NAMES.filter(
    (limit) => countForLimit(limit, counts) > thresholds[LIMITS[limit].limit],
  );
  return Object.fromEntries(over.map((limit) => [limit, earlier[limit] ?? now]));
}

/**
 * Returns the reminders of a limit exceeded since `since`. The limit of samples in use applies only
 * from `maxsamplstartTime`.
 */
export function limitReminders(
  limit: Limit,
  since: number,
  person: Thresholds & { readonly maxsamplstartTime: number },
): Reminders {
  const firstAt = limit === "inUse" ? Math.max(since, person.maxsamplstartTime) : since;
  return { firstAt, everyDays: person[LIMITS[limit].repeat] };
}

/**
 * Returns `samplmaxtrig`: the number of whole days for which a person has had more samples in use
 * than `samplmax`; undefined if they do not.
 *
 * @param since epoch ms, `firstAt` of the limit's reminders; may be in the future
 */
export function daysOverMaximum(since: number | undefined, now: number): number | undefined {
  return since === undefined || since > now ? undefined : daysBetween(since, now);
}
