import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { ITEM_STATE_NAMES, SCAN_OUTCOMES } from "#domain/stockTakes/stockTake";
import { internalMutation } from "./_generated/server";
import { userMutation, userQuery } from "./lib/functions";
import { oneOf } from "./lib/validators";
import * as Ending from "./model/stockTakes/ending";
import * as Opening from "./model/stockTakes/opening";
import * as People from "./model/stockTakes/people";
import * as Reading from "./model/stockTakes/reading";
import * as Scans from "./model/stockTakes/scans";
import { reportScope } from "./schema/reports";
import { status } from "./schema/samples";
import { itemFacts, stockTakeCounts, stockTakeFields, stockTakeTarget } from "./schema/stockTakes";
import { viewState } from "./schema/views";

/**
 * Stock-takes: what should be on a shelf by the book, compared with what people scan there
 * (docs/product.md, "Stock-takes"). People are named by their present e-mail, except in the facts
 * of a line.
 */

const summary = {
  _id: v.id("stockTakes"),
  ...stockTakeFields,
  openedBy: v.string(),
  endedBy: v.optional(v.string()),
  counts: stockTakeCounts,
  rule: v.union(
    v.object({ kind: v.literal("place"), city: v.string(), location: v.string() }),
    v.object({ kind: v.literal("person"), email: v.string() }),
    v.object({ kind: v.literal("filter"), scope: reportScope, state: viewState }),
    v.object({ kind: v.literal("numbers") }),
  ),
};

/**
 * The facts of a line that the reader may know. `isHidden`: a sample that is not theirs to see,
 * with the scanned text as its number.
 */
const knownFacts = { number: v.string(), isHidden: v.boolean(), ...itemFacts };

/** The first scan of a line: its time, epoch ms, and the e-mail of who scanned. */
const firstScan = { scannedAt: v.optional(v.number()), scannedBy: v.optional(v.string()) };

/**
 * Opens a stock-take of what the caller answers for: their own samples, a supervisor's reports'
 * too, an admin's all. What is expected is entered by scheduled batches; `get` has the progress.
 *
 * @throws FIELD_MISSING, FIELD_TOO_LONG, STOCK_TAKES_FULL, STOCK_TAKE_PLACE, STOCK_TAKE_NUMBERS,
 *   USER_UNKNOWN, STOCK_TAKE_PERSON, NOT_ALLOWED, INPUT_INVALID for an unknown filter
 */
export const open = userMutation({
  args: { name: v.string(), target: stockTakeTarget },
  returns: v.id("stockTakes"),
  handler: (ctx, args) => Opening.open(ctx, args, Date.now()),
});

/** The caller's stock-takes, everybody's for an admin, newest first: those under way, or over. */
export const list = userQuery({
  args: { isOpen: v.boolean(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(v.object(summary)),
  handler: (ctx, args) => Reading.list(ctx, args),
});

/**
 * One stock-take with its figures, live.
 *
 * @throws STOCK_TAKE_MISSING, also for one that the caller takes no part in
 */
export const get = userQuery({
  args: { stockTakeId: v.string() },
  returns: v.object({
    ...summary,
    people: v.array(
      v.object({
        email: v.string(),
        part: oneOf(["opener", "supervisor", "counted", "helper"]),
      }),
    ),
    /** The caller may close, cancel and share it. */
    mayManage: v.boolean(),
  }),
  handler: (ctx, { stockTakeId }) => Reading.get(ctx, stockTakeId),
});

/**
 * The lines of a stock-take in one state. `isExplained`: the book explains the line by now, so
 * closing will not count it as missing or unexpected. `sample`: as it is now, for those who may see
 * it.
 *
 * @throws STOCK_TAKE_MISSING
 */
export const items = userQuery({
  args: {
    stockTakeId: v.string(),
    state: oneOf(ITEM_STATE_NAMES),
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(
    v.object({
      _id: v.id("stockTakeItems"),
      state: oneOf(ITEM_STATE_NAMES),
      ...knownFacts,
      sample: v.optional(
        v.object({
          _id: v.id("samples"),
          brand: v.string(),
          model: v.string(),
          serialNumber: v.string(),
          status,
          samplmanag: v.string(),
          supervisor: v.string(),
          inTransitTo: v.optional(v.string()),
          inReturnTo: v.optional(v.string()),
          inOSapprby: v.optional(v.string()),
        }),
      ),
      isExplained: v.boolean(),
      ...firstScan,
    }),
  ),
  handler: (ctx, args) => Reading.items(ctx, args),
});

/**
 * Takes one scan: a serial number, an IMEI of either slot, or what a label bears. The same `scanId`
 * again changes nothing and gives the answer of the first time; another scan of the same sample is
 * `already`, with who scanned it first (left out for another number of a hidden sample).
 *
 * @param scanId client-made, 1 to 100 characters
 * @throws STOCK_TAKE_MISSING, STOCK_TAKE_PREPARING, STOCK_TAKE_OVER, SCAN_INVALID,
 *   TRANSACTION_ID_INVALID
 */
export const scan = userMutation({
  args: { stockTakeId: v.string(), scanId: v.string(), text: v.string() },
  returns: v.object({
    outcome: oneOf(SCAN_OUTCOMES),
    ...knownFacts,
    /** For those who may see the sample. */
    sampleId: v.optional(v.id("samples")),
    ...firstScan,
  }),
  handler: (ctx, args) => Scans.scan(ctx, args, Date.now()),
});

/**
 * Closes a stock-take for good: it takes no further scan, and scheduled batches settle what is
 * missing and unexpected.
 *
 * @throws STOCK_TAKE_MISSING, STOCK_TAKE_NOT_YOURS, STOCK_TAKE_PREPARING, STOCK_TAKE_OVER
 */
export const close = userMutation({
  args: { stockTakeId: v.string() },
  returns: v.null(),
  handler: (ctx, { stockTakeId }) => Ending.close(ctx, stockTakeId),
});

/** Cancels a stock-take. @throws STOCK_TAKE_MISSING, STOCK_TAKE_NOT_YOURS, STOCK_TAKE_OVER */
export const cancel = userMutation({
  args: { stockTakeId: v.string() },
  returns: v.null(),
  handler: (ctx, { stockTakeId }) => Ending.cancel(ctx, stockTakeId, Date.now()),
});

/**
 * Lets somebody who may sign in help with a stock-take.
 *
 * @throws STOCK_TAKE_MISSING, STOCK_TAKE_NOT_YOURS, STOCK_TAKE_OVER, RECIPIENT_UNKNOWN,
 * HELPERS_FULL
 */
export const share = userMutation({
  args: { stockTakeId: v.string(), email: v.string() },
  returns: v.null(),
  handler: async (ctx, { stockTakeId, email }) => {
    await People.share(ctx, stockTakeId, email, Date.now());
    return null;
  },
});

/** Ends somebody's help. @throws STOCK_TAKE_MISSING, STOCK_TAKE_NOT_YOURS, STOCK_TAKE_OVER */
export const unshare = userMutation({
  args: { stockTakeId: v.string(), email: v.string() },
  returns: v.null(),
  handler: async (ctx, { stockTakeId, email }) => {
    await People.unshare(ctx, stockTakeId, email);
    return null;
  },
});

/** Enters the next part of what is expected; schedules its successor until the last. */
export const prepareNextBatch = internalMutation({
  args: { stockTake: v.id("stockTakes") },
  returns: v.null(),
  handler: (ctx, { stockTake }) => Opening.prepareNextBatch(ctx, stockTake),
});

/** Settles the next lines of a stock-take that closes; schedules its successor until the last. */
export const closeNextBatch = internalMutation({
  args: { stockTake: v.id("stockTakes") },
  returns: v.null(),
  handler: (ctx, { stockTake }) => Ending.closeNextBatch(ctx, stockTake, Date.now()),
});
