import type { FunctionReturnType } from "convex/server";
import { MAX_API_PAGE } from "#domain/api/routes";
import { refusalOf } from "#domain/common/errors";
import {
  EXPORT_COLUMNS,
  storedColumn,
  type ExportColumn,
  type ExportName,
} from "#domain/exports/exportColumns";
import { EXPORT_TYPES, exportWriter, type ExportFormat } from "#domain/exports/exportWriter";
import { ExportPlace, MAX_RUNNING_EXPORTS } from "#domain/exports/runningExports";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { REPORT_START, type ReportPlace } from "../model/lists/reportPages";
import { privateJson } from "./responses";

/** Whole tables as files of the HTTP API, read and written as their reader takes them. */

export type Page = FunctionReturnType<typeof internal.apiReads.samples>;
export type ReadPage = (place: ReportPlace, numItems: number) => Promise<Page>;

/** The columns of an export over the rows of the API, which have their values already. */
const columnsOfRows = (name: ExportName) =>
  EXPORT_COLUMNS[name].map(({ field, label }) => storedColumn(field, label));

/** Columns of a file of the HTTP API: ids, then the columns of an export. */
const FILE_COLUMNS = {
  samples: [storedColumn("id", "Id"), ...columnsOfRows("samples")],
  history: [
    storedColumn("id", "Id"),
    storedColumn("sampleId", "Sample"),
    ...columnsOfRows("history"),
  ],
};

type FileArgs = { readonly tokenId: Id<"apiTokens">; readonly format: ExportFormat };

/**
 * Streams a whole table as fast as the caller reads it, in constant memory. Each page judges the
 * token again: once it is revoked, the stream breaks off. The answer is 429 while as many exports
 * of the token's owner run as may.
 */
export async function answerFile(
  ctx: ActionCtx,
  name: keyof typeof FILE_COLUMNS,
  { tokenId, format }: FileArgs,
  read: ReadPage,
): Promise<Response> {
  const begun = await ctx.runMutation(internal.exports.beginForToken, { tokenId });
  if ("waitMs" in begun) return refuseForNow(begun.waitMs);
  const places = {
    renew: (exportId: string): Promise<string> =>
      ctx.runMutation(internal.exports.renewForToken, { tokenId, exportId }),
    end: (exportId: string) => ctx.runMutation(internal.exports.endForToken, { exportId }),
  };
  const place = new ExportPlace(places, begun.exportId, Date.now);
  return new Response(streamFile(FILE_COLUMNS[name], format, read, place), {
    headers: {
      "Content-Type": EXPORT_TYPES[format],
      "Content-Disposition": `attachment; filename="${name}.${format}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function refuseForNow(waitMs: number): Response {
  const seconds = Math.ceil(waitMs / 1_000);
  const max = MAX_RUNNING_EXPORTS;
  const response = privateJson(refusalOf("EXPORTS_FULL", { max, seconds }), 429);
  response.headers.set("Retry-After", String(seconds));
  return response;
}

/**
 * A file that is written while it is read: `write` waits until the reader takes what was written
 * before, so at most one piece is ready ahead. The loop runs in the action's own context, as the
 * function of a stream's `pull` would not. It ends when the file is complete, the reader goes away
 * or a page is refused, and frees the export's place.
 */
function streamFile(
  columns: readonly ExportColumn[],
  format: ExportFormat,
  read: ReadPage,
  place: ExportPlace,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const file = writable.getWriter();
  let isGone = false;
  file.closed.catch(() => (isGone = true));
  const writer = exportWriter(format, columns, (bytes) => file.write(bytes));
  const writeAll = async (): Promise<void> => {
    try {
      for (let next: ReportPlace | null = REPORT_START; next !== null && !isGone;) {
        await place.keep();
        const page: Page = await read(next, MAX_API_PAGE);
        await writer.write(page.rows);
        next = page.next;
      }
      await writer.end();
    } finally {
      await place.end();
    }
    await file.close();
  };
  writeAll().catch((error: unknown) => file.abort(error).catch(() => undefined));
  return readable;
}
