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
import { VisibleRows, type DisplayedRow } from "./rows/rowsOnShow";
import { withSelectColumn } from "./selection/selectColumn";
import { useSelection } from "./selection/useSelection";
import { parseSort, type TableState } from "./tableState";
import { useCursor, type Cursor } from "./useCursor";
import { useGrid } from "./useGrid";
import { useRowChanges, SAID_FOR_MS } from "./useRowChanges";
import { useStoreState } from "./useStoreState";
import { useTotal } from "./useTotal";
import { useTypedState } from "./useTypedState";
import { useScrollRestoration } from "./useScrollRestoration";

export type LiveTableOptions<Row extends TableRow> = {
  /** Key under which the reader's choice of columns is stored. */
  name: string;
  /** E-mail of the reader. */
  owner: string;
  /** Accessible name of the table. */
  label: string;
  noun: Noun;
  columns: Columns<Row>;
  source: TableSource<Row>;
  /** Search, filters, sort and columns in the URL: `useAddress`. */
  address: readonly [TableState, (state: TableState) => void];
  /** Number of rows without any filter, from the server's counters; null: unknown. */
  counted?: number | null;
  /** Names a row in labels. Must be a stable function. */
  labelOf: (row: Row) => string;
  /** Whether rows have checkboxes. */
  isSelectable?: boolean;
  /** Describes an arrival or a change, for the highlighted row; null: no highlight. */
  describeChange?: (before: Row | undefined, after: Row) => string | null;
  /** A row to highlight and move the cursor to when it appears. */
  announced?: RowAnnouncement | undefined;
  /** Text on a row that left the list while the reader was working in it. */
  describeLeft?: (row: Row) => string;
  /** Values that filters offer before any loaded row has them: pick lists, statuses. */
  knownValues?: (columnId: string) => readonly string[];
  /** Finds further values of some filters while people type. */
  finder?: ValueFinder;
  /** Shortcuts for the row under the cursor. */
  rowKeys?: readonly RowKey<Row>[];
  /** Called for a click on a row, and for Enter on the row under the cursor. */
  onOpenRow?: (row: Row) => void;
};

const NO_KEYS: readonly never[] = [];
const leftList = () => "Left this list";

/**
 * The model of a live table, rendered by `DataTable`: columns over a source of rows, with search,
 * filters and sort in the URL. A route spreads `TABLE_PARAMS` into its search schema.
 */
export function useLiveTable<Row extends TableRow>(options: LiveTableOptions<Row>): LiveTable<Row> {
  const { source, labelOf, isSelectable = false, describeLeft = leftList } = options;
  const { store, base, testOf } = source;
  const { settled, ...typed } = useTypedState(options.address);
  const { state, setState, typeState } = typed;
  const asked = source.isSearchedByServer ? settled : state;
  const loaded = useStoreState(store);

  const query = useMemo(() => tableQuery(asked, options.columns), [asked, options.columns]);
  const { sorting, sort } = useSorting(state.sort, options.columns, source);
  const view = useSameView({ base, query, sort });

  const rows = useMemo(() => new VisibleRows<Row>(store, testOf), [store, testOf]);
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
    ...typed,
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
 * Returns the sort in the URL, else the list's own order: in the format of TanStack Table for the
 * headings, and in the store's format.
 */
function useSorting<Row extends TableRow>(
  named: string | undefined,
  columns: Columns<Row>,
  { order, orderedBy }: Pick<TableSource<Row>, "order" | "orderedBy">,
) {
  // The URL may name an unknown column; then the list's own order applies.
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

/** Completes the columns for TanStack Table, and prepends checkboxes if rows are selectable. */
function useGridColumns<Row extends TableRow>({
  columns,
  source: { order, orderedBy },
  isSelectable = false,
  labelOf,
}: LiveTableOptions<Row>) {
  return useMemo(() => {
    const all = columns.map((column) => ({
      // TanStack Table sorts only columns with an accessor.
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

/** Returns the previous view object while it requests the same rows. */
function useSameView(view: TableView): TableView {
  const key = JSON.stringify(view);
  // oxlint-disable-next-line react/exhaustive-deps -- `key` says everything about `view`
  return useMemo(() => view, [key]);
}

/**
 * Moves the cursor to an announced row when it appears. Until then there is no cursor: the focus in
 * another row would hold the announced one back.
 *
 * @returns the announcement while its text is shown
 */
function useAnnouncement<Row extends TableRow>(
  announced: RowAnnouncement | undefined,
  rows: readonly DisplayedRow<Row>[],
  setCursor: Cursor["set"],
): RowAnnouncement | undefined {
  const rowId = announced?.rowId;
  const isThere = rowId !== undefined && rows.some(({ row }) => row._id === rowId);
  const [isOver, setOver] = useState(false);
  const isSaid = isThere && !isOver;
  useEffect(() => {
    if (rowId === undefined || !isSaid) return;
    setCursor(rowId);
    const timer = setTimeout(() => setOver(true), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [rowId, isSaid, setCursor]);
  return isSaid ? announced : undefined;
}
