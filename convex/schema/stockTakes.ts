import { defineTable } from "convex/server";
import { v } from "convex/values";
import { ITEM_STATE_NAMES, STOCK_TAKE_STATES } from "#domain/stockTakes/stockTake";
import { tableQuery } from "../lib/tableQueries";
import { oneOf } from "../lib/validators";
import { reportScope } from "./reports";
import { status } from "./samples";
import { viewState } from "./views";

const place = v.object({ kind: v.literal("place"), city: v.string(), location: v.string() });
/** Filters of a report: `state` is its address, `query` the same as the server judges it. */
const filter = v.object({
  kind: v.literal("filter"),
  scope: reportScope,
  state: viewState,
  query: tableQuery,
});

/** The set of samples that stockTakes.open may be asked to expect. */
export const stockTakeTarget = v.union(
  place,
  filter,
  v.object({ kind: v.literal("person"), email: v.string() }),
  v.object({ kind: v.literal("numbers"), numbers: v.array(v.string()) }),
);

export const stockTakeFields = {
  name: v.string(),
  state: oneOf(STOCK_TAKE_STATES),
  openedBy: v.id("users"),
  /** Epoch ms. */
  openedAt: v.number(),
  /** The person who closed or cancelled it. */
  endedBy: v.optional(v.id("users")),
  endedAt: v.optional(v.number()),
};

export const stockTakeCounts = v.object({
  missing: v.number(),
  unexpected: v.number(),
  unknown: v.number(),
  found: v.number(),
  arrived: v.number(),
  moved: v.number(),
});

/**
 * Facts of a line's sample, as of the stock-take's opening, its scan or its closing, whichever came
 * last. People are named by the e-mail that they had at that moment, as in history.
 */
export const itemFacts = {
  brand: v.optional(v.string()),
  model: v.optional(v.string()),
  imei1: v.optional(v.string()),
  holder: v.optional(v.string()),
  status: v.optional(status),
};

/** The writers of all four tables are in model/stockTakes/. */
export const stockTakeTables = {
  /**
   * Stock-takes. A scan does not write here, so lists of lines do not run again because of it.
   * Readers: the people of the stock-take; admins.
   */
  stockTakes: defineTable({
    ...stockTakeFields,
    rule: v.union(
      place,
      filter,
      v.object({ kind: v.literal("person"), uid: v.id("users") }),
      v.object({ kind: v.literal("numbers") }),
    ),
    /** The samples that the opener answered for at the opening; the rule narrows them. */
    scopes: v.array(oneOf(["all", "mine", "team"])),
    /** Neither closed nor cancelled yet. */
    isOpen: v.boolean(),
    /** Pasted numbers, until they are looked up. */
    numbers: v.optional(v.array(v.string())),
    /** The index range and the cursor where the next batch of preparing or closing begins. */
    next: v.optional(v.object({ range: v.number(), cursor: v.union(v.string(), v.null()) })),
  })
    // Lists of admins
    .index("by_isOpen", ["isOpen"])
    // How many one person has open
    .index("by_openedBy_and_isOpen", ["openedBy", "isOpen"]),

  /** The figures of a stock-take: written by each scan, in the scan's own transaction. */
  stockTakeCounts: defineTable({
    stockTake: v.id("stockTakes"),
    counts: stockTakeCounts,
  }).index("by_stockTake", ["stockTake"]),

  /** The people who may read a stock-take and scan, besides the admins. */
  stockTakePeople: defineTable({
    stockTake: v.id("stockTakes"),
    uid: v.id("users"),
    /** `supervisor`: the opener's, at the opening. `counted`: whose samples it counts. */
    part: oneOf(["opener", "supervisor", "counted", "helper"]),
    /** The stock-take is open: `isOpen` of `stockTakes`. */
    isOpen: v.boolean(),
  })
    .index("by_stockTake_and_uid", ["stockTake", "uid"])
    // One's own list
    .index("by_uid_and_isOpen", ["uid", "isOpen"]),

  /** The lines of a stock-take: what is expected, and whatever else was scanned. */
  stockTakeItems: defineTable({
    stockTake: v.id("stockTakes"),
    /** The sample's id; of a number that means no sample, the number in capitals. */
    key: v.string(),
    sampleId: v.optional(v.id("samples")),
    state: oneOf(ITEM_STATE_NAMES),
    /** The serial number; of a number that means no sample, the number itself. */
    number: v.string(),
    ...itemFacts,
    /** The scan that found it; its id is client-made. */
    scanId: v.optional(v.string()),
    scannedBy: v.optional(v.id("users")),
    scannedAt: v.optional(v.number()),
    /**
     * The text of the scan that added the line of a sample: all that is told of the sample to those
     * who may not see it. Absent before this was stored.
     */
    scannedText: v.optional(v.string()),
  })
    // A scan
    .index("by_stockTake_and_key", ["stockTake", "key"])
    // Lists of what was not scanned, and the batches of closing
    .index("by_stockTake_and_state_and_number", ["stockTake", "state", "number"])
    // Lists of what was scanned, the latest first
    .index("by_stockTake_and_state_and_scannedAt", ["stockTake", "state", "scannedAt"]),
};
