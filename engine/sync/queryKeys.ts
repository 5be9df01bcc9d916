import type { JSONValue } from "convex/values";
import type { Caller, JSONObject } from "../functions/types";

/**
 * Keys of the result cache, such as `["messages:list",false,null]{"channel":"x"}`, and with
 * ` by {"subject":…}` behind it for results that are one caller's alone. Every part is JSON, so no text
 * that a client chooses can make one key look like another.
 */
const NOBODY = "";
const identityKeys = new WeakMap<Caller, string>();

/** Equal for two tokens of one person with the same claims, so a refreshed token keeps its results. */
export function identityKeyOf(caller: Caller): string {
  if (caller.identity === null) return NOBODY;
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

/** JSON text that is equal for equal values, whatever order an object's fields came in. */
export function canonicalJson(value: JSONValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const fields = Object.keys(value).sort();
  return `{${fields.map((f) => `${JSON.stringify(f)}:${canonicalJson(value[f] ?? null)}`).join(",")}}`;
}
