import {
  functionalUpdate,
  getCoreRowModel,
  useReactTable,
  type Column,
  type SortingState,
  type Table,
} from "@tanstack/react-table";
import { useCallback, useMemo, useState } from "react";
import type { Columns, TableRow } from "./columns";
import { fitColumns } from "./fitColumns";
import { pinsOf, type Pins } from "./pins";
import { useColumnChoice } from "./preferences";
import { formatSort, type TableState } from "./tableState";

type GridOptions<Row extends TableRow> = {
  columns: Columns<Row>;
  owner: string;
  name: string;
  /** The current order: the reader's, or the list's own. */
  sorting: SortingState;
  state: TableState;
  setState: (state: TableState) => void;
};

/** The columns of a table: the visible ones, their order and their widths. */
export type Grid<Row extends TableRow> = {
  /** Holds the state of the columns; it has no rows. */
  readonly table: Table<Row>;
  /** The visible columns, in order. The array's identity changes only with its contents. */
  readonly drawn: readonly Column<Row>[];
  /** px, by column id. */
  readonly widths: ReadonlyMap<string, number>;
  /** The pinned columns: those required at either end, which stay in view while others scroll. */
  readonly pins: Pins;
  /** Sets the available width of the columns, px. */
  readonly setRoom: (roomPx: number) => void;
  /** Replaces the visible columns; null restores the table's default columns and widths. */
  readonly setShown: (ids: readonly string[] | null) => void;
  readonly setWidth: (id: string, widthPx: number) => void;
  /** The reader or the URL has chosen columns or widths other than the default. */
  readonly isChosen: boolean;
};

/** Minimum width at which a column is legible, px. */
const MIN_WIDTH_PX = 56;
const NO_ROWS: never[] = [];

/** The last measured width of a table, px; the next table most likely has the same. */
let lastRoomPx = 0;

export function useGrid<Row extends TableRow>(options: GridOptions<Row>): Grid<Row> {
  const { columns, state, setState, sorting } = options;
  const [choice, remember] = useColumnChoice(options.owner, options.name);
  const [roomPx, setRoomPx] = useState(lastRoomPx);
  const setRoom = useCallback((roomPx: number) => {
    lastRoomPx = roomPx;
    setRoomPx(roomPx);
  }, []);

  const sortedBy = state.sort === undefined ? undefined : sorting[0]?.id;
  const chosen = useMemo(
    () => shownIds(columns, state, choice.shown, sortedBy),
    [columns, state, choice, sortedBy],
  );
  const columnOrder = useMemo(() => orderOf(columns, chosen), [columns, chosen]);
  const columnVisibility = useMemo(
    () =>
      Object.fromEntries(
        columns.filter(isChoosable).map(({ id = "" }) => [id, chosen.includes(id)]),
      ),
    [columns, chosen],
  );
  const table = useReactTable<Row>({
    columns: useMemo(() => columns.filter(({ meta }) => !meta?.isFilterOnly), [columns]),
    data: NO_ROWS, // a row costs 10 µs on every change, so `BodyRow` creates only the visible ones
    state: { sorting, columnVisibility, columnOrder, columnSizing: choice.widths },
    onSortingChange: (change) =>
      setState({ ...state, sort: formatSort(functionalUpdate(change, sorting)) }),
    enableMultiSort: false, // the URL names a single column
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
  });

  const visible = table.getVisibleLeafColumns();
  const widths = fitColumns(
    visible.map((column) => ({
      id: column.id,
      widthPx: column.getSize(),
      isFixed: column.columnDef.meta?.isFixed ?? false,
      isSized: column.id in choice.widths,
      isRigid: !column.getCanResize(),
    })),
    roomPx,
  );
  const drawn = useSame(visible);

  return {
    table,
    drawn,
    widths,
    pins: pinsOf(drawn, widths),
    setRoom,
    setShown: (ids) => {
      const shown = ids === null ? undefined : [...ids];
      remember({ shown, widths: ids === null ? {} : choice.widths });
      setState({ ...state, cols: shown?.join(), hide: undefined });
    },
    setWidth: (id, widthPx) =>
      remember({
        ...choice,
        widths: { ...choice.widths, [id]: Math.max(MIN_WIDTH_PX, Math.round(widthPx)) },
      }),
    isChosen:
      choice.shown !== undefined ||
      Object.keys(choice.widths).length > 0 ||
      state.cols !== undefined ||
      state.hide !== undefined,
  };
}

const isChoosable = <Row extends TableRow>({ meta }: Columns<Row>[number]) =>
  !meta?.isFixed && !meta?.isFilterOnly;

/**
 * The visible columns: the URL's, else the last chosen ones, else the table's default; and the one
 * by which the reader has sorted the rows.
 */
function shownIds<Row extends TableRow>(
  columns: Columns<Row>,
  { cols, hide }: TableState,
  remembered: readonly string[] | undefined,
  sortedBy: string | undefined,
): readonly string[] {
  const choosable = columns.filter(isChoosable);
  const own = choosable.filter(({ meta }) => !meta?.isOptional).map(({ id = "" }) => id);
  const hidden = hide?.split(",");
  const wanted =
    cols?.split(",") ??
    (hidden === undefined ? remembered : own.filter((id) => !hidden.includes(id))) ??
    own;
  const isMissing = sortedBy !== undefined && !wanted.includes(sortedBy);
  const all = isMissing ? [sortedBy, ...wanted] : wanted;
  return all.filter((id) => choosable.some((column) => column.id === id));
}

/** All columns: fixed ones keep their position, the others follow the reader's order. */
function orderOf<Row extends TableRow>(columns: Columns<Row>, shown: readonly string[]): string[] {
  const choosable = columns.filter(isChoosable).map(({ id = "" }) => id);
  const inOrder = [...shown, ...choosable.filter((id) => !shown.includes(id))];
  return columns.flatMap((column) => {
    if (isChoosable(column)) return inOrder.shift() ?? [];
    return column.meta?.isFilterOnly ? [] : (column.id ?? []);
  });
}

/** Returns the previous array while its elements are the same. */
function useSame<Item>(items: readonly Item[]): readonly Item[] {
  const [kept, setKept] = useState(items);
  const isSame = kept.length === items.length && kept.every((item, index) => item === items[index]);
  if (!isSame) setKept(items);
  return isSame ? kept : items;
}
