import { v } from "convex/values";

/** A validator for one of a list of texts from domain/, which is their single definition. */
export function oneOf<const Value extends string>(values: readonly Value[]) {
  return v.union(...values.map((value) => v.literal(value)));
}
