import { assigneeFieldOf } from "#domain/custody/workflow";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isAddressOf } from "./formerEmails";
import { absentees } from "./standIns";

/** Newest records that are looked at: more than nearly every sample ever has. */
const MAX_RECORDS = 200;

/**
 * True if the person once held the sample, was asked about it, acted on it, was the supervisor of
 * who held it, or stands in now for somebody who was asked. They know that it exists, so they may
 * learn that it still does; a stranger may not (docs/product.md, "Samples"). Reads at most 200
 * history records of the sample.
 */
export async function wasInvolved(
  ctx: QueryCtx,
  person: Doc<"users">,
  sample: Doc<"samples">,
): Promise<boolean> {
  if (sample.uid === person._id) return true;
  const standsInFor = await absentees(ctx, person);
  const records = await ctx.db
    .query("history")
    .withIndex("by_sampleId_and_actiondate", (q) => q.eq("sampleId", sample._id))
    .order("desc")
    .take(MAX_RECORDS);
  return records.some(({ uid, samplmanag, recipient, supervisor, action }) => {
    const asked = assigneeFieldOf(action);
    return (
      uid === person._id ||
      [samplmanag, recipient, supervisor].some((email) => isAddressOf(person, email)) ||
      standsInFor.some(
        ({ email, fields }) => email === recipient && fields.some((field) => field === asked),
      )
    );
  });
}
