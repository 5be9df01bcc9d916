import { assigneeFieldOf } from "#domain/custody/workflow";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isAddressOf } from "./formerEmails";
import { absentees } from "./standIns";

/** Maximum number of history records read, newest first: more than almost any sample ever has. */
const MAX_RECORDS = 200;

/**
 * True if the person once held the sample, was asked about it, acted on it, supervised its holder,
 * or currently stands in for a person who was asked. Such people know that the sample exists, so
 * they may learn that it still does; others may not (docs/product.md, "Samples"). Reads at most 200
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
