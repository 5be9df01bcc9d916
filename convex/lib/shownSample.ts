import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { sampleDoc } from "../schema/samples";

/** Convex sends a field whose value is undefined as if it were not there. */
const HIDDEN = {
  feedShard: undefined,
  feedSeq: undefined,
  teamSeq: undefined,
  lastStep: undefined,
};

/**
 * Returns the sample as callers get it: without its place in the feed of changes, whose numbers
 * tell how much others do, and without what an undo would restore. Spreads the sample whole: taking
 * fields out of some fifty (`{ feedSeq, ...rest }`) costs 15 µs a sample in V8, a third of a list.
 */
export function shownSample(sample: Doc<"samples">): Infer<typeof sampleDoc> {
  return { ...sample, ...HIDDEN };
}
