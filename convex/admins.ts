/** The admin list. Each function has a twin for terminals that use the admin key. */
import { v } from "convex/values";
import { administered } from "./lib/functions";
import * as RecipientLists from "./model/staff/recipientLists";
import { listedPerson } from "./schema/accounts";

export const [list, listFromTerminal] = administered.query("admin", {
  args: {},
  returns: v.array(listedPerson),
  handler: (ctx) => RecipientLists.list(ctx, "adminModel"),
});

/** Adds an existing user. Used by the card of the admin definition. */
export const [add, addFromTerminal] = administered.mutation("admin", {
  args: { email: v.string() },
  returns: v.null(),
  handler: (ctx, { email }) => RecipientLists.addUserAsAdmin(ctx, email),
});

export const [remove, removeFromTerminal] = administered.mutation("admin", {
  args: { email: v.string() },
  returns: v.null(),
  handler: (ctx, { email }) => RecipientLists.removeAdmin(ctx, email),
});
