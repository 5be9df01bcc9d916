import { v } from "convex/values";
import { userMutation } from "./lib/functions";
import * as Custody from "./model/custody";

/** `sampleId` is text, as a person's link carries it: a malformed id is a refusal, not an argument error. */
const sampleStep = { sampleId: v.string(), transactionId: v.string() };

export const transfer = userMutation({
  args: { ...sampleStep, recipient: v.string() },
  returns: v.null(),
  handler: (ctx, { recipient, ...args }) => Custody.transfer(ctx, { ...args, chosen: recipient }),
});

export const acknowledgeTransfer = userMutation({
  args: sampleStep,
  returns: v.null(),
  handler: (ctx, args) => Custody.acknowledge(ctx, "acknowledgeTransfer", args),
});

export const returnToCustomer = userMutation({
  args: { ...sampleStep, recipient: v.string() },
  returns: v.null(),
  handler: (ctx, { recipient, ...args }) =>
    Custody.returnToCustomer(ctx, { ...args, chosen: recipient }),
});

export const acknowledgeReturn = userMutation({
  args: sampleStep,
  returns: v.null(),
  handler: (ctx, args) => Custody.acknowledge(ctx, "acknowledgeReturn", args),
});

export const requestLost = userMutation({
  args: { ...sampleStep, approver: v.string() },
  returns: v.null(),
  handler: (ctx, { approver, ...args }) => Custody.requestLost(ctx, { ...args, chosen: approver }),
});

export const acknowledgeLost = userMutation({
  args: sampleStep,
  returns: v.null(),
  handler: (ctx, args) => Custody.acknowledge(ctx, "acknowledgeLost", args),
});
