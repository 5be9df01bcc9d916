import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { adminMutation, adminQuery, userMutation } from "./lib/functions";
import * as CopyKeys from "./model/access/copyKeys";
import * as SampleFeed from "./model/lists/sampleFeed";
import { statusCounts } from "./schema/samples";

/**
 * Functions for the copy of all samples that an admin's browser keeps (model/lists/sampleFeed.ts).
 * Whoever sees only some of the samples reads `samples.list`.
 */

/** `decodeRows` of domain/samples/compactRows.ts reads rows of the `format` that it names. */
const format = v.number();
const rows = v.string();
const heads = v.array(v.number());

/** Everybody's counts and the position of the feed. The only live query of the copy. */
export const position = adminQuery({
  args: {},
  returns: v.object({ format, runId: v.string(), heads, counts: statusCounts }),
  handler: (ctx) => SampleFeed.position(ctx),
});

/**
 * The next rows by creation, of every status; `cursor` is null before the first and after the last.
 * Pages of an export are four times as long.
 */
export const page = adminQuery({
  args: { cursor: v.union(v.string(), v.null()), isExport: v.optional(v.boolean()) },
  returns: v.object({ format, rows, cursor: v.union(v.string(), v.null()) }),
  handler: (ctx, args) => SampleFeed.page(ctx, args),
});

/**
 * The next changes after a position, and the position that they lead to. Null: the copy must load
 * again.
 */
export const changes = adminQuery({
  args: { runId: v.string(), heads },
  returns: v.union(
    v.object({
      format,
      runId: v.string(),
      heads,
      rows,
      removed: v.array(v.id("samples")),
      isDone: v.boolean(),
    }),
    v.null(),
  ),
  handler: (ctx, args) => SampleFeed.changes(ctx, args),
});

/** Records a start of the deployment. */
export const startRun = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await SampleFeed.startRun(ctx);
    return null;
  },
});

/**
 * The key to a copy that this browser keeps, made at the first call: 32 random bytes. A change of
 * the caller's role or supervisor, or disabling them, deletes it. `copyId`: made by the browser.
 */
export const copyKey = adminMutation({
  args: { copyId: v.string() },
  returns: v.bytes(),
  handler: (ctx, { copyId }) => CopyKeys.getOrCreate(ctx, copyId),
});

/** Deletes the key to a copy of the caller's; a browser calls it when its person signs out. */
export const forgetCopy = userMutation({
  args: { copyId: v.string() },
  returns: v.null(),
  handler: async (ctx, { copyId }) => {
    await CopyKeys.forget(ctx, copyId);
    return null;
  },
});
