import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { IMPORT_ORIGINS } from "#domain/imports/imports";
import { internalMutation } from "./_generated/server";
import { userMutation, userQuery } from "./lib/functions";
import { oneOf } from "./lib/validators";
import * as Imports from "./model/imports/imports";
import * as ImportSessions from "./model/imports/importSessions";
import * as ImportUndo from "./model/imports/importUndo";
import { importCounts, importFields, importPolicy, rowRange } from "./schema/imports";

const rows = v.array(v.object({ row: v.number(), fields: v.record(v.string(), v.string()) }));
const results = v.object({ results: v.array(Imports.rowResult) });

/**
 * Answers for up to 250 rows of a spreadsheet as an import would, and writes nothing: "imported"
 * means that the row would be. It does not see that rows of one file repeat each other.
 *
 * @throws BATCH_TOO_LARGE
 */
export const check = userMutation({
  args: { duplicates: importPolicy, rows },
  returns: results,
  handler: (ctx, args) => Imports.check(ctx, args),
});

/**
 * Begins an import, whose rows `commitBatch` then takes. The same `importId` again changes nothing.
 *
 * @param importId client-made, 1 to 100 characters
 * @param fileHash SHA-256, hexadecimal: `fileHash` of domain/imports/imports.ts
 * @param rows of the file; `unreadable` of them cannot be sent and count as refused
 * @throws TRANSACTION_ID_INVALID, IMPORT_INVALID
 */
export const begin = userMutation({
  args: {
    importId: v.string(),
    fileName: v.string(),
    fileHash: v.string(),
    origin: oneOf(IMPORT_ORIGINS),
    duplicates: importPolicy,
    rows: v.number(),
    unreadable: v.number(),
  },
  returns: v.null(),
  handler: (ctx, args) => ImportSessions.begin(ctx, args, Date.now()),
});

/**
 * Registers up to 250 rows of an import, all good ones in one transaction, and answers for each
 * row. It is safe to run again: a batch that is done writes nothing, and a row that a sample has
 * already answers "already". Where the import updates, a row whose serial number a sample has edits
 * that sample, as far as the caller may.
 *
 * @param range the rows of the file that the batch answers for
 * @throws IMPORT_MISSING, IMPORT_UNDONE, IMPORT_INVALID, BATCH_TOO_LARGE
 */
export const commitBatch = userMutation({
  args: { importId: v.string(), range: rowRange, rows },
  returns: results,
  handler: (ctx, args) => Imports.commitBatch(ctx, args),
});

/**
 * The caller's latest import of the file with this hash, with the rows that are done; null when
 * there is none, or it is finished or undone.
 */
export const unfinished = userQuery({
  args: { fileHash: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      importId: v.string(),
      duplicates: importPolicy,
      rows: v.number(),
      answered: v.number(),
      counts: importCounts,
      done: v.array(rowRange),
      startedAt: v.number(),
    }),
  ),
  handler: (ctx, { fileHash }) => ImportSessions.unfinished(ctx, fileHash),
});

/** The caller's imports, everybody's for an admin, newest first. */
export const list = userQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(
    v.object({ ...importFields, id: v.id("imports"), email: v.string() }),
  ),
  handler: (ctx, { paginationOpts }) => ImportSessions.list(ctx, paginationOpts),
});

/**
 * Begins to remove the samples that an import registered and that nothing has happened to since;
 * `list` has the progress. From then on the import takes no rows. For the importer and admins.
 *
 * @throws IMPORT_MISSING
 */
export const undo = userMutation({
  args: { id: v.string() },
  returns: v.null(),
  handler: (ctx, { id }) => ImportUndo.undo(ctx, id, Date.now()),
});

/** Undoes the next part of an import; schedules its successor until nothing is left. */
export const undoNextBatch = internalMutation({
  args: { id: v.id("imports") },
  returns: v.null(),
  handler: (ctx, { id }) => ImportUndo.undoNextBatch(ctx, id, Date.now()),
});
