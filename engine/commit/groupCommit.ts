import { encodeWrites, type Write } from "../storage/writes";
import type { Commit } from "./types";

/** Commits that reach the disk together. */
export class Group {
  readonly writes: Write[] = [];
  readonly commits: Commit[] = [];
  /** Number of the last mutation in it. */
  sequence = 0;
  /** Resolves once all of it is durable and announced; rejects when it was lost. */
  readonly done: Promise<void>;
  resolve!: () => void;
  reject!: (error: Error) => void;

  constructor() {
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.done.catch(() => {}); // whoever waits hears of it; nobody has to
  }
}

interface Handlers {
  /** Last writes of a group: the store's own records. */
  finalWrites(): readonly Write[];
  /** `commit` sets out alone: nothing was on its way. */
  onFlushAlone(commit: Commit, group: Group): void;
  /** @param encoded all its writes */
  onCommitted(group: Group, encoded: Buffer): void;
  /** The group and all that gathered behind it, which may have read it, are lost. */
  onAborted(error: Error): void;
}

/**
 * One group is on its way to the disk at a time; commits made meanwhile gather in the next. So an idle
 * store commits at once, and a busy one pays one fsync for many. Should a group fail, nothing that
 * came after it has been written.
 */
export class GroupCommit {
  readonly #write: (ts: bigint, encoded: Buffer) => Promise<void>;
  readonly #handlers: Handlers;
  #gathering = new Group();
  #inFlight: Group | null = null;

  /** @param write makes the commits up to one timestamp durable */
  constructor(write: (ts: bigint, encoded: Buffer) => Promise<void>, handlers: Handlers) {
    this.#write = write;
    this.#handlers = handlers;
  }

  /**
   * Resolves once `commit`, made by mutation number `sequence`, is durable and visible, and has been
   * announced.
   */
  add(commit: Commit, writes: readonly Write[], sequence: number): Promise<void> {
    const group = this.#gathering;
    group.sequence = sequence;
    for (const write of writes) group.writes.push(write);
    group.commits.push(commit);
    if (!this.#inFlight) {
      this.#flush();
      this.#handlers.onFlushAlone(commit, group);
    }
    return group.done;
  }

  /** Resolves when all that was added is durable; rejects when it was lost. */
  settled(): Promise<void> {
    if (this.#gathering.commits.length > 0) return this.#gathering.done;
    return this.#inFlight?.done ?? Promise.resolve();
  }

  #flush(): void {
    const group = this.#gathering;
    this.#inFlight = group;
    this.#gathering = new Group();
    group.writes.push(...this.#handlers.finalWrites());
    const encoded = encodeWrites(group.writes);
    this.#write(group.commits.at(-1)!.ts, encoded).then(
      () => {
        this.#handlers.onCommitted(group, encoded);
        this.#complete(group);
      },
      (error: Error) => this.#abort(group, error),
    );
  }

  #complete(group: Group): void {
    this.#inFlight = null;
    if (this.#gathering.commits.length > 0) this.#flush();
    group.resolve();
  }

  #abort(group: Group, error: Error): void {
    const behind = this.#gathering;
    this.#gathering = new Group();
    this.#inFlight = null;
    this.#handlers.onAborted(error);
    group.reject(error);
    behind.reject(error);
  }
}
