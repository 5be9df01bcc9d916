/** A person as SCIM shows them (RFC 7643, section 4.1). */
import { omitUndefined } from "../common/objects";
import { CORE_USER, ENTERPRISE_USER, SCIM_ROOT } from "./messages";

export type ScimPerson = {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly givenName?: string;
  readonly familyName?: string;
  readonly externalId?: string;
  readonly phoneNumber: string;
  readonly userLocation: string;
  readonly city: string;
  readonly country: string;
  readonly isActive: boolean;
  readonly supervisor?: { readonly id: string; readonly displayName: string };
  /** Epoch ms. */
  readonly createdAt: number;
  /** Changes with every other field; the entity tag is made of it. */
  readonly version: string;
};

/** The weak entity tag of a version. */
export const entityTag = (version: string): string => `W/"${version}"`;

/** @param origin of the server: `https://sms.example.com` */
export function userResource(person: ScimPerson, origin: string) {
  const { id, email, displayName, givenName, familyName, phoneNumber, supervisor } = person;
  const { userLocation, city, country } = person;
  const location = userLocation !== "" || city !== "" || country !== "";
  return omitUndefined({
    schemas: [CORE_USER, ENTERPRISE_USER],
    id,
    externalId: person.externalId,
    userName: email,
    displayName,
    name: omitUndefined({ formatted: displayName, givenName, familyName }),
    active: person.isActive,
    emails: [{ value: email, type: "work", primary: true }],
    phoneNumbers: phoneNumber === "" ? undefined : [{ value: phoneNumber, type: "work" }],
    addresses: location
      ? [{ type: "work", formatted: userLocation, locality: city, country }]
      : undefined,
    [ENTERPRISE_USER]: supervisor && {
      manager: {
        value: supervisor.id,
        displayName: supervisor.displayName,
        $ref: `${origin}${SCIM_ROOT}/Users/${supervisor.id}`,
      },
    },
    meta: {
      resourceType: "User",
      created: new Date(person.createdAt).toISOString(),
      location: `${origin}${SCIM_ROOT}/Users/${id}`,
      version: entityTag(person.version),
    },
  });
}

/** Attributes that every answer has (RFC 7643, `returned: always`). */
const ALWAYS: ReadonlySet<string> = new Set(["schemas", "id"]);

/** The lists of `attributes` and `excludedAttributes` in a query, in lower case. */
export type Selection = { readonly only: readonly string[]; readonly without: readonly string[] };

/**
 * Leaves the chosen top-level attributes; a path like `name.givenName` chooses all of `name`, one
 * of the enterprise extension all of that.
 */
export function selectAttributes(resource: object, { only, without }: Selection): object {
  const kept = Object.entries(resource).filter(([key]) => {
    const names = (path: string) => isPathOf(path, key.toLowerCase());
    if (ALWAYS.has(key)) return true;
    return only.length > 0 ? only.some(names) : !without.includes(key.toLowerCase());
  });
  return Object.fromEntries(kept);
}

function isPathOf(path: string, key: string): boolean {
  const core = `${CORE_USER.toLowerCase()}:`;
  const plain = path.startsWith(core) ? path.slice(core.length) : path;
  return plain === key || plain.startsWith(`${key}.`) || plain.startsWith(`${key}:`);
}
