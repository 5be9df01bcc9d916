import type { JSONObject, JSONValue } from "../values/json";
import type { KeyRange } from "../values/keys";
import type { TransactionMetrics } from "../values/limits";
import type { TableResolver } from "../values/validator";
import type { ReadSet } from "./readSet";

export type { TransactionMetrics };

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** A document. `json` is Convex JSON text that includes `_id` and `_creationTime`. */
export interface StoredDocument {
  readonly id: string;
  readonly json: string;
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
  /** The document, or null. Records the read also when there is no document. */
  get(id: string): StoredDocument | null;
  /**
   * Rows of `table.index` in `range`, in order. Records into the read set only what was consumed:
   * through the last row yielded, or the whole range once it is exhausted.
   */
  scan(
    indexName: `${string}.${string}`,
    range: KeyRange,
    order: "asc" | "desc",
  ): IterableIterator<StoredDocument & { key: Uint8Array }>;
  /** Keys that an index expression selects. @throws Error with the real backend's message */
  indexRange(indexName: string, range: readonly RangeExpression[]): KeyRange;
  close(): void;
}

/**
 * The newest visible snapshot, held for several reads that must show one moment. Keep it for
 * moments only: until it is closed, the store cannot reuse pages that later commits free.
 */
export interface ReadPoint {
  /** Commit timestamp of the snapshot. */
  readonly ts: bigint;
  /**
   * True once the schema has changed, whose indexes the snapshot lacks: begin no more reads.
   */
  readonly isOutdated: boolean;
  /** Begins a read of the snapshot. The caller closes it. */
  beginRead(): ReadTransaction;
  close(): void;
}

/** A state of a write transaction that `rollbackTo` restores. */
export interface Savepoint {
  readonly changes: number;
}

/** Reads and writes of one mutation. Its reads see its own writes. */
export interface WriteTransaction extends ReadTransaction {
  /** Inserts a document that fits the schema; returns its `_id`. */
  insert(table: string, value: JSONObject): string;
  /** Replaces a document. `value` has no system fields, or those of the document. */
  replace(id: string, value: JSONObject): StoredDocument;
  /** Sets the given fields; `{$undefined: null}` deletes one. */
  patch(id: string, fields: JSONObject): StoredDocument;
  remove(id: string): StoredDocument;
  savepoint(): Savepoint;
  /**
   * Undoes the writes since `savepoint`, when a nested mutation failed. Its reads stay recorded.
   */
  rollbackTo(savepoint: Savepoint): void;
}

/** Callbacks of a live query, for commits that change what it has read. */
export interface Watcher {
  /**
   * Called once, inside the commit at `ts` that changed something the query has read. It may take
   * note, but must not read or write: the commit is not finished.
   */
  onInvalidated(ts: bigint): void;
  /** Called when the commit that will invalidate the query is being written to the disk. */
  onSpeculativeCommit?(snapshot: SpeculativeSnapshot): void;
}

/**
 * Reads a commit before it is durable. Do not send results computed from this snapshot to a client
 * before `committed` resolves: the commit may still be lost to a disk error.
 */
export interface SpeculativeSnapshot {
  readonly beginRead: () => ReadTransaction;
  /** Resolves when the commit is durable and published; rejects when it was aborted. */
  readonly committed: Promise<void>;
}

/** A commit. `keys` are the old and new index keys of every document written, `by_id` included. */
export interface Commit {
  readonly ts: bigint;
  readonly keys: readonly { index: string; key: Uint8Array }[];
}
