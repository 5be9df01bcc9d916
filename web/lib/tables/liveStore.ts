import type { ColumnDeclaration } from "../columns/columnDeclaration";
import { ColumnTable } from "../columns/columnTable";
import { BurstRest } from "./burstRest";
import { FollowedPages, type ChangesQuery } from "./followedPages";
import { IdentifiedRows, type Identify } from "./identifiedRows";
import { LivePages, type PageQuery, type QueryWatcher } from "./livePages";
import type { LiveRange } from "./liveRange";
import { mergeRanges } from "./mergeRanges";
import { Listeners } from "../observable";
import {
  UNOPENED,
  withRows,
  type MapStore,
  type Question,
  type QuestionKind,
  type RowChange,
  type StoreRow,
  type StoreState,
} from "./rowStore";
import { isSameRow } from "./sameRow";
import { TableReader } from "./tableReader";

/**
 * Size of the first page of each range: what a laptop shows, and quick to load. A list of all
 * samples has seven ranges, and each row is 1 kB.
 */
const FIRST_PAGE = 20;
/** The server's maximum page size. */
const NEXT_PAGE = 200;
/**
 * Number of rows loaded automatically, and added when more are requested: 15 MB of traffic, and a
 * change takes about 20 ms of the page's thread.
 */
const LIVE_REACH = 15_000;

/** Interval at which arriving rows are applied together while loading. */
const TAKE_INTERVAL_MS = 250;
const NO_LOOKUP = { text: "", rows: [] };

/** Applying rows sorts all of them, so the store then pauses for this many times the duration. */
const PAUSE_PER_TAKE = 9;

/** One index range of the server. */
export type StoreRange<Row> = {
  readonly query: PageQuery<Row>;
  readonly args: Readonly<Record<string, unknown>>;
};

/** Ranges whose pages are replaced by a feed of their changes once all their rows have arrived. */
type FollowedRanges<Row> = {
  readonly ranges: readonly StoreRange<Row>[];
  readonly changes: ChangesQuery<Row>;
  /** True for a row of the ranges; the feed contains others, too. */
  readonly has: (row: Row) => boolean;
};

type LiveStoreOptions<Row> = {
  readonly watcher: QueryWatcher;
  readonly columns: readonly ColumnDeclaration[];
  readonly ranges: readonly StoreRange<Row>[];
  readonly followed?: FollowedRanges<Row> | undefined;
  /** The order of each range on the server: a total order, 0 only for the same row. */
  readonly compare: (one: Row, other: Row) => number;
  /** Number of rows to load automatically. */
  readonly reach?: number;
  /** Size of each page after the first, and of each requested load. */
  readonly pageSize?: number;
  /** Also finds rows by their identifier while not all are loaded. */
  readonly identify?: Identify<Row>;
  /** Adds the cells of columns that are not fields of a row. */
  readonly cellsOf?: (row: Row) => Row;
};

/**
 * The rows of a small scope (a person's or a team's samples, the people of a company): live pages
 * of the server, all loaded automatically, and a `ColumnTable` on the page that answers questions
 * about them.
 *
 * While rows are still loading, the store contains the first rows of the list in the order of
 * `compare`, so that rows that arrive later never appear between shown ones. A searched identifier
 * adds its rows, wherever they are in the list.
 */
export class LiveStore<Row extends StoreRow> implements MapStore<Row> {
  readonly #options: LiveStoreOptions<Row>;
  readonly #pageSize: number;
  readonly #table: ColumnTable<Row>;
  readonly #reader: TableReader<Row>;
  readonly #listeners = new Listeners();
  readonly #changeListeners = new Listeners<[readonly RowChange<Row>[]]>();
  readonly onChanges = this.#changeListeners.add;
  #ranges: readonly LiveRange<Row>[] = [];
  readonly #rest = new BurstRest();
  readonly #identified: IdentifiedRows<Row> | null;
  /** The text and rows of the lookup that were last applied. */
  #applied: { readonly text: string; readonly rows: readonly Row[] } = { text: "", rows: [] };
  /** Rows of `#rows` that no range has loaded: those with the searched identifier. */
  #found: ReadonlySet<string> = new Set();
  #rows: ReadonlyMap<string, Row> = new Map();
  /** The last row in the order of `compare`: rows after it were not loaded before. */
  #tail: Row | undefined;
  #state: StoreState = UNOPENED;
  #reach: number;
  #isRefreshing = false;
  /** Earliest `performance.now()` at which rows still loading are applied again. */
  #nextTakeAtMs = -Infinity;

  constructor(options: LiveStoreOptions<Row>) {
    this.#options = options;
    this.#reach = options.reach ?? LIVE_REACH;
    this.#pageSize = options.pageSize ?? NEXT_PAGE;
    this.#table = new ColumnTable<Row>(options.columns);
    this.#reader = new TableReader(this.#table);
    const { watcher, identify } = options;
    const onChange = () => this.#scheduleRefresh();
    this.#identified = identify ? new IdentifiedRows(watcher, identify, onChange) : null;
  }

  subscribe(listener: () => void): () => void {
    const unsubscribe = this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#open();
    return () => {
      unsubscribe();
      if (this.#listeners.size === 0) this.#close();
    };
  }

  getState(): StoreState {
    return this.#state;
  }

  /** Answers in a microtask, with the rows of that moment. */
  async ask<Kind extends QuestionKind>(question: Question<Kind>, signal?: AbortSignal) {
    this.#lookUp(question as Question);
    await Promise.resolve();
    signal?.throwIfAborted();
    const answer = withRows<Row, Kind>(this.#reader.answer(question), (rows) =>
      rows.flatMap(({ _id }) => this.#rows.get(_id) ?? []),
    );
    return { version: this.#state.version, ...answer };
  }

  loadMore(rows = this.#options.pageSize ?? LIVE_REACH): void {
    this.#reach = Math.max(this.#reach, this.#fetched() + rows);
    this.#loadOn();
  }

  /** Looks up the identifier that a shown view searches; a mere count shows no rows. */
  #lookUp(question: Question): void {
    const isShown =
      question.kind === "mapped" || (question.kind === "window" && question.before > 0);
    if (isShown && this.#ranges.length > 0 && !this.#isComplete()) {
      this.#identified?.lookUp(question.view.query.search);
    }
  }

  #open(): void {
    const { watcher, ranges, followed } = this.#options;
    const onChange = () => this.#scheduleRefresh();
    this.#ranges = this.#openPages(ranges, onChange);
    if (followed !== undefined && followed.ranges.length > 0) {
      const openPages = (onPages: () => void) => this.#openPages(followed.ranges, onPages);
      const reach = LIVE_REACH;
      const options = { watcher, ...followed, openPages, reach, onChange };
      const pages = new FollowedPages<Row>(options);
      this.#ranges = [...this.#ranges, pages];
    }
    // Rows from an earlier opening stay until the first pages replace them; they are not complete.
    this.#state = { ...this.#state, expected: null, isLoading: true, isComplete: false };
    this.#scheduleRefresh();
  }

  #openPages(ranges: readonly StoreRange<Row>[], onChange: () => void): LivePages<Row>[] {
    const { watcher } = this.#options;
    return ranges.map(
      ({ query, args }) => new LivePages<Row>(watcher, query, args, FIRST_PAGE, onChange),
    );
  }

  #close(): void {
    this.#rest.end();
    this.#identified?.lookUp("");
    for (const range of this.#ranges) range.close();
    this.#ranges = [];
  }

  /** One change on the server may affect several ranges, so they are read together. */
  #scheduleRefresh(): void {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    queueMicrotask(() => {
      this.#isRefreshing = false;
      if (this.#listeners.size > 0) this.#refresh();
    });
  }

  #refresh(): void {
    const error = this.#ranges.find((range) => range.error !== null)?.error ?? null;
    const isReady = this.#ranges.every((range) => range.isReady);
    if (isReady && error === null) this.#loadOn();
    if (this.#isComplete()) this.#identified?.lookUp("");
    if (error === null && !this.#rest.isConsistent(this.#ranges)) return;
    const isLoading = error === null && this.#ranges.some((range) => range.isLoading);
    const isFilling = isLoading && isReady && this.#state.isReady;
    const isFound = this.#identified !== null && this.#identified.rows !== this.#applied.rows;
    // The next page arrives within ms; rendering the table for each would take longer than loading.
    if (isFilling && !isFound && performance.now() < this.#nextTakeAtMs) return;
    const changes = isReady ? this.#take() : [];
    this.#state = {
      version: this.#state.version + 1,
      loaded: this.#rows.size - this.#found.size,
      expected: this.#isComplete() ? this.#rows.size : null,
      isLoading,
      isReady: isReady || this.#state.isReady,
      isComplete: this.#isComplete(),
      error,
    };
    this.#rest.afterRead(this.#ranges);
    this.#listeners.notify();
    if (changes.length === 0) return;
    this.#changeListeners.notify(changes);
  }

  #isComplete(): boolean {
    return this.#ranges.length > 0 && this.#ranges.every((range) => range.isDone);
  }

  /**
   * Number of rows that have arrived, including those that wait for earlier rows of another range.
   */
  #fetched(): number {
    return this.#ranges.reduce((sum, { fetched }) => sum + fetched, 0);
  }

  #loadOn(): void {
    const isFar = this.#fetched() >= this.#reach;
    const size = this.#reach === Infinity ? NEXT_PAGE : this.#pageSize;
    for (const range of this.#ranges) if (!isFar || range.isBehind) range.loadMore(size);
  }

  /** Applies the rows of the pages to the table, and returns the changes among them. */
  #take(): RowChange<Row>[] {
    const startedAtMs = performance.now();
    const { compare, cellsOf = (row) => row } = this.#options;
    const parts = this.#ranges.flatMap((range) => range.parts);
    const merged = mergeRanges(parts, compare);
    const next = new Map(merged.map((row) => [row._id, row]));
    const { text, rows: identified } = this.#identified ?? NO_LOOKUP;
    const found = identified.filter(({ _id }) => !next.has(_id));
    for (const row of found) next.set(row._id, row);
    const { wasComplete, tail } = { wasComplete: this.#state.isComplete, tail: this.#tail };
    const wasKnown = (row: Row) => wasComplete || (tail !== undefined && compare(row, tail) <= 0);

    const changes: RowChange<Row>[] = [];
    const upserted: Row[] = [];
    for (const row of next.values()) {
      const before = this.#rows.get(row._id);
      // Reloaded ranges, for example after a server restart, contain unchanged rows as new objects.
      if (before === row || (before !== undefined && isSameRow(before, row))) continue;
      upserted.push(row);
      if (before !== undefined) changes.push({ before, after: row });
      else if (this.#state.isReady && wasKnown(row) && !found.includes(row))
        changes.push({ after: row });
    }
    const gone = [...this.#rows.values()].filter(({ _id }) => !next.has(_id));
    // A row that only another search had found has not left the list.
    const isOver = text !== this.#applied.text;
    for (const before of gone) {
      if (!isOver || !this.#found.has(before._id)) changes.push({ before });
    }

    this.#table.remove(gone.map(({ _id }) => _id));
    this.#table.upsert(upserted.map(cellsOf));
    this.#reader.forget();
    this.#rows = next;
    this.#applied = { text, rows: identified };
    this.#found = new Set(found.map(({ _id }) => _id));
    const nowMs = performance.now();
    const pauseMs = Math.max(TAKE_INTERVAL_MS, PAUSE_PER_TAKE * (nowMs - startedAtMs));
    this.#nextTakeAtMs = nowMs + pauseMs;
    this.#tail = merged.at(-1);
    return changes;
  }
}
