import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import { appError } from "./lib/errors";
import { supervisorMutation, userQuery } from "./lib/functions";
import * as Lookups from "./model/lookups";
import * as Sessions from "./model/sessions";
import { pickListKind } from "./schema/samples";

const optionsByKind = v.object({
  customersModel: v.array(v.string()),
  brandModel: v.array(v.string()),
  devTypes: v.array(v.string()),
  simCard: v.array(v.string()),
  Networks: v.array(v.string()),
  slotsModel: v.array(v.string()),
  osModel: v.array(v.string()),
  hwtypesModel: v.array(v.string()),
  hardwareVersion: v.array(v.string()),
  deviceModal: v.array(v.string()),
});

export const list = userQuery({
  args: { kind: pickListKind },
  returns: v.array(v.object({ _id: v.id("lookups"), label: v.string(), value: v.string() })),
  handler: async (ctx, { kind }) => {
    const rows = await Lookups.list(ctx, kind);
    return rows.map(({ _id, label, value }) => ({ _id, label, value }));
  },
});

/** The values of all ten lists, for forms. */
export const options = userQuery({
  args: {},
  returns: optionsByKind,
  handler: (ctx) => Lookups.options(ctx),
});

/**
 * The same for a program that sends the refresh token of `sms login --print-token` (http.ts).
 * @throws NOT_SIGNED_IN, DISABLED
 */
export const optionsByRefreshToken = internalQuery({
  args: { refreshToken: v.string() },
  returns: optionsByKind,
  handler: async (ctx, { refreshToken }) => {
    const session = await Sessions.getByRefreshToken(ctx, refreshToken, Date.now());
    const user = session && (await ctx.db.get("users", session.userId));
    if (user?.disabled) throw appError("DISABLED");
    if (!user?.isActive) throw appError("NOT_SIGNED_IN");
    return await Lookups.options(ctx);
  },
});

/** Adds a value to a list, for all forms at once. Its label is the value in small letters. */
export const add = supervisorMutation({
  args: { kind: pickListKind, value: v.string() },
  returns: v.null(),
  handler: (ctx, { kind, value }) => Lookups.addOne(ctx, kind, value),
});

/** Fills the lists that are empty with the values of domain/pickLists.ts. Safe to run again. */
export const seed = internalMutation({
  args: {},
  returns: v.null(),
  handler: (ctx) => Lookups.seed(ctx),
});
