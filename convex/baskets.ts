import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalMutation } from "./_generated/server";
import { userMutation, userQuery } from "./lib/functions";
import { oneOf } from "./lib/validators";
import * as Baskets from "./model/baskets/baskets";
import * as BasketValues from "./model/baskets/basketValues";
import * as Receipts from "./model/baskets/receipts";
import { basketResult, basketStep, bulkEdit } from "./schema/baskets";
import { requestDetails, status } from "./schema/samples";

/**
 * Hands over, or edits, many samples at once. A basket is a job of the server: once `start` has
 * answered, it runs to its end, whatever happens to the browser, its connection or the server's
 * process.
 */

/**
 * Starts taking `step` with each of 1 to 300 samples, in the order given; a repeated id counts
 * once. Recipient, reason and edit, which hold for all samples, are checked here; the rest is each
 * sample's own result.
 *
 * The same `basketId` again (a retry after a lost connection) changes nothing, whatever else the
 * call says: it only makes sure that the basket runs.
 *
 * @param basketId client-made, 1 to 90 characters, unique among the caller's baskets
 * @param chosen e-mail of the recipient or approver: for transfer, returnToCustomer, requestLost
 * @param reason 1 to 255 characters for the declines and reopen, optional for the cancellations
 * @param details what is said with each request: domain/custody/requestDetails.ts
 * @param edit for `edit`, the values to set: domain/samples/bulkEdit.ts
 * @param after the caller's basket at whose end this one begins, so that the parts of a large
 *   hand-over delay others no more than one basket does; an unknown one is not waited for
 * @throws TRANSACTION_ID_INVALID, BASKET_EMPTY, BASKET_TOO_LARGE, RECIPIENT_UNKNOWN,
 *   RECIPIENT_INCOMPLETE, RECIPIENT_NOWHERE, RECIPIENT_NOT_LISTED, APPROVER_UNKNOWN, FIELD_MISSING
 *   and FIELD_TOO_LONG (`reason`); EDIT_EMPTY, PLACE_NOT_PICKED and FIELD_TOO_LONG (`edit`);
 *   BASKET_FOLLOWERS_FULL (`after`)
 */
export const start = userMutation({
  args: {
    basketId: v.string(),
    step: basketStep,
    chosen: v.optional(v.string()),
    reason: v.optional(v.string()),
    details: v.optional(requestDetails),
    edit: v.optional(bulkEdit),
    sampleIds: v.array(v.id("samples")),
    after: v.optional(v.string()),
  },
  returns: v.null(),
  handler: (ctx, args) => Baskets.start(ctx, args, Date.now()),
});

/**
 * Undoes the steps that the caller's basket took, as a basket of its own with the id `undoId`: each
 * sample's result says whether it could still be undone (custody.undo). The mails about steps that
 * are undone are withdrawn.
 *
 * @param undoId client-made, 1 to 90 characters
 * @throws TRANSACTION_ID_INVALID; BASKET_EMPTY when the basket took no step, is not finished, is an
 *   undo or an edit itself or is unknown
 */
export const undo = userMutation({
  args: { basketId: v.string(), undoId: v.string() },
  returns: v.null(),
  handler: (ctx, args) => Baskets.undo(ctx, args, Date.now()),
});

/**
 * Stops the caller's basket. Steps already taken stay; each remaining sample gets the result `left`
 * and is unchanged; the people concerned by the steps taken get their mail. A basket that is
 * finished, unknown or somebody else's is not changed. Reads the remaining samples, 300 at most,
 * for their serial numbers.
 */
export const cancel = userMutation({
  args: { basketId: v.string() },
  returns: v.null(),
  handler: (ctx, { basketId }) => Baskets.cancel(ctx, basketId, Date.now()),
});

/**
 * Progress of the caller's basket, live: it changes every 10 samples. Null for an unknown id, for
 * somebody else's basket, and 30 days after it finished.
 *
 * `settled` counts the samples that have a result, whichever it is; `results` are those, in the
 * order of the basket. `finished`: every sample has its result, and the people concerned were
 * mailed.
 */
export const progress = userQuery({
  args: { basketId: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      step: basketStep,
      chosen: v.optional(v.string()),
      reason: v.optional(v.string()),
      details: v.optional(requestDetails),
      edit: v.optional(bulkEdit),
      /** Epoch ms, UTC. */
      startedAt: v.number(),
      finishedAt: v.optional(v.number()),
      /** It undoes the steps of another basket. */
      isUndo: v.boolean(),
      total: v.number(),
      settled: v.number(),
      results: v.array(v.object(basketResult)),
      finished: v.boolean(),
    }),
  ),
  handler: (ctx, { basketId }) => Baskets.progress(ctx, basketId),
});

/**
 * The receipt of the caller's basket: a line for each sample, in the order of the basket. Null
 * until it has finished, for an unknown id, for somebody else's basket, and 30 days after it
 * finished. What was done is told by history, so an undo since changes no line.
 */
export const receipt = userQuery({
  args: { basketId: v.string() },
  returns: v.union(
    v.null(),
    v.array(
      v.object({
        ...basketResult,
        /** Brand and model; empty when the caller may not see the sample. */
        device: v.string(),
        /** E-mails. */
        from: v.optional(v.string()),
        to: v.optional(v.string()),
        /** Epoch ms, UTC. */
        at: v.optional(v.number()),
      }),
    ),
  ),
  handler: (ctx, { basketId }) => Receipts.receipt(ctx, basketId),
});

/**
 * The caller's baskets to show in a notice, newest first: those under way, but for those that wait
 * for another one's end, and those that finished and were not looked at since; three at most.
 * `done`, `refused` and `left` count samples.
 */
export const unseen = userQuery({
  args: {},
  returns: v.array(
    v.object({
      basketId: v.string(),
      step: basketStep,
      isUndo: v.boolean(),
      total: v.number(),
      done: v.number(),
      refused: v.number(),
      left: v.number(),
      finished: v.boolean(),
    }),
  ),
  handler: (ctx) => Baskets.unseen(ctx),
});

/**
 * Removes a finished basket of the caller's from `unseen`. A basket that is not finished, unknown
 * or somebody else's is not changed.
 */
export const markSeen = userMutation({
  args: { basketId: v.string() },
  returns: v.null(),
  handler: (ctx, { basketId }) => Baskets.markSeen(ctx, basketId),
});

/**
 * A sample as baskets show it, with the fields that `refusal` of domain/custody/workflow.ts reads.
 */
const sampleSummary = v.object({
  _id: v.id("samples"),
  brand: v.string(),
  model: v.string(),
  serialNumber: v.string(),
  imei1: v.string(),
  imei2: v.string(),
  status,
  samplmanag: v.string(),
  inTransitTo: v.optional(v.string()),
  inReturnTo: v.optional(v.string()),
  inOSapprby: v.optional(v.string()),
});

/**
 * Finds the samples that pasted or scanned identifiers name: one answer for each value, in their
 * order. A sample's own id (from a selection in a list) names that sample; 15 digits name an IMEI
 * of either slot, or else a serial number; anything else is a serial number, in any case of
 * letters.
 *
 * A sample that the caller may not see is `unknown`. `ambiguous`: the caller may see several
 * samples with this value, which New Sample permits for IMEIs. Two values may name the same sample.
 *
 * @param values at most 300; blanks around them are ignored
 * @throws BASKET_TOO_LARGE
 */
export const resolve = userQuery({
  args: { values: v.array(v.string()) },
  returns: v.array(
    v.union(
      v.object({ value: v.string(), outcome: v.literal("found"), sample: sampleSummary }),
      v.object({ value: v.string(), outcome: oneOf(["unknown", "ambiguous"]) }),
    ),
  ),
  handler: (ctx, { values }) => BasketValues.resolve(ctx, values),
});

/** Runs the next batch of a basket; schedules its successor until no sample remains. */
export const runNextBatch = internalMutation({
  args: { id: v.id("baskets") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    await Baskets.runNextBatch(ctx, id, Date.now());
    return null;
  },
});

/**
 * Jobs that an earlier version scheduled bear this name: a basket may be under way at an upgrade.
 */
export const workOff = runNextBatch;

/**
 * Deletes baskets that finished 30 days ago. A cron calls it; each transaction is bounded and
 * schedules the next one while there is more.
 */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await Baskets.sweep(ctx, Date.now());
    if (isMore) await ctx.scheduler.runAfter(0, internal.baskets.sweep, {});
    return null;
  },
});
