/** Number of entries, and XOR of their checksums. */
export interface Sums {
  readonly entries: number;
  readonly xor: number;
}

/** Sums of one slice in its snapshot, and the totals of that snapshot. */
export interface Slice extends Sums {
  readonly totals: Sums;
}

/**
 * A verification pass over the tree (verify.ts) compares the entries it reads with the totals
 * (totals.ts), which describe a single moment. A pass takes minutes to hours, and one snapshot for
 * all of it would keep every page freed meanwhile from reuse. So a pass reads slices of keys, each
 * from its own snapshot, and the writer thread adjusts the pass's tally as the tree changes:
 *
 *     tally    number of entries, and XOR of their checksums, of all keys up to `low`, as of now
 *     change   what the writes since `watch` have added to the same sums of the slice (low, high]
 *
 *     watch(high)      the slice's change is 0
 *                      then the reading process opens a snapshot, reads the slice and the totals
 *     settle(slice)    tally += slice + change now - change at the snapshot; low = high
 *
 * The change at the snapshot is looked up by the snapshot's totals, because each commit normally
 * stores different totals. If two commits since `watch` stored the same totals but changed the
 * slice differently, `settle` returns null and the slice is read again.
 *
 * After the last slice, tally and totals are equal, unless an entry was lost (or became unreachable
 * by a search) before its slice was read. The next pass detects entries lost after that.
 */
export interface PassTally {
  /** Starts or restarts a slice, from the end of the last settled one to key `high`. */
  watch(high: Uint8Array | null): Promise<void>;
  /**
   * Adds the slice to the tally. Returns null when it is unclear which writes followed the slice's
   * snapshot.
   */
  settle(slice: Slice): Promise<{ readonly tally: Sums; readonly totals: Sums } | null>;
  end(): Promise<void>;
}

/** A reader that falls this many commits behind reads its slice again. */
const MAX_MOMENTS = 20_000;

/**
 * JavaScript source of the writer thread's part: `tallies.watch(pass, high, totals)`,
 * `.settle(pass, slice, totals)` and `.end(pass)`; per transaction `.begin()` before it,
 * `.note(key, entries, xor)` for each entry in it, and `.commit(totals)` after it.
 */
export const TALLY_PROGRAM = `
  const tallies = {
    passes: new Map(),

    watch(pass, high, totals) {
      const { low = null, entries = 0, xor = 0 } = this.passes.get(pass) ?? {};
      const change = { entries: 0, xor: 0 };
      const moments = [{ totals: { ...totals }, change }];
      this.passes.set(pass, { low, high, entries, xor, change, moments, written: nothing() });
    },

    begin() {
      for (const tally of this.passes.values()) tally.written = nothing();
    },

    note(key, entries, xor) {
      for (const { low, high, written } of this.passes.values()) {
        if (low !== null && Buffer.compare(key, low) <= 0) add(written.below, entries, xor);
        else if (high === null || Buffer.compare(key, high) <= 0) add(written.inside, entries, xor);
      }
    },

    commit(totals) {
      for (const tally of this.passes.values()) {
        const { below, inside } = tally.written;
        add(tally, below.entries, below.xor);
        tally.change = { ...tally.change };
        add(tally.change, inside.entries, inside.xor);
        tally.moments.push({ totals: { ...totals }, change: tally.change });
        if (tally.moments.length > ${MAX_MOMENTS}) tally.moments.shift();
      }
    },

    settle(pass, slice, totals) {
      const tally = this.passes.get(pass);
      const [at, ...others] = tally.moments
        .filter((moment) => isSame(moment.totals, slice.totals))
        .map(({ change }) => change);
      if (at === undefined || others.some((other) => !isSame(at, other))) return null;
      const { change } = tally;
      add(tally, slice.entries + change.entries - at.entries, slice.xor ^ change.xor ^ at.xor);
      tally.low = tally.high;
      return { tally: sums(tally), totals: sums(totals) };
    },

    end(pass) {
      this.passes.delete(pass);
    },
  };
  const nothing = () => ({ below: { entries: 0, xor: 0 }, inside: { entries: 0, xor: 0 } });
  const sums = ({ entries, xor }) => ({ entries, xor: xor >>> 0 });
  const isSame = (a, b) => a.entries === b.entries && a.xor >>> 0 === b.xor >>> 0;
  function add(to, entries, xor) {
    to.entries += entries;
    to.xor ^= xor;
  }`;
