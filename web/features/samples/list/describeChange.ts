import { shortName } from "@/components/sample/Person";
import { PENDING_FIELDS, type Custody } from "../../../../domain/workflow";

type Watched = Custody & { readonly registereddate: number };

/**
 * What happened to a sample, in few words, for the row that glows; null when nothing that people
 * in a list care about (a supervisor's change, say).
 *
 * @param before undefined: the sample was not in the list
 * @param reader e-mail of the person who looks
 */
export function describeChange(
  before: Watched | undefined,
  after: Watched,
  reader: string,
): string | null {
  const pending = PENDING_FIELDS.find((field) => after[field] !== undefined);
  const awaited = pending && after[pending];
  if (before === undefined || before.status !== after.status || awaited !== awaitedBy(before)) {
    if (awaited === reader) return `From ${shortName(after.samplmanag)}, for you`;
    if (awaited !== undefined) return `Sent to ${shortName(awaited)}`;
    if (after.status === "Registered")
      return before ? "Edited" : `Registered by ${shortName(after.samplmanag)}`;
    return `Received by ${after.samplmanag === reader ? "you" : shortName(after.samplmanag)}`;
  }
  return before.registereddate === after.registereddate ? null : "Edited";
}

function awaitedBy(custody: Custody): string | undefined {
  return custody.inTransitTo ?? custody.inReturnTo ?? custody.inOSapprby;
}
