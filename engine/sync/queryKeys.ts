import type { JSONValue } from "convex/values";
import type { Caller, JSONObject } from "../functions/types";

/**
 * The identity key of callers without an identity. Keys of the result cache look like
 * `["messages:list",false,null]{"channel":"x"}`; results of one caller alone have ` by
 * {"subject":…}` behind that. Every part is JSON, so no text that a client chooses can make one key
 * look like another.
 */
const NO_IDENTITY = "";
const identityKeys = new WeakMap<Caller, string>();

/**
 * The caller's identity as a key. A refreshed token with the same claims has the same key, so its
 * results stay cached.
 */
export function identityKeyOf(caller: Caller): string {
  if (caller.identity === null) return NO_IDENTITY;
  let key = identityKeys.get(caller);
  if (key === undefined) identityKeys.set(caller, (key = canonicalJson(caller.identity)));
  return key;
}

export const personalKeyOf = (sharedKey: string, identityKey: string) =>
  `${sharedKey} by ${identityKey}`;

export function sharedKeyOf(
  path: string,
  args: JSONObject,
  isAdmin: boolean,
  journal: string | null,
): string {
  return JSON.stringify([path, isAdmin, journal]) + canonicalJson(args);
}

/** JSON text with sorted field names: equal values have equal texts. */
export function canonicalJson(value: JSONValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const fields = Object.keys(value).sort();
  return `{${fields.map((f) => `${JSON.stringify(f)}:${canonicalJson(value[f] ?? null)}`).join(",")}}`;
}
