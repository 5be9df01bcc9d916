import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { sampleDoc } from "../schema/samples";

/**
 * Returns the sample without its place in the feed of changes: the feed's numbers tell how much
 * others do, and whoever may read the feed gets them from there.
 */
export function withoutFeedPlace(sample: Doc<"samples">): Infer<typeof sampleDoc> {
  const { feedShard, feedSeq, ...rest } = sample;
  return rest;
}
