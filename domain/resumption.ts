import { defined, type Changes } from "./objects";
import type { Status } from "./statuses";

/**
 * A step that asks somebody writes over a part of the sample. What was there is kept in the sample's
 * `resumes` until they answer: an acknowledgement drops it, a decline or a cancellation brings it back.
 * The holder is not part of it (asking changes no holder), nor is the holder's supervisor, who may change
 * meanwhile: model/supervision.ts.
 */

/** Where a sample is. Coordinates in degrees. */
export type Place = {
  readonly country: string;
  readonly city: string;
  readonly location: string;
  readonly userLocation: string;
  readonly lat?: number;
  readonly lng?: number;
  readonly userLat?: number;
  readonly userLng?: number;
};

type Earlier = {
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
type Resumes = Earlier & { readonly resumes?: Earlier };

/** The fields that asking writes over. Dates are epoch ms. */
export type Overwritten = {
  readonly inTransitTo?: string | undefined;
  readonly inTransitToSuper?: string | undefined;
  readonly inTransitDate?: number | undefined;
  readonly inReturnDate?: number | undefined;
  readonly reqOSDate?: number | undefined;
  readonly resumes?: Resumes | undefined;
} & Changes<Place>;

/** What the rule below reads of samples that were asked about before `resumes` existed. */
type Dated = {
  readonly registereddate?: number | undefined;
  readonly inUseDate?: number | undefined;
};

/** The steps that ask somebody, by the status they lead to. */
type AskedStatus = Extract<Status, "In Transit" | "In Return" | "Request Lost">;

/** What to keep when `sample` is about to become `asked`. */
export function resumesOf(
  asked: AskedStatus,
  sample: { readonly status: Status } & Overwritten,
): Resumes {
  const { status, inTransitTo, inTransitToSuper, resumes } = sample;
  switch (asked) {
    case "In Transit":
      return defined({ status, date: sample.inTransitDate });
    case "In Return":
      return defined({ status, date: sample.inReturnDate, place: placeOf(sample) });
    case "Request Lost":
      return defined({ status, date: sample.reqOSDate, inTransitTo, inTransitToSuper, resumes });
  }
}

/** The fields as they were before `sample` became `asked`; those that it does not name are untouched. */
export function resumed(
  asked: AskedStatus,
  sample: Overwritten & Dated,
): { readonly status: Status } & Overwritten {
  const { status, date, place, inTransitTo, inTransitToSuper, resumes } =
    sample.resumes ?? unknownEarlier(sample);
  switch (asked) {
    case "In Transit":
      return { status, resumes, inTransitDate: date };
    case "In Return":
      return { status, resumes, inReturnDate: date, ...(place && { ...NOWHERE, ...place }) };
    case "Request Lost":
      return { status, resumes, reqOSDate: date, inTransitTo, inTransitToSuper };
  }
}

const NOWHERE = { lat: undefined, lng: undefined, userLat: undefined, userLng: undefined };

function placeOf(sample: Changes<Place>): Place | undefined {
  const { country, city, location, userLocation, lat, lng, userLat, userLng } = sample;
  if (country === undefined || city === undefined) return undefined;
  if (location === undefined || userLocation === undefined) return undefined;
  return defined({ country, city, location, userLocation, lat, lng, userLat, userLng });
}

/** An older deployment kept nothing. In Use unless registered, or edited, since: an edit re-registers. */
function unknownEarlier({ inUseDate, registereddate = 0 }: Dated): Resumes {
  const isInUse = inUseDate !== undefined && inUseDate >= registereddate;
  return { status: isInUse ? "In Use" : "Registered" };
}
