import type { LiveRange } from "./liveRange";

/** So many changes … */
const BURST_CHANGES = 5;
/** … within so long are a burst, which goes on as long as each rest brings another change. */
const BURST_MS = 2_000;
/** In a burst, pages that have changed rest so long. */
const REST_MS = 1_000;

type Range = Pick<LiveRange<unknown>, "hasChanged" | "isStale" | "rest" | "resume" | "settle">;

/**
 * Lets live pages rest while changes follow one another. As long as somebody watches a page, the
 * server reads all of its rows again at each change of one:
 *
 * ```text
 * changes of a page   1      2 3 4 5 6 7 8 9
 * watched             -----------------|  |-|  |----
 * read by the store   1      2 3 4 5 6    8    9
 * ```
 *
 * A row may move from one page to another. So while some rest, the store reads none of them, and
 * its rows are those of one moment.
 */
export class BurstRest {
  /** The moments of the latest changes, `performance.now()`. */
  #changedAtMs: number[] = [];
  #resumedAtMs = -Infinity;
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** Returns true when all pages are of one moment. Call it before their rows are read. */
  areEven(ranges: readonly Range[]): boolean {
    if (this.#resting !== undefined) for (const range of ranges) range.rest();
    return this.#resting === undefined && !ranges.some((range) => range.isStale);
  }

  /** Begins a rest if the changes that have just been read belong to a burst. */
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

  /** Ends a rest for good. */
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
