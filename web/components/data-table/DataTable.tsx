import { useMemo, useRef, useState, useEffect, useEffectEvent, type ReactNode } from "react";
import { useKeyHelp } from "@/components/keys/keyHelp";
import { searchWords } from "#domain/identifiers/identifierLookup";
import { offerRows } from "@/lib/rowWalk";
import { RowChangesContext } from "./changesContext";
import type { TableRow } from "./columns";
import { TableFiltersContext } from "./filters/filterContext";
import { keyHelp } from "./keys/keyHelp";
import { TableFocusContext, WaitingKeyContext } from "./keys/keyContexts";
import { useTableKeys } from "./keys/useTableKeys";
import type { LiveTable } from "./liveTable";
import { RowMenu } from "./menu/RowMenu";
import { SearchWordsContext } from "./search/Marked";
import {
  MatchCountContext,
  SelectingContext,
  SelectionContext,
  type MatchCount,
} from "./selection/selectionContext";
import type { Selection } from "./selection/useSelection";

type DataTableProps<Row extends TableRow> = {
  table: LiveTable<Row>;
  /** The items of a row's menu: `DropdownMenuItem`s. Undefined: rows have no menu. */
  rowMenu?: (row: Row) => ReactNode;
  /** The toolbar, the body, anything below it, and the footer. */
  children: ReactNode;
};

/**
 * A live list that can be searched, filtered and sorted. Only visible rows are rendered, and rows
 * keep their places while the reader points at them. A table on a laptop, cards on a phone.
 *
 * ```tsx
 * const table = useLiveTable({ columns, source, address, … });
 * <DataTable table={table}>
 *   <TableToolbar table={table} />
 *   <TableBody table={table} renderCard={…} empty={…} />
 *   <TableFooter table={table} />
 * </DataTable>
 * ```
 */
export function DataTable<Row extends TableRow>({ table, rowMenu, children }: DataTableProps<Row>) {
  const searchRef = useRef<HTMLInputElement>(null);
  const [isFiltering, setIsFiltering] = useState(false);
  const focus = useMemo(() => ({ searchRef, isFiltering, setIsFiltering }), [isFiltering]);
  const { rowKeys, shown, loaded } = table;
  // The query of the rows on screen: while a new query is pending, the old rows keep their own
  // marks.
  const search = shown.view?.query.search ?? "";
  const words = useMemo(() => searchWords(search), [search]);
  const canOpen = table.onOpenRow !== undefined;
  const canSelect = table.selection !== null;
  useKeyHelp(
    useMemo(
      () => ({ title: "In the list", keys: keyHelp(rowKeys, { canOpen, canSelect }) }),
      [rowKeys, canOpen, canSelect],
    ),
  );
  useRowWalk(table);
  const { total: count, isExact } = shown;
  // An answer older than the store's state is about to be replaced.
  const isLoading = loaded.isLoading || loaded.isComplete;
  const matchCount = useMemo(() => ({ count, isExact, isLoading }), [count, isExact, isLoading]);
  const waitingKey = useTableKeys(table, {
    onSearch: () => {
      searchRef.current?.focus();
      searchRef.current?.select();
    },
    onFilter: () => setIsFiltering(true),
  });
  return (
    <RowChangesContext value={table.changes}>
      <TableFiltersContext value={table.filters}>
        <SearchWordsContext value={words}>
          <TableFocusContext value={focus}>
            <WaitingKeyContext value={waitingKey}>
              <SelectionProvider selection={table.selection} matchCount={matchCount}>
                <RowMenu table={table} items={rowMenu}>
                  <section aria-label={table.label} className="flex min-h-0 flex-1 flex-col gap-3">
                    {children}
                    <p aria-live="polite" className="sr-only">
                      {[...table.changes.values()].join(". ")}
                    </p>
                  </section>
                </RowMenu>
              </SelectionProvider>
            </WaitingKeyContext>
          </TableFocusContext>
        </SearchWordsContext>
      </TableFiltersContext>
    </RowChangesContext>
  );
}

type SelectionProviderProps = {
  /** Null: rows have no checkboxes. */
  selection: Selection | null;
  matchCount: MatchCount;
  children: ReactNode;
};

/**
 * Provides the selection to the checkboxes of rows and cards, and to the button that toggles the
 * cards' selection mode.
 */
function SelectionProvider({ selection, matchCount, children }: SelectionProviderProps) {
  const [isSelecting, setSelecting] = useState(false);
  const selecting = useMemo(() => ({ isSelecting, setSelecting }), [isSelecting]);
  return (
    <SelectionContext value={selection}>
      <SelectingContext value={selecting}>
        <MatchCountContext value={matchCount}>{children}</MatchCountContext>
      </SelectingContext>
    </SelectionContext>
  );
}

/**
 * Lets the sheet that the table opened move on to the next row: the cursor follows, so the table
 * scrolls along and loads further rows.
 */
function useRowWalk<Row extends TableRow>({ shown, cursor, onOpenRow }: LiveTable<Row>): void {
  const walk = useEffectEvent((rowId: string, by: 1 | -1) => {
    const present = shown.rows.filter(({ isGone }) => !isGone);
    const indexOf = (id: string | null) => present.findIndex(({ row }) => row._id === id);
    // Rows of history have ids of their own: there the sheet shows the sample of the cursor's row.
    const at = indexOf(rowId) < 0 ? indexOf(cursor.id) : indexOf(rowId);
    const next = at < 0 ? undefined : present[at + by];
    if (next === undefined || onOpenRow === undefined) return false;
    cursor.set(next.row._id);
    onOpenRow(next.row);
    return true;
  });
  const canOpen = onOpenRow !== undefined;
  useEffect(() => (canOpen ? offerRows((rowId, by) => walk(rowId, by)) : undefined), [canOpen]);
}
