/** Answers with whole tables as files of the HTTP API. */
import { MAX_API_PAGE } from "#domain/api/routes";
import { refusalOf } from "#domain/common/errors";
import {
  EXPORT_COLUMNS,
  storedColumn,
  type ExportColumn,
  type ExportName,
} from "#domain/exports/exportColumns";
import {
  EXPORT_TYPES,
  exportWriter,
  type ExportFormat,
  type ExportWriter,
} from "#domain/exports/exportWriter";
import { ExportPlace, MAX_RUNNING_EXPORTS } from "#domain/exports/runningExports";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { settings } from "../../config";
import { REPORT_START, type ReportPlace } from "../../model/lists/reportPages";
import { pagesOf, type Page, type PagesOf, type ReadPage } from "./apiPages";
import { refuseForNow } from "./problems";

/** The columns of an export for rows of the API, whose values are already formatted. */
const columnsOfRows = (name: ExportName) =>
  EXPORT_COLUMNS[name].map(({ field, label }) => storedColumn(field, label));

/** Columns of a file of the HTTP API: ids, then the columns of an export. */
export const FILE_COLUMNS = {
  samples: [storedColumn("id", "Id"), ...columnsOfRows("samples")],
  history: [
    storedColumn("id", "Id"),
    storedColumn("sampleId", "Sample"),
    ...columnsOfRows("history"),
  ],
};

type FileOf = PagesOf & { readonly format: Exclude<ExportFormat, "xlsx"> };

/**
 * Answers with a whole table: streams it as fast as the client reads, in constant memory; where
 * answers have a limited size, stores it as a file first and redirects there. Each page checks the
 * token again, so the file ends once the token is revoked. Answers 429 while the token's owner has
 * the maximum number of exports running.
 *
 * @throws FilterFault, EXPORT_TOO_LARGE
 */
export async function answerFile(ctx: ActionCtx, file: FileOf): Promise<Response> {
  const { tokenId, table, format, filter, status } = file;
  const read = pagesOf(ctx, file);
  const begun = await ctx.runMutation(internal.exports.beginForToken, { tokenId });
  if ("waitMs" in begun) return exportsFull(begun.waitMs);
  const { exportId } = begun;
  if (!settings().streamsExports) {
    const rows = {
      tokenId,
      table,
      ...(filter && { filter: [...filter] }),
      ...(status && { status }),
    };
    const id = await ctx.runAction(internal.exportFiles.write, { exportId, format, ...rows });
    return redirectTo(await ctx.storage.getUrl(id));
  }
  const place = placeOf(ctx, tokenId, exportId);
  return new Response(streamFile(FILE_COLUMNS[table], format, read, place), {
    headers: {
      "Content-Type": EXPORT_TYPES[format],
      "Content-Disposition": `attachment; filename="${table}.${format}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** The address is secret, and ends when the file is deleted. */
function redirectTo(url: string | null): Response {
  if (url === null) throw new Error("An export was deleted before it was sent");
  return new Response(null, {
    status: 303,
    headers: { Location: url, "Cache-Control": "no-store" },
  });
}

/** The slot of an export, renewed and released on behalf of the token's owner. */
export function placeOf(
  ctx: Pick<ActionCtx, "runMutation">,
  tokenId: Id<"apiTokens">,
  exportId: string,
): ExportPlace {
  const places = {
    renew: (id: string): Promise<string> =>
      ctx.runMutation(internal.exports.renewForToken, { tokenId, exportId: id }),
    end: (id: string) => ctx.runMutation(internal.exports.endForToken, { exportId: id }),
  };
  return new ExportPlace(places, exportId, Date.now);
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
    await writePages(writer, read, place, () => isGone);
    await file.close();
  };
  writeAll().catch((error: unknown) => file.abort(error).catch(() => undefined));
  return readable;
}

/** Writes all pages, and then releases the slot, also when a page is refused. */
export async function writePages(
  writer: ExportWriter,
  read: ReadPage,
  place: ExportPlace,
  isGone = () => false,
): Promise<void> {
  try {
    for (let next: ReportPlace | null = REPORT_START; next !== null && !isGone();) {
      await place.keep();
      const page: Page = await read(next, MAX_API_PAGE);
      await writer.write(page.rows);
      next = page.next;
    }
    await writer.end();
  } finally {
    await place.end();
  }
}
