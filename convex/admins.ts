/** The admin list. Each function has a twin for terminals that use the admin key. */
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
/** Adds an existing user. Used by the card of the admin definition. */
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
