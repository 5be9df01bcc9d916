import type { PaginationOptions, PaginationResult } from "convex/server";

/** Maximum rows per page: a live page is resent whenever one of its rows changes. */
const MAX_PAGE = 200;

/** Caps the page size that a client may request. */
export function capPage(options: PaginationOptions): PaginationOptions {
  return { ...options, numItems: Math.max(1, Math.min(options.numItems, MAX_PAGE)) };
}

/** The page returned to a caller who may see no rows. */
export function emptyPage<Row>(): PaginationResult<Row> {
  return { page: [], isDone: true, continueCursor: "" };
}
