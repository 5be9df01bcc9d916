import type { ConvexReactClient } from "convex/react";
import type { FunctionReference, PaginationOptions, PaginationResult } from "convex/server";
import { ConvexError } from "convex/values";

/** The part of the Convex client that live pages use. */
export type QueryWatcher = Pick<ConvexReactClient, "watchQuery">;

/** A page of rows. `tested`: the rows that a filter looked at for it; all are in it if absent. */
type Page<Row> = PaginationResult<Row> & { readonly tested?: number };

/** A query of rows in pages. */
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
  stop: () => void;
};

/** A page that has grown this much is resent with every change: the range is loaded anew. */
const MAX_GROWTH = 3;

/** Sets apart the paginations of one page, whose cursors must not mix. */
let lastPaginationId = 0;

/**
 * One index range of the server, page after page, each live: the rows that a query would give in
 * one piece. A row that did not change stays the same object.
 */
export class LivePages<Row extends { readonly _id: string }> {
  readonly #watcher: QueryWatcher;
  readonly #query: PageQuery<Row>;
  readonly #args: Readonly<Record<string, unknown>>;
  readonly #onChange: () => void;
  #paginationId = ++lastPaginationId;
  #pages: LivePage<Row>[] = [];
  /** The rows of before the range was loaded anew, until it reaches as far. */
  #former: readonly Row[] = [];
  /** The error with which the server refused a page; null: it refused none. */
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
    const rows = this.#pages.flatMap(({ result }) => result?.page ?? []);
    const isBehind = !this.isDone && rows.length < this.#former.length;
    return isBehind ? this.#former : rows;
  }

  /** The number of rows that the server has looked at for these pages. */
  get looked(): number {
    return this.#pages.reduce(
      (sum, { result }) => sum + (result?.tested ?? result?.page.length ?? 0),
      0,
    );
  }

  /** False until the first page has come. */
  get isReady(): boolean {
    return this.#former.length > 0 || this.#pages[0]?.result !== undefined;
  }

  /** No row follows. */
  get isDone(): boolean {
    return this.#pages.at(-1)?.result?.isDone ?? false;
  }

  /** A page is on its way. */
  get isLoading(): boolean {
    return this.#pages.at(-1)?.result === undefined;
  }

  /** Loads the next page, unless one is on its way or there is none. */
  loadMore(size: number): void {
    const last = this.#pages.at(-1)?.result;
    if (last !== undefined && !last.isDone) this.#open(last.continueCursor, size);
  }

  close(): void {
    for (const page of this.#pages) page.stop();
    this.#pages = [];
  }

  #open(cursor: string | null, numItems: number): void {
    const page: LivePage<Row> = { cursor, numItems, result: undefined, stop: () => undefined };
    this.#pages.push(page);
    const paginationOpts = { cursor, numItems, id: this.#paginationId };
    const watch = this.#watcher.watchQuery(this.#query, { ...this.#args, paginationOpts });
    const read = () => {
      if (!this.#pages.includes(page)) return;
      try {
        const result = watch.localQueryResult();
        if (result === undefined || result === page.result) return;
        page.result = { ...result, page: keepUnchanged(page.result?.page ?? [], result.page) };
        if (result.page.length > MAX_GROWTH * numItems) this.#restart();
      } catch (error) {
        if (isInvalidCursor(error)) this.#restart();
        else this.error = error instanceof Error ? error : new Error(String(error));
      }
      this.#onChange();
    };
    page.stop = watch.onUpdate(read);
    read();
  }

  /** Loads the range anew, with cursors that fit its present rows. */
  #restart(): void {
    const [former, first] = [this.rows, this.#pages[0]];
    this.close();
    this.#former = former;
    this.#paginationId = ++lastPaginationId;
    this.#open(null, first?.numItems ?? former.length);
  }
}

/** The server compares cursors with the query's range, which may have changed underneath. */
function isInvalidCursor(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.message.includes("InvalidCursor")) return true;
  const data: unknown = error instanceof ConvexError ? error.data : null;
  return JSON.stringify(data)?.includes('"paginationError":"InvalidCursor"') ?? false;
}

/** Returns `after` with the objects of `before` where a row did not change. */
function keepUnchanged<Row extends { readonly _id: string }>(
  before: readonly Row[],
  after: readonly Row[],
): Row[] {
  const known = new Map(before.map((row) => [row._id, row]));
  return after.map((row) => {
    const former = known.get(row._id);
    return former && JSON.stringify(former) === JSON.stringify(row) ? former : row;
  });
}
