import type { RowChange, RowStore, StoreRow, TableView } from "@/lib/tables/rowStore";
import { Listeners } from "@/lib/observable";

/** A row on screen. `isGone`: it left the view while the reader was working in the rows. */
export type DisplayedRow<Row> = { readonly row: Row; readonly isGone: boolean };

/** A contiguous range of the view's rows, and the total number. */
export type RowsSnapshot<Row> = {
  /** False until the first view has been answered. */
  readonly isReady: boolean;
  /**
   * The view that `rows` and `total` belong to: the latest one that has been answered. If only its
   * base is renewed, it keeps the identity of the first one.
   */
  readonly view: TableView | null;
  readonly total: number;
  /**
   * True if the store was complete when it answered, so loading more rows cannot change `total`.
   */
  readonly isExact: boolean;
  /** Index of the first of `rows` among all `total` rows. */
  readonly start: number;
  readonly rows: readonly DisplayedRow<Row>[];
  /**
   * Number of rows that belong between those on screen but are held back while the reader works
   * there.
   */
  readonly heldBack: number;
};

/** Rows fetched beyond each end of the visible range. */
const MARGIN = 60;
/** Maximum number of rows kept; the farthest ones are dropped first. */
const MAX_KEPT = 800;

const NOTHING: RowsSnapshot<never> = {
  isReady: false,
  view: null,
  total: 0,
  isExact: false,
  start: 0,
  rows: [],
  heldBack: 0,
};

/**
 * The rows of a store that are on screen: a range of the current view, fetched as it becomes
 * visible.
 *
 * While held (`hold(true)`: the reader points at a row, scrolls, or moves a cursor), rows keep
 * their places: changed rows show their latest content, removed rows remain as ghosts, inserted
 * rows are only counted, and further rows are appended at the ends. Otherwise the range always
 * equals the view's current one.
 */
export class VisibleRows<Row extends StoreRow> {
  readonly #store: RowStore<Row>;
  /** Returns the test for rows of a view, equivalent to the store's. */
  readonly #testOf: (view: TableView) => (row: Row) => boolean;
  readonly #listeners = new Listeners();
  #snapshot: RowsSnapshot<Row> = NOTHING;
  #view: TableView | null = null;
  /** The view before its base was renewed. */
  #first: TableView | null = null;
  #sight = { from: 0, before: MARGIN };
  #isHeld = false;
  #stop: (() => void) | null = null;
  #asking = new AbortController();
  /** Rows on screen that changed while held: their position in the view may differ. */
  readonly #changed = new Set<string>();
  /** Rows that arrived while held and are not shown yet. */
  readonly #waiting = new Set<string>();
  /** The store has changed since the range was fetched. */
  #isBehind = false;

  constructor(store: RowStore<Row>, testOf: (view: TableView) => (row: Row) => boolean) {
    this.#store = store;
    this.#testOf = testOf;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#listen();
    return () => {
      unsubscribe();
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = null;
      this.#asking.abort();
    };
  };

  readonly getSnapshot = (): RowsSnapshot<Row> => this.#snapshot;

  /**
   * Shows `view` from the top, or from index `from`, replacing the rows of the previous view. If
   * only the base was renewed (for example the time for "overdue"), rows keep their places.
   */
  look(view: TableView, from = 0): void {
    const isRenewed = this.#view !== null && isSameButBase(this.#view, view);
    if (isRenewed && this.#isHeld && this.#snapshot.rows.length > 0) return void this.#renew(view);
    this.#view = view;
    if (isRenewed) return this.#refresh();
    this.#first = view;
    this.#sight = { from, before: from + MARGIN };
    this.#refresh();
  }

  /** Sets the visible range of indexes. */
  see(from: number, before: number): void {
    this.#sight = { from, before };
    const { start, rows, total } = this.#snapshot;
    const isInside = from >= start && Math.min(before, total) <= start + rows.length;
    if (isInside) return this.#loadOn();
    const isNear = from <= start + rows.length + MARGIN && before >= start - MARGIN;
    if (this.#isHeld && isNear && rows.length > 0) void this.#extend();
    else this.#refresh();
  }

  hold(isHeld: boolean): void {
    if (this.#isHeld === isHeld) return;
    this.#isHeld = isHeld;
    if (!isHeld && this.#isBehind) this.#refresh();
  }

  /** Shows the current view from its top, including rows that were held back. */
  release(): void {
    this.#sight = { from: 0, before: MARGIN };
    this.#refresh();
  }

  #listen(): void {
    const stopState = this.#store.subscribe(() => this.#onVersion());
    const stopChanges = this.#store.onChanges((changes) => this.#onChanges(changes));
    this.#stop = () => {
      stopState();
      stopChanges();
    };
    if (this.#view !== null) this.#refresh();
  }

  #onVersion(): void {
    this.#isBehind = true;
    if (this.#isHeld && this.#snapshot.rows.length > 0) void this.#recount();
    else this.#refresh();
  }

  /** Replaces the range with the view's current rows. */
  #refresh(): void {
    const view = this.#view;
    if (view === null || this.#listeners.size === 0) return;
    const from = Math.max(0, this.#sight.from - MARGIN);
    void this.#ask(async (signal) => {
      const { isComplete: isExact } = this.#store.getState();
      const answer = await this.#store.ask(
        { kind: "window", view, from, before: this.#sight.before + MARGIN },
        signal,
      );
      if (!this.#store.getState().isReady) return;
      this.#changed.clear();
      this.#waiting.clear();
      this.#isBehind = false;
      const rows = answer.rows.map((row) => ({ row, isGone: false }));
      this.#publish({
        isReady: true,
        view: this.#first,
        total: answer.total,
        isExact,
        rows,
        heldBack: 0,
        start: rows.length === 0 ? 0 : from,
      });
      this.#loadOn();
    });
  }

  /** Continues with the renewed `view`; its additional rows are held back. */
  #renew(view: TableView): Promise<void> {
    return this.#ask(async (signal) => {
      const [before, after] = await Promise.all([
        this.#store.ask({ kind: "ids", view: this.#view! }, signal),
        this.#store.ask({ kind: "ids", view }, signal),
      ]);
      this.#view = view;
      if (!this.#isHeld) return this.#refresh();
      const known = new Set(before.ids);
      for (const id of after.ids) if (!known.has(id)) this.#waiting.add(id);
      this.#isBehind = true;
      this.#publish({ heldBack: this.#waiting.size });
    });
  }

  /** Appends the visible rows to the nearer end of the range. */
  #extend(): Promise<void> {
    return this.#ask(async (signal) => {
      const view = this.#view!;
      const { start, rows } = this.#snapshot;
      const isDown = this.#sight.before > start + rows.length;
      const anchor = this.#anchor(isDown);
      if (anchor === null) return this.#refresh();
      const { position } = await this.#store.ask({ kind: "positionOf", view, id: anchor }, signal);
      if (position === null) return this.#refresh();
      const reach = Math.max(MARGIN, this.#sight.before - start - rows.length) + MARGIN;
      const [from, before] = isDown
        ? [position + 1, position + 1 + reach + rows.length]
        : [position - (start - this.#sight.from) - 2 * MARGIN, position];
      const answer = await this.#store.ask(
        { kind: "window", view, from: Math.max(0, from), before },
        signal,
      );
      this.#join(answer.rows, isDown);
    });
  }

  #join(found: readonly Row[], isDown: boolean): void {
    const known = new Set(this.#snapshot.rows.map(({ row }) => row._id));
    const joined = found
      .filter(({ _id }) => !known.has(_id) && (isDown || !this.#waiting.has(_id)))
      .map((row) => ({ row, isGone: false }));
    const { start, rows } = this.#snapshot;
    if (isDown) {
      for (const { row } of joined) this.#waiting.delete(row._id);
      const all = [...rows, ...joined];
      const cut = Math.max(0, all.length - MAX_KEPT);
      this.#publish({
        start: start + cut,
        rows: all.slice(cut),
        heldBack: this.#waiting.size,
        total: Math.max(this.#snapshot.total, start + all.length),
      });
    } else {
      const fitting = joined.slice(-start || joined.length);
      this.#publish({
        start: Math.max(0, start - fitting.length),
        rows: [...fitting, ...rows].slice(0, MAX_KEPT),
      });
    }
    this.#loadOn();
  }

  /** The last (or first) row of the range whose position in the view has not changed. */
  #anchor(isDown: boolean): string | null {
    const { rows } = this.#snapshot;
    const isSteady = ({ row, isGone }: DisplayedRow<Row>) => !isGone && !this.#changed.has(row._id);
    return (isDown ? rows.findLast(isSteady) : rows.find(isSteady))?.row._id ?? null;
  }

  /** Updates the total number of shown rows. */
  #recount(): Promise<void> {
    return this.#ask(async (signal) => {
      const { isComplete: isExact } = this.#store.getState();
      const { total } = await this.#store.ask(
        { kind: "window", view: this.#view!, from: 0, before: 0 },
        signal,
      );
      const ghosts = this.#snapshot.rows.filter(({ isGone }) => isGone).length;
      const { start, rows } = this.#snapshot;
      const shown = Math.max(start + rows.length, total - this.#waiting.size + ghosts);
      this.#publish({ total: shown, isExact });
      this.see(this.#sight.from, this.#sight.before);
    });
  }

  #onChanges(changes: readonly RowChange<Row>[]): void {
    if (!this.#isHeld || this.#view === null) return;
    const isIn = this.#testOf(this.#view);
    const byId = new Map(changes.map((change) => [(change.after ?? change.before)?._id, change]));
    const rows = this.#snapshot.rows.map((shown) => {
      const change = byId.get(shown.row._id);
      if (change === undefined) return shown;
      byId.delete(shown.row._id);
      this.#changed.add(shown.row._id);
      const { before, after } = change;
      const row = after ?? before ?? shown.row;
      return { row, isGone: after === undefined || !isIn(after) };
    });
    for (const [id = "", { before, after }] of byId) {
      const isThere = after !== undefined && isIn(after);
      if (isThere && !(before && isIn(before))) this.#waiting.add(id);
      if (!isThere) this.#waiting.delete(id);
    }
    this.#publish({ rows, heldBack: this.#waiting.size });
  }

  /** Makes the store load more when its end becomes visible. */
  #loadOn(): void {
    const { isComplete, isLoading } = this.#store.getState();
    if (isComplete || isLoading) return;
    if (this.#sight.before >= this.#snapshot.total - MARGIN) this.#store.loadMore();
  }

  /** Runs one question at a time; a new one aborts the previous one. */
  async #ask(question: (signal: AbortSignal) => Promise<void> | void): Promise<void> {
    this.#asking.abort();
    const asking = new AbortController();
    this.#asking = asking;
    try {
      await question(asking.signal);
    } catch (error) {
      if (!asking.signal.aborted) throw error;
    }
  }

  #publish(part: Partial<RowsSnapshot<Row>>): void {
    this.#snapshot = { ...this.#snapshot, ...part };
    this.#listeners.notify();
  }
}

const isSameButBase = (one: TableView, other: TableView): boolean =>
  JSON.stringify([one.query, one.sort]) === JSON.stringify([other.query, other.sort]);
