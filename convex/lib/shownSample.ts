import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { sampleDoc } from "../schema/samples";

/**
 * Returns the sample as callers get it: without its place in the feed of changes, whose numbers
 * tell how much others do, and without what an undo would restore.
 */
export function shownSample(sample: Doc<"samples">): Infer<typeof sampleDoc> {
  const { feedShard, feedSeq, lastStep, ...rest } = sample;
  return rest;
}
