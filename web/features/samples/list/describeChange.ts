import type { NameOf } from "@/hooks/data/usePeople";
import type { Doc } from "../../../../convex/_generated/dataModel";
import type { Status } from "#domain/custody/statuses";
import { pendingPerson, isReversal, STEPS, WORKFLOW } from "#domain/custody/workflow";
import type { Custody } from "#domain/custody/workflow";

type Watched = Custody & { readonly registereddate: number };

/**
 * Begins the words for a sample whose hand-over ended without a change of hands: its history says
 * how.
 */
export const BACK = "Back with";

/**
 * Describes a sample's change in a few words, for the row that glows; null for changes that people
 * in a list do not care about (a supervisor's change, say).
 *
 * @param before undefined: the sample was not in the list
 * @param reader e-mail of the person who looks
 */
export function describeChange(
  before: Watched | undefined,
  after: Watched,
  reader: string,
  nameOf: NameOf,
): string | null {
  const awaited = pendingPerson(after);
  const holder = after.samplmanag === reader ? "you" : nameOf(after.samplmanag);
  if (before === undefined || before.status !== after.status || awaited !== pendingPerson(before)) {
    if (before !== undefined && wasReversed(before, after)) return `${BACK} ${holder}`;
    if (awaited === reader) return `From ${nameOf(after.samplmanag)}, for you`;
    if (awaited !== undefined) return `Sent to ${nameOf(awaited)}`;
    if (after.status === "Registered") {
      if (before === undefined) return `Registered by ${nameOf(after.samplmanag)}`;
      return isOver(before.status) ? "Reopened" : "Edited";
    }
    return `${after.status === "Lost" ? "Loss confirmed" : "Received"} by ${holder}`;
  }
  return before.registereddate === after.registereddate ? null : "Edited";
}

const isOver = (status: Status) => status === "Returned" || status === "Lost";

/** Gives the text on a row that left the list while it is still on screen. */
export function describeLeft(sample: Custody, reader: string): string {
  return pendingPerson(sample) === reader ? "No longer waits for you" : "Left this list";
}

/**
 * Describes a declined or withdrawn hand-over by its record: `Declined by bruno: screen broken`.
 * Null for other records.
 */
export function describeReversal(
  { action, email, reason }: ReversalRecord,
  nameOf: NameOf,
): string | null {
  const step = STEPS.find((each) => WORKFLOW[each].action === action);
  if (step === undefined || !isReversal(step)) return null;
  const isDecline = WORKFLOW[step].actorField !== "samplmanag";
  const words = `${isDecline ? "Declined" : "Taken back"} by ${nameOf(email)}`;
  return reason ? `${words}: ${reason}` : words;
}

type ReversalRecord = Pick<Doc<"history">, "action" | "email" | "reason">;

/**
 * The holder is who they were, and who was asked is not: declined or taken back. A loss that is, in
 * transit, gives the transfer back its recipient.
 */
function wasReversed(before: Watched, after: Watched): boolean {
  return (
    pendingPerson(before) !== undefined &&
    before.samplmanag === after.samplmanag &&
    (pendingPerson(after) === undefined ||
      (before.status === "Request Lost" && after.status === "In Transit"))
  );
}
