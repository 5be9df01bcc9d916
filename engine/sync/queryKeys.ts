/**
 * Keys of the result cache. They look like `["messages:list",false,null]{"channel":"x"}`; the key
 * of a personal result has ` by {"subject":…}` appended. Every part is JSON, so text that a client
 * chooses cannot make two different keys equal.
 */

import type { JSONValue } from "convex/values";
import type { Caller, JSONObject } from "../functions/types";

/** Identity key of callers without an identity. */
const NO_IDENTITY = "";
const identityKeys = new WeakMap<Caller, string>();

/**
 * Returns the caller's identity as a key. A refreshed token with the same claims has the same key,
 * so its results stay cached.
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

/** JSON text with sorted field names, so that equal values have equal texts. */
export function canonicalJson(value: JSONValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const fields = Object.keys(value).sort();
  return `{${fields.map((f) => `${JSON.stringify(f)}:${canonicalJson(value[f] ?? null)}`).join(",")}}`;
}
