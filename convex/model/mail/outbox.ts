/**
 * States of rows that an action sends: mails and webhook deliveries. A row is queued in the
 * transaction that causes it, so neither is ever committed without the other.
 *
 *   queued --attempt--> sent
 *     |  ^--try later--/  \--refused for good or too often--> failed
 *
 * An attempt is recorded before it starts, by setting `nextAttemptAt` to the latest time at which
 * it can end. That keeps other senders away; if the sender dies, the next attempt follows at that
 * time.
 */
import type { Infer } from "convex/values";
import type { delivery, outboxStatus } from "../../schema/outbox";

export type Delivery = Infer<typeof delivery>;

/** Plan of attempts at one row; the waits between them double from `firstWaitMs` to `maxWaitMs`. */
export type Attempts = {
  readonly maxAttempts: number;
  /** Above the duration of any attempt. */
  readonly attemptMs: number;
  readonly firstWaitMs: number;
  readonly maxWaitMs: number;
};

type Row = { readonly status: Infer<typeof outboxStatus>; readonly attempts: number };

const MAX_ERROR_LENGTH = 500;

/** Fields of a row that may be sent from `nextAttemptAt` on. */
export function queuedFrom(nextAttemptAt: number) {
  return { status: "queued", attempts: 0, nextAttemptAt } as const;
}

/** Fields to change as an attempt begins. */
export function beginAttempt({ attempts }: Row, now: number, plan: Attempts) {
  return { attempts: attempts + 1, nextAttemptAt: now + plan.attemptMs };
}

/** Fields to change as an attempt ends; null if another attempt has already settled the row. */
export function endAttempt(row: Row, result: Delivery, now: number, plan: Attempts) {
  if (row.status !== "queued") return null;
  if (result.outcome === "sent") {
    return { status: "sent", sentAt: now, lastError: undefined } as const;
  }
  if (result.outcome === "refused" || row.attempts >= plan.maxAttempts) {
    return failedBy(result.error);
  }
  const waitMs = Math.min(plan.firstWaitMs * 2 ** (row.attempts - 1), plan.maxWaitMs);
  return { lastError: shortened(result.error), nextAttemptAt: now + waitMs };
}

export function failedBy(error: string) {
  return { status: "failed", lastError: shortened(error) } as const;
}

const shortened = (error: string) => error.slice(0, MAX_ERROR_LENGTH);
