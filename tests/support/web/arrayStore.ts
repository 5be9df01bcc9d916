import { compareTexts } from "@/lib/textOrder";
import type {
  Answers,
  Question,
  RowChange,
  RowKind,
  RowStore,
  StoreRow,
  StoreState,
  TableView,
} from "@/lib/tables/rowStore";
import { choicesOf, rowMatcher, type FilterColumn } from "#domain/tables/tableFilters";

/**
 * A store over a plain array of rows, for tests of tables; `set` replaces the rows, as a server
 * would.
 */
export class ArrayStore<Row extends StoreRow> implements RowStore<Row> {
  readonly #columns: readonly FilterColumn<Row>[];
  readonly #listeners = new Set<() => void>();
  readonly #changeListeners = new Set<(changes: readonly RowChange<Row>[]) => void>();
  #rows: readonly Row[];
  #state: StoreState;
  /** How often more rows were requested. */
  asked = 0;

  constructor(rows: readonly Row[], columns: readonly FilterColumn<Row>[]) {
    this.#rows = rows;
    this.#columns = columns;
    this.#state = {
      version: 1,
      loaded: rows.length,
      expected: null,
      error: null,
      isLoading: false,
      isReady: true,
      isComplete: true,
    };
  }

  /** Filter of a view's rows, for a table's source. */
  readonly testOf = ({ base, query }: TableView) =>
    rowMatcher(this.#columns)({
      search: query.search,
      conditions: [...base, ...query.conditions],
    });

  set(rows: readonly Row[], state: Partial<StoreState> = {}): void {
    const before = new Map(this.#rows.map((row) => [row._id, row]));
    const changes: RowChange<Row>[] = [];
    for (const after of rows) {
      const known = before.get(after._id);
      if (known !== after) changes.push(known ? { before: known, after } : { after });
      before.delete(after._id);
    }
    for (const gone of before.values()) changes.push({ before: gone });
    this.#rows = rows;
    const version = this.#state.version + 1;
    this.#state = { ...this.#state, ...state, version, loaded: rows.length };
    for (const listener of [...this.#listeners]) listener();
    if (changes.length > 0) for (const listener of this.#changeListeners) listener(changes);
  }

  subscribe(listener: () => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  getState = () => this.#state;
  onChanges(listener: (changes: readonly RowChange<Row>[]) => void) {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }
  loadMore(): void {
    this.asked++;
  }

  async ask<Kind extends RowKind>(question: Question<Kind>, signal?: AbortSignal) {
    const { version } = this.#state;
    const answer = this.#answers[question.kind](question);
    await Promise.resolve();
    signal?.throwIfAborted();
    return { version, ...answer };
  }

  readonly #answers: Answers<Row, RowKind> = {
    window: ({ view, from, before }) => {
      const rows = this.#of(view);
      return { total: rows.length, rows: rows.slice(from, before) };
    },
    ids: ({ view }) => ({ ids: this.#of(view).map(({ _id }) => _id) }),
    positionOf: ({ view, id }) => {
      const position = this.#of(view).findIndex(({ _id }) => _id === id);
      return { position: position < 0 ? null : position };
    },
    rowsOf: ({ ids }) => ({
      rows: ids.flatMap((id) => this.#rows.find(({ _id }) => _id === id) ?? []),
    }),
    valueCounts: ({ view: { base, query, sort }, field }) => {
      const conditions = query.conditions.filter((condition) => condition.field !== field);
      const rows = this.#of({ base, query: { ...query, conditions }, sort });
      const column = this.#columns.find(({ id }) => id === field);
      const texts = rows.flatMap((row) => choicesOf(column?.value(row)));
      const values = [...new Set(texts)]
        .sort(compareTexts)
        .map((value) => ({ value, count: texts.filter((text) => text === value).length }));
      return { values };
    },
  };

  #of(view: TableView): Row[] {
    const rows = this.#rows.filter(this.testOf(view));
    const column = this.#columns.find(({ id }) => id === view.sort?.field);
    if (column === undefined) return rows;
    const sign = view.sort?.isDescending === true ? -1 : 1;
    const cell = (row: Row) => String(column.value(row) ?? "");
    return rows.sort((one, other) => sign * compareTexts(cell(one), cell(other)));
  }
}
