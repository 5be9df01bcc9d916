import { omit } from "convex-helpers";
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc } from "./_generated/dataModel";
import { internalQuery } from "./_generated/server";
import {
  adminMutation,
  findCaller,
  publicQuery,
  terminalMutation,
  userQuery,
} from "./lib/functions";
import * as Employees from "./model/employees";
import * as RecipientSearch from "./model/recipientSearch";
import * as Settings from "./model/settings";
import * as Users from "./model/users";
import { settingsInput, userFields } from "./schema/accounts";

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

const settingsUpdate = {
  args: {
    email: v.string(),
    settings: settingsInput,
    seen: v.optional(settingsInput),
    reason: v.optional(v.string()),
  },
  returns: v.object({ unsupervised: v.array(v.string()) }),
  handler: Settings.update,
};

/**
 * Changes some of a person's settings: role, status, supervisor, thresholds. Disabling also signs
 * them out everywhere, at once; samples follow to a new supervisor. `seen`: the changed settings as
 * the editor saw them. Answers the people who report to this person and have no supervisor now.
 */
export const update = adminMutation(settingsUpdate);
/**
 * The terminal holds the deployment's admin key and may change anybody: that makes the first admin,
 * and locks the account of an admin who was lost.
 */
export const updateFromTerminal = terminalMutation(settingsUpdate);
