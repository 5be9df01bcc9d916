import type { FunctionReference } from "convex/server";
import type { FeedPlace } from "./feed";
import type { LivePages, QueryWatcher } from "./livePages";
import type { LiveRange } from "./liveRange";
import type { LoadedRange } from "./mergeRanges";
import { isSameRow } from "./sameRow";

/** The changes after a position of a feed. */
type Changes<Row> = {
  /** The position after these changes. */
  readonly place: FeedPlace;
  /** The changed rows in their current state. */
  readonly rows: readonly Row[];
  /** Ids of rows that left. */
  readonly left: readonly string[];
  /** No change follows. */
  readonly isDone: boolean;
};

/**
 * A query of changes; without `since`, only of the current position. Null: the rows must be loaded
 * from pages for now; "withdrawn": in addition, some of the loaded rows must no longer be shown.
 */
export type ChangesQuery<Row> = FunctionReference<
  "query",
  "public",
  { since: { runId: string; heads: number[] } | null; watchId: number },
  Answer<Row>
>;

type Answer<Row> = Changes<Row> | "withdrawn" | null;

type Options<Row extends { readonly _id: string }> = {
  readonly watcher: QueryWatcher;
  readonly changes: ChangesQuery<Row>;
  /** True for a row that belongs to the pages; the feed contains others, too. */
  readonly has: (row: Row) => boolean;
  /** Opens the live pages, which together contain all rows. */
  readonly openPages: (onChange: () => void) => LivePages<Row>[];
  /** Maximum number of rows that pages load. */
  readonly reach: number;
  readonly onChange: () => void;
};

/**
 * A live answer is resent whole with each further change. Once an answer longer than this is
 * resent, the next subscription starts after it.
 */
const LONG_ANSWER = 20;

const NOTHING = (): void => undefined;

/**
 * Distinguishes the subscriptions of one browser, because the client caches answers to equal
 * queries.
 */
let lastWatchId = 0;

/**
 * Rows that are loaded by live pages and then kept current by a feed of changes:
 *
 * ```text
 * pages     ----load----|           |----load----|
 * changes   position    |since ...  |position    |since ...
 *                                   ^ the server answers null
 * ```
 *
 * The position is read before the pages are complete, and a row that changed in between is applied
 * again, so no change is missed. A change costs the server one row instead of a page.
 */
export class FollowedPages<Row extends { readonly _id: string }> implements LiveRange<Row> {
  readonly #options: Options<Row>;
  /** Null while the changes feed has replaced them. */
  #pages: readonly LivePages<Row>[] | null = null;
  /** The rows while the feed is followed, and afterwards until pages have replaced them. */
  #rows: ReadonlyMap<string, Row> | null = null;
  /** All changes up to this position are applied; null: the feed cannot be followed yet. */
  #place: FeedPlace | null = null;
  #stopWatch = NOTHING;
  #isWatching = false;
  /** Changes are being loaded. */
  #isOutdated = false;
  #hasChanged = false;
  #refusal: Error | null = null;

  constructor(options: Options<Row>) {
    this.#options = options;
    this.#load();
  }

  get parts(): readonly LoadedRange<Row>[] {
    return this.#pages !== null && !this.#isReplacing
      ? this.#pages
      : [{ rows: [...(this.#rows?.values() ?? [])], isDone: true }];
  }

  get fetched(): number {
    return this.#pages?.reduce((sum, { fetched }) => sum + fetched, 0) ?? this.#rows?.size ?? 0;
  }

  get isReady(): boolean {
    return this.#isReplacing || (this.#pages ?? []).every(({ isReady }) => isReady);
  }

  get isDone(): boolean {
    return (this.#pages ?? []).every(({ isDone }) => isDone);
  }

  get isLoading(): boolean {
    return (this.#pages ?? []).some(({ isLoading }) => isLoading);
  }

  get isBehind(): boolean {
    return this.#isReplacing || (this.#pages ?? []).some(({ isBehind }) => isBehind);
  }

  get isStale(): boolean {
    if (this.#pages === null) return this.#isOutdated;
    return this.#isReplacing || this.#pages.some(({ isStale }) => isStale);
  }

  get hasChanged(): boolean {
    return this.#hasChanged || (this.#pages ?? []).some(({ hasChanged }) => hasChanged);
  }

  get error(): Error | null {
    return this.#refusal ?? this.#pages?.find(({ error }) => error !== null)?.error ?? null;
  }

  settle(): void {
    this.#hasChanged = false;
    for (const range of this.#pages ?? []) range.settle();
  }

  rest(): void {
    for (const range of this.#pages ?? []) range.rest();
    if (this.#pages === null && this.#hasChanged) this.#stop();
    this.#hasChanged = false;
  }

  resume(): void {
    for (const range of this.#pages ?? []) range.resume();
    if (this.#pages === null && !this.#isWatching) this.#follow();
  }

  loadMore(size: number): void {
    for (const range of this.#pages ?? []) range.loadMore(size);
  }

  close(): void {
    this.#stop();
    this.#closePages();
  }

  /** True during a reload: old rows stay until every page has arrived. */
  get #isReplacing(): boolean {
    return this.#pages !== null && this.#rows !== null && !this.isDone;
  }

  /** Loads the pages, unless they are open, and requests the position from which to follow. */
  #load(): void {
    this.#stop();
    this.#place = null;
    this.#isOutdated = false;
    this.#pages ??= this.#options.openPages(() => this.#onPages());
    this.#watch(null, (answer) => {
      if (answer === null || answer === "withdrawn") return; // the rows still come from pages
      this.#stop();
      this.#place = answer.place;
      this.#onPages();
    });
  }

  #onPages(): void {
    if (this.#pages === null) return;
    if (!this.#isReplacing) this.#rows = null;
    const areWhole = this.isDone && !this.isStale;
    if (areWhole && this.#place !== null && !this.#isWatching) this.#follow();
    this.#options.onChange();
  }

  #follow(): void {
    this.#stop();
    this.#isOutdated = true;
    let isRepeated = false;
    this.#watch(this.#place, (answer) => {
      if (answer === null || answer === "withdrawn") this.#loadAgain(answer);
      // Pages with invalidated cursors lacked rows; they are reloading, so ask again afterwards.
      else if (!this.isDone) this.#stop();
      else {
        this.#take(answer);
        const isLong = isRepeated && answer.rows.length + answer.left.length > LONG_ANSWER;
        if (!answer.isDone || isLong) this.#follow();
      }
      isRepeated = true;
      this.#options.onChange();
    });
  }

  #loadAgain(answer: "withdrawn" | null): void {
    const isShown = answer === null && (this.#rows?.size ?? 0) <= this.#options.reach;
    if (!isShown) this.#rows = null;
    this.#load();
  }

  #take({ place, rows: changed, left }: Changes<Row>): void {
    const rows = new Map(
      this.#pages === null
        ? (this.#rows ?? [])
        : this.#pages.flatMap(({ rows }) => rows.map((row) => [row._id, row] as const)),
    );
    this.#closePages();
    for (const id of left) if (rows.delete(id)) this.#hasChanged = true;
    for (const row of changed) {
      const before = rows.get(row._id);
      if (before !== undefined && isSameRow(before, row)) continue;
      if (this.#options.has(row)) rows.set(row._id, row);
      else if (!rows.delete(row._id)) continue;
      this.#hasChanged = true;
    }
    this.#rows = rows;
    this.#place = place;
    this.#isOutdated = false;
  }

  #closePages(): void {
    for (const range of this.#pages ?? []) range.close();
    this.#pages = null;
  }

  #stop(): void {
    this.#isWatching = false;
    this.#stopWatch();
    this.#stopWatch = NOTHING;
  }

  /** Subscribes to the answer to one query, after ending the previous subscription. */
  #watch(since: FeedPlace | null, onAnswer: (answer: Answer<Row>) => void): void {
    const { watcher, changes } = this.#options;
    const place = since && { runId: since.runId, heads: [...since.heads] };
    const watch = watcher.watchQuery(changes, { since: place, watchId: ++lastWatchId });
    let answer: Answer<Row> | undefined;
    let isStopped = false;
    const read = () => {
      if (isStopped) return;
      try {
        const next = watch.localQueryResult();
        if (next === undefined || next === answer) return;
        answer = next;
        onAnswer(next);
      } catch (error) {
        this.#refusal = error instanceof Error ? error : new Error(String(error));
        this.#options.onChange();
      }
    };
    this.#isWatching = true;
    const unsubscribe = watch.onUpdate(read);
    this.#stopWatch = () => {
      isStopped = true;
      unsubscribe();
    };
    read();
  }
}
