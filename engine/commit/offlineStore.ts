import { mkdirSync } from "node:fs";
import type { Table } from "../storage/catalog";
import { lockFolder } from "../storage/lock";
import { logIdWrite } from "../storage/ownRecords";
import { Store } from "../storage/store";
import type { Write } from "../storage/writes";
import { tableNumberOfId } from "../values/ids";
import type { JSONObject } from "../values/json";
import { encodeKey } from "../values/keys";
import { measureDocument } from "../values/measure";
import { openLog } from "./openLog";
import { indexKey } from "./revision";
import { StoreRecords } from "./storeRecords";
import { scanDocuments } from "./upgrade";

/** The latest time a JavaScript Date can represent, epoch ms. */
const MAX_DATE_MS = 8.64e15;

/**
 * The store of a folder that no server has open, for tools that copy all of it. It reads tables of
 * any size, and adds documents with the ids and creation times they had in another deployment.
 */
export class OfflineStore {
  readonly #store: Store;
  readonly #records: StoreRecords;
  readonly #closeFiles: () => Promise<void>;

  private constructor(store: Store, closeFiles: () => Promise<void>) {
    this.#store = store;
    this.#records = StoreRecords.load(store);
    this.#closeFiles = closeFiles;
  }

  /**
   * Opens or creates the store in folder `path`. Commits that only the log has are first written to
   * the store.
   *
   * @throws DataFolderLockedError, DamagedStoreError
   */
  static async open(path: string): Promise<OfflineStore> {
    mkdirSync(path, { recursive: true });
    const lock = await lockFolder(path);
    try {
      const store = await Store.open(path);
      const log = await openLog(store);
      return new OfflineStore(store, async () => {
        await store.close();
        log.close();
        await lock.release();
      });
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Returns all tables, including the deployment's own, whose names begin with an underscore. */
  tables(): Table[] {
    return this.#records.catalog.tables();
  }

  /** Yields all documents of a table by id, in batches. */
  async *documents(table: Table): AsyncIterable<JSONObject[]> {
    for await (const batch of scanDocuments(table, this.#store)) {
      yield batch.map(({ fields }) => fields);
    }
  }

  /**
   * Adds a table with the number encoded in its documents' ids. @throws Error when the name or the
   * number is taken
   */
  addTable(name: string, number: number): Table {
    return this.#records.catalog.adopt(name, number);
  }

  /**
   * Adds documents to a table. Resolves once they are on disk. The next start of the deployment
   * builds the schema's indexes and checks the documents against their types.
   *
   * @throws Error naming the document when it belongs to another table or already exists
   */
  async addDocuments(table: Table, documents: readonly JSONObject[]): Promise<void> {
    const [byId, byCreationTime] = table.indexes;
    const writes: Write[] = [];
    const added = new Set<string>();
    const snapshot = this.#store.snapshot();
    try {
      for (const document of documents) {
        const { id, createdAt } = identityOf(document, table);
        if (added.has(id) || snapshot.stored(byId.number, id) !== undefined) {
          throw new Error(`document ${id} is there twice`);
        }
        added.add(id);
        measureDocument(document);
        this.#records.noteCreationTime(createdAt);
        const value = JSON.stringify(document);
        writes.push({ index: byId.number, key: encodeKey([id]), value });
        const key = indexKey(byCreationTime!, id, document);
        writes.push({ index: byCreationTime!.number, key, value: "" });
      }
    } finally {
      snapshot.close();
    }
    await this.#store.commit(writes);
  }

  /**
   * Stores the catalog and the clock, set so that later documents are newer than all added ones.
   * The log lacks these commits, so the store records that it has no log and the next start creates
   * one.
   */
  async saveRecords(): Promise<void> {
    const now = Date.now();
    this.#records.ts = this.#records.followingTs({ now: () => now });
    this.#records.noteCreationTime(now);
    this.#records.markUnsaved(); // write the catalog even when no table was added
    await this.#store.commit([...this.#records.writes(), logIdWrite(null)]);
  }

  close(): Promise<void> {
    return this.#closeFiles();
  }
}

function identityOf(document: JSONObject, { name, number }: Table) {
  const { _id: id, _creationTime: createdAt } = document;
  if (typeof id !== "string") throw new Error("a document has no _id");
  if (tableNumberOfId(id) !== number) throw new Error(`${id} is no id of table ${name}`);
  if (typeof createdAt !== "number" || createdAt < 0 || createdAt > MAX_DATE_MS) {
    throw new Error(`document ${id} has no valid _creationTime`);
  }
  return { id, createdAt };
}
