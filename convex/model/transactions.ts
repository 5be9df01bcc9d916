import type { MutationCtx } from "../_generated/server";
import { appError } from "../lib/errors";

/** Long enough for a UUID or the original's timestamps; short enough to be an index key. */
const MAX_ID_LENGTH = 100;

/**
 * Refuses a transaction id that was processed before: the history record of its change names it, for
 * ever. Call first: a double click must hear about the repetition, not about the state its first click
 * made.
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
