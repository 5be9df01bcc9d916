import type { PaginationOptions, PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import {
  isEmptyQuery,
  MAX_CHOSEN,
  MAX_QUERY_TEXT,
  rowMatcher,
  unknownField,
  type FilterColumn,
  type RowTest,
} from "../../domain/tableFilters";
import { appError } from "./errors";

/**
 * Lists narrowed on the server: each page looks through one bounded range and answers the rows that match,
 * by the predicate that browsers use too (domain/tableFilters.ts).
 */

const condition = v.union(
  v.object({ kind: v.literal("select"), field: v.string(), anyOf: v.array(v.string()) }),
  v.object({ kind: v.literal("text"), field: v.string(), contains: v.string() }),
  v.object({
    kind: v.literal("dates"),
    field: v.string(),
    from: v.optional(v.number()),
    before: v.optional(v.number()),
  }),
);

/** What a list is narrowed to. `timeZone`: IANA name of the reader's, by which dates are searched as text. */
export const tableQuery = v.object({
  search: v.string(),
  conditions: v.array(condition),
  timeZone: v.string(),
});
export type TableQueryArgs = Infer<typeof tableQuery>;

/** More than any table has columns. */
const MAX_CONDITIONS = 50;

/**
 * Rows that one page of a narrowed list looks through: about 15 ms of work, and 1.5 MB read of the 16 that a
 * query may read. Larger pages need fewer round trips; but a change re-runs the page it falls in.
 */
const MAX_SCAN = 1_000;

/**
 * The test of `query` on rows of `columns`; null when it lets everything through.
 *
 * @throws INPUT_INVALID for a field that is no column, an unknown time zone, or more than any table asks
 */
export function compileQuery<Row extends object>(
  query: TableQueryArgs | undefined,
  columnsIn: (timeZone: string) => readonly FilterColumn<Row>[],
): RowTest<Row> | null {
  if (query === undefined || isEmptyQuery(query)) return null;
  if (!isTimeZone(query.timeZone)) throw appError("INPUT_INVALID", { field: "timeZone" });
  const columns = columnsIn(query.timeZone);
  const unknown = unknownField(query.conditions, columns);
  if (unknown !== undefined) throw appError("INPUT_INVALID", { field: unknown });
  if (query.search.length > MAX_QUERY_TEXT) throw appError("INPUT_INVALID", { field: "search" });
  const isTooMuch =
    query.conditions.length > MAX_CONDITIONS ||
    query.conditions.some((each) =>
      each.kind === "select"
        ? each.anyOf.length > MAX_CHOSEN
        : each.kind === "text" && each.contains.length > MAX_QUERY_TEXT,
    );
  if (isTooMuch) throw appError("INPUT_INVALID", { field: "conditions" });
  return rowMatcher(columns)(query);
}

/** Caps what a client may have looked through in one page of a narrowed list. */
export function capScan(options: PaginationOptions): PaginationOptions {
  return { ...options, numItems: Math.max(1, Math.min(options.numItems, MAX_SCAN)) };
}

/**
 * The rows of a page that pass, and its last row whether it does or not: by it the reader, who tests the
 * rows again, knows how far the search has come, and can merge it with others.
 */
export function filterPage<Row>(
  found: PaginationResult<Row>,
  test: RowTest<Row>,
): PaginationResult<Row> {
  const last = found.page.length - 1;
  return { ...found, page: found.page.filter((row, index) => index === last || test(row)) };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}
