import type { Table } from "../storage/catalog";
import type { Write } from "../storage/writes";
import { newId } from "../values/ids";
import type { JSONObject } from "../values/json";
import { countQuery, countWrite } from "../values/limits";
import { measureDocument } from "../values/measure";
import { validateDocument } from "../values/validator";
import { Revision } from "./revision";
import { isUndefined } from "./indexRange";
import { isSameKey, type PendingWrites } from "./pendingWrites";
import { UnrecordedReads } from "./readSet";
import { Reader, type ReaderOptions } from "./readTransaction";
import type { Commit, Savepoint, StoredDocument, WriteTransaction } from "./types";

interface UndoEntry {
  readonly id: string;
  readonly before: Revision | null;
  readonly after: Revision | null;
}

/**
 * JSON text of an unresolved commit timestamp (`db.vars.commitTs`). A string value cannot contain
 * this text, because JSON escapes the quotes.
 */
const COMMIT_TS = '{"$commitTs":null}';

interface WriterOptions extends ReaderOptions {
  readonly pendingWrites: PendingWrites;
  /** Sequence number of this mutation; orders its versions in the pending writes. */
  readonly sequence: number;
  /** Returns the creation time of the next document, epoch ms. */
  readonly nextCreationTime: () => number;
}

/**
 * Reads and writes of one mutation. Each write immediately becomes a pending write, so the mutation
 * reads it back. `rollbackTo` replays an undo log, newest write first; `finish` computes the net
 * changes of the transaction from the same log.
 */
export class Writer extends Reader implements WriteTransaction {
  override readonly readSet = new UnrecordedReads();
  readonly #pendingWrites: PendingWrites;
  readonly sequence: number;
  readonly #nextCreationTime: () => number;
  readonly #undoLog: UndoEntry[] = [];

  constructor(options: WriterOptions) {
    super(options, options.pendingWrites.asOf(options.sequence));
    this.#pendingWrites = options.pendingWrites;
    this.sequence = options.sequence;
    this.#nextCreationTime = options.nextCreationTime;
  }

  insert(tableName: string, value: JSONObject): string {
    const table = this.catalog.tableOrNew(tableName);
    if (Object.hasOwn(value, "_id") || Object.hasOwn(value, "_creationTime")) {
      throw new Error(
        `The system fields '_id' and '_creationTime' of a new document in table "${tableName}" cannot be set`,
      );
    }
    const createdAt = this.#nextCreationTime();
    const id = newId(table.number, createdAt);
    const fields = { _creationTime: createdAt, _id: id, ...value };
    this.#write(table, id, null, this.#checked(table, id, fields).keepKeysOnly());
    return id;
  }

  replace(id: string, value: JSONObject): StoredDocument {
    const before = this.#existing(id, "Replace");
    const { _id, _creationTime } = before.fields as { _id: string; _creationTime: number };
    const { _id: newIdField = _id, _creationTime: newTime = _creationTime, ...user } = value;
    if (newIdField !== _id) {
      throw new Error(
        `The document has id ${_id}, but its '_id' field is ${JSON.stringify(newIdField)}`,
      );
    }
    if (newTime !== _creationTime) {
      throw new Error(`The '_creationTime' field of document ${_id} cannot be changed`);
    }
    const after = this.#checked(before.table, id, { _creationTime, _id, ...user });
    this.#write(before.table, id, before, after);
    return after;
  }

  patch(id: string, fields: JSONObject): StoredDocument {
    const before = this.#existing(id, "Update");
    const merged = patched(before.fields, fields);
    if (merged["_id"] !== id || merged["_creationTime"] !== before.fields["_creationTime"]) {
      throw new Error(`The system fields of document ${id} cannot be changed`);
    }
    const after = this.#checked(before.table, id, merged);
    after.reuseKeys(before, fields);
    this.#write(before.table, id, before, after);
    return after;
  }

  remove(id: string): StoredDocument {
    const before = this.#existing(id, "Delete");
    this.#write(before.table, id, before, null);
    return before;
  }

  savepoint(): Savepoint {
    return { changes: this.#undoLog.length };
  }

  rollbackTo(savepoint: Savepoint): void {
    while (this.#undoLog.length > savepoint.changes) {
      const { id, before, after } = this.#undoLog.pop()!;
      this.#pendingWrites.write(id, after, before, this.sequence);
    }
  }

  /**
   * Ends the transaction: replaces its commit timestamps with `ts`, and returns the store's writes
   * and every index key that changed or belongs to a changed document. Returns null when nothing
   * changed.
   */
  finish(ts: bigint): { writes: Write[]; keys: Commit["keys"] } | null {
    const changed = new Map<string, UndoEntry>();
    for (const change of this.#undoLog) {
      const first = changed.get(change.id);
      changed.set(change.id, first ? { ...change, before: first.before } : change);
    }
    const writes: Write[] = [];
    const keys: { index: string; key: Uint8Array }[] = [];
    for (const { id, before, after: last } of changed.values()) {
      const after = last && this.#resolved(id, last, ts);
      if (before?.json !== after?.json) addIndexWrites(before, after, writes, keys);
    }
    return keys.length === 0 ? null : { writes, keys };
  }

  /** Returns revision `last` of document `id` with its commit timestamps replaced by `ts`. */
  #resolved(id: string, last: Revision, ts: bigint): Revision {
    if (!last.json.includes(COMMIT_TS)) return last;
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(ts);
    const integer = `{"$integer":"${bytes.toString("base64")}"}`;
    const resolved = new Revision(last.table, id, last.json.replaceAll(COMMIT_TS, integer));
    this.#pendingWrites.write(id, last, resolved, this.sequence);
    return resolved;
  }

  /** Reads a document that will change. This counts like a `get`, as in the real backend. */
  #existing(id: string, verb: string): Revision {
    const table = this.table(id);
    const known = table && this.revision(table, id);
    if (!known) throw new Error(`${verb} on nonexistent document ID ${id}`);
    countQuery(this.metrics);
    this.count(table, known);
    return known;
  }

  /**
   * Creates a revision of `document`. @throws Error unless it is within limits and fits the schema
   */
  #checked(table: Table, id: string, document: JSONObject): Revision {
    const size = measureDocument(document);
    if (!table.name.startsWith("_")) countWrite(this.metrics, size);
    const message = table.documentType && validateDocument(table.documentType, document, this);
    if (message) {
      throw new Error(
        `Failed to insert or update a document in table "${table.name}" because it does not match the schema: ${message}`,
      );
    }
    return new Revision(table, id, JSON.stringify(document), document);
  }

  #write(table: Table, id: string, before: Revision | null, after: Revision | null): void {
    if (after === null && !table.name.startsWith("_")) countWrite(this.metrics, 0);
    this.#pendingWrites.write(id, before, after, this.sequence);
    this.#undoLog.push({ id, before, after });
  }
}

/**
 * Returns the document `before` with `changes` merged in; `{$undefined: null}` deletes a field.
 *
 * The result is a new object, because V8 reads an object slowly after `delete`, and a revision's
 * fields are read a dozen times. Fields keep their order, so a patch that changes nothing gives the
 * same text.
 */
function patched(before: JSONObject, changes: JSONObject): JSONObject {
  const after: JSONObject = {};
  for (const name in before) {
    const value = Object.hasOwn(changes, name) ? changes[name]! : before[name]!;
    if (!isUndefined(value)) after[name] = value;
  }
  for (const name in changes) {
    const value = changes[name]!;
    if (!Object.hasOwn(before, name) && !isUndefined(value)) after[name] = value;
  }
  return after;
}

/**
 * Appends the index writes of one changed document: the document itself, and only those index
 * entries whose key changed. Appends all old and new keys to `keys`, because a query that read the
 * document through an unchanged key must rerun too.
 */
function addIndexWrites(
  before: Revision | null,
  after: Revision | null,
  writes: Write[],
  keys: { index: string; key: Uint8Array }[],
): void {
  const { indexes } = (after ?? before)!.table;
  for (let i = 0; i < indexes.length; i++) {
    const index = indexes[i]!;
    const oldKey = before?.key(i);
    const newKey = after?.key(i);
    const isSame = oldKey !== undefined && newKey !== undefined && isSameKey(oldKey, newKey);
    if (oldKey && !isSame) {
      keys.push({ index: index.name, key: oldKey });
      writes.push({ index: index.number, key: oldKey, value: null });
    }
    if (newKey) {
      keys.push({ index: index.name, key: newKey });
      const isDocument = i === 0;
      if (isDocument) writes.push({ index: index.number, key: newKey, value: after!.json });
      else if (!isSame) writes.push({ index: index.number, key: newKey, value: "" });
    }
  }
}
