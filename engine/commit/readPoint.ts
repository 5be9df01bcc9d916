import type { Catalog } from "../storage/catalog";
import type { Snapshot } from "../storage/snapshot";
import type { DocumentCache } from "./documentCache";
import type { PendingWritesView } from "./pendingWrites";
import { Reader } from "./readTransaction";
import type { ReadPoint, ReadTransaction } from "./types";

interface ReadPointOptions {
  readonly catalog: Catalog;
  readonly snapshot: Snapshot;
  readonly documents: DocumentCache;
  readonly pendingWrites: PendingWritesView | null;
  /** Timestamp of the snapshot including the pending writes. */
  readonly ts: bigint;
  readonly isOutdated: () => boolean;
  readonly onClose: (point: SnapshotReadPoint) => void;
}

/** One snapshot of the store, shared by several reads. */
export class SnapshotReadPoint implements ReadPoint {
  readonly #options: ReadPointOptions;
  readonly #reads = new Set<Reader>();
  #isClosed = false;

  constructor(options: ReadPointOptions) {
    this.#options = options;
  }

  get ts(): bigint {
    return this.#options.ts;
  }

  get isOutdated(): boolean {
    return this.#options.isOutdated();
  }

  beginRead(): ReadTransaction {
    return this.#open((read) => this.#reads.delete(read));
  }

  /** Begins a read that closes this read point when it closes. */
  beginOnlyRead(): ReadTransaction {
    return this.#open(() => this.close());
  }

  /** Also closes the reads that are still open, because their snapshot is released. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const read of this.#reads) read.close();
    this.#options.snapshot.close();
    this.#options.onClose(this);
  }

  #open(onClose: (read: Reader) => void): Reader {
    const { catalog, snapshot, documents, ts, pendingWrites } = this.#options;
    const options = { catalog, snapshot, documents, ts, onClose: () => onClose(read) };
    const read: Reader = new Reader(options, pendingWrites);
    this.#reads.add(read);
    return read;
  }
}
