/**
 * The person who took a step can undo it for a minute, if the sample has not changed since. The
 * sample stores the values that its latest step replaced; an undo restores them, and cannot itself
 * be undone. See docs/product.md, "Undo".
 */
import type { CustodyRefusal, Step } from "./workflow";

/** How long a step can be undone, ms. */
export const UNDO_MS = 60_000;

/** The fields that a step may change; an undo restores the changed ones. */
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

/** The latest step taken on a sample. */
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
  /** Transaction id of the latest change of any kind. */
  readonly lastTransactionId?: string | undefined;
};

/** Returns the sample's latest step, or null if an edit or an undo followed it. */
export function undoableStep<Taken extends TakenStep>({
  lastStep,
  lastTransactionId,
}: SteppedSample<Taken>): Taken | null {
  return lastStep?.transactionId === lastTransactionId ? (lastStep ?? null) : null;
}

/**
 * Returns why the person may not undo a step on the sample now, or null when they may.
 *
 * @param stepId transaction id of the step to undo
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
