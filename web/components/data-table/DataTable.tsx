import {
  getCoreRowModel,
  getSortedRowModel,
  useReactTable,
  type Row as TanStackRow,
} from "@tanstack/react-table";
import { ArrowUp, SearchX } from "lucide-react";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { EmptyState } from "@/components/EmptyState";
import { Button } from "@/components/ui/button";
import { CardRows } from "./CardRows";
import { NO_CHANGES, RowChangesContext, type RowChanges } from "./changesContext";
import type { Columns, TableRow } from "./columns";
import type { DisplayedRow } from "./holdStill";
import { naturalOrder } from "./naturalOrder";
import { SearchBox } from "./SearchBox";
import { searchRows } from "./search";
import { CardSkeletons, TableSkeleton } from "./Skeletons";
import { TableRows } from "./TableRows";
import { formatSort, parseSort, type TableState } from "./tableState";
import { useCalmRows } from "./useCalmRows";
import { useIsPhone } from "./useIsPhone";

/** Searching and sorting load on until so many rows are there, then a button asks for more. */
const SEARCH_REACH = 2_000;

const LEFT = "Left this list";

export type DataTableProps<Row extends TableRow> = {
  /** What the table lists, for its accessible name and its counts. */
  label: string;
  noun: { one: string; many: string };
  columns: Columns<Row>;
  /** Everything loaded, in the list's own order. */
  rows: readonly Row[];
  isLoading: boolean;
  /** More rows follow; `onLoadMore` is called as the end comes near. */
  hasMore: boolean;
  onLoadMore: () => void;
  /** How many there are with those not loaded yet; null: not known. */
  total?: number | null;
  /** Names list and scope: another view starts afresh, with nothing held back. */
  view: string;
  state: TableState;
  onStateChange: (state: TableState) => void;
  changes?: RowChanges;
  renderCard: (row: Row) => ReactNode;
  /** What stands in for the rows when there are none at all. */
  empty: ReactNode;
  /** Beside the search box: scope tabs. */
  toolbar?: ReactNode;
};

/**
 * A live list: searched and sorted over what is loaded, drawn only where it is in sight, and still
 * under the pointer (see `holdStill`). A table on a laptop, cards on a phone.
 */
export function DataTable<Row extends TableRow>(props: DataTableProps<Row>) {
  const { columns, rows, state, onStateChange, hasMore, onLoadMore, isLoading } = props;
  const query = state.q ?? "";
  const isNarrowed = query !== "" || state.sort !== undefined;
  const isPhone = useIsPhone();
  // State, not a ref: the rows measure it, and must be drawn again once it is there.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [isHovered, setIsHovered] = useState(false);
  const [isScrolled, setIsScrolled] = useState(false);

  const found = useMemo(() => searchRows(rows, columns, query), [rows, columns, query]);
  const sorting = useMemo(() => parseSort(state.sort), [state.sort]);
  // TanStack Table keeps state outside React; nothing here is memoised by its return value.
  // eslint-disable-next-line react-hooks/incompatible-library
  const table = useReactTable({
    columns,
    data: found as Row[], // TanStack Table only reads it
    state: { sorting },
    onSortingChange: (change) => {
      const next = typeof change === "function" ? change(sorting) : change;
      onStateChange({ ...state, sort: formatSort(next) });
    },
    enableMultiSort: false, // the address names one column
    defaultColumn: { sortingFn: naturalOrder },
    getRowId: (row) => row._id,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
  });

  const calm = useCalmRows<TanStackRow<Row>>(table.getRowModel().rows, {
    view: JSON.stringify([props.view, query, state.sort]),
    isBusy: isHovered || isScrolled,
    idOf: (row) => row.id,
  });

  const isReaching = isNarrowed && hasMore && rows.length < SEARCH_REACH;
  useEffect(() => {
    if (isReaching) onLoadMore();
  }, [isReaching, onLoadMore]);

  const showNew = () => {
    calm.release();
    scroller?.scrollTo({ top: 0 });
  };
  const changes = useMemo(
    () => withDepartures(props.changes ?? NO_CHANGES, calm.rows),
    [props.changes, calm.rows],
  );
  const Rows = isPhone ? CardRows : TableRows;
  const isEmpty = !isLoading && calm.rows.length === 0;

  return (
    <RowChangesContext value={changes}>
      <section aria-label={props.label} className="flex min-h-0 flex-1 flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {props.toolbar}
          <div className="flex w-full items-center gap-3 sm:w-auto">
            <SearchBox
              value={query}
              onChange={(q) => onStateChange({ ...state, q: q || undefined })}
            />
          </div>
        </div>
        <div className="relative flex min-h-0 flex-1 flex-col">
          {calm.heldBack > 0 && (
            <div className="pointer-events-none absolute inset-x-0 top-11 z-30 flex justify-center">
              <Button
                size="sm"
                className="pointer-events-auto rounded-full shadow-lg"
                onClick={showNew}
              >
                <ArrowUp aria-hidden />
                {calm.heldBack} new
              </Button>
            </div>
          )}
          <div
            ref={setScroller}
            aria-busy={isLoading}
            className="min-h-0 flex-1 overflow-auto rounded-lg border bg-card max-md:-mx-1 max-md:border-0 max-md:bg-transparent max-md:px-1"
            onPointerEnter={(event) => setIsHovered(event.pointerType === "mouse")}
            onPointerLeave={() => setIsHovered(false)}
            onScroll={(event) => setIsScrolled(event.currentTarget.scrollTop > 0)}
          >
            {isLoading ? (
              isPhone ? (
                <CardSkeletons />
              ) : (
                <TableSkeleton table={table} />
              )
            ) : isEmpty && rows.length > 0 ? (
              <EmptyState
                icon={SearchX}
                title={`Nothing matches “${query}”`}
                action={
                  <Button
                    variant="outline"
                    onClick={() => onStateChange({ ...state, q: undefined })}
                  >
                    Clear the search
                  </Button>
                }
              >
                {hasMore
                  ? `Searched the ${rows.length} ${props.noun.many} loaded so far.`
                  : `Searched all ${rows.length} ${props.noun.many}.`}
              </EmptyState>
            ) : isEmpty ? (
              props.empty
            ) : (
              <Rows
                table={table}
                rows={calm.rows}
                renderCard={props.renderCard}
                scroller={scroller}
                onNearEnd={hasMore ? onLoadMore : undefined}
              />
            )}
          </div>
        </div>
        <footer className="flex min-h-6 items-center justify-between gap-3 text-xs tabular-nums text-muted-foreground">
          <span role="status">
            {isLoading ? "Loading…" : countText(found.length, rows.length, props)}
          </span>
          {isNarrowed && hasMore && !isReaching && (
            <Button variant="link" size="sm" className="h-6" onClick={onLoadMore}>
              Search further
            </Button>
          )}
        </footer>
        <p aria-live="polite" className="sr-only">
          {[...changes.values()].join(". ")}
        </p>
      </section>
    </RowChangesContext>
  );
}

/** Ghosts say why they are still there. */
function withDepartures<Row>(
  changes: RowChanges,
  rows: readonly DisplayedRow<TanStackRow<Row>>[],
): RowChanges {
  const gone = rows.filter(({ isGone }) => isGone);
  if (gone.length === 0) return changes;
  return new Map([...changes, ...gone.map(({ row }) => [row.id, LEFT] as const)]);
}

/** `178 samples`, `3 of 178 samples`, `3 of 200+ samples` while more may follow. */
function countText(
  found: number,
  loaded: number,
  { hasMore, total = null, noun }: Pick<DataTableProps<TableRow>, "hasMore" | "total" | "noun">,
): string {
  const all = hasMore ? Math.max(total ?? 0, loaded) : loaded;
  const count = `${all.toLocaleString("en-US")}${hasMore && total === null ? "+" : ""}`;
  const things = all === 1 ? noun.one : noun.many;
  return found === loaded
    ? `${count} ${things}`
    : `${found.toLocaleString("en-US")} of ${count} ${things}`;
}
