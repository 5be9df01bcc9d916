import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import { appError } from "./lib/errors";
import { administered, userQuery } from "./lib/functions";
import * as DeviceModels from "./model/samples/deviceModels";
import * as KnownModels from "./model/samples/knownModels";
import * as LookupMoves from "./model/samples/lookupMoves";
import * as LookupUses from "./model/samples/lookupUses";
import * as Lookups from "./model/samples/lookups";
import * as Sessions from "./model/access/sessions";
import { knownModel, pickListKind } from "./schema/samples";

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

export const [list, listFromTerminal] = administered.query("user", {
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
 * Like `options`, for a program that sends the refresh token of `sms login --print-token`
 * (http.ts).
 *
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

/**
 * Counts the samples that use each of at most 25 values of a list, exactly up to 100.
 *
 * @throws VALUES_TOO_MANY
 */
export const [uses, usesFromTerminal] = administered.query("supervisor", {
  args: { kind: pickListKind, values: v.array(v.string()) },
  returns: v.array(v.object({ value: v.string(), count: v.number(), isMore: v.boolean() })),
  handler: (ctx, { kind, values }) => LookupUses.countUses(ctx, kind, values),
});

/** Models registered under this brand, by name: suggestions for forms. */
export const modelsOfBrand = userQuery({
  args: { brand: v.string() },
  returns: v.array(v.string()),
  handler: (ctx, { brand }) => DeviceModels.ofBrand(ctx, brand),
});

/**
 * The models that were registered with the first 8 digits of this IMEI. Each has the fields of its
 * latest sample that the caller may see.
 */
export const modelsOfImei = userQuery({
  args: { imei: v.string() },
  returns: v.array(knownModel),
  handler: (ctx, { imei }) => KnownModels.ofImei(ctx, imei),
});

// Supervisors, admins and terminals with the admin key may change the lists. `selected` and `into`
// are values of entries, in any case.

/**
 * Adds a value to a list, effective in all forms immediately. Its label is the value in lower case.
 */
export const [add, addFromTerminal] = administered.mutation("supervisor", {
  args: { kind: pickListKind, value: v.string() },
  returns: v.null(),
  handler: (ctx, args) => Lookups.addOne(ctx, args.kind, args.value),
});

/** Changes the value of an entry; the samples that use it are updated. */
export const [update, updateFromTerminal] = administered.mutation("supervisor", {
  args: { kind: pickListKind, selected: v.string(), value: v.string() },
  returns: v.null(),
  handler: (ctx, args) => Lookups.update(ctx, args),
});

/** Removes an entry; samples keep their value. */
export const [remove, removeFromTerminal] = administered.mutation("supervisor", {
  args: { kind: pickListKind, selected: v.string() },
  returns: v.null(),
  handler: (ctx, args) => Lookups.remove(ctx, args),
});

/** Merges the entry `selected` into `into`: `selected` is deleted, and its samples are updated. */
export const [merge, mergeFromTerminal] = administered.mutation("supervisor", {
  args: { kind: pickListKind, selected: v.string(), into: v.string() },
  returns: v.null(),
  handler: (ctx, args) => Lookups.merge(ctx, args),
});

/** Updates the next batch of samples to an entry's new value: model/samples/lookupMoves.ts. */
export const followMove = internalMutation({
  args: { id: v.id("lookupMoves") },
  returns: v.null(),
  handler: (ctx, { id }) => LookupMoves.moveNextBatch(ctx, id),
});

/** Fills empty lists with the values of domain/samples/pickLists.ts. Idempotent. */
export const seed = internalMutation({
  args: {},
  returns: v.null(),
  handler: (ctx) => Lookups.seed(ctx),
});
