import { defineTable } from "convex/server";
import { v } from "convex/values";
import { IMEI_POLICIES, SERIAL_POLICIES } from "#domain/imports/importRows";
import { IMPORT_ORIGINS } from "#domain/imports/imports";
import { oneOf } from "../lib/validators";

export const importPolicy = v.object({
  serialNumber: oneOf(SERIAL_POLICIES),
  imei: oneOf(IMEI_POLICIES),
});

/** Numbers of a file's rows: `from` is the first one, `to` the first one beyond. */
export const rowRange = v.object({ from: v.number(), to: v.number() });

export const importCounts = v.object({
  imported: v.number(),
  updated: v.number(),
  already: v.number(),
  skipped: v.number(),
  refused: v.number(),
  flagged: v.number(),
  reopened: v.number(),
  warnings: v.number(),
});

/** Fields of an import that the list of past imports shows. */
export const importFields = {
  /** Client-made. */
  importId: v.string(),
  fileName: v.string(),
  /** SHA-256 of the file, or of its sheet, hexadecimal: `fileHash` of domain/imports/imports.ts. */
  fileHash: v.string(),
  origin: oneOf(IMPORT_ORIGINS),
  duplicates: importPolicy,
  /** Rows of the file, with those that could not be sent. */
  rows: v.number(),
  /** Rows that have an answer, `counts` by outcome. */
  answered: v.number(),
  counts: importCounts,
  /** Epoch ms. */
  startedAt: v.number(),
  finishedAt: v.optional(v.number()),
  undo: v.optional(
    v.object({
      uid: v.id("users"),
      /** Epoch ms. */
      startedAt: v.number(),
      finishedAt: v.optional(v.number()),
      /** Samples removed; samples that stayed for their further records, or were gone before. */
      removed: v.number(),
      kept: v.number(),
      /** Samples that stayed because the actor was no admin; absent in imports undone before. */
      leftToAdmins: v.optional(v.number()),
    }),
  ),
};

export const importTables = {
  /**
   * Imports of spreadsheets with their progress. Writers: model/imports/importSessions.ts and
   * model/imports/importUndo.ts. Readers: the importer; admins.
   */
  imports: defineTable({
    ...importFields,
    uid: v.id("users"),
    email: v.string(),
    /** Rows that have an answer: sorted ranges that do not touch, few of them. */
    done: v.array(rowRange),
  })
    .index("by_uid_and_importId", ["uid", "importId"])
    // Goes on with an interrupted import of the same file
    .index("by_uid_and_fileHash", ["uid", "fileHash"])
    // "Past imports" of one's own; admins read the table by creation
    .index("by_uid", ["uid"]),
  /**
   * The samples that each batch of an import has registered, until the import is undone, and those
   * that an undoing left to admins. Writers: as of `imports`.
   */
  importBatches: defineTable({
    import: v.id("imports"),
    sampleIds: v.array(v.id("samples")),
    isLeftToAdmins: v.optional(v.literal(true)),
  }).index("by_import_and_isLeftToAdmins", ["import", "isLeftToAdmins"]),
};
