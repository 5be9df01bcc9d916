import type { Catalog, Table } from "../storage/catalog";
import type { Snapshot } from "../storage/snapshot";
import { tableNumberOfId } from "../values/ids";
import { EVERYTHING, idOfKey, type KeyRange } from "../values/keys";
import { countQuery, countRead, noMetrics } from "../values/limits";
import { Cursor } from "./cursor";
import type { DocumentCache } from "./documentCache";
import type { Revision } from "./revision";
import { indexRangeOf } from "./indexRange";
import type { PendingWritesView } from "./pendingWrites";
import { ReadSet } from "./readSet";
import type { RangeExpression, ReadTransaction, Row, StoredDocument } from "./types";

/** System tables whose reads count towards a function's limits, because functions can read them. */
const COUNTED_SYSTEM_TABLES = new Set(["_storage", "_scheduled_functions"]);

export interface ReaderOptions {
  readonly catalog: Catalog;
  readonly snapshot: Snapshot;
  readonly documents: DocumentCache;
  /** Timestamp of the snapshot including the pending writes. */
  readonly ts: bigint;
  /** Called once, on close. Closes the snapshot unless other reads share it. */
  readonly onClose: () => void;
}

/** Reads one snapshot with pending writes on top, and records what it reads in a ReadSet. */
export class Reader implements ReadTransaction {
  readonly ts: bigint;
  readonly readSet: ReadSet = new ReadSet();
  readonly metrics = noMetrics();
  protected readonly catalog: Catalog;
  readonly #snapshot: Snapshot;
  readonly #documents: DocumentCache;
  readonly #pendingWrites: PendingWritesView | null;
  #isClosed = false;

  readonly #onClose: () => void;

  constructor(
    { catalog, snapshot, documents, ts, onClose }: ReaderOptions,
    pendingWrites: PendingWritesView | null,
  ) {
    this.#onClose = onClose;
    this.catalog = catalog;
    this.#snapshot = snapshot;
    this.#documents = documents;
    this.ts = ts;
    this.#pendingWrites = pendingWrites;
  }

  tableOfId(id: string): string | null {
    return this.table(id)?.name ?? null;
  }

  normalizeId(table: string, idString: string): string | null {
    return this.tableOfId(idString) === table ? idString : null;
  }

  get(id: string): StoredDocument | null {
    const table = this.table(id);
    if (!table) return null;
    this.#checkOpen();
    const [byId] = table.indexes;
    this.readSet.addDocument(byId.name, id);
    countQuery(this.metrics);
    const revision = this.revision(table, id);
    if (revision) this.count(table, revision);
    return revision;
  }

  scan(
    indexName: `${string}.${string}`,
    range: KeyRange,
    order: "asc" | "desc",
  ): IterableIterator<Row> {
    countQuery(this.metrics);
    const found = this.#index(indexName);
    if (found) return this.#rows(found.table, found.position, range, order);
    // The table has no documents yet. Record the range so that the first insert invalidates the
    // query.
    this.readSet.add(indexName, range);
    return [][Symbol.iterator]();
  }

  indexRange(indexName: string, range: readonly RangeExpression[]): KeyRange {
    const found = this.#index(indexName);
    return found ? indexRangeOf(found.table.indexes[found.position]!, range) : EVERYTHING;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClose();
  }

  protected table(id: string): Table | undefined {
    const number = tableNumberOfId(id);
    return number === null ? undefined : this.catalog.tableOfNumber(number);
  }

  /** Returns the document as this transaction sees it. Neither records nor counts the read. */
  protected revision(table: Table, id: string): Revision | null {
    this.#checkOpen();
    const written = this.#pendingWrites?.document(id);
    if (written !== undefined) return written;
    return this.#documents.read(this.#snapshot, table, id);
  }

  protected count(table: Table, revision: Revision): void {
    if (table.name.startsWith("_") && !COUNTED_SYSTEM_TABLES.has(table.name)) return;
    countRead(this.metrics, revision.json.length);
  }

  *#rows(
    table: Table,
    position: number,
    range: KeyRange,
    order: "asc" | "desc",
  ): IterableIterator<Row> {
    const { name } = table.indexes[position]!;
    const scan = this.readSet.beginScan(name, range, order);
    const scanned = { table, position, range, order };
    const cursor = new Cursor(this.#snapshot, this.#pendingWrites, scanned);
    for (;;) {
      this.#checkOpen();
      const key = cursor.next();
      if (key === null) {
        scan.exhausted();
        return;
      }
      scan.consumed(key);
      const id = idOfKey(key);
      const revision = this.revision(table, id);
      if (!revision)
        throw this.#snapshot.reportDamage(
          `index ${name} names the document ${id}, which is missing`,
        );
      this.count(table, revision);
      yield { id, json: revision.json, key, document: revision };
    }
  }

  /**
   * Finds an index by its name ("table.index"). Returns null when the table does not exist yet and
   * the index is one that every table has.
   *
   * @throws Error when there is no such index
   */
  #index(indexName: string): { table: Table; position: number } | null {
    const dot = indexName.indexOf(".");
    const table = this.catalog.table(indexName.slice(0, dot));
    const position = table?.indexes.findIndex(({ name }) => name === indexName) ?? -1;
    if (table && position >= 0) return { table, position };
    const isBuiltIn = /\.(by_id|by_creation_time)$/.test(indexName);
    if (table || !isBuiltIn) throw new Error(`Index ${indexName} not found.`);
    return null;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new Error("The transaction of this function has ended");
  }
}
