import type { Doc } from "../../../convex/_generated/dataModel";
import type { NameOf } from "@/hooks/data/usePeople";

export type DescribedRecord = Pick<
  Doc<"history">,
  | "action"
  | "email"
  | "onBehalfOf"
  | "recipient"
  | "reason"
  | "undone"
  | "samplmanag"
  | "lastmanag"
  | "changes"
>;

/** Describes a history record in one sentence. */
export function describeRecord(record: DescribedRecord, nameOf: NameOf): string {
  const { email, onBehalfOf } = record;
  const actor =
    onBehalfOf === undefined ? nameOf(email) : `${nameOf(email)} for ${nameOf(onBehalfOf)}`;
  const recipient = record.recipient === undefined ? "someone" : nameOf(record.recipient);
  switch (record.action) {
    case "Register":
      return record.changes ? `Edited by ${actor}` : `Registered by ${actor}`;
    case "Transfer":
      return `Sent to ${recipient} by ${actor}`;
    case "Transfer Acknowledge":
      return `Received by ${actor}${record.lastmanag ? ` from ${nameOf(record.lastmanag)}` : ""}`;
    case "Return":
      return `Returned to the customer via ${recipient} by ${actor}`;
    case "Return Acknowledge":
      return `Return accepted by ${actor}`;
    case "Request Lost":
      return `Reported lost by ${actor}, for ${recipient} to decide`;
    case "Lost Acknowledge":
      return `Loss confirmed by ${actor}`;
    case "Transfer Declined":
      return `Transfer declined by ${actor}`;
    case "Transfer Cancelled":
      return `Transfer withdrawn by ${actor}`;
    case "Return Declined":
      return `Return declined by ${actor}`;
    case "Return Cancelled":
      return `Return withdrawn by ${actor}`;
    case "Lost Declined":
      return `Loss report declined by ${actor}`;
    case "Lost Cancelled":
      return `Loss report withdrawn by ${actor}`;
    case "Reopened":
      return `Taken back into use by ${actor}`;
    case "Undone":
      return `${record.undone ?? "Step"} undone by ${actor}`;
    case "Delete":
      return `Deleted by ${actor}`;
  }
  return record.action satisfies never;
}

/** The words of a sentence before and after its device: who did what, and with whom. */
export type SentenceParts = {
  readonly actor: string;
  readonly verb: string;
  readonly rest: string;
};

/** Describes a history record in a sentence about its device: "Ana sent … to Bruno". */
export function sentenceParts(record: DescribedRecord, nameOf: NameOf): SentenceParts {
  const { email, onBehalfOf } = record;
  const actor =
    onBehalfOf === undefined ? nameOf(email) : `${nameOf(email)} for ${nameOf(onBehalfOf)}`;
  const recipient = record.recipient === undefined ? "someone" : nameOf(record.recipient);
  const parts = (verb: string, rest = "") => ({ actor, verb, rest });
  switch (record.action) {
    case "Register":
      return parts(record.changes ? "edited" : "registered");
    case "Transfer":
      return parts("sent", `to ${recipient}`);
    case "Transfer Acknowledge":
      return parts("received", record.lastmanag ? `from ${nameOf(record.lastmanag)}` : "");
    case "Return":
      return parts("returned", `to the customer via ${recipient}`);
    case "Return Acknowledge":
      return parts("accepted the return of");
    case "Request Lost":
      return parts("reported", `as lost to ${recipient}`);
    case "Lost Acknowledge":
      return parts("confirmed the loss of");
    case "Transfer Declined":
      return parts("declined the transfer of");
    case "Transfer Cancelled":
      return parts("withdrew the transfer of");
    case "Return Declined":
      return parts("declined the return of");
    case "Return Cancelled":
      return parts("withdrew the return of");
    case "Lost Declined":
      return parts("declined the loss report of");
    case "Lost Cancelled":
      return parts("withdrew the loss report of");
    case "Reopened":
      return parts("took", "back into use");
    case "Undone":
      return parts(`undid the ${record.undone ?? "last"} step of`);
    case "Delete":
      return parts("deleted");
  }
  return record.action satisfies never;
}

/** The same sentence with the reason, if any. */
export function describeInFull(record: DescribedRecord, nameOf: NameOf): string {
  const sentence = describeRecord(record, nameOf);
  return record.reason === undefined ? sentence : `${sentence}: “${record.reason}”`;
}
