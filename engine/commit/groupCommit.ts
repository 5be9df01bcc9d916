import type { Store, Write } from "../storage/store";
import type { Commit } from "./types";

/** Commits that reach the disk together. */
class Group {
  readonly writes: Write[] = [];
  readonly commits: Commit[] = [];
  /** Number of the last mutation in it. */
  sequence = 0;
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
  seal(): readonly Write[];
  onCommitted(commits: readonly Commit[]): void;
  /** The group and all that gathered behind it, which may have read it, are lost. */
  onLost(error: Error): void;
}

/**
 * One group is on its way to the disk at a time; commits made meanwhile gather in the next. So an idle
 * store commits at once, and a busy one pays one fsync for many. Should a group fail, nothing that
 * came after it has been written.
 */
export class GroupCommit {
  readonly #store: Pick<Store, "commit">;
  readonly #handlers: Handlers;
  #gathering = new Group();
  #inFlight: Group | null = null;
  /** Every mutation up to this number is in the store. */
  committedThrough = 0;

  constructor(store: Pick<Store, "commit">, handlers: Handlers) {
    this.#store = store;
    this.#handlers = handlers;
  }

  /** Nothing is on its way. */
  get isIdle(): boolean {
    return this.#inFlight === null;
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
    if (!this.#inFlight) this.#flush();
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
    group.writes.push(...this.#handlers.seal());
    this.#store.commit(group.writes).then(
      () => {
        this.committedThrough = group.sequence;
        this.#handlers.onCommitted(group.commits);
        this.#land(group);
      },
      (error: Error) => this.#lose(group, error),
    );
  }

  #land(group: Group): void {
    this.#inFlight = null;
    if (this.#gathering.commits.length > 0) this.#flush();
    group.resolve();
  }

  #lose(group: Group, error: Error): void {
    const behind = this.#gathering;
    this.#gathering = new Group();
    this.#inFlight = null;
    this.#handlers.onLost(error);
    group.reject(error);
    behind.reject(error);
  }
}
