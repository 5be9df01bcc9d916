import { v } from "convex/values";
import { userQuery } from "./lib/functions";
import { oneOf } from "./lib/validators";
import { IDENTIFIER_FIELDS } from "./model/samples/claims";
import * as Identifiers from "./model/samples/identifiers";

/**
 * Live warning about identifiers that are already taken, while the user types them. `sampleId`
 * refers to the sample that has the identifier; null if the caller may not see it. Reads at most
 * four index ranges.
 */
export const check = userQuery({
  args: {
    imei1: v.optional(v.string()),
    imei2: v.optional(v.string()),
    serialNumber: v.optional(v.string()),
    exceptSampleId: v.optional(v.string()),
  },
  returns: v.array(
    v.object({
      field: oneOf(IDENTIFIER_FIELDS),
      sampleId: v.union(v.id("samples"), v.null()),
      message: v.string(),
    }),
  ),
  handler: (ctx, args) => Identifiers.check(ctx, args),
});
