import { ConvexError } from "convex/values";
import { MAX_TEXT, plainText } from "#domain/common/plainText";
import { textRefusal } from "#domain/common/textRefusal";
import type { Patch } from "#domain/common/objects";
import { parseDetails, type RequestDetails } from "#domain/custody/requestDetails";
import {
  absenteeOfStep,
  afterStep,
  isAcknowledge,
  isRequest,
  takesReason,
  refusal,
  WORKFLOW,
  type AcknowledgeStep,
  type RequestStep,
  type Step,
} from "#domain/custody/workflow";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { ActorMutationCtx } from "../../lib/functions";
import * as People from "../people/people";
import { getOrThrow, throwRefusal } from "../samples/samples";
import type { SampleFields } from "../samples/sampleWrites";
import * as StandIns from "../people/standIns";
import * as Supervision from "../people/supervision";
import * as Transactions from "../common/transactions";
import * as StepEffects from "./stepEffects";
import { valuesBefore } from "./undo";

/** Arguments of a step, as the forms send them. */
export type StepArgs = {
  readonly sampleId: string;
  /** Client-made, 1 to 100 characters. */
  readonly transactionId: string;
  /** E-mail of the recipient or approver, as typed. Only requests have one. */
  readonly chosen?: string | undefined;
  /** Reason for a decline, a cancellation or a reopening. */
  readonly reason?: string | undefined;
  /** Note, tracking number or account of a loss, as typed. */
  readonly details?: RequestDetails | undefined;
};

/**
 * Fields that a step changes in addition to those in the workflow table: dates, places and
 * supervisors.
 */
type ExtraFields = Patch<SampleFields>;

/**
 * Takes one of the thirteen steps in one transaction: the sample, its history record and the
 * counters of the people concerned are written together or not at all. A step costs about 4 writes,
 * an acknowledgement 5, independent of the number of samples. Nothing is written before the last
 * check has passed.
 *
 * Example: `takeStep(ctx, "transfer", { sampleId, transactionId, chosen: "bruno@example.com" })`
 * sets the sample to In Transit to Bruno, appends a "Transfer" record and moves one sample between
 * the manager's status counts.
 *
 * @param now the single instant of the whole step, epoch ms; only the demo seed passes a time other
 *   than the clock's
 * @throws TRANSACTION_REPEATED, TRANSACTION_ID_INVALID, SAMPLE_MISSING or DOCUMENT_MISSING,
 *   STEP_NOT_ALLOWED, NOT_YOURS, and the errors of `resolveRecipient`, `newHolderFields` and
 *   `parseReason`
 */
export async function takeStep(
  ctx: ActorMutationCtx,
  step: Step,
  args: StepArgs,
  now = Date.now(),
): Promise<void> {
  const { actor } = ctx;
  const { transactionId } = args;
  await Transactions.refuseRepeated(ctx, transactionId);
  const missing = isAcknowledge(step) ? "DOCUMENT_MISSING" : "SAMPLE_MISSING";
  const before = await getOrThrow(ctx, args.sampleId, missing);
  const stepActor = await StandIns.actorOfStep(ctx, actor, step, before, now);
  const refused = refusal(step, await withSupervisor(ctx, step, before), stepActor);
  await throwRefusal(ctx, refused, WORKFLOW[step].label, before, missing);
  const onBehalfOf = absenteeOfStep(step, before, stepActor);

  if (isRequest(step)) {
    const person = await resolveRecipient(ctx, step, args.chosen, before.samplmanag);
    const requestDetails = parseDetailsOrThrow(step, args.details);
    const extraFields = { ...fieldsOnRequest(step, person, now), requestDetails };
    const recipient = person.email;
    const effect = { transactionId, now, extraFields, recipient, known: [actor, person] };
    return await applyStep(ctx, step, before, effect);
  }
  if (isAcknowledge(step)) {
    const extraFields = { ...newHolderFields(actor), ...fieldsOnAcknowledge(step, actor, now) };
    return await applyStep(ctx, step, before, { transactionId, now, extraFields, onBehalfOf });
  }
  const reason = parseReason(step, args.reason);
  if (step === "reopen") {
    const extraFields = { ...newHolderFields(actor), ...fieldsOnReopen(actor, now) };
    return await applyStep(ctx, step, before, { transactionId, now, extraFields, reason });
  }
  const recipient = before.pendingWith;
  const effect = { transactionId, now, extraFields: {}, recipient, reason, onBehalfOf };
  return await applyStep(ctx, step, before, effect);
}

/**
 * Finds the recipient or approver named in a request and checks that they are eligible for `step`.
 *
 * @param holder e-mail of the sample's manager, who cannot be the recipient of a transfer
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

/**
 * An acknowledged transfer moves the sample to the new manager's place. A returned sample took the
 * recipient's place when the return was requested; a lost sample keeps its place.
 */
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

/**
 * Reopening registers the sample again at the actor's place and clears its return and loss dates.
 */
function fieldsOnReopen(actor: Doc<"users">, now: number): ExtraFields {
  return {
    ...People.placeOf(actor),
    registereddate: now,
    inReturnDate: undefined,
    returnedDate: undefined,
    reqOSDate: undefined,
    osDate: undefined,
  };
}

/**
 * Replaces `supervisor` with the manager's current supervisor for a step that the supervisor may
 * take.
 */
async function withSupervisor(ctx: QueryCtx, step: Step, sample: Doc<"samples">) {
  if (WORKFLOW[step].actorField !== "supervisor") return sample;
  return { ...sample, supervisor: await Supervision.supervisorOf(ctx, sample) };
}

/**
 * The fields that make the actor the new manager.
 *
 * @throws MANAGER_INCOMPLETE unless the actor has a supervisor
 */
function newHolderFields({ supervisor, displayName }: Doc<"users">): ExtraFields {
  if (!supervisor) throw appError("MANAGER_INCOMPLETE");
  return { supervisor, samplmanagname: displayName };
}

/**
 * Returns the trimmed reason for a decline, a cancellation or a reopening; undefined when none was
 * given.
 *
 * @throws FIELD_MISSING if the step requires a reason, FIELD_TOO_LONG beyond 255 characters,
 *   TEXT_UNREADABLE
 */
export function parseReason(step: Step, text = ""): string | undefined {
  if (!takesReason(step)) return undefined;
  const reason = plainText(text);
  const label = "Reason";
  const refused = textRefusal(reason, { label, max: MAX_TEXT }, "reason");
  if (refused !== null) throw new ConvexError({ ...refused });
  if (reason !== "") return reason;
  if (WORKFLOW[step].reason === "required") throw appError("FIELD_MISSING", { label }, "reason");
  return undefined;
}

/**
 * Returns the details in stored form, trimmed.
 * @throws FIELD_TOO_LONG, naming the field
 */
export function parseDetailsOrThrow(step: RequestStep, stated: RequestDetails = {}) {
  const details = parseDetails(step, stated);
  if (details !== undefined && "code" in details) throw new ConvexError({ ...details });
  return details;
}

type StepEffect = {
  readonly transactionId: string;
  readonly now: number;
  readonly extraFields: ExtraFields;
  /**
   * E-mail of the person asked by a request, or of the person whose request a decline or
   * cancellation ends.
   */
  readonly recipient?: string | undefined;
  readonly reason?: string | undefined;
  /** User documents that the step has already read; the actor's by default. */
  readonly known?: readonly Doc<"users">[] | undefined;
  /** E-mail of the absent person on whose behalf the actor answers. */
  readonly onBehalfOf?: string | undefined;
};

async function applyStep(
  ctx: ActorMutationCtx,
  step: Step,
  before: Doc<"samples">,
  effect: StepEffect,
): Promise<void> {
  const { transactionId, now, extraFields, recipient, reason, onBehalfOf } = effect;
  const { known = [ctx.actor] } = effect;
  const fields = { ...afterStep(step, before, ctx.actor, recipient), ...extraFields };
  const lastStep = { step, uid: ctx.actor._id, at: now, transactionId };
  await StepEffects.apply(ctx, before, {
    step,
    changes: { ...fields, lastStep: { ...lastStep, ...valuesBefore(before, fields) } },
    record: {
      action: WORKFLOW[step].action,
      at: now,
      onBehalfOf,
      transactionId,
      recipient,
      reason,
      requestDetails: extraFields.requestDetails,
    },
    known,
  });
}
