import {
  formatAddressFilters,
  parseAddressFilters,
  type Filters,
  type FilterValue,
} from "#domain/tables/addressFilters";
import type { Condition, TableQuery } from "#domain/tables/tableFilters";
import type { Columns, TableRow } from "../columns";
import type { TableState } from "../tableState";

/**
 * Epoch ms of the start of the day in the reader's time zone or UTC; `days` later, for the end of a
 * range.
 */
function startOfDay(day: string, { isUtc }: { isUtc?: true }, days = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  if (isUtc) return Date.UTC(year, month - 1, date + days);
  return new Date(year, month - 1, date + days).getTime();
}

/** The filters in the table's URL, without those of columns that the table does not have. */
export function activeFilters<Row extends TableRow>(
  { filter }: TableState,
  columns: Columns<Row>,
): Filters {
  const kinds = new Map(columns.map(({ id, meta }) => [id, meta?.filter]));
  return Object.fromEntries(
    Object.entries(parseAddressFilters(filter)).filter(([id, { kind }]) => kinds.get(id) === kind),
  );
}

/**
 * The filters as conditions of the shared predicate (domain/tables/tableFilters.ts), with days as
 * epoch ms.
 */
export function toConditions(filters: Filters): Condition[] {
  return Object.entries(filters).map(([field, filter]) => {
    if (filter.kind !== "dates") return { field, ...filter };
    const { first, last } = filter;
    return {
      field,
      kind: "dates",
      ...(first === undefined ? {} : { from: startOfDay(first, filter) }),
      ...(last === undefined ? {} : { before: startOfDay(last, filter, 1) }),
    };
  });
}

/** The table's search and filters, for `DataTable` and for queries searched by the server. */
export function tableQuery<Row extends TableRow>(
  state: TableState,
  columns: Columns<Row>,
): TableQuery {
  return { search: state.q ?? "", conditions: toConditions(activeFilters(state, columns)) };
}

/** The state with one column's filter replaced or removed. */
export function withFilter(
  state: TableState,
  columnId: string,
  filter: FilterValue | undefined,
): TableState {
  const filters = new Map(Object.entries(parseAddressFilters(state.filter)));
  filters.delete(columnId);
  if (filter !== undefined) filters.set(columnId, filter);
  return { ...state, filter: formatAddressFilters(Object.fromEntries(filters)) };
}
