import { v } from "convex/values";
import { IMPORT_POLICIES } from "../domain/importRows";
import { userMutation } from "./lib/functions";
import { oneOf } from "./lib/validators";
import * as Imports from "./model/imports";

/**
 * Registers up to 250 rows of a spreadsheet, all good ones in one transaction, and answers for each
 * row. It is safe to run again: a row that was imported before answers "already". With `dryRun`
 * nothing is written, and "imported" means that the row would be; the server then does not see that
 * rows of one file repeat each other. With `update`, a row whose serial number a sample has edits that
 * sample, as far as the caller may.
 */
export const commitBatch = userMutation({
  args: {
    importId: v.string(),
    duplicates: oneOf(IMPORT_POLICIES),
    dryRun: v.optional(v.boolean()),
    rows: v.array(v.object({ row: v.number(), fields: v.record(v.string(), v.string()) })),
  },
  returns: v.object({ results: v.array(Imports.rowResult) }),
  handler: (ctx, args) => Imports.commitBatch(ctx, args),
});
