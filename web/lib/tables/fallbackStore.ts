import { Listeners } from "../observable";
import type {
  Answer,
  MapStore,
  Question,
  QuestionKind,
  RowChange,
  StoreRow,
  StoreState,
} from "./rowStore";

/**
 * The rows of `copy` once it is complete; until then the rows of `live`, the first ones of the
 * list, and the progress of the replica. The replica opens after the live rows have loaded, because
 * its load would delay them; the live pages close once it is complete, and reopen if it is refused
 * later.
 */
export class FallbackStore<Row extends StoreRow> implements MapStore<Row> {
  readonly #live: MapStore<Row>;
  readonly #copy: MapStore<Row>;
  readonly #listeners = new Listeners();
  readonly #changeListeners = new Listeners<[readonly RowChange<Row>[]]>();
  readonly onChanges = this.#changeListeners.add;
  #stopLive: (() => void) | null = null;
  #stopCopy: (() => void) | null = null;
  #state: StoreState;

  constructor(live: MapStore<Row>, copy: MapStore<Row>) {
    this.#live = live;
    this.#copy = copy;
    this.#state = this.#readState();
  }

  subscribe(listener: () => void): () => void {
    const unsubscribe = this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#refresh();
    return () => {
      unsubscribe();
      if (this.#listeners.size === 0) this.#close();
    };
  }

  getState(): StoreState {
    return this.#state;
  }

  async ask<Kind extends QuestionKind>(
    question: Question<Kind>,
    signal?: AbortSignal,
  ): Promise<Answer<Row, Kind>> {
    const store = this.#isCopyUsed ? this.#copy : this.#live;
    try {
      const answer = await store.ask(question, signal);
      return { ...answer, version: this.#versionOf(store, answer.version) };
    } catch (error) {
      const hasCopyFailed = store === this.#copy && !this.#isCopyUsed;
      if (!hasCopyFailed) throw error;
      return await this.ask(question, signal);
    }
  }

  loadMore(rows?: number): void {
    if (!this.#isCopyUsed) this.#live.loadMore(rows);
  }

  get #isCopyUsed(): boolean {
    return this.#copy.getState().isComplete;
  }

  /** The versions of both stores start at 0; the replica's are mapped to odd numbers. */
  #versionOf(store: MapStore<Row>, version: number): number {
    return 2 * version + Number(store === this.#copy);
  }

  #readState(): StoreState {
    const [copy, live] = [this.#copy.getState(), this.#live.getState()];
    if (copy.isComplete) return { ...copy, version: this.#versionOf(this.#copy, copy.version) };
    const version = this.#versionOf(this.#live, live.version);
    // Without a replica (no worker, or refused) the list is shown from its live pages.
    if (copy.error !== null || live.isComplete) return { ...live, version };
    const { loaded, expected, isLoading } = copy;
    const { isReady, error } = live;
    return { version, loaded, expected, isLoading, isReady, isComplete: false, error };
  }

  /**
   * Subscribes to `store`.
   *
   * @returns unsubscribe
   */
  #follow(store: MapStore<Row>): () => void {
    const stops = [
      store.subscribe(() => this.#refresh()),
      store.onChanges((changes) => {
        if ((store === this.#copy) !== this.#isCopyUsed) return;
        this.#changeListeners.notify(changes);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  #close(): void {
    this.#stopCopy?.();
    this.#stopCopy = null;
    this.#closeLive();
  }

  #openLive(): void {
    if (this.#stopLive !== null) return;
    this.#stopLive = () => undefined; // a store may call back before `subscribe` returns
    this.#stopLive = this.#follow(this.#live);
  }

  #closeLive(): void {
    this.#stopLive?.();
    this.#stopLive = null;
  }

  #refresh(): void {
    if (!this.#isCopyUsed) this.#openLive();
    const { isReady, error } = this.#live.getState();
    if (this.#stopCopy === null && (this.#isCopyUsed || isReady || error !== null)) {
      this.#stopCopy = () => undefined; // a store may call back before `subscribe` returns
      this.#stopCopy = this.#follow(this.#copy);
    }
    if (this.#isCopyUsed) this.#closeLive();
    this.#state = this.#readState();
    this.#listeners.notify();
  }
}
