import { omitUndefined, type Patch } from "./objects";
import type { Status } from "./statuses";

/**
 * A step that asks somebody writes over a part of the sample. What was there is kept in the sample's
 * `resumes` until they answer: an acknowledgement drops it, a decline or a cancellation brings it back.
 * The holder is not part of it (asking changes no holder), nor is the holder's supervisor, who may change
 * meanwhile: model/supervision.ts.
 */

/** Where a sample is. Coordinates in degrees. */
type Place = {
  readonly country: string;
  readonly city: string;
  readonly location: string;
  readonly userLocation: string;
  readonly lat?: number;
  readonly lng?: number;
  readonly userLat?: number;
  readonly userLng?: number;
};

type SavedFields = {
  readonly status: Status;
  /** What the asking step's own date said before it, epoch ms: that of an earlier transfer, say. */
  readonly date?: number;
  /** Only a return writes over the place: it takes its recipient's at once. */
  readonly place?: Place;
  /** The transfer that a loss requested in transit interrupted. */
  readonly inTransitTo?: string;
  readonly inTransitToSuper?: string;
};

/** Two deep at most: a loss requested in transit keeps what the transfer itself had kept. */
type SavedState = SavedFields & { readonly resumes?: SavedFields };

/** The fields that asking writes over. Dates are epoch ms. */
export type OverwrittenFields = {
  readonly inTransitTo?: string | undefined;
  readonly inTransitToSuper?: string | undefined;
  readonly inTransitDate?: number | undefined;
  readonly inReturnDate?: number | undefined;
  readonly reqOSDate?: number | undefined;
  readonly resumes?: SavedState | undefined;
} & Patch<Place>;

/** What the rule below reads of samples that were asked about before `resumes` existed. */
type Dated = {
  readonly registereddate?: number | undefined;
  readonly inUseDate?: number | undefined;
};

/** The steps that ask somebody, by the status they lead to. */
type PendingStatus = Extract<Status, "In Transit" | "In Return" | "Request Lost">;

/** What to keep when `sample` is about to become `asked`. */
export function stateToRestore(
  asked: PendingStatus,
  sample: { readonly status: Status } & OverwrittenFields,
): SavedState {
  const { status, inTransitTo, inTransitToSuper, resumes } = sample;
  switch (asked) {
    case "In Transit":
      return omitUndefined({ status, date: sample.inTransitDate });
    case "In Return":
      return omitUndefined({ status, date: sample.inReturnDate, place: placeOf(sample) });
    case "Request Lost":
      return omitUndefined({
        status,
        date: sample.reqOSDate,
        inTransitTo,
        inTransitToSuper,
        resumes,
      });
  }
}

/** The fields as they were before `sample` became `asked`; those that it does not name are untouched. */
export function restoredFields(
  asked: PendingStatus,
  sample: OverwrittenFields & Dated,
): { readonly status: Status } & OverwrittenFields {
  const { status, date, place, inTransitTo, inTransitToSuper, resumes } =
    sample.resumes ?? guessedState(sample);
  switch (asked) {
    case "In Transit":
      return { status, resumes, inTransitDate: date };
    case "In Return":
      return { status, resumes, inReturnDate: date, ...(place && { ...NO_COORDINATES, ...place }) };
    case "Request Lost":
      return { status, resumes, reqOSDate: date, inTransitTo, inTransitToSuper };
  }
}

const NO_COORDINATES = { lat: undefined, lng: undefined, userLat: undefined, userLng: undefined };

function placeOf(sample: Patch<Place>): Place | undefined {
  const { country, city, location, userLocation, lat, lng, userLat, userLng } = sample;
  if (country === undefined || city === undefined) return undefined;
  if (location === undefined || userLocation === undefined) return undefined;
  return omitUndefined({ country, city, location, userLocation, lat, lng, userLat, userLng });
}

/** An older deployment kept nothing. In Use unless registered, or edited, since: an edit re-registers. */
function guessedState({ inUseDate, registereddate = 0 }: Dated): SavedState {
  const isInUse = inUseDate !== undefined && inUseDate >= registereddate;
  return { status: isInUse ? "In Use" : "Registered" };
}
