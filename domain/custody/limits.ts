import { daysBetween } from "../common/durations";
import { keysOf } from "../common/objects";
import type { Reminders, Thresholds } from "./overdue";
import { countAnsweredFor, type StatusCounts } from "./statuses";
import type { Threshold } from "./thresholds";

/**
 * How many samples one person may hold before they and their supervisor are told: those they answer
 * for (`trOwnerSamples`) and those they have in use (`samplmax`).
 */
export const LIMITS = {
  owned: { limit: "trOwnerSamples", repeat: "trOwnerSamplesRec", noun: "samples to answer for" },
  inUse: { limit: "samplmax", repeat: "samplmaxr", noun: "samples in use" },
} as const satisfies Record<string, { limit: Threshold; repeat: Threshold; noun: string }>;

export type Limit = keyof typeof LIMITS;
export const LIMIT_NAMES = keysOf(LIMITS);

/** Since when a person has been over each limit, epoch ms; absent while they are not. */
export type OverSince = { readonly [Each in Limit]?: number };

/** Counts the samples that `limit` compares. */
export function countForLimit(limit: Limit, counts: Readonly<StatusCounts>): number {
  return limit === "inUse" ? counts["In Use"] : countAnsweredFor(counts);
}

/**
 * Returns since when a person with `counts` is over each limit. A limit that they were over before
 * keeps its moment in `earlier`.
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
 * Returns the reminders of a limit that was passed at `since`. The limit of samples in use counts
 * from `maxsamplstartTime` on.
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
 * Returns `samplmaxtrig`: the whole days since a person has had more samples in use than
 * `samplmax`; undefined for somebody who has not.
 *
 * @param since epoch ms, `firstAt` of the limit's reminders; it may still come
 */
export function daysOverMaximum(since: number | undefined, now: number): number | undefined {
  return since === undefined || since > now ? undefined : daysBetween(since, now);
}
