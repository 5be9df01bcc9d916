import { v } from "convex/values";

/** One of the texts of a list in domain/, which thereby is the only place that names them. */
export function oneOf<const Value extends string>(values: readonly Value[]) {
  return v.union(...values.map((value) => v.literal(value)));
}
