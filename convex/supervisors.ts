/** The supervisor list. Each function has a twin for terminals that use the admin key. */
import { v } from "convex/values";
import { administered, adminMutation } from "./lib/functions";
import * as RecipientLists from "./model/staff/recipientLists";
import { listedPerson } from "./schema/accounts";

export const [list, listFromTerminal] = administered.query("admin", {
  args: {},
  returns: v.array(listedPerson),
  handler: (ctx) => RecipientLists.list(ctx, "supervisorModel"),
});

/** Adds a typed address. Used by the modal of the settings form. */
export const [add, addFromTerminal] = administered.mutation("admin", {
  args: { email: v.string() },
  returns: v.null(),
  handler: (ctx, { email }) => RecipientLists.addSupervisor(ctx, email),
});

/** Replaces the entry `selected` with a typed address. */
export const [update, updateFromTerminal] = administered.mutation("admin", {
  args: { selected: v.string(), email: v.string() },
  returns: v.null(),
  handler: (ctx, { selected, email }) => RecipientLists.updateSupervisor(ctx, selected, email),
});

/** Removes the entry `selected`. */
export const [remove, removeFromTerminal] = administered.mutation("admin", {
  args: { selected: v.string() },
  returns: v.null(),
  handler: (ctx, { selected }) =>
    RecipientLists.removeSupervisor(ctx, selected, "ENTRY_NOT_SELECTED"),
});

/** Adds an existing user. Used by the card Supervisor Setting. */
export const addUser = adminMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: (ctx, { email }) => RecipientLists.addUserAsSupervisor(ctx, email),
});

/**
 * Removes an entry. Used by the second card of Supervisor Setting, which has its own error text.
 */
export const removeUser = adminMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: (ctx, { email }) => RecipientLists.removeSupervisor(ctx, email, "PERSON_NOT_SELECTED"),
});
