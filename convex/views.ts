import { v } from "convex/values";
import { supervisorMutation, userMutation, userQuery } from "./lib/functions";
import * as SavedViews from "./model/lists/savedViews";
import { viewFields, viewState, viewTable } from "./schema/views";

/** `isOwn`: the caller saved it and may change it. */
const view = v.object({ _id: v.id("savedViews"), ...viewFields, isOwn: v.boolean() });

/** The caller's views of all tables, and the views shared with them. */
export const list = userQuery({
  args: {},
  returns: v.array(view),
  handler: (ctx) => SavedViews.list(ctx),
});

export const save = userMutation({
  args: { name: v.string(), table: viewTable, state: viewState },
  returns: v.id("savedViews"),
  handler: (ctx, args) => SavedViews.save(ctx, args),
});

/** Renames a view, or replaces its filters and columns. */
export const update = userMutation({
  args: { viewId: v.string(), name: v.optional(v.string()), state: v.optional(viewState) },
  returns: v.null(),
  handler: (ctx, args) => SavedViews.update(ctx, args),
});

/**
 * Shares a view with all users (admins) or with the caller's reports (supervisors), or stops
 * sharing it.
 */
export const share = supervisorMutation({
  args: { viewId: v.string(), isShared: v.boolean() },
  returns: v.null(),
  handler: (ctx, args) => SavedViews.share(ctx, args),
});

export const remove = userMutation({
  args: { viewId: v.string() },
  returns: v.null(),
  handler: (ctx, { viewId }) => SavedViews.remove(ctx, viewId),
});
