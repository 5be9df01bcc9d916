import type { CustodyRefusal, Step } from "./workflow";

/**
 * A step can be undone for a minute by the person who took it, while nothing else happened to the
 * sample. The sample keeps the values that its latest step replaced; an undo restores them, and
 * cannot itself be undone. See docs/product.md, "Undo".
 */

/** Time within which a step can be undone, ms. */
export const UNDO_MS = 60_000;

/** The fields that a step may write over: an undo restores those that it did. */
export const STEP_FIELDS = [
  "status",
  "registereddate",
  "samplmanag",
  "samplmanagname",
  "lastmanag",
  "supervisor",
  "country",
  "city",
  "location",
  "lat",
  "lng",
  "userLocation",
  "userLat",
  "userLng",
  "inTransitTo",
  "inTransitToSuper",
  "inTransitDate",
  "inUseDate",
  "inReturnTo",
  "inReturnSuper",
  "inReturnDate",
  "returnedDate",
  "inOSapprby",
  "osrequsuper",
  "reqOSDate",
  "osDate",
  "requestDetails",
  "resumes",
] as const;

/** The latest step that was taken with a sample. */
type TakenStep = {
  readonly step: Step;
  /** Id of the person who took it. */
  readonly uid: string;
  /** Epoch ms. */
  readonly at: number;
  readonly transactionId: string;
};

type SteppedSample<Taken extends TakenStep> = {
  readonly lastStep?: Taken;
  /** Id of the latest change, whichever it was. */
  readonly lastTransactionId?: string | undefined;
};

/** Returns the sample's latest step, or null when an edit or an undo came after it. */
export function undoableStep<Taken extends TakenStep>({
  lastStep,
  lastTransactionId,
}: SteppedSample<Taken>): Taken | null {
  return lastStep?.transactionId === lastTransactionId ? (lastStep ?? null) : null;
}

/**
 * Returns the reason why the person may not undo a step of the sample now, or null when they may.
 *
 * @param stepId transaction id of the step that is meant
 * @param now epoch ms
 */
export function undoRefusal(
  sample: SteppedSample<TakenStep>,
  uid: string,
  stepId: string,
  now: number,
): CustodyRefusal | "UNDO_TOO_LATE" | null {
  const taken = undoableStep(sample);
  if (taken === null) return "STEP_NOT_ALLOWED";
  if (taken.uid !== uid) return "NOT_YOURS";
  if (taken.transactionId !== stepId) return "STEP_NOT_ALLOWED";
  return now < taken.at + UNDO_MS ? null : "UNDO_TOO_LATE";
}
