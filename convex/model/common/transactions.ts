import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { ActorMutationCtx } from "../../lib/functions";

/** Longest transaction id, in characters: room for a UUID, and short enough for an index key. */
const MAX_ID_LENGTH = 100;

/**
 * Refuses a transaction id of the actor's that was processed before: the history record of its
 * change keeps it for ever. Call this first: a double click must hear about the repetition, not
 * about the state that its first click made.
 *
 * @throws TRANSACTION_REPEATED, TRANSACTION_ID_INVALID
 */
export async function refuseRepeated(ctx: ActorMutationCtx, transactionId: string): Promise<void> {
  requireId(transactionId);
  const processed = await findRecord(ctx, ctx.actor._id, transactionId);
  if (processed !== null) throw appError("TRANSACTION_REPEATED");
}

/**
 * Finds the record of a person's change by its id. Clients make these ids, and everybody who sees a
 * sample reads them, those of a basket in advance. So somebody else's record may have the same one,
 * and must not count.
 */
export async function findRecord(
  ctx: QueryCtx,
  uid: Id<"users">,
  transactionId: string,
): Promise<Doc<"history"> | null> {
  return await ctx.db
    .query("history")
    .withIndex("by_transactionId_and_uid", (q) =>
      q.eq("transactionId", transactionId).eq("uid", uid),
    )
    .first();
}

/** @throws TRANSACTION_ID_INVALID */
export function requireId(transactionId: string): void {
  if (transactionId === "" || transactionId.length > MAX_ID_LENGTH) {
    throw appError("TRANSACTION_ID_INVALID");
  }
}
