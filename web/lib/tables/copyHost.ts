import type { ColumnDeclaration } from "../columns/columnDeclaration";
import type { EncryptedTableStorage } from "./encryptedTableStorage";
import type { WorkerMessage } from "./copyMessages";
import type { FeedPosition, FeedServer } from "./feed";
import type { Question, StoreRow } from "./rowStore";
import { TableCopy } from "./tableCopy";

/** The stored replica is rewritten after this many changes, if `MIN_INTERVAL_MS` has passed. */
const MIN_CHANGES = 200;
/** Minimum time between two writes of the stored replica. */
const MIN_INTERVAL_MS = 300_000;

type HostOptions<Row> = {
  readonly server: FeedServer<Row>;
  readonly columns: readonly ColumnDeclaration[];
  readonly send: (message: WorkerMessage<Row>) => void;
  /** Runs `task` after the messages that have already arrived, as a task of the event loop. */
  readonly defer: (task: () => void) => void;
  readonly sleep: (ms: number) => Promise<void>;
  /** Resolves to true in the one tab that writes the stored replica. */
  readonly becomeWriter: () => Promise<boolean>;
  readonly now: () => number;
  readonly log: (text: string) => void;
};

/**
 * The worker's half of a replica: it holds the rows, and answers the page's questions between
 * slices of its other work. A question withdrawn before its turn costs nothing.
 */
export class CopyHost<Row extends StoreRow & { readonly status: string }> {
  readonly #options: HostOptions<Row>;
  readonly #copy: TableCopy<Row>;
  #storage: EncryptedTableStorage | null = null;
  #isStarted = false;
  /** The position to follow after the start. */
  #position: FeedPosition | null = null;
  /** Version and time of the rows that this browser last stored; null: it has stored none. */
  #kept: { readonly version: number; readonly atMs: number } | null = null;
  #isKeeping = false;
  /** Questions by id, in order of arrival. */
  readonly #waiting = new Map<number, Question>();
  #isScheduled = false;

  constructor(options: HostOptions<Row>) {
    const { server, columns, send, defer, sleep, now, log } = options;
    this.#options = options;
    this.#copy = new TableCopy<Row>({
      server,
      columns,
      onState: (state) => send({ kind: "state", state }),
      onChanges: (changes) => send({ kind: "changes", changes }),
      pause: () => new Promise(defer),
      sleep,
      now,
      log,
      onIdle: () => void this.#keep(),
    });
  }

  /**
   * Starts from the contents of `storage`.
   *
   * @param storage null: nothing is stored in this browser
   */
  async start(storage: EncryptedTableStorage | null): Promise<void> {
    this.#storage = storage;
    const kept = await storage?.read();
    if (kept) {
      try {
        await this.#copy.adopt(kept);
        this.#kept = { version: this.#copy.state.version, atMs: this.#options.now() };
      } catch (error) {
        this.#options.log(`The kept copy does not fit: ${String(error)}`);
      }
    }
    this.#isStarted = true;
    if (this.#position) this.#copy.follow(this.#position);
  }

  follow(position: FeedPosition): void {
    this.#position = position;
    if (this.#isStarted) this.#copy.follow(position);
  }

  ask(id: number, question: Question): void {
    this.#waiting.set(id, question);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#options.defer(() => {
      this.#isScheduled = false;
      this.#answerAll();
    });
  }

  withdraw(id: number): void {
    this.#waiting.delete(id);
  }

  /** Stores the replica if enough has changed and no write is in progress. */
  async #keep(): Promise<void> {
    const [storage, kept, now] = [this.#storage, this.#kept, this.#options.now()];
    if (storage === null || this.#isKeeping) return;
    const isDue =
      kept === null ||
      (this.#copy.state.version - kept.version >= MIN_CHANGES &&
        now - kept.atMs >= MIN_INTERVAL_MS);
    if (!isDue) return;
    this.#isKeeping = true;
    if (await this.#options.becomeWriter()) {
      const { version } = this.#copy.state;
      const saved = this.#copy.save();
      const pause = () => new Promise<void>(this.#options.defer);
      if (saved !== null) {
        await storage.write(saved, pause);
        this.#kept = { version, atMs: now };
      }
    }
    this.#isKeeping = false;
  }

  #answerAll(): void {
    for (const [id, question] of [...this.#waiting]) {
      this.#waiting.delete(id);
      try {
        const { version } = this.#copy.state;
        const answer = { version, ...this.#copy.reader.answer(question) };
        this.#options.send({ kind: "answer", id, answer });
      } catch (error) {
        this.#options.send({ kind: "failure", id, message: String(error) });
      }
    }
  }
}
