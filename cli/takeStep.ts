import { randomUUID } from "node:crypto";
import { api } from "../convex/_generated/api";
import { omitUndefined } from "#domain/common/objects";
import type { RequestDetails } from "#domain/custody/requestDetails";
import type { Status } from "#domain/custody/statuses";
import { isAcknowledge, isReversal, STEPS, WORKFLOW, type Step } from "#domain/custody/workflow";
import type { Client } from "./client";
import { Refused } from "./errors";

/** The user's input to a step. Each step reads the parts that it needs. */
type StepInput = {
  /** E-mail of the recipient or approver. */
  readonly to?: string | undefined;
  readonly reason?: string | undefined;
  readonly details?: RequestDetails;
};

const UNKNOWN_PERSON: ReadonlySet<string> = new Set(["RECIPIENT_UNKNOWN", "APPROVER_UNKNOWN"]);

/** Takes a step with a sample. @throws Refused with the server's reason */
export async function takeStep(
  client: Client,
  step: Step,
  sampleId: string,
  { to, reason, details }: StepInput = {},
): Promise<void> {
  const input = omitUndefined({ recipient: to, reason });
  try {
    const args = { sampleId, transactionId: randomUUID(), ...input, ...details };
    await client.mutation(api.custody[step], args);
  } catch (error) {
    // The server's texts of these codes are meant for a form, next to the field: "This user does
    // not exist".
    const isUnknownPerson = error instanceof Refused && UNKNOWN_PERSON.has(error.code);
    throw isUnknownPerson ? new Refused(error.code, `${to} has no account.`) : error;
  }
}

/** Returns the step of the wanted kind that a sample can take from `status`, if any. */
function findStep(status: Status, isWanted: (step: Step) => boolean): Step | undefined {
  return STEPS.find(
    (step) => isWanted(step) && WORKFLOW[step].from.some((each) => each === status),
  );
}

// A recipient or approver must give a reason to decline; the requester may cancel without one.
const isDecline = (step: Step) => isReversal(step) && WORKFLOW[step].reason === "required";
const isCancellation = (step: Step) => isReversal(step) && WORKFLOW[step].reason === "optional";

/**
 * Returns the step by which the recipient receives or takes back, or the approver confirms the
 * loss.
 */
export const acknowledgementOf = (status: Status) => findStep(status, isAcknowledge);
/** Returns the step by which the recipient or approver declines. */
export const declineOf = (status: Status) => findStep(status, isDecline);
/** Returns the step by which the requester cancels the request. */
export const cancellationOf = (status: Status) => findStep(status, isCancellation);
