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
  const recipient = record.recipient === undefined ? "somebody" : nameOf(record.recipient);
  switch (record.action) {
    case "Register":
      return record.changes ? `Edited by ${actor}` : `Registered by ${actor}`;
    case "Transfer":
      return `Sent to ${recipient} by ${actor}`;
    case "Transfer Acknowledge":
      return `Received by ${actor}${record.lastmanag ? ` from ${nameOf(record.lastmanag)}` : ""}`;
    case "Return":
      return `Sent back to the customer through ${recipient} by ${actor}`;
    case "Return Acknowledge":
      return `Taken back for the customer by ${actor}`;
    case "Request Lost":
      return `Reported lost by ${actor}, for ${recipient} to decide`;
    case "Lost Acknowledge":
      return `Loss confirmed by ${actor}`;
    case "Transfer Declined":
      return `Transfer declined by ${actor}`;
    case "Transfer Cancelled":
      return `Transfer taken back by ${actor}`;
    case "Return Declined":
      return `Return declined by ${actor}`;
    case "Return Cancelled":
      return `Return taken back by ${actor}`;
    case "Lost Declined":
      return `Loss declined by ${actor}`;
    case "Lost Cancelled":
      return `Loss taken back by ${actor}`;
    case "Reopened":
      return `Taken back into use by ${actor}`;
    case "Undone":
      return `${record.undone ?? "Step"} undone by ${actor}`;
    case "Delete":
      return `Deleted by ${actor}`;
  }
  return record.action satisfies never;
}

/** The same sentence with the reason, if any. */
export function describeInFull(record: DescribedRecord, nameOf: NameOf): string {
  const sentence = describeRecord(record, nameOf);
  return record.reason === undefined ? sentence : `${sentence}: “${record.reason}”`;
}
