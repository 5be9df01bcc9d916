import { useMemo } from "react";
import type { FilterColumn, TableQuery } from "../../../../domain/tableFilters";
import { rowMatcher } from "../../../../domain/tableFilters";
import { columnLabel, type Columns, type TableRow } from "../columns";
import type { TableState } from "../tableState";
import { filterOptions } from "./filterOptions";
import { activeFilters, toConditions, withFilter } from "./filterState";
import type { TableFilters, ValueFinder } from "./filterContext";

type FilterToolsOptions<Row extends TableRow> = {
  columns: Columns<Row>;
  read: readonly FilterColumn<Row>[];
  rows: readonly Row[];
  hasMore: boolean;
  total: number | null;
  state: TableState;
  onStateChange: (state: TableState) => void;
  onCounting: (isCounting: boolean) => void;
  knownValues: ((columnId: string) => readonly string[]) | undefined;
  finder: ValueFinder | undefined;
};

/** The filters of `state`, and what their controls need; see `TableFilters`. */
export function useFilterTools<Row extends TableRow>(
  options: FilterToolsOptions<Row>,
): TableFilters {
  const { columns, read, rows, state, onStateChange, knownValues } = options;
  const filters = useMemo(() => activeFilters(state, columns), [state, columns]);
  const matcher = useMemo(() => rowMatcher(read), [read]);
  const shown = useMemo(
    () =>
      columns.flatMap((column) => {
        const { id, meta } = column;
        if (id === undefined || meta?.filter === undefined) return [];
        return [{ id, label: columnLabel(column), kind: meta.filter }];
      }),
    [columns],
  );

  const optionsOf = (columnId: string) => {
    const column = read.find(({ id }) => id === columnId);
    if (column === undefined) return [];
    const { [columnId]: own, ...others } = filters;
    const query: TableQuery = { search: state.q ?? "", conditions: toConditions(others) };
    const chosen = own?.kind === "select" ? own.anyOf : [];
    return filterOptions(rows.filter(matcher(query)), column.value, [
      ...(knownValues?.(columnId) ?? []),
      ...chosen,
    ]);
  };
  return {
    filters,
    columns: shown,
    setFilter: (columnId, filter) => onStateChange(withFilter(state, columnId, filter)),
    clearAll: () => onStateChange({ ...state, filter: undefined }),
    optionsOf,
    onCounting: options.onCounting,
    isPartial: options.hasMore,
    recordCount: Math.max(options.total ?? 0, rows.length),
    finder: options.finder,
  };
}
