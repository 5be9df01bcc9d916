import type { PageMessage, WorkerMessage } from "./copyMessages";
import type { FeedPosition } from "./feed";
import { Listeners } from "../observable";
import {
  UNOPENED,
  withRows,
  type Answer,
  type MapStore,
  type Question,
  type QuestionKind,
  type RowChange,
  type StoreRow,
  type StoreState,
} from "./rowStore";
import { isSameRow } from "./sameRow";

/** How long a replica follows the feed after the last table has closed, for users who return. */
const LINGER_MS = 60_000;
/** Number of rows that the page caches, so that an unchanged row keeps its object identity. */
const MAX_KNOWN_ROWS = 2_000;

/** The worker of a replica, or a test double. */
export type CopyPort<Row> = {
  postMessage(message: PageMessage): void;
  onmessage: ((event: { readonly data: WorkerMessage<Row> }) => void) | null;
};

type CopyStoreOptions<Row> = {
  /** Starts the worker; called once, when the replica is first needed. */
  readonly openPort: () => CopyPort<Row>;
  /**
   * Calls back with the feed's position whenever it changes, until the returned function is called.
   */
  readonly watchPosition: (
    onPosition: (position: FeedPosition) => void,
    onRefused: (error: Error) => void,
  ) => () => void;
};

/** Callbacks of a question that the worker has not answered yet. */
type Asker = {
  readonly resolve: (answer: object) => void;
  readonly reject: (reason: Error) => void;
  /** Removes the listener from the signal that would withdraw the question. */
  readonly forget: () => void;
};

/**
 * The page's half of a replica: forwards questions to the worker and returns its answers. The
 * worker receives the feed's position while a table is open, and for a minute after that.
 */
export class CopyStore<Row extends StoreRow> implements MapStore<Row> {
  readonly #options: CopyStoreOptions<Row>;
  readonly #listeners = new Listeners();
  readonly #changeListeners = new Listeners<[readonly RowChange<Row>[]]>();
  readonly onChanges = this.#changeListeners.add;
  readonly #waiting = new Map<number, Asker>();
  readonly #knownRows = new Map<string, Row>();
  #port: CopyPort<Row> | null = null;
  #lastId = 0;
  /** Why no worker answers any more; null while there is one. */
  #failure: Error | null = null;
  #state: StoreState = UNOPENED;
  #stopWatching: (() => void) | null = null;
  #lingering: ReturnType<typeof setTimeout> | undefined;

  constructor(options: CopyStoreOptions<Row>) {
    this.#options = options;
  }

  #openPort(): CopyPort<Row> {
    if (this.#port === null) {
      this.#port = this.#options.openPort();
      this.#port.onmessage = ({ data }) => this.#receive(data);
    }
    return this.#port;
  }

  subscribe(listener: () => void): () => void {
    const unsubscribe = this.#listeners.add(listener);
    clearTimeout(this.#lingering);
    const port = this.#openPort();
    this.#stopWatching ??= this.#options.watchPosition(
      (position) => port.postMessage({ kind: "follow", position }),
      (error) => this.fail(error),
    );
    return () => {
      unsubscribe();
      if (this.#listeners.size === 0) this.#linger();
    };
  }

  getState(): StoreState {
    return this.#state;
  }

  /** Abandons the replica: the server refused it, or its worker failed. */
  fail(error: Error): void {
    this.#failure = error;
    this.#setState({ ...this.#state, isLoading: false, isComplete: false, error });
    for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(error);
  }

  async ask<Kind extends QuestionKind>(
    question: Question<Kind>,
    signal?: AbortSignal,
  ): Promise<Answer<Row, Kind>> {
    const port = this.#openPort();
    const answer = await new Promise<Answer<Row, Kind>>((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#failure !== null) throw this.#failure;
      const id = ++this.#lastId;
      const withdraw = () => {
        port.postMessage({ kind: "withdraw", id });
        this.#take(id)?.reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", withdraw);
      const forget = () => signal?.removeEventListener("abort", withdraw);
      // The worker answers each kind of question with the type that `AnswerTo` declares.
      this.#waiting.set(id, { resolve: resolve as (answer: object) => void, reject, forget });
      port.postMessage({ kind: "ask", id, question: question as Question });
    });
    const shown = withRows<Row, Kind>(answer, (rows) => rows.map((row) => this.#known(row)));
    return { ...shown, version: answer.version };
  }

  /** Does nothing: a replica always loads all rows. */
  loadMore(): void {}

  #receive(message: WorkerMessage<Row>): void {
    switch (message.kind) {
      case "state":
        this.#setState(message.state);
        return;
      case "changes":
        this.#changeListeners.notify(message.changes);
        return;
      case "answer":
        this.#take(message.id)?.resolve(message.answer);
        return;
      case "failure":
        this.#take(message.id)?.reject(new Error(message.message));
        return;
    }
    message satisfies never;
  }

  #setState(state: StoreState): void {
    this.#state = state;
    this.#listeners.notify();
  }

  #take(id: number): Asker | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.forget();
    return waiting;
  }

  #known(row: Row): Row {
    const known = this.#knownRows.get(row._id);
    if (known !== undefined && isSameRow(known, row)) return known;
    if (this.#knownRows.size >= MAX_KNOWN_ROWS) this.#knownRows.clear();
    this.#knownRows.set(row._id, row);
    return row;
  }

  #linger(): void {
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => {
      this.#stopWatching?.();
      this.#stopWatching = null;
    }, LINGER_MS);
  }
}
