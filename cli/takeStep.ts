import { randomUUID } from "node:crypto";
import { api } from "../convex/_generated/api";
import type { RequestDetails } from "#domain/custody/requestDetails";
import type { Status } from "#domain/custody/statuses";
import { isAcknowledge, isReversal, STEPS, WORKFLOW, type Step } from "#domain/custody/workflow";
import type { Client } from "./client";
import { Refused } from "./errors";

/** A person's input to a step. Each step reads the parts that it needs. */
type Said = {
  /** E-mail of the person asked. */
  readonly to?: string;
  readonly reason?: string | undefined;
  readonly details?: RequestDetails;
};
type Take = (client: Client, args: StepArgs, said: Said) => Promise<null>;
type StepArgs = { sampleId: string; transactionId: string };

const withReason = ({ reason }: Said) => (reason === undefined ? {} : { reason });
const { custody } = api;

/** The mutation of each step. */
const TAKE: Readonly<Record<Step, Take>> = {
  transfer: (client, args, { to = "", details }) =>
    client.mutation(custody.transfer, { ...args, ...details, recipient: to }),
  returnToCustomer: (client, args, { to = "", details }) =>
    client.mutation(custody.returnToCustomer, { ...args, ...details, recipient: to }),
  requestLost: (client, args, { to = "", details }) =>
    client.mutation(custody.requestLost, { ...args, ...details, approver: to }),
  acknowledgeTransfer: (client, args) => client.mutation(custody.acknowledgeTransfer, args),
  acknowledgeReturn: (client, args) => client.mutation(custody.acknowledgeReturn, args),
  acknowledgeLost: (client, args) => client.mutation(custody.acknowledgeLost, args),
  declineTransfer: (client, args, { reason = "" }) =>
    client.mutation(custody.declineTransfer, { ...args, reason }),
  declineReturn: (client, args, { reason = "" }) =>
    client.mutation(custody.declineReturn, { ...args, reason }),
  declineLost: (client, args, { reason = "" }) =>
    client.mutation(custody.declineLost, { ...args, reason }),
  reopen: (client, args, { reason = "" }) => client.mutation(custody.reopen, { ...args, reason }),
  cancelTransfer: (client, args, said) =>
    client.mutation(custody.cancelTransfer, { ...args, ...withReason(said) }),
  cancelReturn: (client, args, said) =>
    client.mutation(custody.cancelReturn, { ...args, ...withReason(said) }),
  cancelLost: (client, args, said) =>
    client.mutation(custody.cancelLost, { ...args, ...withReason(said) }),
};

const NOBODY: ReadonlySet<string> = new Set(["RECIPIENT_UNKNOWN", "APPROVER_UNKNOWN"]);

/** Takes a step with a sample. @throws Refused with the server's reason */
export async function takeStep(
  client: Client,
  step: Step,
  sampleId: string,
  said: Said = {},
): Promise<void> {
  try {
    await TAKE[step](client, { sampleId, transactionId: randomUUID() }, said);
  } catch (error) {
    // The server's words are a form's, beside the field: "This user does not exist".
    const isNobody = error instanceof Refused && NOBODY.has(error.code);
    throw isNobody ? new Refused(error.code, `${said.to} is nobody with an account.`) : error;
  }
}

/** Returns the step of the wanted kind that a sample may take from `status`, if there is one. */
function findStep(status: Status, isWanted: (step: Step) => boolean): Step | undefined {
  return STEPS.find(
    (step) => isWanted(step) && WORKFLOW[step].from.some((each) => each === status),
  );
}

// Whoever was asked must give a reason to decline; whoever asked may cancel without one.
const isDecline = (step: Step) => isReversal(step) && WORKFLOW[step].reason === "required";
const isCancellation = (step: Step) => isReversal(step) && WORKFLOW[step].reason === "optional";

/** Returns the step by which the person asked receives, takes back or confirms the loss. */
export const acknowledgementOf = (status: Status) => findStep(status, isAcknowledge);
/** Returns the step by which the person asked declines. */
export const declineOf = (status: Status) => findStep(status, isDecline);
/** Returns the step by which whoever asked takes the request back. */
export const cancellationOf = (status: Status) => findStep(status, isCancellation);
