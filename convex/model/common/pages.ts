import type { PaginationOptions, PaginationResult } from "convex/server";

/** Most rows of a page: a larger page costs more each time one of its rows changes. */
const MAX_PAGE = 200;

/** Caps what a client may ask for in one page. */
export function capPage(options: PaginationOptions): PaginationOptions {
  return { ...options, numItems: Math.max(1, Math.min(options.numItems, MAX_PAGE)) };
}

/** The answer for a caller who may see nothing here. */
export function emptyPage<Row>(): PaginationResult<Row> {
  return { page: [], isDone: true, continueCursor: "" };
}
