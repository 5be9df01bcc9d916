import { useCallback, useMemo } from "react";
import type { RowStore, StoreState, TableView } from "@/lib/tables/rowStore";
import { columnLabel, type Columns, type TableRow } from "../columns";
import type { TableState } from "../tableState";
import type { TableFilters, ValueFinder } from "./filterContext";
import { withKnown } from "./filterOptions";
import { activeFilters, withFilter } from "./filterState";

type FilterToolsOptions<Row extends TableRow> = {
  columns: Columns<Row>;
  store: RowStore<Row>;
  loaded: StoreState;
  view: TableView;
  state: TableState;
  setState: (state: TableState) => void;
  typeState: (state: TableState) => void;
  /** Values to offer before any loaded row has them: pick lists, statuses. */
  knownValues: ((columnId: string) => readonly string[]) | undefined;
  finder: ValueFinder | undefined;
  /** Number of rows without search and filters. */
  total: number;
};

const NONE: readonly string[] = [];

/** The filters in `state` and everything their controls need; see `TableFilters`. */
export function useFilterTools<Row extends TableRow>(
  options: FilterToolsOptions<Row>,
): TableFilters {
  const { columns, store, loaded, view, state, setState, typeState, knownValues } = options;
  const { version, isComplete } = loaded;
  const filters = useMemo(() => activeFilters(state, columns), [state, columns]);
  const shown = useMemo(
    () =>
      columns.flatMap((column) => {
        const { id, meta } = column;
        if (id === undefined || meta?.filter === undefined) return [];
        const { filter: kind, isPerson = false, valueLabels } = meta;
        return [{ id, label: columnLabel(column), kind, isPerson, valueLabels }];
      }),
    [columns],
  );
  const loadOptions = useCallback(
    async (columnId: string, signal: AbortSignal) => {
      const { values } = await store.ask({ kind: "valueCounts", view, field: columnId }, signal);
      const own = filters[columnId];
      const chosen = own?.kind === "select" ? own.anyOf : NONE;
      const known = isComplete ? NONE : (knownValues?.(columnId) ?? NONE);
      return withKnown(values, [...known, ...chosen]);
    },
    // oxlint-disable-next-line react/exhaustive-deps -- `version`: other rows, other values
    [store, view, filters, isComplete, knownValues, version],
  );
  return {
    filters,
    columns: shown,
    setFilter: (columnId, filter) => setState(withFilter(state, columnId, filter)),
    typeFilter: (columnId, filter) => typeState(withFilter(state, columnId, filter)),
    clearAll: () => setState({ ...state, filter: undefined }),
    loadOptions,
    isPartial: !isComplete,
    recordCount: options.total,
    finder: options.finder,
  };
}
