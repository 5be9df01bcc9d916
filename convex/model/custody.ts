import type { WithoutSystemFields } from "convex/server";
import { sortedBy } from "../../domain/lists";
import { afterStep, refusal, WORKFLOW, type Step } from "../../domain/workflow";
import type { Doc } from "../_generated/dataModel";
import { appError } from "../lib/errors";
import type { ActorMutationCtx } from "../lib/functions";
import type { Changes } from "../lib/objects";
import * as Counters from "./counters";
import * as History from "./history";
import * as People from "./people";
import { getOrThrow, refuse } from "./samples";
import * as Transactions from "./transactions";

/**
 * The six hand-over steps. Each is one transaction: the sample, its history record, the counters of the
 * people concerned and the transaction id are written together or not at all. About 5 writes, 6 for an
 * acknowledgement; their number does not depend on how many samples there are.
 *
 * `now` is the one instant of the whole step, epoch ms; only the demo seed gives another than the clock's.
 */

type StepArgs = { readonly sampleId: string; readonly transactionId: string };
/** `chosen`: e-mail of the recipient or approver, as the form sent it. */
type AddressedArgs = StepArgs & { readonly chosen: string };
type Acknowledgement = "acknowledgeTransfer" | "acknowledgeReturn" | "acknowledgeLost";

/** What a step changes beside status, holder and the pending person, which the workflow table says. */
type Beside = Changes<WithoutSystemFields<Doc<"samples">>>;

/** @throws RECIPIENT_UNKNOWN, RECIPIENT_HOLDS_IT, RECIPIENT_INCOMPLETE, and as `begin` */
export async function transfer(
  ctx: ActorMutationCtx,
  args: AddressedArgs,
  now = Date.now(),
): Promise<null> {
  const sample = await begin(ctx, "transfer", args);
  const recipient = await People.transferRecipient(ctx, args.chosen, sample.samplmanag);
  return await commit(ctx, "transfer", sample, args, now, recipient.email, {
    inTransitToSuper: recipient.supervisor,
    inTransitDate: now,
  });
}

/** @throws RECIPIENT_UNKNOWN, RECIPIENT_NOT_LISTED, RECIPIENT_NOWHERE, and as `begin` */
export async function returnToCustomer(
  ctx: ActorMutationCtx,
  args: AddressedArgs,
  now = Date.now(),
): Promise<null> {
  const sample = await begin(ctx, "returnToCustomer", args);
  const recipient = await People.returnRecipient(ctx, args.chosen);
  return await commit(ctx, "returnToCustomer", sample, args, now, recipient.email, {
    ...People.placeOf(recipient),
    inReturnSuper: recipient.supervisor,
    inReturnDate: now,
  });
}

/** @throws APPROVER_UNKNOWN, RECIPIENT_NOT_LISTED, RECIPIENT_INCOMPLETE, and as `begin` */
export async function requestLost(
  ctx: ActorMutationCtx,
  args: AddressedArgs,
  now = Date.now(),
): Promise<null> {
  const sample = await begin(ctx, "requestLost", args);
  const approver = await People.lossApprover(ctx, args.chosen);
  return await commit(ctx, "requestLost", sample, args, now, approver.email, {
    osrequsuper: approver.supervisor,
    reqOSDate: now,
  });
}

/**
 * The actor becomes the manager.
 *
 * @throws MANAGER_INCOMPLETE unless the actor has a supervisor, and as `begin`
 */
export async function acknowledge(
  ctx: ActorMutationCtx,
  step: Acknowledgement,
  args: StepArgs,
  now = Date.now(),
): Promise<null> {
  const sample = await begin(ctx, step, args);
  const { actor } = ctx;
  if (!actor.supervisor) throw appError("MANAGER_INCOMPLETE");
  return await commit(ctx, step, sample, args, now, undefined, {
    supervisor: actor.supervisor,
    samplmanagname: actor.displayName,
    ...uponArrival(step, actor, now),
  });
}

/** A returned sample took the recipient's place when the return began; a lost one is nowhere new. */
function uponArrival(step: Acknowledgement, actor: Doc<"users">, now: number): Beside {
  switch (step) {
    case "acknowledgeTransfer":
      return { ...People.placeOf(actor), inUseDate: now };
    case "acknowledgeReturn":
      return { returnedDate: now };
    case "acknowledgeLost":
      return { osDate: now };
  }
}

/**
 * The sample, if the actor may take the step now.
 *
 * @throws TRANSACTION_REPEATED, SAMPLE_MISSING or DOCUMENT_MISSING, STEP_NOT_ALLOWED, NOT_YOURS
 */
async function begin(ctx: ActorMutationCtx, step: Step, { sampleId, transactionId }: StepArgs) {
  await Transactions.refuseRepeated(ctx, transactionId);
  const missing = isAcknowledgement(step) ? "DOCUMENT_MISSING" : "SAMPLE_MISSING";
  const sample = await getOrThrow(ctx, sampleId, missing);
  await refuse(ctx, refusal(step, sample, ctx.actor), WORKFLOW[step].label, sample);
  return sample;
}

function isAcknowledgement(step: Step): step is Acknowledgement {
  return !("names" in WORKFLOW[step]);
}

async function commit(
  ctx: ActorMutationCtx,
  step: Step,
  before: Doc<"samples">,
  { transactionId }: StepArgs,
  at: number,
  chosen: string | undefined,
  beside: Beside,
): Promise<null> {
  const changed = {
    // Whoever was asked before is not asked any more, nor is their supervisor.
    ...NOBODY_ASKED,
    ...afterStep(step, before, ctx.actor, chosen),
    ...beside,
    lastTransactionId: transactionId,
  };
  const after = { ...before, ...changed };
  await ctx.db.patch("samples", before._id, { ...changed, ...sortedBy(after) });
  await History.append(ctx, before._id, after, {
    action: WORKFLOW[step].action,
    at,
    actor: ctx.actor,
    transactionId,
    recipient: chosen,
  });
  await Counters.apply(ctx, Counters.moved(standing(before), standing(after)));
  return null;
}

const NOBODY_ASKED = {
  inTransitToSuper: undefined,
  inReturnSuper: undefined,
  osrequsuper: undefined,
};

/** Under whom, and in which status, a sample is counted. */
function standing(sample: Pick<Doc<"samples">, "samplmanag" | "supervisor" | "status">) {
  const { samplmanag: email, supervisor, status } = sample;
  return { holder: { email, supervisor }, status };
}
