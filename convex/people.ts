import { v } from "convex/values";
import { userQuery } from "./lib/functions";
import * as Names from "./model/people/names";

/**
 * Names and photos of the people whose addresses the caller's screen shows: model/people/names.ts.
 */
export const names = userQuery({
  args: { emails: v.array(v.string()) },
  returns: v.array(v.object({ email: v.string(), displayName: v.string(), photoURL: v.string() })),
  handler: (ctx, { emails }) => Names.ofEmails(ctx, emails),
});
