import type { TransactionMetrics } from "../values/limits";
import type { KeyRange } from "../values/keys";
import type { JSONObject, JSONValue } from "../values/json";
import type { TableResolver } from "../values/validator";
import type { SchemaJson } from "../storage/schema";
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

declare const savepointBrand: unique symbol;
export type Savepoint = { readonly [savepointBrand]: true };

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

/** `keys`: old and new index keys of every document written, `table.by_id` included. */
export interface Commit {
  readonly ts: bigint;
  readonly keys: readonly { index: string; key: Uint8Array }[];
}

export class Database {
  private constructor() {}

  /** @throws DataFolderLockedError naming the folder and the process that holds it */
  static open(_options: {
    path: string;
    clock: Clock;
    onFatal(error: Error): void;
  }): Promise<Database> {
    throw new Error("not written yet");
  }

  get ts(): bigint {
    throw new Error("not written yet");
  }

  /** @throws SchemaMismatchError naming the document and the field */
  applySchema(_schema: SchemaJson): Promise<void> {
    throw new Error("not written yet");
  }

  beginRead(): ReadTransaction {
    throw new Error("not written yet");
  }

  /**
   * Serial. `body` throwing writes nothing. Resolves once the commit is visible; `durable` resolves
   * after fsync. Without writes `ts` is the snapshot's.
   */
  write<T>(_body: (tx: WriteTransaction) => Promise<T> | T): Promise<{
    value: T;
    ts: bigint;
    durable: Promise<void>;
    metrics: TransactionMetrics;
  }> {
    throw new Error("not written yet");
  }

  /** Calls back once, inside the commit, when a commit after `asOf` touches `readSet`. */
  subscribe(
    _readSet: ReadSet,
    _asOf: bigint,
    _onInvalidated: (ts: bigint) => void,
  ): { cancel(): void } {
    throw new Error("not written yet");
  }

  /**
   * Resolves after fsync of every commit that is visible now; at once when none is pending.
   * (Added by the edge: a live result may leave the server only when what it shows is on disk.)
   */
  whenDurable(): Promise<void> {
    throw new Error("not written yet");
  }

  onCommit(_listener: (commit: Commit) => void): () => void {
    throw new Error("not written yet");
  }

  backup(_file: string): Promise<void> {
    throw new Error("not written yet");
  }

  static restore(_file: string, _path: string): Promise<void> {
    throw new Error("not written yet");
  }

  tables(): readonly { name: string; number: number }[] {
    throw new Error("not written yet");
  }

  close(): Promise<void> {
    throw new Error("not written yet");
  }
}
