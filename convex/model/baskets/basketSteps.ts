/** Takes the step of a basket on one of its samples. */
import { basketTransactionId } from "#domain/baskets/baskets";
import { omitUndefined } from "#domain/common/objects";
import { WORKFLOW, type Step } from "#domain/custody/workflow";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refusalAsValue } from "../../lib/errors";
import type { ActorMutationCtx } from "../../lib/functions";
import { getSample } from "../people/addressMoves";
import { findBasket } from "../custody/basketMails";
import * as BulkEdits from "../samples/bulkEdits";
import * as Custody from "../custody/custody";
import * as Undo from "../custody/undo";
import { maySee } from "../people/visibility";

type Basket = Doc<"baskets">;
type Result = Basket["results"][number];

/**
 * Takes the basket's step on the sample at index `place`. A refusal is recorded as that sample's
 * result and leaves the earlier steps in place.
 */
export async function takeNextStep(
  ctx: MutationCtx,
  actor: Doc<"users">,
  basket: Basket,
  place: number,
  now: number,
): Promise<Result> {
  const { basketId, step, chosen, reason, details, edit, sampleIds, undoes } = basket;
  const sampleId = sampleIds[place];
  if (sampleId === undefined) throw new Error(`Basket ${basket._id} has no sample ${place}`);
  const sample = await getSample(ctx, sampleId);
  const transactionId = basketTransactionId(basketId, place);
  const args = { sampleId, transactionId, chosen, reason, details };
  const actorCtx = { ...ctx, actor };
  const refused = await refusalAsValue(() => {
    if (step === "edit") return BulkEdits.edit(actorCtx, { ...args, edit: edit ?? {} }, now);
    if (undoes !== undefined) return undoStep(actorCtx, { sampleId, transactionId }, undoes, now);
    return Custody.takeStep(actorCtx, step, args, now);
  });
  if (refused !== undefined) {
    const serialNumber = await visibleSerialNumber(ctx, actor, sample);
    return { sampleId, serialNumber, outcome: "refused", reason: refused.message };
  }
  if (sample === null) throw new Error(`${step} was done with ${sampleId}, which is gone`);
  const { serialNumber, model } = sample;
  // An edit notifies through the inbox, so its result names no mail recipient.
  const sendsMail = undoes === undefined && step !== "edit";
  const other = sendsMail ? personToNotify(step, sample, chosen) : undefined;
  return omitUndefined({ sampleId, serialNumber, model, outcome: "done" as const, tell: other });
}

/** Undoes the step that the actor's basket took on the sample. */
async function undoStep(
  ctx: ActorMutationCtx,
  args: { readonly sampleId: Id<"samples">; readonly transactionId: string },
  basketId: string,
  now: number,
): Promise<void> {
  const basket = await findBasket(ctx, ctx.actor._id, basketId);
  const place = basket?.sampleIds.indexOf(args.sampleId) ?? -1;
  return await Undo.undo(ctx, { ...args, stepId: basketTransactionId(basketId, place) }, now);
}

/**
 * Returns the e-mail of the counterparty of a step: for a step by the manager, the person who is or
 * was asked; for any other step, the manager.
 */
function personToNotify(step: Step, before: Doc<"samples">, chosen: string | undefined) {
  if (WORKFLOW[step].actorField !== "samplmanag") return before.samplmanag;
  return chosen ?? before.pendingWith;
}

/**
 * Returns the sample's serial number, or "" when the sample is deleted or hidden from the reader.
 */
export async function visibleSerialNumber(
  ctx: MutationCtx,
  reader: Doc<"users"> | null,
  sample: Doc<"samples"> | null,
): Promise<string> {
  if (reader === null || sample === null) return "";
  return (await maySee(ctx, reader, sample)) ? sample.serialNumber : "";
}
