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

/** The admin list. Each function has a twin for the terminal that holds the admin key. */

const entries = {
  args: {},
  returns: v.array(listedPerson),
  handler: (ctx: QueryCtx) => RecipientLists.list(ctx, "adminModel"),
};
export const list = adminQuery(entries);
export const listFromTerminal = terminalQuery(entries);

const addition = {
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx: AdministratorCtx, { email }: { email: string }) => {
    await RecipientLists.addUserAsAdmin(ctx, email);
    return null;
  },
};
/** Adds a person chosen from the users: the card of the admin definition. */
export const add = adminMutation(addition);
export const addFromTerminal = terminalMutation(addition);

const removal = {
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx: AdministratorCtx, { email }: { email: string }) => {
    await RecipientLists.removeAdmin(ctx, email);
    return null;
  },
};
export const remove = adminMutation(removal);
export const removeFromTerminal = terminalMutation(removal);
