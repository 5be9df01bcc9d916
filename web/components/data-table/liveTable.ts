import type { SortingState } from "@tanstack/react-table";
import type { RowStore, StoreState, TableView } from "@/lib/tables/rowStore";
import type { Sort } from "@/lib/columns/matches";
import type { Bound } from "#domain/tables/tableFilters";
import type { RowChanges } from "./changesContext";
import type { Columns, TableRow } from "./columns";
import type { TableFilters } from "./filters/filterContext";
import type { VisibleRows, RowsSnapshot } from "./rows/rowsOnShow";
import type { Selection } from "./selection/useSelection";
import type { TableState } from "./tableState";
import type { Cursor } from "./useCursor";
import type { Grid } from "./useGrid";

/** The source of a table's rows: their store, their order, and the test of membership. */
export type TableSource<Row extends TableRow> = {
  readonly store: RowStore<Row>;
  /**
   * Selects the list and the part of it within the store. May be replaced as time passes; another
   * list or part has another store.
   */
  readonly base: readonly Bound[];
  /** The order if the reader has chosen no sort. */
  readonly order: Sort;
  /** The column whose heading shows that order; undefined if none does. */
  readonly orderedBy?: string;
  /** Returns the test for rows of a view, equivalent to the store's. */
  readonly testOf: (view: TableView) => (row: Row) => boolean;
  /** The server searches the rows: it is queried when typing pauses, not on each keystroke. */
  readonly isSearchedByServer?: boolean;
};

export type Noun = { readonly one: string; readonly many: string };

/** A shortcut that acts on the row under the cursor. */
export type RowKey<Row extends TableRow> = {
  readonly key: string;
  /** The shortcut's effect, for the list of keys. */
  readonly label: string;
  /** What the shortcut is about to do, shown while it waits for further keys. */
  readonly announce: (row: Row, table: LiveTable<Row>) => string;
  readonly run: (row: Row, table: LiveTable<Row>) => void;
};

/** A table as created by `useLiveTable` and rendered by `DataTable`. */
export type LiveTable<Row extends TableRow> = {
  /** Accessible name of the table. */
  readonly label: string;
  readonly noun: Noun;
  readonly columns: Columns<Row>;
  readonly grid: Grid<Row>;
  readonly store: RowStore<Row>;
  readonly loaded: StoreState;
  readonly view: TableView;
  /** The rows on screen, and the object that fetches and holds them. */
  readonly shown: RowsSnapshot<Row>;
  readonly rows: VisibleRows<Row>;
  /** The current order: the reader's, or the list's own. */
  readonly sorting: SortingState;
  /** Search, filters, sort and columns as their controls show them; see `useTypedState`. */
  readonly state: TableState;
  readonly setState: (state: TableState) => void;
  readonly typeState: (state: TableState) => void;
  readonly discardTyped: () => void;
  readonly isNarrowed: boolean;
  /** Number of rows without search and filters. */
  readonly total: number;
  /** False if more rows exist than have been counted. */
  readonly isTotalKnown: boolean;
  readonly filters: TableFilters;
  /** Null: rows have no checkboxes. */
  readonly selection: Selection | null;
  readonly cursor: Cursor;
  readonly changes: RowChanges;
  readonly rowKeys: readonly RowKey<Row>[];
  /** Called for a click on a row, and for Enter on the row under the cursor. */
  readonly onOpenRow: ((row: Row) => void) | undefined;
  /** Names a row in labels. */
  readonly labelOf: (row: Row) => string;
};
