import type { NameOf } from "@/hooks/data/usePeople";
import type { Doc } from "../../../../convex/_generated/dataModel";
import type { Status } from "#domain/custody/statuses";
import { pendingPerson, isReversal, STEPS, WORKFLOW } from "#domain/custody/workflow";
import type { Custody } from "#domain/custody/workflow";

type Watched = Custody & { readonly registereddate: number };

/**
 * Prefix of the text for a hand-over that was declined or taken back; the history has the reason.
 */
export const BACK = "Back with";

/**
 * Describes a sample's change in a few words, for the highlighted row; null for changes that do not
 * matter in a list (a new supervisor, say).
 *
 * @param before undefined: the sample was not in the list
 * @param reader e-mail of the viewer
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

/** Text on a row that has left the list but is still on screen. */
export function describeLeft(sample: Custody, reader: string): string {
  return pendingPerson(sample) === reader ? "No longer waits for you" : "Left this list";
}

/**
 * Describes the record of a declined or withdrawn hand-over: `Declined by bruno: screen broken`.
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
 * True if a request was declined or taken back: the holder is the same, the person asked is not. A
 * declined loss of a sample in transit makes the transfer's recipient the person asked again.
 */
function wasReversed(before: Watched, after: Watched): boolean {
  return (
    pendingPerson(before) !== undefined &&
    before.samplmanag === after.samplmanag &&
    (pendingPerson(after) === undefined ||
      (before.status === "Request Lost" && after.status === "In Transit"))
  );
}
