import { v } from "convex/values";

/** A validator for one of the texts of a list in domain/, so that no other place names them. */
export function oneOf<const Value extends string>(values: readonly Value[]) {
  return v.union(...values.map((value) => v.literal(value)));
}
