import { omit } from "convex-helpers";
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc } from "./_generated/dataModel";
import { internalMutation } from "./_generated/server";
import { parseEmail } from "../domain/email";
import { adminMutation, findCaller, publicQuery, userQuery } from "./lib/functions";
import { appError } from "./lib/errors";
import * as Employees from "./model/employees";
import * as Recipients from "./model/recipients";
import * as Users from "./model/users";
import { role, userFields } from "./schema/accounts";

/** Kept for our indexes, nobody's business outside. */
const HIDDEN = ["isActive", "searchName", "isDemo"] as const;

/** A person's record, whole: for themselves, their supervisor and admins. */
const employee = v
  .object({ _id: v.id("users"), _creationTime: v.number(), ...userFields })
  .omit(...HIDDEN);

const shown = (user: Doc<"users">): Infer<typeof employee> => omit(user, [...HIDDEN]);

/** The caller's own record; null for a visitor who is not (or no longer) signed in. */
export const viewer = publicQuery({
  args: {},
  returns: v.union(employee, v.null()),
  handler: async (ctx) => {
    const caller = await findCaller(ctx);
    return typeof caller === "string" ? null : shown(caller.actor);
  },
});

/**
 * People to hand a sample to: at most 50 whose address or name begins with `search`.
 * `holder`: e-mail of who has the sample now, when that is not the caller.
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
  handler: (ctx, args) => Recipients.find(ctx, args),
});

/** Admins: everybody; supervisors: themselves and their reports; users: themselves. By e-mail. */
export const list = userQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(employee),
  handler: async (ctx, { paginationOpts }) => {
    const employees = await Employees.page(ctx, paginationOpts);
    return { ...employees, page: employees.page.map(shown) };
  },
});

export const setRole = adminMutation({
  args: { email: v.string(), role },
  returns: v.null(),
  handler: async (ctx, { email, role }) => {
    await Users.setRole(ctx, await Employees.otherThanActor(ctx, email), role);
    return null;
  },
});

/** With the deployment's admin key: how the first admin is made. */
export const setRoleFromTerminal = internalMutation({
  args: { email: v.string(), role },
  returns: v.null(),
  handler: async (ctx, { email, role }) => {
    await Users.setRole(ctx, await Users.getByEmailOrThrow(ctx, email.trim().toLowerCase()), role);
    return null;
  },
});

/** Disabling also signs the person out everywhere, at once. */
export const setDisabled = adminMutation({
  args: { email: v.string(), disabled: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { email, disabled }) => {
    await Users.setDisabled(ctx, await Employees.otherThanActor(ctx, email), disabled);
    return null;
  },
});

/** The samples that the person holds follow to the new supervisor. */
export const setSupervisor = adminMutation({
  args: { email: v.string(), supervisor: v.string() },
  returns: v.null(),
  handler: async (ctx, { email, supervisor }) => {
    const address = parseEmail(supervisor);
    if (address === null) throw appError("INPUT_INVALID", { field: "Supervisor" }, "supervisor");
    await Users.setSupervisor(ctx, await Employees.otherThanActor(ctx, email), address);
    return null;
  },
});
