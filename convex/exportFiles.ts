"use node";
/**
 * Exports of the HTTP API where an answer has a limited size: Convex sends 20 MiB at most. The file
 * is written here, in Node, whose memory is eight times that of Convex's own runtime.
 */
import { v } from "convex/values";
import { EXPORT_TYPES, exportWriter } from "#domain/exports/exportWriter";
import { STORED_FILE } from "#domain/exports/storedFile";
import { internalAction } from "./_generated/server";
import { appError } from "./lib/errors";
import { FILE_COLUMNS, placeOf, writePages } from "./lib/http/apiFiles";
import { pagesOf } from "./lib/http/apiPages";
import { oneOf } from "./lib/validators";
import { API_EXPORT_FORMATS } from "#domain/api/routes";
import { status } from "./schema/samples";

/**
 * Stores the file and returns its id. `sweep` (model/staff/photos.ts) deletes it after an hour.
 *
 * @throws EXPORT_TOO_LARGE, EXPORTS_FULL, TOKEN_INVALID
 */
export const write = internalAction({
  args: {
    exportId: v.string(),
    tokenId: v.id("apiTokens"),
    table: oneOf(["samples", "history"]),
    format: oneOf(API_EXPORT_FORMATS),
    filter: v.optional(v.array(v.string())),
    status: v.optional(status),
  },
  returns: v.id("_storage"),
  handler: async (ctx, { exportId, format, ...rows }) => {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const writer = exportWriter(format, FILE_COLUMNS[rows.table], (part) => {
      bytes += part.length;
      if (bytes > STORED_FILE.maxBytes) throw appError("EXPORT_TOO_LARGE");
      parts.push(new Uint8Array(part));
    });
    await writePages(writer, pagesOf(ctx, rows), placeOf(ctx, rows.tokenId, exportId));
    return await ctx.storage.store(new Blob(parts, { type: EXPORT_TYPES[format] }));
  },
});
