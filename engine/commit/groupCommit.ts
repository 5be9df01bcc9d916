import { encodeWrites, type Write } from "../storage/writes";
import type { Commit } from "./types";

/** Commits made durable by one fsync. */
export class Group {
  readonly writes: Write[] = [];
  readonly commits: Commit[] = [];
  /** Sequence number of the newest mutation in the group. */
  sequence = 0;
  /** Resolves when the group is durable and published; rejects when it is aborted. */
  readonly done: Promise<void>;
  resolve!: () => void;
  reject!: (error: Error) => void;

  constructor() {
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // without this, a group that no caller awaits would raise an unhandled rejection
    this.done.catch(() => {});
  }
}

interface Handlers {
  /**
   * Called before a group is flushed. Returns the writes that complete it: the store's own records.
   */
  finalWrites(): readonly Write[];
  /** Called when `commit` is being flushed alone, because no other group was in flight. */
  onFlushAlone(commit: Commit, group: Group): void;
  /**
   * Called when `group` is durable, before the promises of its commits resolve.
   * @param encoded the group's writes, by `encodeWrites`
   */
  onCommitted(group: Group, encoded: Buffer): void;
  /**
   * Called when a group could not be made durable. Commits gathered behind it are aborted too,
   * because their mutations may have read its writes.
   */
  onAborted(error: Error): void;
}

/**
 * Flushes commits in groups: an idle database commits immediately, and a busy one pays one fsync
 * for many commits. One group is in flight at a time; commits made meanwhile form the next one:
 *
 *     add(1)   flush {1}                      1 is alone: onFlushAlone
 *     add(2)     :        gathers {2}
 *     add(3)     :        gathers {2, 3}
 *     {1} is durable      onCommitted {1}, flush {2, 3}
 *     {2, 3} fails        onAborted; {2, 3} and the commits gathered behind it reject
 */
export class GroupCommit {
  readonly #write: (ts: bigint, encoded: Buffer) => Promise<void>;
  readonly #handlers: Handlers;
  #gathering = new Group();
  #inFlight: Group | null = null;

  /** @param write makes all commits up to a timestamp durable */
  constructor(write: (ts: bigint, encoded: Buffer) => Promise<void>, handlers: Handlers) {
    this.#write = write;
    this.#handlers = handlers;
  }

  /**
   * Adds a commit to the gathering group. Resolves when it is durable and published.
   *
   * @param sequence number of the mutation that made the commit
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

  /** Resolves when every added commit is durable; rejects when one of them was aborted. */
  settled(): Promise<void> {
    if (this.#gathering.commits.length > 0) return this.#gathering.done;
    return this.#inFlight?.done ?? Promise.resolve();
  }

  get isIdle(): boolean {
    return this.#inFlight === null;
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
