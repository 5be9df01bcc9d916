import { v } from "convex/values";
import type { Step } from "#domain/custody/workflow";
import { userMutation, userQuery } from "./lib/functions";
import * as Custody from "./model/custody/custody";
import * as Undo from "./model/custody/undo";
import { step as stepName } from "./schema/baskets";
import { requestDetails } from "./schema/samples";

/**
 * The thirteen workflow steps, one mutation each. The workflow table (domain/custody/workflow.ts)
 * and model/custody/custody.ts define their conditions and effects.
 */

/**
 * `sampleId` is text, as in the link that a person follows: a malformed id causes a refusal, not an
 * argument error.
 */
const sampleStep = { sampleId: v.string(), transactionId: v.string() };

/**
 * Every step takes the same arguments, and ignores those that its row of the table does not ask
 * for.
 */
const stepArgs = {
  ...sampleStep,
  /** E-mail of the recipient or approver, as typed. Requests need one. */
  recipient: v.optional(v.string()),
  /** The approver of a loss, as pages of version 1.6 send it. */
  approver: v.optional(v.string()),
  /** At most 255 characters. A decline and a reopening need one, a cancellation may have one. */
  reason: v.optional(v.string()),
  /** Note, tracking number or account of a loss; lengths: domain/custody/requestDetails.ts. */
  ...requestDetails.fields,
};

function stepMutation(step: Step) {
  return userMutation({
    args: stepArgs,
    returns: v.null(),
    handler: (ctx, { sampleId, transactionId, recipient, approver, reason, ...details }) =>
      Custody.takeStep(ctx, step, {
        sampleId,
        transactionId,
        chosen: recipient ?? approver,
        reason,
        details,
      }),
  });
}

export const transfer = stepMutation("transfer");
export const acknowledgeTransfer = stepMutation("acknowledgeTransfer");
export const declineTransfer = stepMutation("declineTransfer");
export const cancelTransfer = stepMutation("cancelTransfer");
export const returnToCustomer = stepMutation("returnToCustomer");
export const acknowledgeReturn = stepMutation("acknowledgeReturn");
export const declineReturn = stepMutation("declineReturn");
export const cancelReturn = stepMutation("cancelReturn");
export const requestLost = stepMutation("requestLost");
export const acknowledgeLost = stepMutation("acknowledgeLost");
export const declineLost = stepMutation("declineLost");
export const cancelLost = stepMutation("cancelLost");
export const reopen = stepMutation("reopen");

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
