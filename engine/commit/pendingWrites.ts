import { compareBytes, type KeyRange } from "../values/keys";
import type { Revision } from "./revision";

/**
 * Writes that are not in the store yet: the running mutation's, and those of earlier mutations that
 * are being flushed or checkpointed. Reads look here first, then in the store.
 *
 * Each write is a version with its mutation's sequence number. A reader sees the newest version up
 * to its own number, so one document may have several:
 *
 *     mutation 4 inserts x     x: 4 = {n: 0}
 *     mutation 6 patches x     x: 4 = {n: 0}, 6 = {n: 1}   asOf(5): {n: 0}, asOf(6): {n: 1}
 *     dropAfter(5)             x: 4 = {n: 0}                 mutation 6 was aborted
 *     dropThrough(5)           -                             the store has mutations up to 5
 */
export class PendingWrites {
  readonly #documents = new Map<string, DocumentVersion[]>();
  readonly #changes = new Map<string, TableChanges>();
  #newest = 0;
  #droppedThrough = 0;

  /** Records that mutation `sequence` replaced `before` with `after`; null means no document. */
  write(id: string, before: Revision | null, after: Revision | null, sequence: number): void {
    const versions = this.#documents.get(id);
    if (versions) setVersion(versions, { revision: after, sequence });
    else this.#documents.set(id, [{ revision: after, sequence }]);
    this.#newest = sequence;
    const table = (after ?? before)!.table.name;
    let changes = this.#changes.get(table);
    if (!changes) this.#changes.set(table, (changes = new TableChanges()));
    changes.add({ before, after, sequence });
  }

  /** Returns a view of the pending writes of mutations up to number `asOf`. */
  asOf(asOf: number): PendingWritesView {
    return {
      document: (id) => {
        const versions = this.#documents.get(id);
        return versions && versionAt(versions, asOf)?.revision;
      },
      first: (table, i, range, order) =>
        this.#changes.get(table)?.ofIndex(i).first(range, order, asOf) ?? null,
    };
  }

  /**
   * Drops the writes of mutations up to `sequence`, which are in the store snapshots of all
   * readers.
   */
  dropThrough(sequence: number): void {
    if (sequence <= this.#droppedThrough) return;
    this.#droppedThrough = sequence;
    if (this.#newest <= sequence) return this.clear();
    this.#retain((written) => written > sequence);
  }

  /** Drops the writes of mutations after `sequence`, which were rolled back or aborted. */
  dropAfter(sequence: number): void {
    if (this.#newest <= sequence) return;
    this.#newest = sequence;
    this.#retain((written) => written <= sequence);
  }

  clear(): void {
    this.#documents.clear();
    this.#changes.clear();
  }

  #retain(isKept: (sequence: number) => boolean): void {
    for (const [id, versions] of this.#documents) {
      keepVersions(versions, isKept);
      if (versions.length === 0) this.#documents.delete(id);
    }
    for (const [table, changes] of this.#changes) {
      changes.keep(isKept);
      if (changes.isEmpty) this.#changes.delete(table);
    }
  }
}

/** The pending writes as one reader sees them. */
export interface PendingWritesView {
  /**
   * The document's newest revision; null when a pending write deleted it, undefined when no write
   * of it is pending.
   */
  document(id: string): Revision | null | undefined;
  /** First pending entry in `range`, in `order`, of the index at position `i` of `table`. */
  first(table: string, i: number, range: KeyRange, order: "asc" | "desc"): KeyEntry | null;
}

/** A pending index entry. `isPresent` is false when the write removed the entry. */
interface KeyEntry {
  readonly key: Uint8Array;
  readonly isPresent: boolean;
}

export function isSameKey(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || compareBytes(a, b) === 0;
}

interface Version {
  readonly sequence: number;
}

type DocumentVersion = Version & { readonly revision: Revision | null };
type KeyVersion = Version & { readonly isPresent: boolean };

/** Appends `version`, or replaces the last version when the same mutation wrote it. */
function setVersion<V extends Version>(versions: V[], version: V): void {
  const isCorrection = versions.at(-1)?.sequence === version.sequence;
  versions[isCorrection ? versions.length - 1 : versions.length] = version;
}

function versionAt<V extends Version>(versions: readonly V[], asOf: number): V | undefined {
  return versions.findLast(({ sequence }) => sequence <= asOf);
}

function keepVersions(versions: Version[], isKept: (sequence: number) => boolean): void {
  let kept = 0;
  for (const version of versions) if (isKept(version.sequence)) versions[kept++] = version;
  versions.length = kept;
}

/** True when `key` sorts before `bound`; null sorts after every key. */
function precedes(key: Uint8Array, bound: Uint8Array | null): boolean {
  return bound === null || compareBytes(key, bound) < 0;
}

interface VersionedChange extends Version {
  readonly before: Revision | null;
  readonly after: Revision | null;
}

/**
 * Pending changes of one table. Most of its indexes are never scanned while writes are pending, so
 * an index's sorted keys are computed at the first scan and extended at later ones.
 */
class TableChanges {
  #changes: VersionedChange[] = [];
  /** Sorted keys by position of the index; undefined for an index that has not been scanned. */
  readonly #indexes: (SortedKeys | undefined)[] = [];

  get isEmpty(): boolean {
    return this.#changes.length === 0;
  }

  add(change: VersionedChange): void {
    this.#changes.push(change);
  }

  ofIndex(i: number): SortedKeys {
    const keys = (this.#indexes[i] ??= new SortedKeys());
    for (; keys.changesIndexed < this.#changes.length; keys.changesIndexed++) {
      const { before, after, sequence } = this.#changes[keys.changesIndexed]!;
      const oldKey = before?.key(i);
      const newKey = after?.key(i);
      if (oldKey && newKey && isSameKey(oldKey, newKey)) continue;
      if (oldKey) keys.set(oldKey, { isPresent: false, sequence });
      if (newKey) keys.set(newKey, { isPresent: true, sequence });
    }
    return keys;
  }

  keep(isKept: (sequence: number) => boolean): void {
    for (const keys of this.#indexes) {
      const seen = this.#changes.slice(0, keys?.changesIndexed);
      keys?.keep(isKept, seen.filter(({ sequence }) => isKept(sequence)).length);
    }
    this.#changes = this.#changes.filter(({ sequence }) => isKept(sequence));
  }
}

/** Keys of one index in order, each with its versions. */
class SortedKeys {
  /** Number of the table's changes included in these keys. */
  changesIndexed = 0;
  #entries: { readonly key: Uint8Array; readonly versions: KeyVersion[] }[] = [];

  set(key: Uint8Array, version: KeyVersion): void {
    const at = this.#lowerBound(key);
    const known = this.#entries[at];
    if (known && isSameKey(known.key, key)) setVersion(known.versions, version);
    else this.#entries.splice(at, 0, { key, versions: [version] });
  }

  first({ start, end }: KeyRange, order: "asc" | "desc", asOf: number): KeyEntry | null {
    const isAscending = order === "asc";
    const step = isAscending ? 1 : -1;
    let at = this.#entries.length - 1;
    if (isAscending) at = this.#lowerBound(start);
    else if (end !== null) at = this.#lowerBound(end) - 1;
    for (let entry; (entry = this.#entries[at]); at += step) {
      const { key, versions } = entry;
      if (isAscending ? !precedes(key, end) : precedes(key, start)) return null;
      const version = versionAt(versions, asOf);
      if (version) return { key, isPresent: version.isPresent };
    }
    return null;
  }

  keep(isKept: (sequence: number) => boolean, changesLeft: number): void {
    this.changesIndexed = changesLeft;
    this.#entries = this.#entries.filter(({ versions }) => {
      keepVersions(versions, isKept);
      return versions.length > 0;
    });
  }

  /** Returns the position of the first entry whose key is not before `key`. */
  #lowerBound(key: Uint8Array): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareBytes(this.#entries[middle]!.key, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
