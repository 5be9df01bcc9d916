import { defineTable } from "convex/server";
import { v } from "convex/values";
import { VIEW_TABLE_NAMES } from "#domain/samples/savedViews";
import { oneOf } from "../lib/validators";

export const viewTable = oneOf(VIEW_TABLE_NAMES);

/** Parts of an address, as it spells them (domain/samples/savedViews.ts). */
export const viewState = v.object({
  q: v.optional(v.string()),
  filter: v.optional(v.string()),
  sort: v.optional(v.string()),
  cols: v.optional(v.string()),
  hide: v.optional(v.string()),
  scope: v.optional(v.string()),
});

export const viewFields = {
  /** E-mail of whoever saved it. */
  owner: v.string(),
  table: viewTable,
  /** No two of an owner are equal, capitals aside. */
  name: v.string(),
  state: viewState,
  /** Absent: it is the owner's alone. */
  audience: v.optional(v.union(v.literal("everybody"), v.literal("reports"))),
};

export const viewTables = {
  /**
   * Views of tables under a name. Writer: model/lists/savedViews.ts; readers: sidebar and tables.
   */
  savedViews: defineTable(viewFields)
    // One's own, and those of one's supervisor
    .index("by_owner", ["owner"])
    // What admins share
    .index("by_audience", ["audience"]),
};
