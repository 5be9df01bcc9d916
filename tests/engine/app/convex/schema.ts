import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

/** A general app that uses every feature of the engine; it is unrelated to samples. */
export default defineSchema({
  messages: defineTable({
    channel: v.string(),
    body: v.string(),
    /** Sort key chosen by tests. */
    rank: v.optional(v.number()),
    author: v.optional(v.id("authors")),
  })
    .index("by_channel", ["channel"])
    .index("by_channel_and_rank", ["channel", "rank"]),
  authors: defineTable({ name: v.string(), files: v.optional(v.array(v.id("_storage"))) }).index(
    "by_name",
    ["name"],
  ),
  counters: defineTable({ name: v.string(), value: v.number() }).index("by_name", ["name"]),
  values: defineTable(v.any()),
});
