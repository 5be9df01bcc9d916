/**
 * The second factor of password accounts (docs/product.md, "Second factor"). Sign-ins check it in
 * model/accounts/passwordFlows.ts. No function returns a secret; recovery codes are returned once,
 * to the person who made them.
 */
import { v } from "convex/values";
import { RECOVERY_CODES, RECOVERY_LENGTH, recoveryCodeOf } from "#domain/accounts/secondFactor";
import { internal } from "./_generated/api";
import { action, internalMutation } from "./_generated/server";
import { requireCurrentPassword } from "./lib/signIn/currentPassword";
import { administered, userInternalMutation, userQuery } from "./lib/functions";
import * as Policy from "./model/accounts/secondFactorPolicy";
import * as SecondFactors from "./model/accounts/secondFactors";
import * as Administration from "./model/staff/secondFactorAdministration";
import { role } from "./schema/accounts";

/** The caller's second factor. `isRequired`: their role needs one. */
export const mine = userQuery({
  args: {},
  returns: v.object({
    isOn: v.boolean(),
    recoveryCodesLeft: v.number(),
    isRequired: v.boolean(),
    hasPassword: v.boolean(),
  }),
  handler: (ctx) => SecondFactors.mine(ctx),
});

/** In actions only: a mutation may run twice, with the same random numbers. */
const drawRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () =>
    recoveryCodeOf(crypto.getRandomValues(new Uint8Array(RECOVERY_LENGTH))),
  );

/**
 * Turns the caller's second factor on. `secret`: drawn by the caller, in base32; `code`: what their
 * app shows for it. Returns the recovery codes. Ends the caller's other sessions.
 *
 * @throws the refusals of `requireCurrentPassword`, SECOND_FACTOR_ON, SECOND_FACTOR_WRONG,
 *   INPUT_INVALID
 */
export const turnOn = action({
  args: { password: v.string(), secret: v.string(), code: v.string() },
  returns: v.array(v.string()),
  handler: async (ctx, { password, secret, code }): Promise<string[]> => {
    const { compared } = await requireCurrentPassword(ctx, password, "password");
    const recoveryCodes = drawRecoveryCodes();
    const factor = { compared, secret, code, recoveryCodes };
    await ctx.runMutation(internal.secondFactors.applyOn, factor);
    return recoveryCodes;
  },
});

export const applyOn = userInternalMutation({
  args: {
    compared: v.string(),
    secret: v.string(),
    code: v.string(),
    recoveryCodes: v.array(v.string()),
  },
  returns: v.null(),
  handler: (ctx, args) => SecondFactors.turnOn(ctx, args, Date.now()),
});

/**
 * Turns the caller's second factor off, with their password and a code. If their role needs one,
 * this ends their sessions, and the next sign-in sets up another one.
 *
 * @throws the refusals of `requireCurrentPassword`, SECOND_FACTOR_OFF, SECOND_FACTOR_WRONG
 */
export const turnOff = action({
  args: { password: v.string(), code: v.string() },
  returns: v.null(),
  handler: async (ctx, { password, code }): Promise<null> => {
    const { compared } = await requireCurrentPassword(ctx, password, "password");
    await ctx.runMutation(internal.secondFactors.applyOff, { compared, code });
    return null;
  },
});

export const applyOff = userInternalMutation({
  args: { compared: v.string(), code: v.string() },
  returns: v.null(),
  handler: (ctx, args) => SecondFactors.turnOff(ctx, args, Date.now()),
});

/**
 * Replaces the caller's recovery codes and returns the new ones.
 *
 * @throws the refusals of `requireCurrentPassword`, SECOND_FACTOR_OFF
 */
export const newRecoveryCodes = action({
  args: { password: v.string() },
  returns: v.array(v.string()),
  handler: async (ctx, { password }): Promise<string[]> => {
    const { compared } = await requireCurrentPassword(ctx, password, "password");
    const recoveryCodes = drawRecoveryCodes();
    await ctx.runMutation(internal.secondFactors.applyCodes, { compared, recoveryCodes });
    return recoveryCodes;
  },
});

export const applyCodes = userInternalMutation({
  args: { compared: v.string(), recoveryCodes: v.array(v.string()) },
  returns: v.null(),
  handler: (ctx, args) => SecondFactors.replaceRecoveryCodes(ctx, args, Date.now()),
});

/** Deletes another person's second factor and ends their sessions. */
export const [reset, resetFromTerminal] = administered.mutation("admin", {
  args: { email: v.string(), reason: v.string() },
  returns: v.null(),
  handler: Administration.reset,
});

/** The roles that must have a second factor. */
export const [roles, rolesFromTerminal] = administered.query("admin", {
  args: {},
  returns: v.array(role),
  handler: Policy.requiredRoles,
});

/** Sets the roles that must have a second factor. */
export const [setRoles, setRolesFromTerminal] = administered.mutation("admin", {
  args: { roles: v.array(role), reason: v.optional(v.string()) },
  returns: v.null(),
  handler: Administration.setRequiredRoles,
});

/** Ends the next batch of sessions of people of a role who lack the second factor it needs. */
export const endSessionsWithout = internalMutation({
  args: { role, cursor: v.union(v.string(), v.null()) },
  returns: v.null(),
  handler: async (ctx, args) => {
    const cursor = await Administration.endSessionsWithout(ctx, args);
    if (cursor === null) return;
    const next = { role: args.role, cursor };
    await ctx.scheduler.runAfter(0, internal.secondFactors.endSessionsWithout, next);
  },
});
