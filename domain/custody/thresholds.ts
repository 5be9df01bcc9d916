import { keysOf } from "../common/objects";

/**
 * Limits of each person with their defaults: whole numbers ≥ 0. `tr…Days`: days before a request
 * counts as overdue; `tr…DaysRec`: days between reminders; `trOwnerSamples`, `samplmax`: samples
 * held before the holder and their supervisor are notified.
 */
export const THRESHOLD_DEFAULTS = {
  trInTransitDays: 3,
  trInTransitDaysRec: 1,
  trInReturnDays: 3,
  trInReturnDaysRec: 1,
  trOSRequestDays: 3,
  trOSRequestDaysRec: 1,
  trOwnerSamples: 10,
  trOwnerSamplesRec: 3,
  samplmax: 10,
  samplmaxr: 1,
} as const;

export type Threshold = keyof typeof THRESHOLD_DEFAULTS;
export const THRESHOLDS = keysOf(THRESHOLD_DEFAULTS);
