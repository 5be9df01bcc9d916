import { defineTable } from "convex/server";
import { v } from "convex/values";
import { BASKET_OUTCOMES } from "../../domain/baskets";
import { STEPS } from "../../domain/workflow";
import { oneOf } from "../lib/validators";

export const step = oneOf(STEPS);

/** What became of one sample of a basket. */
export const basketResult = {
  sampleId: v.id("samples"),
  /** Empty when the sample is gone, or not its owner's to see. */
  serialNumber: v.string(),
  outcome: oneOf(BASKET_OUTCOMES),
  /** Why it was refused, in the words that the single step would have given; why it was left. */
  reason: v.optional(v.string()),
};

export const basketTables = {
  /**
   * Hand-overs of many samples at once, worked off in the order of `sampleIds`: the first so many of them
   * have a result. Deleted 30 days after they finished. Writer: model/baskets.ts. Reader: its owner.
   */
  baskets: defineTable({
    /** The owner, in whose name the steps are taken. */
    uid: v.id("users"),
    /** Client-made. */
    basketId: v.string(),
    step,
    chosen: v.optional(v.string()),
    reason: v.optional(v.string()),
    sampleIds: v.array(v.id("samples")),
    results: v.array(
      v.object({
        ...basketResult,
        /** For the mail about a step that was done: to whom, and which model it was. */
        tell: v.optional(v.string()),
        model: v.optional(v.string()),
      }),
    ),
    /** Epoch ms. */
    startedAt: v.number(),
    finishedAt: v.optional(v.number()),
    /** The owner has looked at what became of it. */
    isSeen: v.optional(v.boolean()),
  })
    .index("by_uid_and_basketId", ["uid", "basketId"])
    // The notice above every screen
    .index("by_uid_and_isSeen", ["uid", "isSeen"])
    // Sweep
    .index("by_finishedAt", ["finishedAt"]),
};
