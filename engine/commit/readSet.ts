import { compareBytes, encodeKey, keyAfter, pointRange, type KeyRange } from "../values/keys";

/**
 * The index ranges that one transaction read. `overlaps` says whether writing `key` could change
 * the transaction's result. Invariant: it is never false when it should be true. A needless true
 * costs one rerun; a wrong false shows a stale result.
 */
export class ReadSet {
  readonly #reads = new Map<string, Reads>();

  /** Records that `range` of `index` ("table.index") was read. */
  add(index: string, range: KeyRange): void {
    this.#of(index).add(range);
  }

  /** Records that one document, or its absence, was read. */
  addDocument(byIdIndex: string, id: string): void {
    this.add(byIdIndex, pointRange(encodeKey([id])));
  }

  /** Records a scan of `range` while it runs: only the part that it has consumed. */
  beginScan(index: string, range: KeyRange, order: "asc" | "desc"): Scan {
    const scan = new Scan(range, order);
    this.#of(index).begin(scan);
    return scan;
  }

  /** Cost: O(log ranges of `index`), after one sort of what was added since. */
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

  /** The number of ranges that `ranges` gives. */
  get size(): number {
    let size = 0;
    for (const reads of this.#reads.values()) size += reads.settled().length;
    return size;
  }

  /** Adds everything `other` read: a nested function's reads are its caller's. */
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
 * Records nothing. Mutations use it: they run one after another and are never run again, so nothing
 * looks at what they read.
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

  /** The part of the range that was read so far; null when it has not grown since the last call. */
  takeProgress(): KeyRange | null {
    if (!this.#hasProgress) return null;
    this.#hasProgress = false;
    if (this.#isExhausted) return this.#range;
    const { start, end } = this.#range;
    const last = this.#last!; // there is progress without exhaustion: a row was consumed
    return this.#order === "asc" ? { start, end: keyAfter(last) } : { start: last, end };
  }
}

/** The reads of one index. Its ranges are merged when `settled` is called, not at each read. */
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

/** The same keys as disjoint, ascending ranges. Sorts `ranges`. */
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
