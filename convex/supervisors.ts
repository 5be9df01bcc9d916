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

/** The supervisor list. Each function has a twin for the terminal that holds the admin key. */

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
/** Adds a typed address: the modal of the settings form. */
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
/** Replaces the entry `selected` by a typed address. */
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

/** Adds a person chosen from the users: the card Supervisor Setting. */
export const addUser = adminMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    await RecipientLists.addUserAsSupervisor(ctx, email);
    return null;
  },
});

/** Removes an entry: the second card of Supervisor Setting, with that card's own words. */
export const removeUser = adminMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    await RecipientLists.removeSupervisor(ctx, email, "PERSON_NOT_SELECTED");
    return null;
  },
});
