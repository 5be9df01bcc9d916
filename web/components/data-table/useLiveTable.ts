import type { ColumnSort } from "@tanstack/react-table";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { TableView } from "@/lib/tables/rowStore";
import { isEmptyQuery } from "#domain/tables/tableFilters";
import { describeDepartures, type RowAnnouncement } from "./changesContext";
import type { Columns, TableRow } from "./columns";
import type { ValueFinder } from "./filters/filterContext";
import { tableQuery } from "./filters/filterState";
import { useFilterTools } from "./filters/useFilterTools";
import type { LiveTable, Noun, RowKey, TableSource } from "./liveTable";
import { RowsOnShow } from "./rows/rowsOnShow";
import { withSelectColumn } from "./selection/selectColumn";
import { useSelection } from "./selection/useSelection";
import { parseSort, type TableState } from "./tableState";
import { useAnnouncement } from "./useAnnouncement";
import { useCursor } from "./useCursor";
import { useGrid } from "./useGrid";
import { useRowChanges } from "./useRowChanges";
import { useStoreState } from "./useStoreState";
import { useTotal } from "./useTotal";
import { useTypedState } from "./useTypedState";
import { useScrollRestoration } from "./useScrollRestoration";

export type LiveTableOptions<Row extends TableRow> = {
  /** The reader's choice of columns is remembered under it. */
  name: string;
  /** E-mail of the reader. */
  owner: string;
  /** Names the table for people who use a screen reader. */
  label: string;
  noun: Noun;
  columns: Columns<Row>;
  source: TableSource<Row>;
  /** Search, filters, sort and columns, as the address has them: `useAddress`. */
  address: readonly [TableState, (state: TableState) => void];
  /** The number of rows without any filter, from the server's counters; null: not known. */
  counted?: number | null;
  /** Names a row in labels. The same function each time. */
  labelOf: (row: Row) => string;
  /** Rows have checkboxes. */
  isSelectable?: boolean;
  /** Describes an arrival or a change, for the row that glows; null: not worth it. */
  describeChange?: (before: Row | undefined, after: Row) => string | null;
  /** A row that glows and gets the cursor when it comes. */
  announced?: RowAnnouncement | undefined;
  /** Gives the text on a row that left the list while somebody was looking at it. */
  describeLeft?: (row: Row) => string;
  /** Values that filters offer before a row that has them is here: pick lists, statuses. */
  knownValues?: (columnId: string) => readonly string[];
  /** Finds further values of some filters, as people type. */
  finder?: ValueFinder;
  /** Keys for the row under the cursor. */
  rowKeys?: readonly RowKey<Row>[];
  /** Called for a click on a row and for Enter on the one under the cursor. */
  onOpenRow?: (row: Row) => void;
};

const NO_KEYS: readonly never[] = [];
const leftList = () => "Left this list";

/**
 * The model of a live table, for `DataTable` to draw: a list of columns over a source of rows, with
 * what people search, filter and sort in the address. A route spreads `TABLE_PARAMS` into its
 * search schema.
 */
export function useLiveTable<Row extends TableRow>(options: LiveTableOptions<Row>): LiveTable<Row> {
  const { source, labelOf, isSelectable = false, describeLeft = leftList } = options;
  const { store, base, testOf } = source;
  const { state, settled, setState, typeState } = useTypedState(options.address);
  const asked = source.isSearchedByServer ? settled : state;
  const loaded = useStoreState(store);

  const query = useMemo(() => tableQuery(asked, options.columns), [asked, options.columns]);
  const { sorting, sort } = useSorting(state.sort, options.columns, source);
  const view = useSameView({ base, query, sort });

  const rows = useMemo(() => new RowsOnShow<Row>(store, testOf), [store, testOf]);
  const shown = useSyncExternalStore(rows.subscribe, rows.getSnapshot);
  const { restored } = useScrollRestoration();
  const [first] = useState({ view, from: Math.max(0, restored?.cursor.index ?? 0) });
  useEffect(() => rows.look(view, view === first.view ? first.from : 0), [rows, view, first]);

  const selection = useSelection(store, view, shown);
  const columns = useGridColumns(options);
  const { owner, name } = options;
  const grid = useGrid({ columns, owner, name, sorting, state, setState });
  const cursor = useCursor(shown, restored?.cursor);

  const announcement = useAnnouncement(options.announced, shown.rows, cursor.set);
  const news = useRowChanges(store, options.describeChange, announcement);
  const changes = useMemo(
    () => describeDepartures(news, shown.rows, describeLeft),
    [news, shown.rows, describeLeft],
  );
  const isNarrowed = !isEmptyQuery(query);
  const { total, isTotalKnown } = useTotal({
    store,
    base,
    loaded,
    counted: options.counted ?? null,
  });
  const { knownValues, finder } = options;
  const filters = useFilterTools({
    columns: options.columns,
    store,
    loaded,
    view,
    state,
    setState,
    typeState,
    total,
    knownValues,
    finder,
  });
  return {
    label: options.label,
    noun: options.noun,
    columns: options.columns,
    labelOf,
    grid,
    store,
    loaded,
    view,
    shown,
    rows,
    sorting,
    state,
    setState,
    typeState,
    isNarrowed,
    total,
    isTotalKnown,
    filters,
    cursor,
    changes,
    selection: isSelectable ? selection : null,
    rowKeys: options.rowKeys ?? NO_KEYS,
    onOpenRow: options.onOpenRow,
  };
}

/**
 * Returns the sort that the address names, else the list's own order: as TanStack Table marks it in
 * the headings, and as the store sorts by it.
 */
function useSorting<Row extends TableRow>(
  named: string | undefined,
  columns: Columns<Row>,
  { order, orderedBy }: Pick<TableSource<Row>, "order" | "orderedBy">,
) {
  // An address may name a column that is not there: that is the list's own order.
  const [chosen] = useMemo(
    () =>
      parseSort(named).filter(({ id }) =>
        columns.some((column) => column.id === id && column.enableSorting !== false),
      ),
    [named, columns],
  );
  const sorting = useMemo(() => {
    if (chosen !== undefined) return [chosen];
    return orderedBy === undefined ? [] : [{ id: orderedBy, desc: order?.isDescending ?? true }];
  }, [chosen, orderedBy, order]);
  const sort = useMemo(
    () => (chosen === undefined ? order : sortOf(chosen, columns)),
    [chosen, order, columns],
  );
  return { sorting, sort };
}

/** Completes the columns for TanStack Table, with the checkboxes before them if there are any. */
function useGridColumns<Row extends TableRow>({
  columns,
  source: { order, orderedBy },
  isSelectable = false,
  labelOf,
}: LiveTableOptions<Row>) {
  return useMemo(() => {
    const all = columns.map((column) => ({
      // TanStack Table sorts no column without one.
      accessorFn: (row: Row) => (row as Readonly<Record<string, unknown>>)[column.id ?? ""],
      ...column,
      sortDescFirst:
        column.id === orderedBy
          ? order?.isDescending !== false
          : (column.sortDescFirst ?? column.meta?.filter === "dates"),
    }));
    return isSelectable ? withSelectColumn(all, labelOf) : all;
  }, [columns, isSelectable, labelOf, orderedBy, order]);
}

function sortOf<Row extends TableRow>({ id, desc }: ColumnSort, columns: Columns<Row>) {
  const column = columns.find((each) => each.id === id);
  return { field: column?.meta?.sortBy ?? id, isDescending: desc };
}

/** The view of last time while it asks for the same rows. */
function useSameView(view: TableView): TableView {
  const key = JSON.stringify(view);
  // oxlint-disable-next-line react/exhaustive-deps -- `key` says everything about `view`
  return useMemo(() => view, [key]);
}
