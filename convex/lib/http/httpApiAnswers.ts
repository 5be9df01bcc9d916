import { ConvexError } from "convex/values";
import type { ApiQuery, ApiRouteName, ApiWriteName } from "#domain/api/routes";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { REPORT_START, type ReportPlace } from "../../model/lists/reportPages";
import { answerFile } from "./apiFiles";
import { pagesOf, type Page, type ReadPage } from "./apiPages";
import { appError } from "../errors";
import { conditionalJson } from "./entityTags";

type ApiReadName = Exclude<ApiRouteName, ApiWriteName>;
type Call<Name extends ApiReadName> = {
  readonly request: Request;
  readonly tokenId: Id<"apiTokens">;
  readonly query: ApiQuery<Name>;
  /** The text in the path's `{sample}`, if the route has one. */
  readonly sample: string;
};

/** Handlers of the routes that read, called with a validated token and parameters. */
export const API_ANSWERS: {
  readonly [Name in ApiReadName]: (ctx: ActionCtx, call: Call<Name>) => Promise<Response>;
} = {
  lookups: async (ctx, { request, tokenId }) =>
    conditionalJson(request, await ctx.runQuery(internal.apiReads.lookups, { tokenId })),
  samples: async (ctx, { request, tokenId, query }) =>
    conditionalJson(
      request,
      await readPage(query, pagesOf(ctx, { table: "samples", tokenId, ...query })),
    ),
  sample: async (ctx, { request, tokenId, sample: text }) => {
    const { row, version } = await ctx.runQuery(internal.apiReads.sample, { tokenId, text });
    return await conditionalJson(request, row, version);
  },
  sampleHistory: async (ctx, { request, tokenId, query, sample: text }) => {
    const read: ReadPage = (place, numItems) =>
      ctx.runQuery(internal.apiReads.sampleHistory, { tokenId, text, place, numItems });
    return await conditionalJson(request, await readPage(query, read));
  },
  history: async (ctx, { request, tokenId, query }) =>
    conditionalJson(
      request,
      await readPage(query, pagesOf(ctx, { table: "history", tokenId, ...query })),
    ),
  exportSamples: (ctx, { tokenId, query }) =>
    answerFile(ctx, { table: "samples", tokenId, ...query }),
  exportHistory: (ctx, { tokenId, query }) =>
    answerFile(ctx, { table: "history", tokenId, ...query }),
};

/**
 * Maximum number of ranges read per page, so that a filter with few matches still answers in
 * bounded time.
 */
const MAX_READS = 10;

/**
 * Reads one page. Keeps reading until the page is half full, so that few pages are nearly empty.
 */
async function readPage(
  { limit, cursor }: Pick<ApiQuery<"history">, "limit" | "cursor">,
  read: ReadPage,
): Promise<{ rows: Page["rows"]; next: string | null }> {
  let next: ReportPlace | null = cursor === undefined ? REPORT_START : parseCursor(cursor);
  if (next === null) throw invalidCursor();
  const rows: Page["rows"] = [];
  for (let reads = 0; next !== null && reads < MAX_READS && rows.length <= limit / 2; reads++) {
    const page: Page = await read(next, limit - rows.length).catch((error: unknown) => {
      throw isOfCursor(error) ? invalidCursor() : error;
    });
    rows.push(...page.rows);
    next = page.next;
  }
  return { rows, next: next && writeCursor(next) };
}

/** Matches `<range>:<Convex cursor>`; the Convex cursor is empty at the start of a range. */
const CURSOR = /^(\d{1,3}):(.*)$/s;
const writeCursor = ({ range, cursor }: ReportPlace) => `${range}:${cursor ?? ""}`;

function parseCursor(text: string): ReportPlace | null {
  const [, range, cursor] = CURSOR.exec(text) ?? [];
  return range === undefined ? null : { range: Number(range), cursor: cursor || null };
}

/**
 * True if Convex refused a cursor: it signs cursors and accepts each only for the query that
 * returned it.
 */
function isOfCursor(error: unknown): boolean {
  const data: unknown = error instanceof ConvexError ? error.data : null;
  return (data as { paginationError?: string } | null)?.paginationError === "InvalidCursor";
}

const invalidCursor = () =>
  appError("PARAMETER_INVALID", { name: "cursor", fault: "it is of no page" }, "cursor");
