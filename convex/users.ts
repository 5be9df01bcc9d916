import { omit } from "convex-helpers";
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc } from "./_generated/dataModel";
import { internalMutation, internalQuery } from "./_generated/server";
import { adminMutation, findCaller, publicQuery, userQuery } from "./lib/functions";
import * as Employees from "./model/employees";
import * as RecipientSearch from "./model/recipientSearch";
import * as Users from "./model/users";
import { role, userFields } from "./schema/accounts";

/** Fields that only the server's indexes use. */
const HIDDEN = ["isActive", "isDemo"] as const;

/** A person's whole record, for themselves, their supervisor and admins. */
const employee = v
  .object({ _id: v.id("users"), _creationTime: v.number(), ...userFields })
  .omit(...HIDDEN);

const toEmployee = (user: Doc<"users">): Infer<typeof employee> => omit(user, [...HIDDEN]);

/** The caller's own record; null for a visitor who is not (or no longer) signed in. */
export const viewer = publicQuery({
  args: {},
  returns: v.union(employee, v.null()),
  handler: async (ctx) => {
    const caller = await findCaller(ctx);
    return typeof caller === "string" ? null : toEmployee(caller.actor);
  },
});

/**
 * Whether the caller's account is locked: a page that lost its viewer asks, to say why. The caller
 * holds a token of that account.
 */
export const isDisabled = publicQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => (await findCaller(ctx)) === "DISABLED",
});

/**
 * At most 50 people to hand a sample to, whose address, or any words of whose name, begin with
 * `search`. `holder`: e-mail of the sample's present holder, when that is not the caller.
 */
export const recipients = userQuery({
  args: {
    purpose: v.union(v.literal("transfer"), v.literal("return"), v.literal("lost")),
    search: v.string(),
    holder: v.optional(v.string()),
  },
  returns: v.array(
    v.object({
      email: v.string(),
      displayName: v.string(),
      city: v.string(),
      country: v.string(),
    }),
  ),
  handler: (ctx, args) => RecipientSearch.find(ctx, args),
});

/**
 * The people whose records the caller may read, by e-mail: everybody for admins, themselves and
 * their reports for supervisors, themselves for users.
 */
export const list = userQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(employee),
  handler: async (ctx, { paginationOpts }) => {
    const employees = await Employees.page(ctx, paginationOpts);
    return { ...employees, page: employees.page.map(toEmployee) };
  },
});

/**
 * True once there is an admin; until then the server's terminal explains how to make the first one.
 */
export const hasAdmin = internalQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => (await Users.firstAdmin(ctx)) !== null,
});

// Admins change these of others. Each has a twin for the terminal, which holds the deployment's
// admin key and may change anybody: that makes the first admin, and locks the account of an admin
// who was lost.

/** The people who report to the changed person and have no supervisor now (model/employees.ts). */
const unsupervisedReports = v.array(v.string());

const roleArgs = { email: v.string(), role };

export const setRole = adminMutation({
  args: roleArgs,
  returns: unsupervisedReports,
  handler: async (ctx, { email, role }) => {
    await Users.setRole(ctx, await Employees.getOtherThanActor(ctx, email), role);
    return await Employees.unsupervisedReports(ctx, email);
  },
});

export const setRoleFromTerminal = internalMutation({
  args: roleArgs,
  returns: unsupervisedReports,
  handler: async (ctx, { email, role }) => {
    await Users.setRole(ctx, await Employees.getByTypedEmail(ctx, email), role);
    return await Employees.unsupervisedReports(ctx, email);
  },
});

const disabledArgs = { email: v.string(), disabled: v.boolean() };

/** Disabling also signs the person out everywhere, at once. */
export const setDisabled = adminMutation({
  args: disabledArgs,
  returns: unsupervisedReports,
  handler: async (ctx, { email, disabled }) => {
    await Users.setDisabled(ctx, await Employees.getOtherThanActor(ctx, email), disabled);
    return await Employees.unsupervisedReports(ctx, email);
  },
});

export const setDisabledFromTerminal = internalMutation({
  args: disabledArgs,
  returns: unsupervisedReports,
  handler: async (ctx, { email, disabled }) => {
    await Users.setDisabled(ctx, await Employees.getByTypedEmail(ctx, email), disabled);
    return await Employees.unsupervisedReports(ctx, email);
  },
});

const supervisorArgs = { email: v.string(), supervisor: v.string() };

/** Changes a person's supervisor; the samples that they hold follow. */
export const setSupervisor = adminMutation({
  args: supervisorArgs,
  returns: v.null(),
  handler: async (ctx, { email, supervisor }) => {
    await Employees.setSupervisor(ctx, await Employees.getOtherThanActor(ctx, email), supervisor);
    return null;
  },
});

export const setSupervisorFromTerminal = internalMutation({
  args: supervisorArgs,
  returns: v.null(),
  handler: async (ctx, { email, supervisor }) => {
    await Employees.setSupervisor(ctx, await Employees.getByTypedEmail(ctx, email), supervisor);
    return null;
  },
});
