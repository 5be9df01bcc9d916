import { compareTexts } from "@/lib/textOrder";
import type { RowChange, RowStore, StoreRow, StoreState, TableView } from "@/lib/tables/rowStore";
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

  async window(view: TableView, from: number, before: number, signal?: AbortSignal) {
    const rows = this.#of(view);
    return this.#answer({ total: rows.length, rows: rows.slice(from, before) }, signal);
  }
  async ids(view: TableView, signal?: AbortSignal) {
    return this.#answer({ ids: this.#of(view).map(({ _id }) => _id) }, signal);
  }
  async positionOf(view: TableView, id: string, signal?: AbortSignal) {
    const position = this.#of(view).findIndex(({ _id }) => _id === id);
    return this.#answer({ position: position < 0 ? null : position }, signal);
  }
  async rowsOf(ids: readonly string[], signal?: AbortSignal) {
    const rows = ids.flatMap((id) => this.#rows.find(({ _id }) => _id === id) ?? []);
    return this.#answer({ rows }, signal);
  }
  async valueCounts({ base, query, sort }: TableView, field: string, signal?: AbortSignal) {
    const conditions = query.conditions.filter((condition) => condition.field !== field);
    const rows = this.#of({ base, query: { ...query, conditions }, sort });
    const column = this.#columns.find(({ id }) => id === field);
    const texts = rows.flatMap((row) => choicesOf(column?.value(row)));
    const values = [...new Set(texts)]
      .sort(compareTexts)
      .map((value) => ({ value, count: texts.filter((text) => text === value).length }));
    return this.#answer({ values }, signal);
  }

  #of(view: TableView): Row[] {
    const rows = this.#rows.filter(this.testOf(view));
    const column = this.#columns.find(({ id }) => id === view.sort?.field);
    if (column === undefined) return rows;
    const sign = view.sort?.isDescending === true ? -1 : 1;
    const cell = (row: Row) => String(column.value(row) ?? "");
    return rows.sort((one, other) => sign * compareTexts(cell(one), cell(other)));
  }

  async #answer<Value>(value: Value, signal: AbortSignal | undefined) {
    const { version } = this.#state;
    await Promise.resolve();
    signal?.throwIfAborted();
    return { version, ...value };
  }
}
