import { CORE_USER, ENTERPRISE_USER } from "./messages";

/**
 * A path of a user's attributes (RFC 7644, figure 7), in lower case, because SCIM ignores case:
 *
 *     name.givenName                     { attribute: "name", sub: "givenname" }
 *     emails[type eq "work"].value       { attribute: "emails", type: "work", sub: "value" }
 *     urn:…:enterprise:2.0:User:manager  { attribute: "manager", isEnterprise: true }
 */
export type AttributePath = {
  readonly attribute: string;
  /** The `type` of the chosen elements; undefined: all. */
  readonly type?: string;
  readonly sub?: string;
  readonly isEnterprise: boolean;
};

/** Longer than any path of the two schemas. */
const MAX_PATH = 255;
const PATH = /^(?:(urn:[^[\]]+):)?([a-z$][\w$-]*)(?:\[([^\]]*)\])?(?:\.([a-z$][\w$-]*))?$/i;
const TYPE_FILTER = /^\s*type\s+eq\s+"([^"\\]*)"\s*$/i;
const PRIMARY_FILTER = /^\s*primary\s+eq\s+"?true"?\s*$/i;

/** Returns null for anything else: another schema, another filter, no path. */
export function parsePath(text: string): AttributePath | null {
  if (text.length > MAX_PATH) return null;
  const [whole, urn, name, filter, sub] = PATH.exec(text.trim()) ?? [];
  if (whole === undefined || name === undefined) return null;
  const isEnterprise = urn?.toLowerCase() === ENTERPRISE_USER.toLowerCase();
  if (urn !== undefined && !isEnterprise && urn.toLowerCase() !== CORE_USER.toLowerCase()) {
    return null;
  }
  const type = filter === undefined ? undefined : typeIn(filter);
  if (type === null) return null;
  return {
    attribute: name.toLowerCase(),
    ...(type !== undefined && { type }),
    ...(sub !== undefined && { sub: sub.toLowerCase() }),
    isEnterprise,
  };
}

/** The `type` that a value filter chooses; `primary` for the primary element; null: neither. */
function typeIn(filter: string): string | null {
  if (PRIMARY_FILTER.test(filter)) return "primary";
  return TYPE_FILTER.exec(filter)?.[1]?.toLowerCase() ?? null;
}

/** True for the URN under which a body groups a schema's attributes. */
export function isSchema(key: string, urn: string): boolean {
  return key.toLowerCase() === urn.toLowerCase();
}
