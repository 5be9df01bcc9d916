import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { ActorMutationCtx } from "../../lib/functions";

/** Maximum length of a transaction id, in characters: fits a UUID and keeps the index key short. */
const MAX_ID_LENGTH = 100;

/**
 * Refuses a transaction id that the actor has already used; the history record of that change keeps
 * the id forever. Call this before any other check: a double click must get TRANSACTION_REPEATED,
 * not a refusal caused by the state that its first click left.
 *
 * @throws TRANSACTION_REPEATED, TRANSACTION_ID_INVALID
 */
export async function refuseRepeated(ctx: ActorMutationCtx, transactionId: string): Promise<void> {
  requireId(transactionId);
  const processed = await findRecord(ctx, ctx.actor._id, transactionId);
  if (processed !== null) throw appError("TRANSACTION_REPEATED");
}

/**
 * Finds the history record of a person's change by transaction id. Clients choose these ids, and
 * everyone who sees a sample can read them and predict a basket's next ones. So a record of another
 * user may have the same id and must not match.
 */
export async function findRecord(
  ctx: QueryCtx,
  uid: Id<"users">,
  transactionId: string,
): Promise<Doc<"history"> | null> {
  return await ctx.db
    .query("history")
    .withIndex("by_uid_and_transactionId", (q) =>
      q.eq("uid", uid).eq("transactionId", transactionId),
    )
    .first();
}

/** Finds a person's first history record whose transaction id begins with `prefix`. */
export async function findWithPrefix(
  ctx: QueryCtx,
  uid: Id<"users">,
  prefix: string,
): Promise<Doc<"history"> | null> {
  return await ctx.db
    .query("history")
    .withIndex("by_uid_and_transactionId", (q) =>
      q.eq("uid", uid).gte("transactionId", prefix).lt("transactionId", `${prefix}\uffff`),
    )
    .first();
}

/** @throws TRANSACTION_ID_INVALID */
export function requireId(transactionId: string): void {
  if (transactionId === "" || transactionId.length > MAX_ID_LENGTH) {
    throw appError("TRANSACTION_ID_INVALID");
  }
}
