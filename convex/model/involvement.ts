import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isAddressOf } from "./formerEmails";

/** Newest records that are looked at: more than nearly every sample ever has. */
const MAX_RECORDS = 200;

/**
 * True if the person once held the sample, was asked about it, acted on it, or was the supervisor
 * of who held it. They know that it exists, so they may learn that it still does; a stranger may
 * not (docs/product.md, "Samples"). Reads at most 200 history records of the sample.
 */
export async function wasInvolved(
  ctx: QueryCtx,
  person: Doc<"users">,
  sample: Doc<"samples">,
): Promise<boolean> {
  if (sample.uid === person._id) return true;
  const records = await ctx.db
    .query("history")
    .withIndex("by_sampleId_and_actiondate", (q) => q.eq("sampleId", sample._id))
    .order("desc")
    .take(MAX_RECORDS);
  return records.some(
    ({ uid, samplmanag, recipient, supervisor }) =>
      uid === person._id ||
      [samplmanag, recipient, supervisor].some((email) => isAddressOf(person, email)),
  );
}
