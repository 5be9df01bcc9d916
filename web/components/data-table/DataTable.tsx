import { getCoreRowModel, useReactTable } from "@tanstack/react-table";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { NO_CHANGES, RowChangesContext, type RowChanges } from "./changesContext";
import type { Columns, TableRow } from "./columns";
import { FilterChips } from "./filters/FilterChips";
import { TableFiltersContext, type ValueFinder } from "./filters/filterContext";
import { FilterMenu } from "./filters/FilterMenu";
import { useFilterTools } from "./filters/useFilterTools";
import type { DisplayedRow } from "./holdStill";
import { keyHelp } from "./keys/keyHelp";
import { KeysDialog } from "./keys/KeysDialog";
import { useTableKeys, type RowKey } from "./keys/useTableKeys";
import { NothingFound } from "./NothingFound";
import { ReachBar } from "./ReachBar";
import { SearchBox } from "./SearchBox";
import { withSelectColumn } from "./selection/selectColumn";
import { SelectButton } from "./selection/SelectButton";
import { SelectionProvider } from "./selection/SelectionProvider";
import type { Selection } from "./selection/useSelection";
import { useSelectionToolsOf } from "./selection/useSelectionTools";
import { TableBody } from "./TableBody";
import { formatSort, type TableState } from "./tableState";
import { useCalmRows } from "./useCalmRows";
import { useHiddenColumns } from "./useHiddenColumns";
import { useNarrowedRows } from "./useNarrowedRows";
import { useReach } from "./useReach";
import { ViewMenu } from "./ViewMenu";

export type DataTableProps<Row extends TableRow> = {
  /**
   * Names the rows ("samples") in the table's accessible name. The reader's choice of columns is
   * stored under it.
   */
  label: string;
  noun: { one: string; many: string };
  /** `meta.text` makes a column searchable, `meta.filter` gives it a filter (see columns.ts). */
  columns: Columns<Row>;
  /**
   * Everything loaded, in the list's own order. The table narrows and sorts what it is given; where
   * the server searches, too, it may be given what the server found (see `looked`).
   */
  rows: readonly Row[];
  isLoading: boolean;
  /**
   * More rows follow; `onLoadMore` is called as the end comes near. `isFar`: more calls will
   * follow.
   */
  hasMore: boolean;
  onLoadMore: (isFar?: boolean) => void;
  /** The number of rows without any filter, including those not loaded yet; null: not known. */
  total?: number | null;
  /**
   * For a list that the server narrows by `tableQuery(state, columns)`: how many rows it has looked
   * through so far. A search then goes on by itself through everything, and says how far it is.
   */
  looked?: number | undefined;
  /** Names list and scope: another view starts afresh, with nothing held back. */
  view: string;
  /** Search, filters, sort and columns, as the address has them; see tableState.ts. */
  state: TableState;
  onStateChange: (state: TableState) => void;
  /**
   * Values to offer in a select filter before a row that has them is loaded: pick lists, statuses.
   */
  knownValues?: (columnId: string) => readonly string[];
  /** Finds further values of some select filters, as people type. */
  finder?: ValueFinder;
  changes?: RowChanges;
  /** Gives the text on a row that left the list while somebody was looking at it. */
  describeLeft?: (row: Row) => string;
  renderCard: (row: Row) => ReactNode;
  /** Replaces the rows when the list has none. */
  empty: ReactNode;
  /** Beside the search box: scope tabs. */
  toolbar?: ReactNode;
  /** With it, rows have checkboxes: `useSelection`. */
  selection?: Selection<Row> | undefined;
  /** Stands under the rows, over everything that scrolls: what acts on the selection. */
  selectionBar?: ReactNode;
  /** Enter on the row under the cursor. */
  onOpen?: (row: Row) => void;
  /** Further keys for the row under the cursor. */
  rowKeys?: readonly RowKey<Row>[];
};

const NO_KEYS: readonly never[] = [];
const NO_ROWS: never[] = [];
const leftList = () => "Left this list";

/**
 * A live list: searched, filtered and sorted, drawn only where it is in sight, and still under the
 * pointer (see `holdStill`). A table on a laptop, cards on a phone. All that people narrow lives in
 * the address: spread `tableSearch` into the route's search schema, pass the state down and write
 * it back.
 */
export function DataTable<Row extends TableRow>(props: DataTableProps<Row>) {
  const { rows, state, onStateChange, hasMore, isLoading, selection } = props;
  const { rowKeys = NO_KEYS, total = null, describeLeft = leftList } = props;
  const [isFiltering, setIsFiltering] = useState(false);
  const [isCounting, setIsCounting] = useState(false);
  const [isHelping, setIsHelping] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const searchRef = useRef<HTMLInputElement>(null);

  const { read, query, isNarrowed, found, sorting } = useNarrowedRows(rows, props.columns, state);
  const { hidden, setHidden } = useHiddenColumns(props.label, state, onStateChange);
  const labelOf = selection?.labelOf;
  const columns = useMemo(() => {
    const drawn = props.columns
      .filter(({ meta }) => !meta?.isFilterOnly)
      .map((column) => ({ ...column, sortDescFirst: column.meta?.filter === "dates" }));
    return labelOf ? withSelectColumn(drawn, labelOf) : drawn;
  }, [props.columns, labelOf]);
  const columnVisibility = useMemo(
    () => Object.fromEntries(hidden.map((id) => [id, false])),
    [hidden],
  );
  // For columns and headings alone. Its rows cost 10 µs each, at every change: `BodyRow` makes
  // those in sight.
  // eslint-disable-next-line react-hooks/incompatible-library
  const table = useReactTable<Row>({
    columns,
    data: NO_ROWS,
    state: { sorting, columnVisibility },
    onSortingChange: (change) => {
      const next = typeof change === "function" ? change(sorting) : change;
      onStateChange({ ...state, sort: formatSort(next) });
    },
    enableMultiSort: false, // the address names one column
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
  });

  const narrowing = JSON.stringify([props.view, state.q, state.filter, state.sort]);
  const calm = useCalmRows<Row>(found, { view: narrowing, isBusy, idOf: ({ _id }) => _id });
  const reach = useReach({
    view: narrowing,
    isNarrowed,
    isSorted: sorting.length > 0,
    isCounting,
    hasMore,
    onLoadMore: props.onLoadMore,
    loaded: rows.length,
    found: found.length,
    looked: props.looked,
  });
  const changes = useMemo(
    () => withDepartures(props.changes ?? NO_CHANGES, calm.rows, describeLeft),
    [props.changes, calm.rows, describeLeft],
  );

  const shown = useMemo(
    () => calm.rows.flatMap(({ row, isGone }) => (isGone ? [] : [row])),
    [calm.rows],
  );
  const shownIds = useMemo(() => shown.map(({ _id }) => _id), [shown]);
  const selectionTools = useSelectionToolsOf(selection, shown);
  const { cursorId, setCursorId } = useTableKeys<Row>({
    rows: shown,
    rowKeys,
    onOpen: props.onOpen,
    onSelect:
      selectionTools === null
        ? undefined
        : (row, isRange) => selectionTools.toggle(row._id, isRange),
    onSearch: () => {
      searchRef.current?.focus();
      searchRef.current?.select();
    },
    onFilter: () => setIsFiltering(true),
    onHelp: () => setIsHelping(true),
  });
  const filterTools = useFilterTools({
    ...{ columns: props.columns, read, rows, hasMore, total, state, onStateChange },
    knownValues: props.knownValues,
    finder: props.finder,
    onCounting: setIsCounting,
  });
  const clearNarrowing = () => onStateChange({ ...state, q: undefined, filter: undefined });

  return (
    <RowChangesContext value={changes}>
      <TableFiltersContext value={filterTools}>
        <SelectionProvider tools={selectionTools} shownIds={shownIds}>
          <section aria-label={props.label} className="flex min-h-0 flex-1 flex-col gap-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              {props.toolbar}
              <div className="flex w-full items-center gap-2 sm:w-auto">
                <SearchBox
                  inputRef={searchRef}
                  value={state.q ?? ""}
                  onChange={(q) => onStateChange({ ...state, q: q || undefined })}
                />
                <FilterMenu isOpen={isFiltering} onOpenChange={setIsFiltering} />
                <SelectButton />
                <ViewMenu table={table} hidden={hidden} onHiddenChange={setHidden} />
              </div>
            </div>
            <FilterChips />
            <TableBody
              table={table}
              rows={calm.rows}
              heldBack={calm.heldBack}
              onRelease={calm.release}
              onBusyChange={setIsBusy}
              isLoading={isLoading}
              renderCard={props.renderCard}
              onNearEnd={reach.onNearEnd}
              cursorId={cursorId}
              onCursor={setCursorId}
              empty={
                rows.length === 0 && !isNarrowed ? (
                  props.empty
                ) : (
                  <NothingFound
                    query={query}
                    isReaching={reach.isReaching}
                    looked={props.looked ?? rows.length}
                    hasMore={hasMore}
                    many={props.noun.many}
                    onClear={clearNarrowing}
                  />
                )
              }
            />
            {props.selectionBar}
            <footer className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 text-xs tabular-nums text-muted-foreground">
              <span role="status">
                {isLoading ? "Loading…" : countText(found.length, rows.length, isNarrowed, props)}
              </span>
              <ReachBar
                reach={reach}
                isSorted={sorting.length > 0}
                looked={sorting.length > 0 ? rows.length : (props.looked ?? rows.length)}
                total={total}
                many={props.noun.many}
              />
            </footer>
            <p aria-live="polite" className="sr-only">
              {[...changes.values()].join(". ")}
            </p>
            <KeysDialog
              isOpen={isHelping}
              onOpenChange={setIsHelping}
              keys={keyHelp(rowKeys, {
                canOpen: props.onOpen !== undefined,
                canSelect: selection !== undefined,
              })}
            />
          </section>
        </SelectionProvider>
      </TableFiltersContext>
    </RowChangesContext>
  );
}

/** Ghosts say why they are still there. */
function withDepartures<Row extends TableRow>(
  changes: RowChanges,
  rows: readonly DisplayedRow<Row>[],
  describe: (row: Row) => string,
): RowChanges {
  const gone = rows.filter(({ isGone }) => isGone);
  if (gone.length === 0) return changes;
  return new Map([...changes, ...gone.map(({ row }) => [row._id, describe(row)] as const)]);
}

/**
 * `178 samples`, `3 of 178 samples`, `3 matching samples`; of an unknown number `52 samples so far,
 * more below`.
 */
function countText(
  found: number,
  loaded: number,
  isNarrowed: boolean,
  {
    hasMore,
    total = null,
    looked,
    noun,
  }: Pick<DataTableProps<TableRow>, "hasMore" | "total" | "looked" | "noun">,
): string {
  // Of how many, only the server could tell; how far it has come stands beside.
  if (isNarrowed && looked !== undefined && total === null) {
    return `${found.toLocaleString("en-US")} matching ${found === 1 ? noun.one : noun.many}`;
  }
  const all = hasMore || isNarrowed ? Math.max(total ?? 0, loaded) : loaded;
  const things = `${all.toLocaleString("en-US")} ${all === 1 ? noun.one : noun.many}`;
  const isOpenEnded = hasMore && total === null;
  if (isNarrowed) {
    return `${found.toLocaleString("en-US")} of ${things}${isOpenEnded ? " so far" : ""}`;
  }
  return isOpenEnded ? `${things} so far, more below` : things;
}
