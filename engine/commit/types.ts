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

/** `json` is Convex JSON text and holds `_id` and `_creationTime`. */
export interface StoredDocument {
  readonly id: string;
  readonly json: string;
}

/** One step of an index range, as the `queryStream` syscall has it. */
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
  /** Records a point read, also for a miss. */
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
  /** Range of an index expression; throws the real messages for a wrong prefix. */
  indexRange(indexName: string, range: readonly RangeExpression[]): KeyRange;
  close(): void;
}

/** A place in a write transaction to come back to. */
export interface Savepoint {
  readonly changes: number;
}

/** Reads see the transaction's own writes. */
export interface WriteTransaction extends ReadTransaction {
  /** Validates against the schema; returns `_id`. */
  insert(table: string, value: JSONObject): string;
  /** `value` without system fields, or with matching ones. */
  replace(id: string, value: JSONObject): StoredDocument;
  /** `{$undefined: null}` deletes a field. */
  patch(id: string, fields: JSONObject): StoredDocument;
  remove(id: string): StoredDocument;
  savepoint(): Savepoint;
  /** Undoes the writes since `savepoint` (a nested mutation that failed); what was read stays read. */
  rollbackTo(savepoint: Savepoint): void;
}

/** Whom commits concern that touch what they read. */
export interface Watcher {
  /** Once, inside the commit at `ts`, since which it reads otherwise: only take note. */
  onInvalidated(ts: bigint): void;
  /** The commit that will do so is on its way to the disk. */
  onSpeculativeCommit?(snapshot: SpeculativeSnapshot): void;
}

/** What can be seen once a commit is on disk. What is learned from it is not to be told before. */
export interface SpeculativeSnapshot {
  readonly beginRead: () => ReadTransaction;
  /** Resolves once the commit has been announced; rejects when it was lost. */
  readonly committed: Promise<void>;
}

/** `keys`: old and new index keys of every document written, `table.by_id` included. */
export interface Commit {
  readonly ts: bigint;
  readonly keys: readonly { index: string; key: Uint8Array }[];
}
