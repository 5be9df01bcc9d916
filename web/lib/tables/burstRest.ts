import type { LiveRange } from "./liveRange";

/** This many changes within `BURST_MS` start a burst. */
const BURST_CHANGES = 5;
/** See `BURST_CHANGES`. A burst ends with the first rest during which nothing changes. */
const BURST_MS = 2_000;
/** How long changed pages rest during a burst. */
const REST_MS = 1_000;

type Range = Pick<LiveRange<unknown>, "hasChanged" | "isStale" | "rest" | "resume" | "settle">;

/**
 * Unsubscribes live pages temporarily during a burst of changes. While a page is subscribed, the
 * server reads all its rows again for each change of one:
 *
 * ```text
 * changes of a page     1      2 3 4 5 6 7 8 9
 * subscribed            -----------------|  |-|  |----
 * read by the store     1      2 3 4 5 6    8    9
 * ```
 *
 * A row may move from one page to another. So while some pages rest, the store reads none of them,
 * and its rows stay consistent with one moment.
 */
export class BurstRest {
  /** Times of the latest changes, `performance.now()`. */
  #changedAtMs: number[] = [];
  #resumedAtMs = -Infinity;
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** Returns true if all pages are of the same moment. Call it before reading their rows. */
  isConsistent(ranges: readonly Range[]): boolean {
    if (this.#resting !== undefined) for (const range of ranges) range.rest();
    return this.#resting === undefined && !ranges.some((range) => range.isStale);
  }

  /** Starts a rest if the changes just read belong to a burst. */
  afterRead(ranges: readonly Range[]): void {
    if (!ranges.some((range) => range.hasChanged)) return;
    const nowMs = performance.now();
    this.#changedAtMs = [...this.#changedAtMs, nowMs].slice(-BURST_CHANGES);
    if (!this.#isBurst(nowMs)) {
      for (const range of ranges) range.settle();
      return;
    }
    for (const range of ranges) range.rest();
    this.#resting = setTimeout(() => {
      this.#resting = undefined;
      this.#resumedAtMs = performance.now();
      for (const range of ranges) range.resume();
    }, REST_MS);
  }

  /** Ends a rest permanently. */
  end(): void {
    clearTimeout(this.#resting);
    this.#resting = undefined;
  }

  #isBurst(nowMs: number): boolean {
    if (nowMs - this.#resumedAtMs < BURST_MS) return true;
    const [first = nowMs] = this.#changedAtMs;
    return this.#changedAtMs.length === BURST_CHANGES && nowMs - first < BURST_MS;
  }
}
