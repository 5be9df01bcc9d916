/** A person's private data, which they, their supervisor and admins may change. */
import { isOnEarth } from "../common/coordinates";
import { refusalOf, type Refusal } from "../common/errors";
import { isPhoneNumber } from "../common/phone";
import { MAX_TEXT, plainName } from "../common/plainText";
import { textRefusal } from "../common/textRefusal";

/** A chosen address with its city, country and coordinates (degrees). */
type PlaceInput = {
  readonly userLocation: string;
  readonly country: string;
  readonly city: string;
  readonly userLat?: number;
  readonly userLng?: number;
};

/** The device's position (degrees) and the name of that place. */
type PositionInput = {
  readonly realLocation: string;
  readonly realLat: number;
  readonly realLng: number;
};

export type PrivateInput = {
  readonly displayName?: string;
  readonly passPort?: string;
  readonly phoneNumber?: string;
  readonly place?: PlaceInput;
  readonly position?: PositionInput;
};

export const PRIVATE_LABELS = {
  displayName: "Display Name",
  passPort: "Passport",
  phoneNumber: "Phone Number",
  userLocation: "Address",
  country: "Country",
  city: "City",
  realLocation: "Device position",
} as const;

type PrivateTextField = keyof typeof PRIVATE_LABELS;

/**
 * The fields to store. A place replaces the previous coordinates, or clears them if it has none.
 */
export type PrivateFields = { -readonly [Each in PrivateTextField]?: string } & {
  location?: string;
  userLat?: number | undefined;
  userLng?: number | undefined;
  realLat?: number;
  realLng?: number;
};

/** Returns the given fields in stored form, or the refusal of the first invalid one. */
export function parsePrivateData(input: PrivateInput): PrivateFields | Refusal {
  const { place, position, ...texts } = input;
  const stated: Partial<Record<PrivateTextField, string>> = {
    ...texts,
    ...(place && {
      userLocation: place.userLocation,
      country: place.country,
      city: place.city,
    }),
    ...(position && { realLocation: position.realLocation }),
  };
  const fields: PrivateFields = {};
  for (const [field, label] of Object.entries(PRIVATE_LABELS) as [PrivateTextField, string][]) {
    const text = stated[field];
    if (text === undefined) continue;
    const value = plainName(text);
    if (value === "") return refusalOf("FIELD_MISSING", { label }, field);
    const refused = textRefusal(value, { label, max: MAX_TEXT }, field);
    if (refused !== null) return refused;
    fields[field] = value;
  }
  if (fields.phoneNumber !== undefined && !isPhoneNumber(fields.phoneNumber)) {
    return refusalOf("FIELD_INVALID", { label: PRIVATE_LABELS.phoneNumber }, "phoneNumber");
  }
  if (position !== undefined) {
    const { realLat, realLng } = position;
    if (!isOnEarth(realLat, realLng)) return invalid("realLocation");
    Object.assign(fields, { realLat, realLng });
  }
  if (place === undefined) return fields;
  if (!isPosition(place)) return invalid("userLocation");
  const { userLat, userLng } = place;
  return { ...fields, location: fields.userLocation ?? "", userLat, userLng };
}

/** True for two valid coordinates, and for none. */
function isPosition({ userLat, userLng }: PlaceInput): boolean {
  if (userLat === undefined || userLng === undefined) return userLat === userLng;
  return isOnEarth(userLat, userLng);
}

const invalid = (field: PrivateTextField) =>
  refusalOf("FIELD_INVALID", { label: PRIVATE_LABELS[field] }, field);
