import { refusalOf, type Refusal } from "./errors";
import { isPhoneNumber } from "./phone";
import { MAX_TEXT, plainText } from "./plainText";

/** A person's private data, which they, their supervisor and admins may change. */

/** A chosen address with its city, country and coordinates (degrees). */
type PlaceInput = {
  readonly userLocation: string;
  readonly country: string;
  readonly city: string;
  readonly userLat?: number;
  readonly userLng?: number;
};

export type PrivateInput = {
  readonly displayName?: string;
  readonly passPort?: string;
  readonly phoneNumber?: string;
  readonly place?: PlaceInput;
};

const LABELS = {
  displayName: "Display Name",
  passPort: "Passport",
  phoneNumber: "Phone Number",
  userLocation: "Address",
  country: "Country",
  city: "City",
} as const;

type TextField = keyof typeof LABELS;

/** The fields to store. A place replaces the former coordinates, also by none. */
export type PrivateFields = { -readonly [Each in TextField]?: string } & {
  location?: string;
  userLat?: number | undefined;
  userLng?: number | undefined;
};

/** Returns the stated fields as they are stored, or the refusal of the first one that is wrong. */
export function parsePrivateData({ place, ...texts }: PrivateInput): PrivateFields | Refusal {
  const stated: Partial<Record<TextField, string>> = {
    ...texts,
    ...(place && {
      userLocation: place.userLocation,
      country: place.country,
      city: place.city,
    }),
  };
  const fields: PrivateFields = {};
  for (const [field, label] of Object.entries(LABELS) as [TextField, string][]) {
    const text = stated[field];
    if (text === undefined) continue;
    const value = plainText(text);
    if (value === "") return refusalOf("FIELD_MISSING", { label }, field);
    if (value.length > MAX_TEXT) {
      return refusalOf("FIELD_TOO_LONG", { label, max: MAX_TEXT }, field);
    }
    fields[field] = value;
  }
  if (fields.phoneNumber !== undefined && !isPhoneNumber(fields.phoneNumber)) {
    return refusalOf("FIELD_INVALID", { label: LABELS.phoneNumber }, "phoneNumber");
  }
  if (place === undefined) return fields;
  if (!isPosition(place)) return refusalOf("FIELD_INVALID", { label: "Address" }, "userLocation");
  const { userLat, userLng } = place;
  return { ...fields, location: fields.userLocation ?? "", userLat, userLng };
}

/** True for both coordinates within their ranges, and for neither. */
function isPosition({ userLat, userLng }: PlaceInput): boolean {
  if (userLat === undefined || userLng === undefined) return userLat === userLng;
  return Math.abs(userLat) <= 90 && Math.abs(userLng) <= 180;
}
