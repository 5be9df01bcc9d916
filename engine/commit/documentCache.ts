import type { Table } from "../storage/catalog";
import type { Snapshot } from "../storage/snapshot";
import { Revision } from "./revision";

/** Number of places; a document has one, by its id. */
const PLACES = 8_192;
/** Stored bytes of all cached documents. Parsed, with index keys, they take some six times that. */
const MAX_BYTES = 8 * 2 ** 20;
const MAX_DOCUMENT_BYTES = 16 * 2 ** 10;

interface Cached {
  readonly revision: Revision;
  /** The document as it was stored when `revision` was read, with its checksum. */
  readonly stored: Uint8Array;
}

/**
 * Documents that are read again and again (a session, a person, a counter, a list's rows), so that
 * each is checked against its checksum, decoded and parsed once, not at every read.
 *
 * It needs no invalidation: each read fetches the stored bytes from the reader's own snapshot, and
 * uses the cached document only if the bytes are equal. So each reader sees its own snapshot. Only
 * a change of indexes must `clear` the cache, because a revision caches its index keys.
 *
 * A document is admitted on its second read, unless another document of the same place was read in
 * between. So a scan of the whole store evicts little and copies nothing:
 *
 *     read x      place 7: missed x
 *     read x      place 7: missed x, holds x      later reads of x: compared with the stored bytes
 *     read y      place 7: missed y, holds x      y has the same place
 *     read y      place 7: missed y, holds y
 */
export class DocumentCache {
  #missed: (string | undefined)[] = new Array<undefined>(PLACES);
  #held: (Cached | undefined)[] = new Array<undefined>(PLACES);
  #bytes = 0;

  /** Returns the document as stored in `snapshot`, or null. @throws DamagedStoreError */
  read(snapshot: Snapshot, table: Table, id: string): Revision | null {
    const index = table.indexes[0].number;
    const stored = snapshot.stored(index, id);
    if (stored === undefined) return null;
    const place = placeOf(id);
    const held = this.#held[place];
    if (held?.revision.id === id && isSame(held.stored, stored)) return held.revision;
    const revision = new Revision(table, id, snapshot.text(index, id, stored));
    if (this.#missed[place] !== id) this.#missed[place] = id;
    else if (stored.length <= MAX_DOCUMENT_BYTES) this.#hold(place, { revision, stored });
    return revision;
  }

  /** Forgets all documents. */
  clear(): void {
    this.#missed = new Array<undefined>(PLACES);
    this.#held = new Array<undefined>(PLACES);
    this.#bytes = 0;
  }

  #hold(place: number, { revision, stored }: Cached): void {
    this.#bytes += stored.length - (this.#held[place]?.stored.length ?? 0);
    if (this.#bytes > MAX_BYTES) {
      this.clear();
      this.#bytes = stored.length;
    }
    // `stored` is valid until the next read, and longer than its `length` says.
    this.#held[place] = {
      revision,
      stored: Uint8Array.prototype.slice.call(stored, 0, stored.length),
    };
  }
}

/** Ids end with random characters and a checksum. */
function placeOf(id: string): number {
  let hash = 0;
  for (let i = id.length - 10; i < id.length; i++) hash = Math.imul(hash, 31) + id.charCodeAt(i);
  return hash & (PLACES - 1);
}

function isSame(cached: Uint8Array, stored: Buffer): boolean {
  const { length } = cached;
  return length === stored.length && stored.compare(cached, 0, length, 0, length) === 0;
}
