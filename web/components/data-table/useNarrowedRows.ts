import { useMemo } from "react";
import { isEmptyQuery, rowMatcher } from "../../../domain/tableFilters";
import { readColumns, type Columns, type TableRow } from "./columns";
import { tableQuery } from "./filters/filterState";
import { sortRows } from "./sortRows";
import { parseSort, type TableState } from "./tableState";

/** `rows` as `state` wants them: those that match, sorted by its column or in their own order. */
export function useNarrowedRows<Row extends TableRow>(
  rows: readonly Row[],
  columns: Columns<Row>,
  state: TableState,
) {
  const read = useMemo(() => readColumns(columns), [columns]);
  const query = useMemo(() => tableQuery(state, columns), [state, columns]);
  const matcher = useMemo(() => rowMatcher(read), [read]);
  const isNarrowed = !isEmptyQuery(query);
  const found = useMemo(
    () => (isNarrowed ? rows.filter(matcher(query)) : rows),
    [rows, matcher, query, isNarrowed],
  );
  // An address may name a column that is not there: that is the list's own order.
  const [sorting] = useMemo(
    () => parseSort(state.sort).filter(({ id }) => read.some((column) => column.id === id)),
    [state.sort, read],
  );
  const sorted = useMemo(() => {
    const column = read.find(({ id }) => id === sorting?.id);
    return column && sorting ? sortRows(found, column.value, sorting.desc) : found;
  }, [found, read, sorting]);
  return { read, query, isNarrowed, found: sorted, sorting: sorting ? [sorting] : [] };
}
