/** The supervisor list. Each function has a twin for terminals that use the admin key. */
import { v } from "convex/values";
import type { QueryCtx } from "./_generated/server";
import {
  adminMutation,
  adminQuery,
  terminalMutation,
  terminalQuery,
  type AdministratorCtx,
} from "./lib/functions";
import * as RecipientLists from "./model/staff/recipientLists";
import { listedPerson } from "./schema/accounts";

const entries = {
  args: {},
  returns: v.array(listedPerson),
  handler: (ctx: QueryCtx) => RecipientLists.list(ctx, "supervisorModel"),
};
export const list = adminQuery(entries);
export const listFromTerminal = terminalQuery(entries);

const addition = {
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx: AdministratorCtx, { email }: { email: string }) => {
    await RecipientLists.addSupervisor(ctx, email);
    return null;
  },
};
/** Adds a typed address. Used by the modal of the settings form. */
export const add = adminMutation(addition);
export const addFromTerminal = terminalMutation(addition);

const replacement = {
  args: { selected: v.string(), email: v.string() },
  returns: v.null(),
  handler: async (ctx: AdministratorCtx, args: { selected: string; email: string }) => {
    await RecipientLists.updateSupervisor(ctx, args.selected, args.email);
    return null;
  },
};
/** Replaces the entry `selected` with a typed address. */
export const update = adminMutation(replacement);
export const updateFromTerminal = terminalMutation(replacement);

const removal = {
  args: { selected: v.string() },
  returns: v.null(),
  handler: async (ctx: AdministratorCtx, { selected }: { selected: string }) => {
    await RecipientLists.removeSupervisor(ctx, selected, "ENTRY_NOT_SELECTED");
    return null;
  },
};
/** Removes the entry `selected`. */
export const remove = adminMutation(removal);
export const removeFromTerminal = terminalMutation(removal);

/** Adds an existing user. Used by the card Supervisor Setting. */
export const addUser = adminMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    await RecipientLists.addUserAsSupervisor(ctx, email);
    return null;
  },
});

/**
 * Removes an entry. Used by the second card of Supervisor Setting, which has its own error text.
 */
export const removeUser = adminMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    await RecipientLists.removeSupervisor(ctx, email, "PERSON_NOT_SELECTED");
    return null;
  },
});
