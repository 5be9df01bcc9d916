import { omit } from "convex-helpers";
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v, type Infer } from "convex/values";
import { omitUndefined } from "#domain/common/objects";
import type { Doc } from "./_generated/dataModel";
import { internal } from "./_generated/api";
import { internalMutation, internalQuery } from "./_generated/server";
import {
  administered,
  findCaller,
  publicQuery,
  terminalQuery,
  userMutation,
  userQuery,
} from "./lib/functions";
import { filteredPage, tableQuery } from "./lib/tableQueries";
import { oneOf } from "./lib/validators";
import * as EmailChange from "./model/staff/emailChange";
import * as Erasure from "./model/staff/erasure";
import * as Employees from "./model/staff/employees";
import * as FollowAddress from "./model/staff/followAddress";
import * as PrivateData from "./model/staff/privateData";
import * as RecipientSearch from "./model/people/recipientSearch";
import * as Settings from "./model/staff/settings";
import * as StandIns from "./model/people/standIns";
import * as Users from "./model/people/users";
import { absentee, away, placeInput, settingsInput, userFields } from "./schema/accounts";
import { statusCounts } from "./schema/samples";

/** Fields of the server's indexes, and one that only concerns the person. */
const HIDDEN = ["isActive", "isDemo", "eraseFrom", "hasDismissedNotice"] as const;

/** A person's whole record, for the person, their supervisor and admins. */
const employee = v
  .object({ _id: v.id("users"), _creationTime: v.number(), ...userFields })
  .omit(...HIDDEN);

/**
 * Samples that a person holds, by status. `inusesampl`: those in use, to compare with `samplmax`;
 * `answersFor`: those neither Returned nor Lost, to compare with `trOwnerSamples`.
 * `overMaximumSince`: epoch ms since when `samplmax` counts as exceeded, for `samplmaxtrig`
 * (domain/custody/limits.ts).
 */
const held = {
  counts: statusCounts,
  inusesampl: v.number(),
  answersFor: v.number(),
  overMaximumSince: v.optional(v.number()),
};

/**
 * A person's record for `reader`; null: the terminal. Only admins and the terminal read whether
 * others have a second factor.
 */
function toEmployee(reader: Doc<"users"> | null, user: Doc<"users">): Infer<typeof employee> {
  const { secondFactorSince, ...record } = omit(user, [...HIDDEN]);
  const isTold = reader === null || reader.role === "admin" || reader._id === user._id;
  return isTold ? { ...record, ...omitUndefined({ secondFactorSince }) } : record;
}

/**
 * The caller's own record, with the people for whom they currently stand in; null for a visitor who
 * is not signed in.
 */
export const viewer = publicQuery({
  args: {},
  returns: v.union(
    employee.extend({
      standsInFor: v.array(absentee),
      hasDismissedNotice: userFields.hasDismissedNotice,
    }),
    v.null(),
  ),
  handler: async (ctx) => {
    const caller = await findCaller(ctx);
    if (typeof caller === "string") return null;
    const standsInFor = await StandIns.absentees(ctx, caller.actor);
    const { hasDismissedNotice } = caller.actor;
    return {
      ...toEmployee(caller.actor, caller.actor),
      standsInFor,
      ...(hasDismissedNotice && { hasDismissedNotice }),
    };
  },
});

/**
 * Whether the caller's account is locked. A page that lost its viewer calls it to explain why; the
 * caller holds a token of that account.
 */
export const isDisabled = publicQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => (await findCaller(ctx)) === "DISABLED",
});

/**
 * At most 50 possible recipients whose address, or any words of whose name, start with `search`.
 * `holder`: e-mail of the sample's current holder, if that is not the caller.
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
      away: v.optional(away),
      /** Set for the caller's most recent recipients for this purpose. */
      isRecent: v.optional(v.literal(true)),
    }),
  ),
  handler: (ctx, args) => RecipientSearch.find(ctx, args),
});

/**
 * The people whose records the caller may read, by e-mail: all people for admins, themselves and
 * their reports for supervisors, themselves for users.
 */
export const list = userQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(employee),
  handler: async (ctx, args) => {
    const found = await Employees.page(ctx, args);
    return { ...found, page: found.page.map((user) => toEmployee(ctx.actor, user)) };
  },
});

/**
 * Like `list`, with the samples that each person holds; re-runs at each step on one of them. With a
 * `query` (fields: domain/people/employeeTable.ts), the page contains the matching people and the
 * last tested one (lib/tableQueries.ts).
 */
export const listWithCounts = userQuery({
  args: { query: v.optional(tableQuery), paginationOpts: paginationOptsValidator },
  returns: filteredPage(employee.extend(held)),
  handler: async (ctx, args) => {
    const found = await Employees.page(ctx, args);
    const page = found.page.map(async (user) => ({
      ...toEmployee(ctx.actor, user),
      ...(await Employees.countsOf(ctx, user)),
    }));
    return { ...found, page: await Promise.all(page) };
  },
});

/**
 * One person with the samples they hold; null for an unknown id, and if the caller may not read the
 * record.
 */
export const get = userQuery({
  args: { uid: v.string() },
  returns: v.union(employee.extend(held), v.null()),
  handler: async (ctx, { uid }) => {
    const user = await Users.getVisible(ctx, uid);
    return user && { ...toEmployee(ctx.actor, user), ...(await Employees.countsOf(ctx, user)) };
  },
});

/** Like `get`, by e-mail as typed. */
export const getByEmail = userQuery({
  args: { email: v.string() },
  returns: v.union(employee.extend(held), v.null()),
  handler: async (ctx, { email }) => {
    const user = await Users.findByTypedEmail(ctx, email);
    if (user === null || !Users.maySeePerson(ctx.actor, user)) return null;
    return { ...toEmployee(ctx.actor, user), ...(await Employees.countsOf(ctx, user)) };
  },
});
export const getByEmailFromTerminal = terminalQuery({
  args: { email: v.string() },
  returns: v.union(employee.extend(held), v.null()),
  handler: async (ctx, { email }) => {
    const user = await Users.findByTypedEmail(ctx, email);
    return user && { ...toEmployee(null, user), ...(await Employees.countsOf(ctx, user)) };
  },
});

/**
 * True once there is an admin; until then the server's terminal explains how to create the first
 * one.
 */
export const hasAdmin = internalQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => (await Users.firstAdmin(ctx)) !== null,
});

/**
 * Erases the private data of people who left long enough ago. Called by a cron; each transaction is
 * bounded and schedules the next one while there are more.
 */
export const eraseDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await Erasure.eraseDue(ctx, Date.now());
    if (isMore) await ctx.scheduler.runAfter(0, internal.users.eraseDue, {});
  },
});

/**
 * Changes some of a person's settings: role, status, supervisor, thresholds. Disabling also ends
 * all their sessions immediately; a new supervisor is copied to their samples. `seen`: the changed
 * settings as the editor saw them. Returns the person's reports who are left without a supervisor.
 *
 * A terminal with the deployment's admin key may change any account: to create the first admin, or
 * to lock the account of an admin that was compromised.
 */
export const [update, updateFromTerminal] = administered.mutation("admin", {
  args: {
    email: v.string(),
    settings: settingsInput,
    seen: v.optional(settingsInput),
    reason: v.optional(v.string()),
  },
  returns: v.object({ unsupervised: v.array(v.string()) }),
  handler: Settings.update,
});

/** Changes a person's e-mail. Documents that contain the former one are updated in batches. */
export const [setEmail, setEmailFromTerminal] = administered.mutation("admin", {
  args: { email: v.string(), newEmail: v.string(), reason: v.optional(v.string()) },
  returns: v.null(),
  handler: EmailChange.setEmail,
});

/** Updates the next batch of documents to a person's new address. */
export const followAddress = internalMutation({
  args: {
    moveId: v.id("addressMoves"),
    table: oneOf(FollowAddress.TABLES),
    cursor: v.union(v.string(), v.null()),
  },
  returns: v.null(),
  handler: async (ctx, { moveId, ...place }) => {
    const next = await FollowAddress.moveNextBatch(ctx, moveId, place);
    if (next) await ctx.scheduler.runAfter(0, internal.users.followAddress, { moveId, ...next });
  },
});

/**
 * Changes some of a person's private data: for the person, their supervisor and admins. Each
 * argument except `email` is optional; a place is replaced as a whole.
 */
export const updatePrivate = userMutation({
  args: {
    email: v.string(),
    displayName: v.optional(v.string()),
    passPort: v.optional(v.string()),
    phoneNumber: v.optional(v.string()),
    place: v.optional(placeInput),
    reason: v.optional(v.string()),
  },
  returns: v.null(),
  handler: (ctx, args) => PrivateData.update(ctx, args),
});
