import type { JSONValue } from "convex/values";

/** Values may nest 64 levels; a message around them takes a few more. */
export const MAX_MESSAGE_NESTING = 80;

/** Looks no further than `levels` down, so that no input can exhaust the stack. */
export function isNestedDeeperThan(levels: number, value: JSONValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isNestedDeeperThan(levels - 1, inner));
}
