import type { MutationCtx } from "../_generated/server";
import { appError } from "../lib/errors";

/** Longest transaction id, in characters: room for a UUID, and short enough for an index key. */
const MAX_ID_LENGTH = 100;

/**
 * Refuses a transaction id that was processed before: the history record of its change keeps it for
 * ever. Call this first: a double click must hear about the repetition, not about the state that
 * its first click made.
 *
 * @throws TRANSACTION_REPEATED, TRANSACTION_ID_INVALID
 */
export async function refuseRepeated(ctx: MutationCtx, transactionId: string): Promise<void> {
  requireId(transactionId);
  const processed = await ctx.db
    .query("history")
    .withIndex("by_transactionId", (q) => q.eq("transactionId", transactionId))
    .first();
  if (processed !== null) throw appError("TRANSACTION_REPEATED");
}

/** @throws TRANSACTION_ID_INVALID */
export function requireId(transactionId: string): void {
  if (transactionId === "" || transactionId.length > MAX_ID_LENGTH) {
    throw appError("TRANSACTION_ID_INVALID");
  }
}
