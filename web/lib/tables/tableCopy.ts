import { STATUSES, sumOf, type StatusCounts } from "#domain/custody/statuses";
import type { ColumnDeclaration } from "../columns/columnDeclaration";
import { ColumnTable } from "../columns/columnTable";
import {
  FeedRefused,
  isAt,
  type FeedChanges,
  type FeedEnd,
  type FeedPage,
  type FeedPlace,
  type FeedPosition,
  type FeedServer,
} from "./feed";
import type { StoredTable, TableToStore } from "./encryptedTableStorage";
import { UNOPENED, type RowChange, type StoreRow, type StoreState } from "./rowStore";
import { isSameRow } from "./sameRow";
import { TableReader } from "./tableReader";

/** More changes than this together are not announced: the user was away. */
const MAX_NEWS = 100;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;
/** Pause between consecutive reloads, to relieve the server. */
const RELOAD_PAUSE_MS = 10_000;
/** How often rows that do not match the server's counts are reloaded before they are accepted. */
const MAX_REPAIRS = 3;
/**
 * Minimum interval between requests for changes by a complete replica, so that changes of a busy
 * moment are fetched together.
 */
const MIN_PULL_INTERVAL_MS = 250;
const PAGES_PER_STATE = 10;
/** Number of changed rows that can be inserted into all orders within 8 ms. */
const SLICE_ROWS = 25;

type CopyOptions<Row> = {
  readonly server: FeedServer<Row>;
  readonly columns: readonly ColumnDeclaration[];
  readonly onState: (state: StoreState) => void;
  readonly onChanges: (changes: readonly RowChange<Row>[]) => void;
  /** Resolves after the thread has answered the questions that arrived in the meantime. */
  readonly pause: () => Promise<void>;
  readonly sleep: (ms: number) => Promise<void>;
  /** Monotonic clock, ms. */
  readonly now: () => number;
  readonly log: (text: string) => void;
  /** Called when the replica is complete and every order has been created. */
  readonly onIdle: () => void;
};

/**
 * What is known of the rows in the table; `place` is their position in the feed.
 *
 * - `none`: no rows.
 * - `stored`: the rows as of `place`, as this browser kept them. The server may have gone back.
 * - `loaded`: pages from `place` on. Some may be newer, and no change has been applied yet.
 * - `mixed`: some of the changes after `place` are applied.
 * - `exact`: the rows as of `place`.
 */
type Rows =
  | { readonly kind: "none" }
  | { readonly kind: "stored" | "loaded" | "mixed" | "exact"; readonly place: FeedPlace };

/**
 * All rows that a reader may see, replicated from the server and kept exact by its feed.
 *
 * `follow` passes the feed's position whenever it changes. The replica first loads all pages, into
 * a table that is not shown yet, and then the changes after that position:
 *
 * ```text
 * follow(7)   page page page …   changes 7→9   complete   changes 9→10
 *                 ↑ follow(9)                    ↑ follow(10)
 * ```
 *
 * It reloads all pages when the server requires it (a restored backup, too far behind), and when
 * the number of rows in a status differs from the server's count at the same position.
 */
export class TableCopy<Row extends StoreRow & { readonly status: string }> {
  readonly #options: CopyOptions<Row>;
  #table: ColumnTable<Row>;
  #reader: TableReader<Row>;
  #rows: Rows = { kind: "none" };
  #state: StoreState = UNOPENED;
  #followed: FeedPosition | null = null;
  #repairs = 0;
  #lastPullAtMs = -Infinity;
  #work: "none" | "following" | "closed" = "none";
  /** Creates the missing orders, a slice at a time; null while none are missing. */
  #preparing: Iterator<unknown> | null = null;

  constructor(options: CopyOptions<Row>) {
    this.#options = options;
    this.#table = new ColumnTable<Row>(options.columns);
    this.#reader = new TableReader(this.#table);
  }

  get state(): StoreState {
    return this.#state;
  }

  get table(): ColumnTable<Row> {
    return this.#table;
  }

  /** Answers questions about the rows of `state.version`. */
  get reader(): TableReader<Row> {
    return this.#reader;
  }

  /** Returns the table and its position for storage; null while the rows are not of one moment. */
  save(): TableToStore | null {
    if (this.#rows.kind !== "exact") return null;
    return { place: this.#rows.place, table: this.#table.save() };
  }

  /**
   * Starts with a stored table instead of loading all pages.
   *
   * @throws Error if it does not fit; the replica is unchanged then
   */
  async adopt({ place, find }: StoredTable): Promise<void> {
    const table = new ColumnTable<Row>(this.#options.columns);
    await table.restore(find);
    this.#replace(table, { kind: "stored", place });
  }

  /** Continues until the replica is at `position` or beyond. */
  follow(position: FeedPosition): void {
    this.#followed = position;
    if (this.#work === "none") void this.#run();
  }

  /** Stops all work; pending results are discarded. */
  close(): void {
    this.#work = "closed";
  }

  get #isClosed(): boolean {
    return this.#work === "closed";
  }

  async #run(): Promise<void> {
    this.#work = "following";
    try {
      while (!this.#isClosed && this.#followed !== null) {
        const position = this.#followed;
        const isThere = await this.#approach(position);
        if (isThere && position === this.#followed) return;
      }
    } catch (error) {
      if (this.#isClosed) return;
      if (error instanceof FeedRefused) this.#setState({ error, isLoading: false });
      else this.#fail(error);
    } finally {
      if (!this.#isClosed) this.#work = "none";
    }
  }

  /** Abandons the replica after a bug: its rows may be wrong. */
  #fail(thrown: unknown): void {
    this.close();
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    this.#options.log(`The copy failed: ${error.stack ?? error.message}`);
    this.#setState({ error, isLoading: false, isComplete: false });
  }

  /** Takes one step towards `position`; true if no step is left. */
  async #approach(position: FeedPosition): Promise<boolean> {
    const rows = this.#rows;
    if (rows.kind === "none") {
      await this.#load(position);
      return false;
    }
    if (rows.kind !== "exact" || !isAt(rows.place, position)) {
      return await this.#catchUp(rows, position);
    }
    if (!this.#hasCounts(position.counts) && this.#repairs < MAX_REPAIRS) {
      this.#repairs++;
      this.#options.log("The copy has other counts than the server: it is loaded again");
      await this.#load(position);
      return false;
    }
    this.#complete();
    return true;
  }

  /** Applies the next changes; true if they reached `position` or went beyond. */
  async #catchUp(
    { kind, place }: Exclude<Rows, { kind: "none" }>,
    position: FeedPosition,
  ): Promise<boolean> {
    if (this.#state.isComplete && kind === "exact") await this.#untilNextPull();
    const changes = await this.#retrying(() => this.#options.server.changes(place));
    if (this.#isClosed) return true;
    const isMixed = kind === "loaded" || kind === "mixed";
    if (changes !== null && isMixed && changes.runId !== place.runId) {
      // Rows of several moments may be newer than their position, or may have been skipped because
      // a newer version was expected later; a backup restored in the meantime has rolled those
      // back.
      const { runId, heads } = changes;
      await this.#load({ ...position, runId, heads });
      return false;
    }
    if (changes === null) {
      // Reloading from this position would lead to the same result; a newer position will follow.
      if (isAt(place, position)) return true;
      this.#options.log("The copy cannot follow the server any more: it is loaded again");
      if (kind === "loaded") await this.#options.sleep(RELOAD_PAUSE_MS);
      await this.#load(this.#followed ?? position);
      return false;
    }
    await this.#apply(place, changes);
    // At the position itself, the counts are compared.
    if (!changes.isDone || isAt(changes, position)) return false;
    this.#complete();
    return true;
  }

  async #untilNextPull(): Promise<void> {
    const { now, sleep } = this.#options;
    const waitMs = this.#lastPullAtMs + MIN_PULL_INTERVAL_MS - now();
    if (waitMs > 0) await sleep(waitMs);
    this.#lastPullAtMs = now();
  }

  #complete(): void {
    if (!this.#state.isComplete || this.#state.isLoading) {
      this.#setState({ isComplete: true, isReady: true, isLoading: false, error: null });
    }
    if (this.#preparing === null) void this.#prepare();
  }

  /** Creates the missing orders, interleaved with all other work. */
  async #prepare(): Promise<void> {
    let version;
    do {
      ({ version } = this.#state);
      this.#preparing = this.#table.prepare();
      while (!this.#isClosed && !this.#preparing.next().done) await this.#options.pause();
    } while (version !== this.#state.version && !this.#isClosed);
    this.#preparing = null;
    if (!this.#isClosed) this.#options.onIdle();
  }

  /** Loads the rows from `position` on into a new table that then replaces the current one. */
  async #load({ runId, heads, counts }: FeedPosition): Promise<void> {
    const table = new ColumnTable<Row>(this.#options.columns);
    const expected = sumOf(counts);
    table.reserve(expected);
    this.#setState({ loaded: 0, expected, isLoading: true, error: null });
    await this.#loadFromBothEnds(table);
    if (!this.#isClosed) this.#replace(table, { kind: "loaded", place: { runId, heads } });
  }

  /**
   * Loads pages from the oldest row on and from the newest one back, until they meet. A page can be
   * requested only with the cursor of the one before it: with two pages on their way, the server
   * reads one while the other is compressed, sent or inserted.
   *
   * A row that both ends load may end up in its earlier version; the changes contain it again.
   */
  async #loadFromBothEnds(table: ColumnTable<Row>): Promise<void> {
    const { server, pause } = this.#options;
    const read = (end: FeedEnd, cursor: string | null) =>
      this.#retrying(() => server.page(end, cursor));
    /** All rows created before `oldest`, or after `newest`, are requested. */
    const reached = { oldest: -Infinity, newest: Infinity };
    let count = 0;
    let isOver = false;
    const insert = async (rows: readonly Row[]) => {
      table.upsert(rows);
      await pause();
    };
    const loadFrom = async (end: FeedEnd, first: FeedPage<Row>) => {
      for (let page: FeedPage<Row> | null = first; page !== null;) {
        const { rows, cursor }: FeedPage<Row> = page;
        reached[end] = rows.at(-1)?._creationTime ?? reached[end];
        isOver ||= this.#isClosed || cursor === null || reached.oldest > reached.newest;
        // Requested while this page is inserted.
        const following: Promise<FeedPage<Row>> | null = isOver ? null : read(end, cursor);
        [page] = await Promise.all([following, insert(rows)]);
        if (++count % PAGES_PER_STATE === 0 && !isOver) this.#setState({ loaded: table.size });
      }
    };
    const first = await read("oldest", null);
    const fromNewest = async () => {
      if (first.cursor !== null) await loadFrom("newest", await read("newest", null));
    };
    try {
      await Promise.all([loadFrom("oldest", first), fromNewest()]);
    } finally {
      isOver = true; // after a failure the other end stops too
    }
  }

  #replace(table: ColumnTable<Row>, rows: Rows): void {
    this.#table = table;
    this.#reader = new TableReader(table);
    this.#rows = rows;
    this.#setState({ version: this.#state.version + 1, loaded: table.size, expected: table.size });
  }

  async #apply(
    place: FeedPlace,
    { runId, heads, rows, removed, isDone }: FeedChanges<Row>,
  ): Promise<void> {
    const changes: RowChange<Row>[] = [];
    for (const after of rows) {
      const before = this.#table.get(after._id);
      if (before === undefined) changes.push({ after });
      else if (!isSameRow(before, after)) changes.push({ before, after });
    }
    for (const id of removed) {
      const before = this.#table.get(id);
      if (before !== undefined) changes.push({ before });
    }
    const isNews = this.#state.isComplete && isDone && changes.length <= MAX_NEWS;
    this.#rows = { kind: "mixed", place };
    for (let from = 0; from < changes.length; from += SLICE_ROWS) {
      const slice = changes.slice(from, from + SLICE_ROWS);
      this.#table.remove(
        slice.flatMap(({ before, after }) => (before && !after ? before._id : [])),
      );
      this.#table.upsert(slice.flatMap(({ after }) => after ?? []));
      this.#reader.forget();
      const { size } = this.#table;
      this.#setState({ version: this.#state.version + 1, loaded: size, expected: size });
      await this.#options.pause();
    }
    this.#rows = { kind: isDone ? "exact" : "mixed", place: { runId, heads } };
    if (isNews && changes.length > 0) this.#options.onChanges(changes);
  }

  #hasCounts(counts: StatusCounts): boolean {
    const found = this.#table.find({ search: "", conditions: [] }).valueCounts("status");
    const here = new Map(found.map(({ value, count }) => [value, count]));
    return STATUSES.every((status) => (here.get(status) ?? 0) === counts[status]);
  }

  /** Retries connection failures with increasing delays. */
  async #retrying<Value>(ask: () => Promise<Value>): Promise<Value> {
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(2 * waitMs, LAST_RETRY_MS)) {
      try {
        return await ask();
      } catch (error) {
        if (error instanceof FeedRefused || this.#isClosed) throw error;
        await this.#options.sleep(waitMs);
      }
    }
  }

  #setState(changed: Partial<StoreState>): void {
    this.#state = { ...this.#state, ...changed };
    this.#options.onState(this.#state);
  }
}
