/** Streams whole tables as files of the HTTP API, with back-pressure from the client. */
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
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { REPORT_START, type ReportPlace } from "../../model/lists/reportPages";
import { refuseForNow } from "./problems";

export type Page = FunctionReturnType<typeof internal.apiReads.samples>;
export type ReadPage = (place: ReportPlace, numItems: number) => Promise<Page>;

/** The columns of an export for rows of the API, whose values are already formatted. */
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
 * Streams a whole table as fast as the client reads it, in constant memory. Each page checks the
 * token again, so the stream is aborted once the token is revoked. Answers 429 while the token's
 * owner has the maximum number of exports running.
 */
export async function answerFile(
  ctx: ActionCtx,
  name: keyof typeof FILE_COLUMNS,
  { tokenId, format }: FileArgs,
  read: ReadPage,
): Promise<Response> {
  const begun = await ctx.runMutation(internal.exports.beginForToken, { tokenId });
  if ("waitMs" in begun) return exportsFull(begun.waitMs);
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

function exportsFull(waitMs: number): Response {
  const seconds = Math.ceil(waitMs / 1_000);
  return refuseForNow(refusalOf("EXPORTS_FULL", { max: MAX_RUNNING_EXPORTS, seconds }), seconds);
}

/**
 * Writes the file while the client reads it: `write` waits until the client has taken the previous
 * piece, so at most one piece is buffered. The loop runs in the action's own context; a stream's
 * `pull` callback would not. It ends when the file is complete, the client disconnects or a page is
 * refused, and then releases the export's slot.
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
