import { v } from "convex/values";
import { userMutation, userQuery } from "./lib/functions";
import * as Custody from "./model/custody/custody";
import * as Undo from "./model/custody/undo";
import { step as stepName } from "./schema/baskets";
import { requestDetails } from "./schema/samples";

/**
 * The thirteen steps of a sample's life, one mutation each. The workflow table
 * (domain/custody/workflow.ts) and model/custody/custody.ts state what they demand and change.
 *
 * `sampleId` is text, as in the link that a person follows: a malformed id is a refusal, not an
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
 * Undoes the latest step of a sample: for 60 seconds, for whoever took it, while nothing else
 * happened to the sample (domain/custody/undo.ts). `stepId` is the transaction id of that step, so
 * that an offer to undo a step never takes back a later one.
 */
export const undo = userMutation({
  args: { ...sampleStep, stepId: v.string() },
  returns: v.null(),
  handler: (ctx, args) => Undo.undo(ctx, args),
});

/**
 * The latest step of a sample, if the caller took it, and until when they may undo it; else null,
 * as for an unknown id. The caller may have lost sight of the sample by the step.
 */
export const undoable = userQuery({
  args: { sampleId: v.string() },
  returns: v.union(v.null(), v.object({ step: stepName, stepId: v.string(), until: v.number() })),
  handler: (ctx, { sampleId }) => Undo.undoable(ctx, sampleId),
});

/** A reason of 1 to 255 characters once trimmed: people concerned must learn it. */
const withReason = { ...sampleStep, reason: v.string() };
/** An optional reason: people may take back their own request without one. */
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
