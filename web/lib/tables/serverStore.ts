import {
  isEmptyQuery,
  choicesOf,
  rowMatcher,
  type FilterColumn,
  type TableQuery,
} from "#domain/tables/tableFilters";
import type { ValueCount } from "../columns/dictionaryColumn";
import { compareTexts } from "../textOrder";
import { IdentifiedRows, type Identify } from "./identifiedRows";
import { LivePages, type QueryWatcher } from "./livePages";
import { mergeRanges } from "./mergeRanges";
import { Listeners } from "../observable";
import {
  UNOPENED,
  type Answers,
  type Question,
  type RowChange,
  type RowKind,
  type RowStore,
  type StoreRow,
  type StoreState,
  type TableView,
} from "./rowStore";
import { orderFor, sortRows, type ServerOrder, type ServerOrders } from "./serverOrders";

/** Size of a range's first page: what a screen shows. */
const FIRST_PAGE = 50;
/** The server resends a page when one of its rows changes, so larger pages cost more per change. */
const NEXT_PAGE = 100;
/** Rows that the server tests per page of a search: convex/lib/tableQueries.ts. */
export const SCAN_PAGE = 500;
/**
 * Number of matches after which a search pauses until the user requests more: about two screens.
 */
const ENOUGH_MATCHES = 50;
/** Number of rows that one search tests automatically: 200 requests, each of which stays live. */
const SEARCH_REACH = 100_000;
/** Number of rows loaded automatically to be sorted by a column. */
const SORT_REACH = 5_000;

export type ServerStoreOptions<Row> = ServerOrders<Row> & {
  readonly watcher: QueryWatcher;
  /** Also finds rows by their identifier. */
  readonly identify?: Identify<Row>;
};

/** A search in progress: the ranges that it reads, and the rows found so far. */
type Search<Row extends StoreRow> = {
  readonly query: TableQuery | null;
  readonly order: ServerOrder<Row>;
  readonly pages: readonly LivePages<Row>[];
  readonly identified: IdentifiedRows<Row> | null;
  rows: readonly Row[];
  /** The first rows had arrived: rows that now appear among them are changes. */
  wasReady: boolean;
};

/**
 * The rows of a list with millions of rows, of which the browser has only the first pages. The
 * server searches and filters page by page, and the store reports its progress. Answers cover the
 * loaded rows.
 */
export class ServerStore<Row extends StoreRow> implements RowStore<Row> {
  readonly #options: ServerStoreOptions<Row>;
  readonly #matcher: (query: TableQuery) => (row: Row) => boolean;
  readonly #listeners = new Listeners();
  readonly #changeListeners = new Listeners<[readonly RowChange<Row>[]]>();
  readonly onChanges = this.#changeListeners.add;
  #all: Search<Row> | null = null;
  #found: Search<Row> | null = null;
  #isSorted = false;
  /** Incremented each time the user requests more. */
  #rounds = 1;
  #isRefreshing = false;
  #state: StoreState = UNOPENED;

  constructor(options: ServerStoreOptions<Row>) {
    this.#options = options;
    this.#matcher = rowMatcher(options.columns);
  }

  subscribe(listener: () => void): () => void {
    const unsubscribe = this.#listeners.add(listener);
    if (this.#all === null) this.#all = this.#open(null, this.#options.order);
    return () => {
      unsubscribe();
      if (this.#listeners.size > 0) return;
      close(this.#all);
      close(this.#found);
      this.#all = this.#found = null;
    };
  }

  getState(): StoreState {
    return this.#state;
  }

  async ask<Kind extends RowKind>(question: Question<Kind>, signal?: AbortSignal) {
    await Promise.resolve();
    signal?.throwIfAborted();
    return { version: this.#state.version, ...this.#answers[question.kind](question) };
  }

  readonly #answers: Answers<Row, RowKind> = {
    window: ({ view, from, before }) => {
      if (before > 0) this.#lookFor(view); // a mere count does not justify a search
      const rows = this.#rowsOf(view);
      return { total: rows.length, rows: rows.slice(from, before) };
    },
    ids: ({ view }) => ({ ids: this.#rowsOf(view).map(({ _id }) => _id) }),
    valueCounts: ({ view, field }) => {
      const others = view.query.conditions.filter((condition) => condition.field !== field);
      const query = { ...view.query, conditions: others };
      const column = this.#options.columns.find(({ id }) => id === field);
      const rows = this.#here().filter(this.#matcher(query));
      return { values: column === undefined ? [] : countValues(rows, column) };
    },
    positionOf: ({ view, id }) => {
      const position = this.#rowsOf(view).findIndex(({ _id }) => _id === id);
      return { position: position < 0 ? null : position };
    },
    rowsOf: ({ ids }) => {
      const known = new Map(this.#here().map((row) => [row._id, row]));
      return { rows: ids.flatMap((id) => known.get(id) ?? []) };
    },
  };

  loadMore(): void {
    this.#rounds++;
    this.#loadOn();
    this.#scheduleRefresh();
  }

  /** The loaded rows, some of which may not match. */
  #here(): readonly Row[] {
    return this.#shown()?.rows ?? [];
  }

  /** The search whose rows are shown: the latest, once its first rows have arrived. */
  #shown(): Search<Row> | null {
    return this.#found?.wasReady === true ? this.#found : this.#all;
  }

  #rowsOf({ query, sort }: TableView): readonly Row[] {
    const rows = this.#here().filter(this.#matcher(query));
    const given = this.#shown()?.order ?? this.#options.order;
    return sortRows(rows, given, this.#options, sort);
  }

  /** Starts a search on the server for a view that is not completely loaded. */
  #lookFor({ query, sort }: TableView): void {
    const { order: own } = this.#options;
    const order = orderFor(this.#options, sort);
    const isSorted = order === own && sort !== null;
    const asked = isEmptyQuery(query) ? null : query;
    const isHere = this.#isAllHere() || (asked === null && order === own);
    const isSame = isHere
      ? this.#found === null
      : order === this.#found?.order && JSON.stringify(asked) === JSON.stringify(this.#found.query);
    if (isSame && isSorted === this.#isSorted) return;
    this.#rounds = 1;
    this.#isSorted = isSorted;
    if (!isSame) {
      close(this.#found);
      this.#found = isHere ? null : this.#open(asked, order);
    }
    this.#scheduleRefresh();
  }

  #isAllHere(): boolean {
    return this.#all !== null && this.#all.pages.every(({ isDone }) => isDone);
  }

  #open(query: TableQuery | null, order: ServerOrder<Row>): Search<Row> {
    const { watcher, identify } = this.#options;
    const size = query === null ? FIRST_PAGE : SCAN_PAGE;
    const ranges = order.rangesOf(query);
    const pages = ranges.map(
      (range) =>
        new LivePages<Row>(watcher, range.query, range.args, size, () => this.#scheduleRefresh()),
    );
    this.#scheduleRefresh();
    const onChange = () => this.#scheduleRefresh();
    const identified = identify ? new IdentifiedRows(watcher, identify, onChange) : null;
    identified?.lookUp(query?.search ?? "");
    return { query, order, pages, identified, rows: [], wasReady: false };
  }

  #scheduleRefresh(): void {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    queueMicrotask(() => {
      this.#isRefreshing = false;
      if (this.#listeners.size > 0) this.#refresh();
    });
  }

  #refresh(): void {
    const changes = [this.#all, this.#found].flatMap((search) =>
      search ? this.#take(search) : [],
    );
    this.#loadOn();
    const search = this.#found ?? this.#all;
    const pages = search?.pages ?? [];
    const error = pages.find((page) => page.error !== null)?.error ?? null;
    this.#state = {
      version: this.#state.version + 1,
      loaded: this.#here().length,
      expected: null,
      ...(this.#found?.query ? { looked: lookedOf(this.#found) } : {}),
      ...(search?.order.sort ? { isSortedByServer: true } : {}),
      isLoading: error === null && pages.some(({ isLoading }) => isLoading),
      isReady: this.#all?.wasReady === true,
      isComplete: pages.length > 0 && pages.every(({ isDone }) => isDone),
      error,
    };
    this.#listeners.notify();
    if (changes.length === 0) return;
    this.#changeListeners.notify(changes);
  }

  /** Applies arrived rows, and returns the changes among them. */
  #take(search: Search<Row>): RowChange<Row>[] {
    if (!search.pages.every(({ isReady }) => isReady)) return [];
    const { compare } = search.order;
    const merged = mergeRanges(search.pages, compare);
    const there = new Set(merged.map(({ _id }) => _id));
    const others = (search.identified?.rows ?? []).filter(({ _id }) => !there.has(_id));
    const rows = others.length === 0 ? merged : [...merged, ...others].sort(compare);
    const gone = new Map(search.rows.map((row) => [row._id, row]));
    // Rows after the last known one were merely loaded.
    const lastKnown = rows.findLastIndex(({ _id }) => gone.has(_id));
    const changes: RowChange<Row>[] = [];
    for (const [index, after] of rows.entries()) {
      const before = gone.get(after._id);
      gone.delete(after._id);
      if (before === undefined ? index < lastKnown : before !== after) {
        changes.push(before === undefined ? { after } : { before, after });
      }
    }
    for (const before of gone.values()) changes.push({ before });
    const news = search.wasReady ? changes : [];
    search.rows = rows;
    search.wasReady = true;
    return news;
  }

  #loadOn(): void {
    const search = this.#found ?? this.#all;
    if (search === null || search.pages.some(({ isLoading }) => isLoading)) return;
    const { wanted, size } = this.#aim(search);
    for (const page of search.pages) if (wanted || page.isBehind) page.loadMore(size);
  }

  /** Whether to load more automatically, and the page size. */
  #aim(search: Search<Row>): { wanted: boolean; size: number } {
    const { query, rows } = search;
    const looked = lookedOf(search);
    if (query !== null) {
      const isEnough = rows.filter(this.#matcher(query)).length >= ENOUGH_MATCHES * this.#rounds;
      return { wanted: !isEnough && looked < SEARCH_REACH * this.#rounds, size: SCAN_PAGE };
    }
    if (this.#isSorted) return { wanted: looked < SORT_REACH * this.#rounds, size: 2 * NEXT_PAGE };
    // A range with few rows gives a short page.
    return { wanted: rows.length < FIRST_PAGE + NEXT_PAGE * (this.#rounds - 1), size: NEXT_PAGE };
  }
}

function lookedOf<Row extends StoreRow>({ pages }: Search<Row>): number {
  return pages.reduce((sum, page) => sum + page.looked, 0);
}

function close<Row extends StoreRow>(search: Search<Row> | null): void {
  for (const page of search?.pages ?? []) page.close();
  search?.identified?.lookUp("");
}

function countValues<Row>(rows: readonly Row[], { value }: FilterColumn<Row>): ValueCount[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const text of choicesOf(value(row))) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .map(([text, count]) => ({ value: text, count }))
    .sort((one, other) => compareTexts(one.value, other.value));
}
