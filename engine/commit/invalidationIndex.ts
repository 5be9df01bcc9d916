import { IntervalIndex, type Interval } from "./intervalIndex";
import type { ReadSet } from "./readSet";
import type { Commit, Watcher } from "./types";

// Keys of recent commits kept for queries that are still running, about 20 MB. A query that began
// before the oldest logged commit is invalidated without a lookup.
const MAX_LOGGED_KEYS = 100_000;

interface Subscription {
  readonly watcher: Watcher;
  readonly intervals: [index: string, interval: Interval][];
}

/**
 * Maps each index range that a live query has read to that query's watcher. `publish` looks up a
 * commit's keys in these ranges and invalidates the watchers it hits.
 *
 * A query subscribes after it has run, so commits may land between its snapshot and its
 * subscription. The index therefore logs the most recent commits, and `subscribe` checks those made
 * after the snapshot:
 *
 *     query runs at ts 5 ── commit 6 ── commit 7 ── subscribe(readSet, 5): checks 6 and 7 first
 */
export class InvalidationIndex {
  readonly #byIndex = new Map<string, IntervalIndex<Subscription>>();
  readonly #log: Commit[] = [];
  #loggedKeys = 0;
  /** Timestamp of the last commit dropped from the log, or of the start. */
  #logStart: bigint;

  constructor(ts: bigint) {
    this.#logStart = ts;
  }

  /**
   * Calls `watcher.onInvalidated` once, when a commit after timestamp `asOf` changes something in
   * `readSet`. The call is immediate if such a commit is already logged, or if the log does not
   * reach back to `asOf`. Cost: O(ranges × log subscriptions).
   */
  subscribe(readSet: ReadSet, asOf: bigint, watcher: Watcher) {
    const conflictTs = this.#firstOverlap(readSet, asOf);
    if (conflictTs !== null) {
      watcher.onInvalidated(conflictTs);
      return { cancel: () => {} };
    }
    const subscription: Subscription = { watcher, intervals: [] };
    for (const [index, range] of readSet.ranges()) {
      let intervals = this.#byIndex.get(index);
      if (!intervals) this.#byIndex.set(index, (intervals = new IntervalIndex()));
      subscription.intervals.push([index, intervals.insert(range, subscription)]);
    }
    return { cancel: () => this.#remove(subscription) };
  }

  /**
   * Logs `commit`, then removes and calls the watchers it affects.
   * Cost: O(keys × log subscriptions + watchers called).
   */
  publish(commit: Commit): void {
    this.#append(commit);
    for (const subscription of this.#affectedBy(commit)) {
      if (subscription.intervals.length === 0) continue; // an earlier callback cancelled it
      this.#remove(subscription);
      subscription.watcher.onInvalidated(commit.ts);
    }
  }

  /** Returns the watchers that `publish(commit)` would call; they stay subscribed. Same cost. */
  watchersOf(commit: Commit): Watcher[] {
    return [...this.#affectedBy(commit)].map(({ watcher }) => watcher);
  }

  #affectedBy(commit: Commit): Set<Subscription> {
    const affected = new Set<Subscription>();
    for (const { index, key } of commit.keys) {
      this.#byIndex.get(index)?.search(key, (subscription) => affected.add(subscription));
    }
    return affected;
  }

  #append(commit: Commit): void {
    this.#log.push(commit);
    this.#loggedKeys += commit.keys.length;
    while (this.#loggedKeys > MAX_LOGGED_KEYS && this.#log.length > 1) {
      const oldest = this.#log.shift()!;
      this.#loggedKeys -= oldest.keys.length;
      this.#logStart = oldest.ts;
    }
  }

  #firstOverlap(readSet: ReadSet, asOf: bigint): bigint | null {
    if (asOf < this.#logStart) return this.#logStart;
    let first = this.#log.length;
    while (first > 0 && this.#log[first - 1]!.ts > asOf) first--;
    for (const commit of this.#log.slice(first)) {
      if (commit.keys.some(({ index, key }) => readSet.overlaps(index, key))) return commit.ts;
    }
    return null;
  }

  #remove({ intervals }: Subscription): void {
    for (const [index, interval] of intervals.splice(0)) {
      const intervals = this.#byIndex.get(index)!;
      intervals.remove(interval);
      if (intervals.isEmpty) this.#byIndex.delete(index);
    }
  }
}
