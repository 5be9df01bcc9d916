/**
 * A request (Transfer, Return, Request Lost) overwrites some fields of the sample. The sample
 * stores their old values in `resumes` until the request is answered: an acknowledgement discards
 * them, a decline or a cancellation restores them. The holder is not included, because a request
 * does not change it; nor is the holder's supervisor, who may change in the meantime
 * (model/people/supervision.ts).
 *
 * Example: a sample In Use is transferred (`resumes: { status: "In Use" }`), then reported lost in
 * transit (`resumes: { status: "In Transit", inTransitTo, resumes: { status: "In Use" } }`).
 * Declining the loss restores the transfer; cancelling the transfer restores In Use.
 */
import { omitUndefined, type Patch } from "../common/objects";
import type { Status } from "./statuses";

/** Place of a sample. Coordinates in degrees. */
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

/** Note, tracking number or account of a loss: domain/custody/requestDetails.ts. */
export type RequestDetails = {
  readonly note?: string;
  readonly trackingNumber?: string;
  readonly lastSeen?: string;
  readonly whatHappened?: string;
};

type SavedFields = {
  readonly status: Status;
  /** Date of a previous step of the same kind, for example an earlier transfer; epoch ms. */
  readonly date?: number;
  /** Set by a return only, which stores its recipient's place immediately. */
  readonly place?: Place;
  /** The transfer interrupted by a loss request in transit. */
  readonly inTransitTo?: string;
  readonly inTransitToSuper?: string;
  readonly requestDetails?: RequestDetails;
};

/** At most two levels: a loss requested in transit keeps the state that the transfer had saved. */
type SavedState = SavedFields & { readonly resumes?: SavedFields };

/** The fields that a request overwrites. Dates are epoch ms. */
export type OverwrittenFields = {
  readonly inTransitTo?: string | undefined;
  readonly inTransitToSuper?: string | undefined;
  readonly inTransitDate?: number | undefined;
  readonly inReturnDate?: number | undefined;
  readonly reqOSDate?: number | undefined;
  readonly requestDetails?: RequestDetails | undefined;
  readonly resumes?: SavedState | undefined;
} & Patch<Place>;

/** Dates that reveal the previous status of a sample whose request predates `resumes`. */
type Dated = {
  readonly registereddate?: number | undefined;
  readonly inUseDate?: number | undefined;
};

/** The statuses that requests lead to. */
type PendingStatus = Extract<Status, "In Transit" | "In Return" | "Request Lost">;

/** Returns the state to save before a request sets the status of `sample` to `asked`. */
export function stateToRestore(
  asked: PendingStatus,
  sample: { readonly status: Status } & OverwrittenFields,
): SavedState {
  const { status, inTransitTo, inTransitToSuper, requestDetails, resumes } = sample;
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
        requestDetails,
        resumes,
      });
  }
}

/**
 * Returns the fields as they were before a request set the status of `sample` to `asked`; fields
 * that are not included keep their value.
 */
export function restoredFields(
  asked: PendingStatus,
  sample: OverwrittenFields & Dated,
): { readonly status: Status } & OverwrittenFields {
  const { status, date, place, inTransitTo, inTransitToSuper, requestDetails, resumes } =
    sample.resumes ?? guessedState(sample);
  switch (asked) {
    case "In Transit":
      return { status, resumes, inTransitDate: date };
    case "In Return":
      return { status, resumes, inReturnDate: date, ...(place && { ...NO_COORDINATES, ...place }) };
    case "Request Lost":
      return { status, resumes, reqOSDate: date, inTransitTo, inTransitToSuper, requestDetails };
  }
}

const NO_COORDINATES = { lat: undefined, lng: undefined, userLat: undefined, userLng: undefined };

function placeOf(sample: Patch<Place>): Place | undefined {
  const { country, city, location, userLocation, lat, lng, userLat, userLng } = sample;
  if (country === undefined || city === undefined) return undefined;
  if (location === undefined || userLocation === undefined) return undefined;
  return omitUndefined({ country, city, location, userLocation, lat, lng, userLat, userLng });
}

/**
 * Infers the previous status of a sample whose request was stored without `resumes` by an older
 * deployment: In Use if the sample was received after its last registration or edit, else
 * Registered.
 */
function guessedState({ inUseDate, registereddate = 0 }: Dated): SavedState {
  const isInUse = inUseDate !== undefined && inUseDate >= registereddate;
  return { status: isInUse ? "In Use" : "Registered" };
}
