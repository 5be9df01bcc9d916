import { defineTable } from "convex/server";
import { v } from "convex/values";
import { VIEW_TABLE_NAMES } from "#domain/samples/savedViews";
import { oneOf } from "../lib/validators";

export const viewTable = oneOf(VIEW_TABLE_NAMES);

/** Parts of a view's URL, in the URL's spelling (domain/samples/savedViews.ts). */
export const viewState = v.object({
  q: v.optional(v.string()),
  filter: v.optional(v.string()),
  sort: v.optional(v.string()),
  cols: v.optional(v.string()),
  hide: v.optional(v.string()),
  scope: v.optional(v.string()),
});

export const viewFields = {
  /** E-mail of the person who saved it. */
  owner: v.string(),
  table: viewTable,
  /** Unique per owner, ignoring case. */
  name: v.string(),
  state: viewState,
  /** Undefined: visible to the owner only. */
  audience: v.optional(v.union(v.literal("everybody"), v.literal("reports"))),
};

export const viewTables = {
  /** Named table views. Writer: model/lists/savedViews.ts; readers: sidebar and tables. */
  savedViews: defineTable(viewFields)
    // The owner's views, and those of the reader's supervisor
    .index("by_owner", ["owner"])
    // Views shared by admins
    .index("by_audience", ["audience"]),
};
