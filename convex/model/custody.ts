import type { WithoutSystemFields } from "convex/server";
import { MAX_TEXT, plainText } from "../../domain/plainText";
import { listIndexFields } from "../../domain/lists";
import type { Patch } from "../../domain/objects";
import {
  afterStep,
  isAcknowledge,
  isRequest,
  isReversal,
  refusal,
  WORKFLOW,
  type AcknowledgeStep,
  type RequestStep,
  type Step,
} from "../../domain/workflow";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { appError } from "../lib/errors";
import type { ActorMutationCtx } from "../lib/functions";
import * as Counters from "./counters";
import * as History from "./history";
import * as People from "./people";
import { getOrThrow, throwRefusal } from "./samples";
import * as Transactions from "./transactions";

/** What the forms send. */
export type StepArgs = {
  readonly sampleId: string;
  /** Client-made, 1 to 100 characters. */
  readonly transactionId: string;
  /** E-mail of the recipient or approver, as typed: for the steps that ask somebody. */
  readonly chosen?: string | undefined;
  /** For declines and cancellations. */
  readonly reason?: string | undefined;
};

/** What a step changes beside the fields that the workflow table says. */
type ExtraFields = Patch<WithoutSystemFields<Doc<"samples">>>;

/**
 * Takes one of the twelve steps. It is one transaction: the sample, its history record and the counters
 * of the people concerned are written together or not at all. About 4 writes, 5 for an acknowledgement;
 * their number does not depend on how many samples there are. Nothing is written before the last refusal.
 *
 * @param now the one instant of the whole step, epoch ms; only the demo seed gives another than the clock's
 * @throws TRANSACTION_REPEATED, TRANSACTION_ID_INVALID, SAMPLE_MISSING or DOCUMENT_MISSING,
 *   STEP_NOT_ALLOWED, NOT_YOURS; and as `resolveRecipient`, `newHolderFields` and `parseReason`
 */
export async function takeStep(
  ctx: ActorMutationCtx,
  step: Step,
  args: StepArgs,
  now = Date.now(),
): Promise<null> {
  const { actor } = ctx;
  await Transactions.refuseRepeated(ctx, args.transactionId);
  const missing = isAcknowledge(step) ? "DOCUMENT_MISSING" : "SAMPLE_MISSING";
  const before = await getOrThrow(ctx, args.sampleId, missing);
  await throwRefusal(ctx, refusal(step, before, actor), WORKFLOW[step].label, before);

  if (isRequest(step)) {
    const person = await resolveRecipient(ctx, step, args.chosen, before.samplmanag);
    const extraFields = fieldsOnRequest(step, person, now);
    return await applyStep(ctx, step, before, args, {
      now,
      extraFields,
      recipient: person.email,
    });
  }
  if (isAcknowledge(step)) {
    const extraFields = { ...newHolderFields(actor), ...fieldsOnAcknowledge(step, actor, now) };
    return await applyStep(ctx, step, before, args, { now, extraFields });
  }
  const reason = parseReason(step, args.reason);
  const recipient = before.pendingWith;
  return await applyStep(ctx, step, before, args, { now, extraFields: {}, recipient, reason });
}

/**
 * The person whom `step` asks.
 *
 * @param holder e-mail of who has the sample, whom no transfer may go to
 * @throws RECIPIENT_UNKNOWN or APPROVER_UNKNOWN, RECIPIENT_HOLDS_IT, RECIPIENT_NOT_LISTED,
 *   RECIPIENT_INCOMPLETE, RECIPIENT_NOWHERE
 */
export async function resolveRecipient(
  ctx: QueryCtx,
  step: RequestStep,
  chosen = "",
  holder = "",
): Promise<Doc<"users">> {
  switch (step) {
    case "transfer":
      return await People.transferRecipient(ctx, chosen, holder);
    case "returnToCustomer":
      return await People.returnRecipient(ctx, chosen);
    case "requestLost":
      return await People.lossApprover(ctx, chosen);
  }
}

function fieldsOnRequest(step: RequestStep, person: Doc<"users">, now: number): ExtraFields {
  const { supervisor } = person;
  switch (step) {
    case "transfer":
      return { inTransitToSuper: supervisor, inTransitDate: now };
    case "returnToCustomer":
      return { ...People.placeOf(person), inReturnSuper: supervisor, inReturnDate: now };
    case "requestLost":
      return { osrequsuper: supervisor, reqOSDate: now };
  }
}

/** A returned sample took the recipient's place when the return began; a lost one is nowhere new. */
function fieldsOnAcknowledge(step: AcknowledgeStep, actor: Doc<"users">, now: number): ExtraFields {
  switch (step) {
    case "acknowledgeTransfer":
      return { ...People.placeOf(actor), inUseDate: now };
    case "acknowledgeReturn":
      return { returnedDate: now };
    case "acknowledgeLost":
      return { osDate: now };
  }
}

/** @throws MANAGER_INCOMPLETE unless the actor, who becomes the manager, has a supervisor */
function newHolderFields({ supervisor, displayName }: Doc<"users">): ExtraFields {
  if (!supervisor) throw appError("MANAGER_INCOMPLETE");
  return { supervisor, samplmanagname: displayName };
}

/**
 * Why a step is declined or cancelled, trimmed; undefined when nobody said.
 *
 * @throws FIELD_MISSING where one must say, FIELD_TOO_LONG beyond 255 characters
 */
export function parseReason(step: Step, text = ""): string | undefined {
  if (!isReversal(step)) return undefined;
  const reason = plainText(text);
  const label = "Reason";
  if (reason.length > MAX_TEXT) {
    throw appError("FIELD_TOO_LONG", { label, max: MAX_TEXT }, "reason");
  }
  if (reason !== "") return reason;
  if (WORKFLOW[step].reason === "required") throw appError("FIELD_MISSING", { label }, "reason");
  return undefined;
}

type StepEffect = {
  readonly now: number;
  readonly extraFields: ExtraFields;
  /** Who is asked, or was until this decline or cancellation. */
  readonly recipient?: string | undefined;
  readonly reason?: string | undefined;
};

async function applyStep(
  ctx: ActorMutationCtx,
  step: Step,
  before: Doc<"samples">,
  { transactionId }: StepArgs,
  { now, extraFields, recipient, reason }: StepEffect,
): Promise<null> {
  const changed = {
    ...afterStep(step, before, ctx.actor, recipient),
    ...extraFields,
    lastTransactionId: transactionId,
  };
  const after = { ...before, ...changed };
  await ctx.db.patch("samples", before._id, { ...changed, ...listIndexFields(after) });
  await History.append(ctx, before._id, after, {
    action: WORKFLOW[step].action,
    at: now,
    actor: ctx.actor,
    transactionId,
    recipient,
    reason,
  });
  await Counters.apply(ctx, Counters.countChanges(before, after));
  return null;
}
