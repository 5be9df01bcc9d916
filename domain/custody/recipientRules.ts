import { PENDING_FIELDS, type PendingField } from "./workflow";

/** The fields of a person's record that decide what they may be asked. Coordinates are degrees. */
type Recipient = {
  readonly supervisor?: string | undefined;
  readonly country: string;
  readonly city: string;
  readonly userLat?: number | undefined;
  readonly userLng?: number | undefined;
};

/** True if the person has coordinates, which a sample takes over. */
export function hasPlace({ userLat, userLng }: Recipient): boolean {
  return userLat !== undefined && userLng !== undefined;
}

/** True if the person's record has all that a new manager's must have. */
export function isComplete(person: Recipient): boolean {
  const { supervisor, country, city } = person;
  return Boolean(supervisor && country && city) && hasPlace(person);
}

/**
 * Returns the kinds of request that may be addressed to a person (docs/product.md, "Recipients").
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
