/**
 * Filters lists on the server: each page tests one bounded range and returns the matching rows,
 * with the predicate that browsers also use (domain/tables/tableFilters.ts).
 */
import {
  paginationResultValidator,
  type PaginationOptions,
  type PaginationResult,
} from "convex/server";
import { v, type Infer, type Validator, type Value } from "convex/values";
import { isTimeZone } from "#domain/common/dates";
import { MAX_CHOSEN, MAX_QUERY_TEXT } from "#domain/tables/queryLimits";
import {
  isEmptyQuery,
  rowMatcher,
  unknownField,
  type FilterColumn,
  type RowTest,
} from "#domain/tables/tableFilters";
import { appError } from "./errors";

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

/**
 * Filters and search text of a list. `timeZone` is the reader's IANA time zone: dates are searched
 * as that reader sees them.
 */
export const tableQuery = v.object({
  search: v.string(),
  conditions: v.array(condition),
  timeZone: v.string(),
});
export type TableQueryArgs = Infer<typeof tableQuery>;

/** A page of a list that can be filtered. `tested`: number of rows that the filter tested. */
export type FilteredPage<Row> = PaginationResult<Row> & { tested?: number };

/** Validates a `FilteredPage`. */
export function filteredPage<Row extends Validator<Value, "required", string>>(row: Row) {
  return paginationResultValidator(row).extend({ tested: v.optional(v.number()) });
}

/** More columns than any table has. */
const MAX_CONDITIONS = 50;

/**
 * Maximum number of rows tested per page of a filtered list: about 25 ms of the server's thread for
 * a search of history, less for samples. Larger pages need fewer round trips, but other requests
 * wait for each page, and a change re-runs the page that contains it.
 */
const MAX_SCAN = 500;

/**
 * Returns the predicate of `query` for rows of `columns`; null if it matches every row.
 *
 * @throws INPUT_INVALID for an unknown column, an unknown time zone, or more conditions than any
 *   table uses
 */
export function compileQuery<Row extends object>(
  query: TableQueryArgs | undefined,
  columnsIn: (timeZone: string) => readonly FilterColumn<Row>[],
): RowTest<Row> | null {
  if (query === undefined) return null;
  // Validated even if the query is otherwise empty: documents store queries (lib/storedFilters.ts).
  if (!isTimeZone(query.timeZone)) throw appError("INPUT_INVALID", { field: "timeZone" });
  if (query.search.length > MAX_QUERY_TEXT) throw appError("INPUT_INVALID", { field: "search" });
  if (isEmptyQuery(query)) return null;
  const columns = columnsIn(query.timeZone);
  const unknown = unknownField(query.conditions, columns);
  if (unknown !== undefined) throw appError("INPUT_INVALID", { field: unknown });
  if (query.conditions.length > MAX_CONDITIONS || query.conditions.some(isTooMuch)) {
    throw appError("INPUT_INVALID", { field: "conditions" });
  }
  return rowMatcher(columns)(query);
}

function isTooMuch(asked: Infer<typeof condition>): boolean {
  const isLong = (text: string) => text.length > MAX_QUERY_TEXT;
  switch (asked.kind) {
    case "select":
      return asked.anyOf.length > MAX_CHOSEN || asked.anyOf.some(isLong);
    case "text":
      return isLong(asked.contains);
    case "dates":
      return false;
    default:
      return asked satisfies never;
  }
}

/** Caps the number of rows tested per page of a filtered list. */
export function capScan(options: PaginationOptions): PaginationOptions {
  return { ...options, numItems: Math.max(1, Math.min(options.numItems, MAX_SCAN)) };
}

/**
 * Keeps the matching rows of a page, and always its last row. From the last row the reader, who
 * tests the rows again, knows how far the search has got and can merge the page with others.
 */
export function filterPage<Row>(
  found: PaginationResult<Row>,
  test: RowTest<Row>,
): FilteredPage<Row> {
  const last = found.page.length - 1;
  const page = found.page.filter((row, index) => index === last || test(row));
  return { ...found, page, tested: found.page.length };
}
