import type { MutationCtx } from "../_generated/server";
import type { Id } from "../_generated/dataModel";
import { appError } from "../lib/errors";

/** Long enough for a UUID or the original's timestamps; short enough to be an index key. */
const MAX_ID_LENGTH = 100;

/**
 * Refuses a transaction id that was processed before. Call first: a double click must hear about the
 * repetition, not about the state its first click made.
 *
 * @throws TRANSACTION_REPEATED, TRANSACTION_ID_INVALID
 */
export async function refuseRepeated(ctx: MutationCtx, transactionId: string): Promise<void> {
  requireId(transactionId);
  const processed = await ctx.db
    .query("transactions")
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

/** Remembers the id together with the change it stands for: rolled back with it, durable with it. */
export async function record(
  ctx: MutationCtx,
  transactionId: string,
  sampleId: Id<"samples">,
): Promise<void> {
  await ctx.db.insert("transactions", { transactionId, sampleId });
}
