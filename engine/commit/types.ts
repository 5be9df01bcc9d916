import type { JSONObject, JSONValue } from "../values/json";
import type { KeyRange } from "../values/keys";
import type { TransactionMetrics } from "../values/limits";
import type { TableResolver } from "../values/validator";
import type { ReadSet } from "./readSet";
import type { StoredDocument } from "./storedDocument";

export type { StoredDocument, TransactionMetrics };

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** A document found by a scan, and its key in the scanned index. */
export interface Row {
  readonly key: Uint8Array;
  readonly id: string;
  readonly json: string;
  readonly document: StoredDocument;
}

/** One comparison of an index range, as the `queryStream` syscall passes it. */
export interface RangeExpression {
  readonly type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  readonly fieldPath: string;
  /** Convex JSON; `{$undefined: null}` is a missing field. */
  readonly value: JSONValue;
}

export interface ReadTransaction extends TableResolver {
  /** Commit timestamp of the snapshot, nanoseconds. */
  readonly ts: bigint;
  readonly readSet: ReadSet;
  readonly metrics: TransactionMetrics;
  normalizeId(table: string, idString: string): string | null;
  /** Returns the document, or null. A missing document is recorded in the read set too. */
  get(id: string): StoredDocument | null;
  /**
   * Yields rows of `table.index` in `range`, in order. Adds only the consumed part to the read set:
   * up to the last row yielded, or the whole range once it is exhausted.
   */
  scan(
    indexName: `${string}.${string}`,
    range: KeyRange,
    order: "asc" | "desc",
  ): IterableIterator<Row>;
  /**
   * Returns the keys that an index expression selects. @throws Error with the real backend's
   * message
   */
  indexRange(indexName: string, range: readonly RangeExpression[]): KeyRange;
  close(): void;
}

/**
 * The newest visible snapshot, kept open for several reads of the same moment. Close it within
 * moments: while it is open, the store cannot reuse pages freed by later commits.
 */
export interface ReadPoint {
  /** Commit timestamp of the snapshot. */
  readonly ts: bigint;
  /**
   * True once the schema has changed. The snapshot lacks the new indexes, so begin no more reads.
   */
  readonly isOutdated: boolean;
  /** Begins a read of the snapshot. The caller closes it. */
  beginRead(): ReadTransaction;
  close(): void;
}

/** State of a write transaction that `rollbackTo` can restore. */
export interface Savepoint {
  readonly changes: number;
}

/** Reads and writes of one mutation. Its reads see its own writes. */
export interface WriteTransaction extends ReadTransaction {
  /** Inserts a document that fits the schema; returns its `_id`. */
  insert(table: string, value: JSONObject): string;
  /** Replaces a document. `value` either omits the system fields or repeats the document's own. */
  replace(id: string, value: JSONObject): StoredDocument;
  /** Sets the given fields; `{$undefined: null}` deletes one. */
  patch(id: string, fields: JSONObject): StoredDocument;
  remove(id: string): StoredDocument;
  savepoint(): Savepoint;
  /**
   * Undoes the writes since `savepoint`, after a nested mutation failed. Its reads stay recorded.
   */
  rollbackTo(savepoint: Savepoint): void;
}

/** Callbacks of a live query for commits that change what it has read. */
export interface Watcher {
  /**
   * Called once, during the commit at `ts` that invalidates the query. It may record the fact, but
   * must not read or write: the commit is not finished.
   */
  onInvalidated(ts: bigint): void;
  /** Called while the commit that will invalidate the query is being written to disk. */
  onSpeculativeCommit?(snapshot: SpeculativeSnapshot): void;
}

/**
 * A snapshot of a commit before it is durable. Do not send results computed from this snapshot to a
 * client before `committed` resolves: the commit may still be lost to a disk error.
 */
export interface SpeculativeSnapshot {
  readonly beginRead: () => ReadTransaction;
  /** Resolves when the commit is durable and published; rejects when it was aborted. */
  readonly committed: Promise<void>;
}

/** A commit. `keys` are the old and new index keys of every document written, including `by_id`. */
export interface Commit {
  readonly ts: bigint;
  readonly keys: readonly { index: string; key: Uint8Array }[];
}
