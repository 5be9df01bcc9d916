import { v } from "convex/values";
import { userMutation } from "./lib/functions";
import * as Custody from "./model/custody";

/**
 * The twelve steps of a sample's life, one mutation each. The workflow table (domain/workflow.ts)
 * and model/custody.ts state what they demand and change.
 *
 * `sampleId` is text, as in the link that a person follows: a malformed id is a refusal, not an
 * argument error.
 */
const sampleStep = { sampleId: v.string(), transactionId: v.string() };

export const transfer = userMutation({
  args: { ...sampleStep, recipient: v.string() },
  returns: v.null(),
  handler: (ctx, { recipient, ...args }) =>
    Custody.takeStep(ctx, "transfer", { ...args, chosen: recipient }),
});

export const acknowledgeTransfer = userMutation({
  args: sampleStep,
  returns: v.null(),
  handler: (ctx, args) => Custody.takeStep(ctx, "acknowledgeTransfer", args),
});

export const returnToCustomer = userMutation({
  args: { ...sampleStep, recipient: v.string() },
  returns: v.null(),
  handler: (ctx, { recipient, ...args }) =>
    Custody.takeStep(ctx, "returnToCustomer", { ...args, chosen: recipient }),
});

export const acknowledgeReturn = userMutation({
  args: sampleStep,
  returns: v.null(),
  handler: (ctx, args) => Custody.takeStep(ctx, "acknowledgeReturn", args),
});

export const requestLost = userMutation({
  args: { ...sampleStep, approver: v.string() },
  returns: v.null(),
  handler: (ctx, { approver, ...args }) =>
    Custody.takeStep(ctx, "requestLost", { ...args, chosen: approver }),
});

export const acknowledgeLost = userMutation({
  args: sampleStep,
  returns: v.null(),
  handler: (ctx, args) => Custody.takeStep(ctx, "acknowledgeLost", args),
});

/** A reason of 1 to 255 characters once trimmed: the person who asked must learn it. */
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
