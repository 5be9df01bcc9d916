import { PENDING_FIELDS, type PendingField } from "./workflow";

/**
 * The fields of a person's record that decide which requests they may receive. Coordinates are
 * degrees.
 */
type Recipient = {
  readonly supervisor?: string | undefined;
  readonly country: string;
  readonly city: string;
  readonly userLat?: number | undefined;
  readonly userLng?: number | undefined;
};

/** True if the person has coordinates, which are copied to samples they receive. */
export function hasPlace({ userLat, userLng }: Recipient): boolean {
  return userLat !== undefined && userLng !== undefined;
}

/** True if the person's record has everything required of a new manager. */
export function isComplete(person: Recipient): boolean {
  const { supervisor, country, city } = person;
  return Boolean(supervisor && country && city) && hasPlace(person);
}

/**
 * Returns which requests may be addressed to a person (docs/product.md, "Recipients").
 *
 * @param isListed whether they are on the supervisor list or the admin list
 */
export function requestsFor(person: Recipient, isListed: boolean): PendingField[] {
  const may: Readonly<Record<PendingField, boolean>> = {
    inTransitTo: isComplete(person),
    inReturnTo: isListed && hasPlace(person),
    inOSapprby: isListed && isComplete(person),
  };
  return PENDING_FIELDS.filter((field) => may[field]);
}
