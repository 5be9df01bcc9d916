import type { Infer } from "convex/values";
import type { delivery, outboxStatus } from "../../schema/outbox";

/**
 * The states of what an action sends: mails and deliveries of webhooks. A row is queued in the
 * transaction of its cause, so neither exists without the other.
 *
 *   queued --attempt--> sent
 *     |  ^--try later--/  \--refused for good or too often--> failed
 *
 * An attempt is recorded before it starts, which keeps other senders away until `nextAttemptAt`:
 * for as long as an attempt may take. If the sender dies during it, the next attempt follows then.
 */

export type Delivery = Infer<typeof delivery>;

/** Attempts at one row; the waits between them double from the first to the longest. */
export type Attempts = {
  readonly maxAttempts: number;
  /** More than one attempt takes. */
  readonly attemptMs: number;
  readonly firstWaitMs: number;
  readonly maxWaitMs: number;
};

type Row = { readonly status: Infer<typeof outboxStatus>; readonly attempts: number };

const MAX_ERROR_LENGTH = 500;

/** The fields of a row that is to be sent from `nextAttemptAt` on. */
export function queuedFrom(nextAttemptAt: number) {
  return { status: "queued", attempts: 0, nextAttemptAt } as const;
}

/** The fields that change as an attempt begins. */
export function beginAttempt({ attempts }: Row, now: number, plan: Attempts) {
  return { attempts: attempts + 1, nextAttemptAt: now + plan.attemptMs };
}

/** The fields that change as an attempt ends; null when another one has settled the row. */
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
