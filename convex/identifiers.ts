import { v } from "convex/values";
import { userQuery } from "./lib/functions";
import { oneOf } from "./lib/validators";
import { IDENTIFIER_FIELDS } from "./model/samples/claims";
import * as Identifiers from "./model/samples/identifiers";

/**
 * Warns, live, of the identifiers that are taken while somebody types them. `sampleId` links to the
 * sample that has the identifier; it is null when the caller may not see that one. Reads at most
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
