import { defineTable } from "convex/server";
import { v } from "convex/values";
import { BASKET_OUTCOMES, BASKET_STEPS } from "#domain/baskets/baskets";
import { STEPS } from "#domain/custody/workflow";
import { oneOf } from "../lib/validators";
import { requestDetails } from "./samples";

export const step = oneOf(STEPS);
export const basketStep = oneOf(BASKET_STEPS);

/** The values that a basket of edits sets: domain/samples/bulkEdit.ts. */
export const bulkEdit = v.object({
  customers: v.optional(v.string()),
  location: v.optional(v.string()),
  country: v.optional(v.string()),
  city: v.optional(v.string()),
  lat: v.optional(v.number()),
  lng: v.optional(v.number()),
  comments: v.optional(v.string()),
});

/** Result of one sample of a basket. */
export const basketResult = {
  sampleId: v.id("samples"),
  /** Empty when the sample is gone, or when the basket's owner may not see it. */
  serialNumber: v.string(),
  outcome: oneOf(BASKET_OUTCOMES),
  /**
   * The reason of a refusal, in the words of the single step; or the reason why the sample was
   * `left`.
   */
  reason: v.optional(v.string()),
};

export const basketTables = {
  /**
   * Hand-overs or edits of many samples at once, taken in the order of `sampleIds`: the first
   * `results.length` of them have a result. Deleted 30 days after they finished.
   * Writers: model/baskets/baskets.ts, model/custody/basketMails.ts. Reader: the owner.
   */
  baskets: defineTable({
    /** The owner; the steps are taken in their name. */
    uid: v.id("users"),
    /** Client-made. */
    basketId: v.string(),
    step: basketStep,
    chosen: v.optional(v.string()),
    reason: v.optional(v.string()),
    details: v.optional(requestDetails),
    /** The values of an edit; a step has none. */
    edit: v.optional(bulkEdit),
    sampleIds: v.array(v.id("samples")),
    /** `basketId` of the owner's basket at whose end this one begins: parts of a large one. */
    after: v.optional(v.string()),
    /** True until the basket named by `after` ends. Absent in baskets of earlier versions. */
    isWaiting: v.optional(v.boolean()),
    /** `basketId` of the basket of the same owner whose steps this one undoes. */
    undoes: v.optional(v.string()),
    results: v.array(
      v.object({
        ...basketResult,
        /**
         * For the mail about a step that was taken: the e-mail of its reader, and the sample's
         * model.
         */
        tell: v.optional(v.string()),
        model: v.optional(v.string()),
      }),
    ),
    /** Epoch ms. */
    startedAt: v.number(),
    finishedAt: v.optional(v.number()),
    /** The mails about the steps taken; withdrawn with the steps that are undone. */
    mails: v.optional(v.array(v.object({ to: v.string(), mailId: v.id("mail") }))),
    /** The owner has looked at the results. */
    isSeen: v.optional(v.boolean()),
  })
    .index("by_uid_and_basketId", ["uid", "basketId"])
    // What begins at the end of a basket
    .index("by_uid_and_after", ["uid", "after"])
    // The notice above every screen
    .index("by_uid_and_isSeen_and_isWaiting", ["uid", "isSeen", "isWaiting"])
    // Sweep
    .index("by_finishedAt", ["finishedAt"]),
};
