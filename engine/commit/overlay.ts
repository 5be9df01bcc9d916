import { compareBytes, type KeyRange } from "../values/keys";
import type { Revision } from "./documents";

/**
 * Writes that are not in the store yet: those of the mutation that runs, and of earlier ones whose
 * group is still being committed. Reads look here first. `sequence` numbers the mutation that wrote an
 * entry: the entry may go once that one is in the store, and nobody reads an older snapshot.
 */
export class Overlay {
  readonly #documents = new Map<string, DocumentEntry>();
  readonly #indexes = new Map<string, SortedKeys>();
  #newest = 0;

  /** undefined: not here, look in the store. null: removed. */
  document(id: string): Revision | null | undefined {
    return this.#documents.get(id)?.revision;
  }

  /** The first entry in `range`, from the end that `order` begins with. */
  first(index: string, range: KeyRange, order: "asc" | "desc"): KeyEntry | null {
    return this.#indexes.get(index)?.first(range, order) ?? null;
  }

  /** `before` became `after`, which changes the index entries whose keys differ. */
  write(id: string, before: Revision | null, after: Revision | null, sequence: number): void {
    this.#documents.set(id, { revision: after, sequence });
    this.#newest = sequence;
    const { indexes } = (after ?? before)!.table;
    for (let i = 0; i < indexes.length; i++) {
      const old = before?.key(i);
      const now = after?.key(i);
      if (old && now && isSameKey(old, now)) continue;
      const keys = this.#keysOf(indexes[i]!.name);
      if (old) keys.set({ key: old, isPresent: false, sequence });
      if (now) keys.set({ key: now, isPresent: true, sequence });
    }
  }

  /** Drops what the mutation `sequence` and those before it wrote. */
  dropThrough(sequence: number): void {
    if (this.#newest <= sequence) return this.clear();
    for (const [id, entry] of this.#documents)
      if (entry.sequence <= sequence) this.#documents.delete(id);
    for (const keys of this.#indexes.values()) keys.dropThrough(sequence);
  }

  clear(): void {
    this.#documents.clear();
    this.#indexes.clear();
  }

  #keysOf(index: string): SortedKeys {
    let keys = this.#indexes.get(index);
    if (!keys) this.#indexes.set(index, (keys = new SortedKeys()));
    return keys;
  }
}

export function isSameKey(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || compareBytes(a, b) === 0;
}

interface DocumentEntry {
  readonly revision: Revision | null;
  readonly sequence: number;
}

/** `isPresent` false: the store's entry with this key is gone. */
interface KeyEntry {
  readonly key: Uint8Array;
  readonly isPresent: boolean;
  readonly sequence: number;
}

/** The last entry set for each key, sorted. Most mutations never scan what they wrote: sorted on demand. */
class SortedKeys {
  #sorted: KeyEntry[] = [];
  #unsorted: KeyEntry[] = [];

  set(entry: KeyEntry): void {
    this.#unsorted.push(entry);
  }

  first(range: KeyRange, order: "asc" | "desc"): KeyEntry | null {
    this.#sort();
    if (order === "asc") {
      const entry = this.#sorted[this.#lowerBound(range.start)];
      const isInside = entry && (range.end === null || compareBytes(entry.key, range.end) < 0);
      return isInside ? entry : null;
    }
    const after = range.end === null ? this.#sorted.length : this.#lowerBound(range.end);
    const entry = this.#sorted[after - 1];
    return entry && compareBytes(entry.key, range.start) >= 0 ? entry : null;
  }

  dropThrough(sequence: number): void {
    const isNewer = (entry: KeyEntry) => entry.sequence > sequence;
    this.#sorted = this.#sorted.filter(isNewer);
    this.#unsorted = this.#unsorted.filter(isNewer);
  }

  #sort(): void {
    for (const entry of this.#unsorted) {
      const at = this.#lowerBound(entry.key);
      const known = this.#sorted[at];
      if (known && isSameKey(known.key, entry.key)) this.#sorted[at] = entry;
      else this.#sorted.splice(at, 0, entry);
    }
    this.#unsorted = [];
  }

  /** Position of the first entry whose key is not before `key`. */
  #lowerBound(key: Uint8Array): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareBytes(this.#sorted[middle]!.key, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
