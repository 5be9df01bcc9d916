import { IntervalIndex, type Interval } from "./intervalIndex";
import type { ReadSet } from "./readSet";
import type { Commit, Watcher } from "./types";

// What the log keeps for queries that are still running: beyond it, one is told to run again.
// About 20 MB.
const MAX_LOGGED_KEYS = 100_000;

interface Subscription {
  readonly watcher: Watcher;
  readonly intervals: [index: string, interval: Interval][];
}

/** Who must hear of which keys, and the last commits for those who subscribe to an earlier snapshot. */
export class InvalidationIndex {
  readonly #byIndex = new Map<string, IntervalIndex<Subscription>>();
  readonly #log: Commit[] = [];
  #loggedKeys = 0;
  /** The log holds every commit after this one. */
  #logStart: bigint;

  constructor(ts: bigint) {
    this.#logStart = ts;
  }

  /**
   * Calls back once, when a commit after `asOf` touches `readSet`: at once if one already has, or if
   * the log no longer reaches back that far. Cost: O(ranges × log subscriptions).
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

  /** Logs `commit` and calls those it touches. Cost: O(keys × log subscriptions + those called). */
  publish(commit: Commit): void {
    this.#append(commit);
    for (const subscription of this.#affectedBy(commit)) {
      if (subscription.intervals.length === 0) continue; // cancelled by a callback before this one
      this.#remove(subscription);
      subscription.watcher.onInvalidated(commit.ts);
    }
  }

  /** Whom `commit`, which is not published yet, will concern. Cost: as `publish`. */
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
