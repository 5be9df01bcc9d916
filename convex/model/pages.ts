import type { PaginationOptions, PaginationResult } from "convex/server";

/** Larger pages cost more each time a row of them changes. Source: architecture.md, "live pages". */
const MAX_PAGE = 200;

/** Caps what a client may ask for in one page. */
export function capPage(options: PaginationOptions): PaginationOptions {
  return { ...options, numItems: Math.max(1, Math.min(options.numItems, MAX_PAGE)) };
}

/** What a caller gets who may see nothing here. */
export function emptyPage<Row>(): PaginationResult<Row> {
  return { page: [], isDone: true, continueCursor: "" };
}
