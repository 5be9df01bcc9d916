import type { QueryJournal } from "convex/browser";
import type { ConvexReactClient } from "convex/react";
import type { FunctionReference, PaginationOptions, PaginationResult } from "convex/server";
import { ConvexError } from "convex/values";
import type { LiveRange } from "./liveRange";
import { isSameRow } from "./sameRow";

/** The part of the Convex client that live pages use. */
export type QueryWatcher = Pick<ConvexReactClient, "watchQuery">;

/**
 * A page of rows. `tested`: number of rows that a filter tested for it; undefined if it contains
 * all of them.
 */
type Page<Row> = PaginationResult<Row> & { readonly tested?: number };

/** A paginated query of rows. */
export type PageQuery<Row> = FunctionReference<
  "query",
  "public",
  Record<string, unknown> & { paginationOpts: PaginationOptions },
  Page<Row>
>;

type LivePage<Row> = {
  readonly cursor: string | null;
  readonly numItems: number;
  result: Page<Row> | undefined;
  /** The client's own object of the latest answer. */
  answer: Page<Row> | undefined;
  /** Subscribes to the page again, from its start to its previous end. */
  watch: () => void;
  stop: () => void;
};

/** `stop` of a page without subscription: the client throws if a subscription is ended twice. */
const NOTHING = (): void => undefined;

/** A page that has grown by this factor is resent with every change, so the range is reloaded. */
const MAX_GROWTH = 3;

/** Distinguishes the paginations of one page, whose cursors must not be mixed. */
let lastPaginationId = 0;

/**
 * One index range of the server as consecutive live pages: the same rows as from a single query. An
 * unchanged row keeps its object identity.
 */
export class LivePages<Row extends { readonly _id: string }> implements LiveRange<Row> {
  readonly #watcher: QueryWatcher;
  readonly #query: PageQuery<Row>;
  readonly #args: Readonly<Record<string, unknown>>;
  readonly #onChange: () => void;
  #paginationId = ++lastPaginationId;
  #pages: LivePage<Row>[] = [];
  /** The old rows during a reload of the range, until it reaches as far. */
  #former: Pick<LivePages<Row>, "rows" | "looked" | "isDone"> | null = null;
  /** Pages whose rows have changed since `settle`. */
  readonly #changed = new Set<LivePage<Row>>();
  /** Pages without a subscription, and resubscribed ones without an answer yet. */
  readonly #stale = new Set<LivePage<Row>>();
  error: Error | null = null;

  constructor(
    watcher: QueryWatcher,
    query: PageQuery<Row>,
    args: Readonly<Record<string, unknown>>,
    firstSize: number,
    onChange: () => void,
  ) {
    this.#watcher = watcher;
    this.#query = query;
    this.#args = args;
    this.#onChange = onChange;
    this.#open(null, firstSize);
  }

  get rows(): readonly Row[] {
    if (this.#former !== null && this.isBehind) return this.#former.rows;
    return this.#pages.flatMap(({ result }) => result?.page ?? []);
  }

  get parts(): readonly [this] {
    return [this];
  }

  get fetched(): number {
    return this.#pages.reduce((sum, { result }) => sum + (result?.page.length ?? 0), 0);
  }

  /** Number of rows that the server has tested for these pages. */
  get looked(): number {
    return this.#pages.reduce(
      (sum, { result }) => sum + (result?.tested ?? result?.page.length ?? 0),
      0,
    );
  }

  get isReady(): boolean {
    return this.#former !== null || this.#pages[0]?.result !== undefined;
  }

  get isDone(): boolean {
    return this.#pages.at(-1)?.result?.isDone ?? false;
  }

  get isLoading(): boolean {
    return this.#pages.at(-1)?.result === undefined;
  }

  get isBehind(): boolean {
    if (this.#former === null || this.isDone) return false;
    return this.#former.isDone || this.looked < this.#former.looked;
  }

  get isStale(): boolean {
    return this.#stale.size > 0 || this.isBehind;
  }

  get hasChanged(): boolean {
    return this.#changed.size > 0;
  }

  settle(): void {
    this.#changed.clear();
  }

  rest(): void {
    for (const page of this.#changed) {
      page.stop();
      this.#stale.add(page);
    }
    this.#changed.clear();
  }

  resume(): void {
    for (const page of [...this.#stale]) page.watch();
  }

  loadMore(size: number): void {
    const last = this.#pages.at(-1)?.result;
    if (last !== undefined && !last.isDone) this.#open(last.continueCursor, size);
  }

  close(): void {
    for (const page of this.#pages) page.stop();
    this.#pages = [];
    this.#changed.clear();
    this.#stale.clear();
  }

  #open(cursor: string | null, numItems: number): void {
    const paginationOpts = { cursor, numItems, id: this.#paginationId };
    const args = { ...this.#args, paginationOpts };
    // The journal contains the page's end, so after resubscribing it still adjoins the next page.
    let journal: QueryJournal | undefined;
    const page: LivePage<Row> = {
      cursor,
      numItems,
      result: undefined,
      answer: undefined,
      watch: () => {
        const options = journal === undefined ? {} : { journal };
        const watch = this.#watcher.watchQuery(this.#query, args, options);
        const read = () => this.#read(page, () => watch.localQueryResult());
        const unsubscribe = watch.onUpdate(read);
        page.stop = () => {
          page.stop = NOTHING;
          journal = watch.journal();
          unsubscribe();
        };
        read();
      },
      stop: NOTHING,
    };
    this.#pages.push(page);
    page.watch();
  }

  /** Applies the result of a page, if it has changed. */
  #read(page: LivePage<Row>, resultOf: () => Page<Row> | undefined): void {
    if (!this.#pages.includes(page)) return;
    try {
      const result = resultOf();
      // A resubscribed page returns its previous answer until the server sends a new one.
      if (result === undefined || result === page.answer) return;
      page.answer = result;
      const before = page.result?.page;
      const rows = keepUnchanged(before ?? [], result.page);
      page.result = { ...result, page: rows };
      this.#stale.delete(page);
      if (!this.isBehind) this.#former = null;
      if (before !== undefined && !isSameList(before, rows)) this.#changed.add(page);
      // A reloading range may keep growing; otherwise an import would restart it over and over.
      if (!this.isBehind && rows.length > MAX_GROWTH * page.numItems) this.#restart();
    } catch (error) {
      if (isInvalidCursor(error)) this.#restart();
      else this.error = error instanceof Error ? error : new Error(String(error));
    }
    this.#onChange();
  }

  /** Reloads the range, with cursors that fit its current rows. */
  #restart(): void {
    const { rows, looked, isDone } = this;
    const former = this.isBehind ? this.#former : { rows, looked, isDone };
    const firstSize = this.#pages[0]?.numItems ?? 1;
    this.close();
    this.#former = former;
    this.#paginationId = ++lastPaginationId;
    this.#open(null, firstSize);
  }
}

/** The server validates cursors against the query's range, which may have changed. */
export function isInvalidCursor(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.message.includes("InvalidCursor")) return true;
  const data: unknown = error instanceof ConvexError ? error.data : null;
  return JSON.stringify(data)?.includes('"paginationError":"InvalidCursor"') ?? false;
}

const isSameList = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

/** Returns `after`, with the objects of `before` for unchanged rows. */
function keepUnchanged<Row extends { readonly _id: string }>(
  before: readonly Row[],
  after: readonly Row[],
): Row[] {
  const known = new Map(before.map((row) => [row._id, row]));
  return after.map((row) => {
    const former = known.get(row._id);
    return former && isSameRow(former, row) ? former : row;
  });
}
