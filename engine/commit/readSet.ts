import { compareBytes, encodeKey, keyAfter, pointRange, type KeyRange } from "../values/keys";

/**
 * Index ranges that one transaction has read. `overlaps` tests whether writing `key` could change
 * the transaction's result. Invariant: no false negatives. A false positive costs one rerun; a
 * false negative would leave a stale result on screen.
 */
export class ReadSet {
  readonly #reads = new Map<string, Reads>();

  /** Records a read of `range` in `index` ("table.index"). */
  add(index: string, range: KeyRange): void {
    this.#of(index).add(range);
  }

  /** Records a read of one document, or of its absence. */
  addDocument(byIdIndex: string, id: string): void {
    this.add(byIdIndex, pointRange(encodeKey([id])));
  }

  /** Records a scan of `range` in progress: only the part it has consumed counts as read. */
  beginScan(index: string, range: KeyRange, order: "asc" | "desc"): Scan {
    const scan = new Scan(range, order);
    this.#of(index).begin(scan);
    return scan;
  }

  /** Cost: O(log ranges of `index`), after sorting the ranges added since the last call. */
  overlaps(index: string, key: Uint8Array): boolean {
    const ranges = this.#reads.get(index)?.settled() ?? [];
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareBytes(ranges[middle]!.start, key) <= 0) low = middle + 1;
      else high = middle;
    }
    // Ranges are disjoint: only the last that starts at or before `key` can contain it.
    const last = ranges[low - 1];
    return last !== undefined && (last.end === null || compareBytes(key, last.end) < 0);
  }

  /** Disjoint ranges, ascending within each index. */
  *ranges(): Iterable<[index: string, range: KeyRange]> {
    for (const [index, reads] of this.#reads) {
      for (const range of reads.settled()) yield [index, range];
    }
  }

  /** Number of ranges that `ranges` yields. */
  get size(): number {
    let size = 0;
    for (const reads of this.#reads.values()) size += reads.settled().length;
    return size;
  }

  /** Adds everything `other` read. Reads of a nested function count as its caller's. */
  merge(other: ReadSet): void {
    for (const [index, range] of other.ranges()) this.add(index, range);
  }

  #of(index: string): Reads {
    let reads = this.#reads.get(index);
    if (!reads) this.#reads.set(index, (reads = new Reads()));
    return reads;
  }
}

/**
 * A read set that records nothing. Mutations use it: they run one after another and never rerun, so
 * their reads are not needed.
 */
export class UnrecordedReads extends ReadSet {
  override add(): void {}
  override addDocument(): void {}
  override beginScan(_index: string, range: KeyRange, order: "asc" | "desc"): Scan {
    return new Scan(range, order);
  }
}

/** Progress of one scan. */
export class Scan {
  readonly #range: KeyRange;
  readonly #order: "asc" | "desc";
  #last: Uint8Array | null = null;
  #isExhausted = false;
  #hasProgress = false;

  constructor(range: KeyRange, order: "asc" | "desc") {
    this.#range = range;
    this.#order = order;
  }

  consumed(key: Uint8Array): void {
    this.#last = key;
    this.#hasProgress = true;
  }

  exhausted(): void {
    this.#isExhausted = true;
    this.#hasProgress = true;
  }

  get isExhausted(): boolean {
    return this.#isExhausted;
  }

  /** Returns the part of the range read so far; null when it has not grown since the last call. */
  takeProgress(): KeyRange | null {
    if (!this.#hasProgress) return null;
    this.#hasProgress = false;
    if (this.#isExhausted) return this.#range;
    const { start, end } = this.#range;
    const last = this.#last!; // progress without exhaustion means a row was consumed
    return this.#order === "asc" ? { start, end: keyAfter(last) } : { start: last, end };
  }
}

/** Reads of one index. `settled` merges the ranges, so that `add` stays cheap. */
class Reads {
  #ranges: KeyRange[] = [];
  #scans: Scan[] = [];
  #isMerged = true;

  add(range: KeyRange): void {
    this.#ranges.push(range);
    this.#isMerged = false;
  }

  begin(scan: Scan): void {
    this.#scans.push(scan);
  }

  settled(): readonly KeyRange[] {
    for (const scan of this.#scans) {
      const range = scan.takeProgress();
      if (range) this.add(range);
    }
    if (!this.#isMerged) {
      this.#ranges = mergeRanges(this.#ranges);
      this.#scans = this.#scans.filter((scan) => !scan.isExhausted);
      this.#isMerged = true;
    }
    return this.#ranges;
  }
}

/** Returns the same keys as disjoint, ascending ranges. Sorts `ranges` in place. */
function mergeRanges(ranges: KeyRange[]): KeyRange[] {
  ranges.sort((a, b) => compareBytes(a.start, b.start));
  const merged: KeyRange[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last && (last.end === null || compareBytes(range.start, last.end) <= 0)) {
      if (isLater(range.end, last.end)) merged[merged.length - 1] = { ...last, end: range.end };
    } else if (range.end === null || compareBytes(range.start, range.end) < 0) {
      merged.push(range);
    }
  }
  return merged;
}

function isLater(end: Uint8Array | null, than: Uint8Array | null): boolean {
  return than !== null && (end === null || compareBytes(end, than) > 0);
}
