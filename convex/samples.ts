import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { LIST_NAMES, SCOPES } from "#domain/samples/lists";
import { internalMutation } from "./_generated/server";
import { adminQuery, userMutation, userQuery } from "./lib/functions";
import { shownSample } from "./lib/shownSample";
import { filteredPage, tableQuery } from "./lib/tableQueries";
import { oneOf } from "./lib/validators";
import * as ListCounts from "./model/lists/listCounts";
import * as Lists from "./model/lists/lists";
import * as SupervisorMoves from "./model/samples/supervisorMoves";
import * as Samples from "./model/samples/samples";
import { getVisible, isElsewhere } from "./model/people/visibility";
import { duplicate, sampleDoc, sampleInput, status } from "./schema/samples";

const duplicates = v.union(v.literal("flag"), v.literal("reject"));
const saved = v.object({ sampleId: v.id("samples"), duplicate });

export const register = userMutation({
  args: { transactionId: v.string(), duplicates, fields: sampleInput },
  returns: saved,
  handler: (ctx, args) => Samples.register(ctx, args),
});

/**
 * Edits a sample. It becomes Registered as of now.
 *
 * @param seen the fields as the caller saw them: for fields that the caller did not change, other
 *   users' later changes are kept. Undefined: all of `fields` are written.
 * @throws EDITED_MEANWHILE, naming the field, if both changed it; TRANSACTION_REPEATED,
 *   SAMPLE_MISSING, STEP_NOT_ALLOWED, NOT_YOURS, MANAGER_BY_HANDOVER, and the errors of a form's
 *   fields
 */
export const edit = userMutation({
  args: {
    transactionId: v.string(),
    sampleId: v.string(),
    duplicates,
    fields: sampleInput,
    seen: v.optional(sampleInput),
  },
  returns: saved,
  handler: (ctx, args) => Samples.edit(ctx, args),
});

export const remove = userMutation({
  args: { transactionId: v.string(), sampleId: v.string() },
  returns: v.null(),
  handler: (ctx, args) => Samples.remove(ctx, args),
});

/** One sample; null for an unknown or malformed id, and if the caller may not see the sample. */
export const get = userQuery({
  args: { sampleId: v.string() },
  returns: v.union(sampleDoc, v.null()),
  handler: async (ctx, { sampleId }) => {
    const sample = await getVisible(ctx, sampleId);
    return sample && shownSample(sample);
  },
});

/** Why `get` returns null: true if the sample exists and the caller was once involved with it. */
export const isWithOthers = userQuery({
  args: { sampleId: v.string() },
  returns: v.boolean(),
  handler: (ctx, { sampleId }) => isElsewhere(ctx, sampleId),
});

/**
 * One page of one status and scope of a list; domain/samples/lists.ts defines these and the order
 * in which clients merge pages. With a `query`, the page contains the matching rows and the last
 * tested one (lib/tableQueries.ts).
 */
export const list = userQuery({
  args: {
    list: oneOf(LIST_NAMES),
    scope: oneOf(SCOPES),
    status,
    query: v.optional(tableQuery),
    paginationOpts: paginationOptsValidator,
  },
  returns: filteredPage(sampleDoc),
  handler: async (ctx, args) => {
    const found = await Lists.page(ctx, args);
    return { ...found, page: found.page.map(shownSample) };
  },
});

/**
 * One page of all samples of a list, in reverse order of creation. Like a searched page of `list`,
 * it contains the last sample read, in whatever status.
 */
export const newest = adminQuery({
  args: { list: oneOf(LIST_NAMES), paginationOpts: paginationOptsValidator },
  returns: filteredPage(sampleDoc),
  handler: async (ctx, args) => {
    const found = await Lists.newest(ctx, args);
    return { ...found, page: found.page.map(shownSample) };
  },
});

/** The samples of a list whose serial number or IMEI is exactly `text`. */
export const identified = userQuery({
  args: { list: oneOf(LIST_NAMES), scopes: v.array(oneOf(SCOPES)), text: v.string() },
  returns: v.array(sampleDoc),
  handler: async (ctx, args) => (await Lists.identified(ctx, args)).map(shownSample),
});

const count = v.object({ count: v.number(), isMore: v.boolean() });

/**
 * Number of rows in each tab of a list for the caller; null for a tab that their role does not
 * have.
 */
export const counts = userQuery({
  args: { list: oneOf(LIST_NAMES) },
  returns: v.object({
    everything: count,
    addressed: v.union(count, v.null()),
    mine: count,
    team: v.union(count, v.null()),
  }),
  handler: (ctx, { list }) => ListCounts.counts(ctx, list),
});

/**
 * Updates the next batch of samples to their holder's new supervisor:
 * model/samples/supervisorMoves.ts.
 */
export const followSupervisor = internalMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: (ctx, { email }) => SupervisorMoves.moveNextBatch(ctx, email),
});
