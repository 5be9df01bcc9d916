import { v } from "convex/values";
import { userMutation } from "./lib/functions";
import * as Custody from "./model/custody";

/**
 * The twelve steps of a sample's life, one mutation each: what they demand and change is said by the
 * workflow table (domain/workflow.ts) and model/custody.ts.
 *
 * `sampleId` is text, as a person's link carries it: a malformed id is a refusal, not an argument error.
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

/** 1 to 255 characters once trimmed: whoever asked must learn why not. */
const withReason = { ...sampleStep, reason: v.string() };
/** As above, or nothing: taking back one's own step needs no reason. */
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
