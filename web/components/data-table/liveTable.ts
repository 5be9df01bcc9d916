import type { SortingState } from "@tanstack/react-table";
import type { RowStore, StoreState, TableView } from "@/lib/tables/rowStore";
import type { Sort } from "@/lib/columns/matches";
import type { Bound } from "#domain/tables/tableFilters";
import type { RowChanges } from "./changesContext";
import type { Columns, TableRow } from "./columns";
import type { TableFilters } from "./filters/filterContext";
import type { RowsOnShow, RowsSnapshot } from "./rows/rowsOnShow";
import type { Selection } from "./selection/useSelection";
import type { TableState } from "./tableState";
import type { Cursor } from "./useCursor";
import type { Grid } from "./useGrid";

/** A source of a table's rows: their store, their order, and the test whether a row belongs. */
export type TableSource<Row extends TableRow> = {
  readonly store: RowStore<Row>;
  /**
   * Picks the list, and the part of it, out of what the store has. It may be renewed as time goes
   * on; another list or part has another store.
   */
  readonly base: readonly Bound[];
  /** The order without a sort of the reader's. */
  readonly order: Sort;
  /** The column whose heading shows that order; absent: none has it. */
  readonly orderedBy?: string;
  /** The test of the rows that belong to a view, as the store judges them. */
  readonly testOf: (view: TableView) => (row: Row) => boolean;
  /** The server searches the rows: it is asked when typing pauses, not at each key. */
  readonly isSearchedByServer?: boolean;
};

export type Noun = { readonly one: string; readonly many: string };

/** A key that does something with the row under the cursor. */
export type RowKey<Row extends TableRow> = {
  readonly key: string;
  /** The key's effect, for the list of keys. */
  readonly label: string;
  /** Says what the key is about to do, while it waits whether it came alone. */
  readonly announce: (row: Row, table: LiveTable<Row>) => string;
  readonly run: (row: Row, table: LiveTable<Row>) => void;
};

/** A table as `useLiveTable` makes it and `DataTable` draws it. */
export type LiveTable<Row extends TableRow> = {
  /** Names the table for people who use a screen reader. */
  readonly label: string;
  readonly noun: Noun;
  readonly columns: Columns<Row>;
  readonly grid: Grid<Row>;
  readonly store: RowStore<Row>;
  readonly loaded: StoreState;
  readonly view: TableView;
  /** The rows as they stand on screen, and what fetches and holds them. */
  readonly shown: RowsSnapshot<Row>;
  readonly rows: RowsOnShow<Row>;
  /** The order on show: the reader's, or the list's own. */
  readonly sorting: SortingState;
  /** Search, filters, sort and columns, as their controls show them; see `useTypedState`. */
  readonly state: TableState;
  readonly setState: (state: TableState) => void;
  readonly typeState: (state: TableState) => void;
  readonly isNarrowed: boolean;
  /** The number of rows without search and filters. */
  readonly total: number;
  /** False where more rows follow than anybody has counted. */
  readonly isTotalKnown: boolean;
  readonly filters: TableFilters;
  /** Null: rows have no checkboxes. */
  readonly selection: Selection | null;
  readonly cursor: Cursor;
  readonly changes: RowChanges;
  readonly rowKeys: readonly RowKey<Row>[];
  /** Called for a click on a row and for Enter on the one under the cursor. */
  readonly onOpenRow: ((row: Row) => void) | undefined;
  /** Names a row in labels. */
  readonly labelOf: (row: Row) => string;
};
