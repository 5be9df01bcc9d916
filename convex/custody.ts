import { v } from "convex/values";
import { userMutation, userQuery } from "./lib/functions";
import * as Custody from "./model/custody/custody";
import * as Undo from "./model/custody/undo";
import { step as stepName } from "./schema/baskets";
import { requestDetails } from "./schema/samples";

/**
 * The thirteen workflow steps, one mutation each. The workflow table (domain/custody/workflow.ts)
 * and model/custody/custody.ts define their conditions and effects.
 *
 * `sampleId` is text, as in the link that a person follows: a malformed id causes a refusal, not an
 * argument error.
 */
const sampleStep = { sampleId: v.string(), transactionId: v.string() };

/** Note, tracking number or account of a loss; lengths: domain/custody/requestDetails.ts. */
const { note, trackingNumber, lastSeen, whatHappened } = requestDetails.fields;
const shipment = { note, trackingNumber };
const circumstances = { lastSeen, whatHappened };

export const transfer = userMutation({
  args: { ...sampleStep, recipient: v.string(), ...shipment },
  returns: v.null(),
  handler: (ctx, { sampleId, transactionId, recipient: chosen, ...details }) =>
    Custody.takeStep(ctx, "transfer", { sampleId, transactionId, chosen, details }),
});

export const acknowledgeTransfer = userMutation({
  args: sampleStep,
  returns: v.null(),
  handler: (ctx, args) => Custody.takeStep(ctx, "acknowledgeTransfer", args),
});

export const returnToCustomer = userMutation({
  args: { ...sampleStep, recipient: v.string(), ...shipment },
  returns: v.null(),
  handler: (ctx, { sampleId, transactionId, recipient: chosen, ...details }) =>
    Custody.takeStep(ctx, "returnToCustomer", { sampleId, transactionId, chosen, details }),
});

export const acknowledgeReturn = userMutation({
  args: sampleStep,
  returns: v.null(),
  handler: (ctx, args) => Custody.takeStep(ctx, "acknowledgeReturn", args),
});

export const requestLost = userMutation({
  args: { ...sampleStep, approver: v.string(), ...circumstances },
  returns: v.null(),
  handler: (ctx, { sampleId, transactionId, approver: chosen, ...details }) =>
    Custody.takeStep(ctx, "requestLost", { sampleId, transactionId, chosen, details }),
});

export const acknowledgeLost = userMutation({
  args: sampleStep,
  returns: v.null(),
  handler: (ctx, args) => Custody.takeStep(ctx, "acknowledgeLost", args),
});

/**
 * Undoes the latest step on a sample: within 60 seconds, by the person who took it, and only if the
 * sample has not changed since (domain/custody/undo.ts). `stepId` is the transaction id of that
 * step, so that an outdated undo button never reverts a later step.
 */
export const undo = userMutation({
  args: { ...sampleStep, stepId: v.string() },
  returns: v.null(),
  handler: (ctx, args) => Undo.undo(ctx, args),
});

/**
 * The latest step on a sample and the time until which the caller may undo it; null if another user
 * took it, or for an unknown id. The step may have hidden the sample from the caller.
 */
export const undoable = userQuery({
  args: { sampleId: v.string() },
  returns: v.union(v.null(), v.object({ step: stepName, stepId: v.string(), until: v.number() })),
  handler: (ctx, { sampleId }) => Undo.undoable(ctx, sampleId),
});

/**
 * A reason of 1 to 255 characters after trimming; required, because the people concerned are told
 * it.
 */
const withReason = { ...sampleStep, reason: v.string() };
/** An optional reason: people may cancel their own request without one. */
const withOptionalReason = { ...sampleStep, reason: v.optional(v.string()) };

export const declineTransfer = userMutation({
  args: withReason,
  returns: v.null(),
  handler: (ctx, args) => Custody.takeStep(ctx, "declineTransfer", args),
});

export const cancelTransfer = userMutation({
  args: withOptionalReason,
  returns: v.null(),
  handler: (ctx, args) => Custody.takeStep(ctx, "cancelTransfer", args),
});

export const declineReturn = userMutation({
  args: withReason,
  returns: v.null(),
  handler: (ctx, args) => Custody.takeStep(ctx, "declineReturn", args),
});

export const cancelReturn = userMutation({
  args: withOptionalReason,
  returns: v.null(),
  handler: (ctx, args) => Custody.takeStep(ctx, "cancelReturn", args),
});

export const declineLost = userMutation({
  args: withReason,
  returns: v.null(),
  handler: (ctx, args) => Custody.takeStep(ctx, "declineLost", args),
});

export const cancelLost = userMutation({
  args: withOptionalReason,
  returns: v.null(),
  handler: (ctx, args) => Custody.takeStep(ctx, "cancelLost", args),
});

export const reopen = userMutation({
  args: withReason,
  returns: v.null(),
  handler: (ctx, args) => Custody.takeStep(ctx, "reopen", args),
});
