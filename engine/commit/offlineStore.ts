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

/** The latest time that a JavaScript date can have, epoch ms. */
const MAX_DATE_MS = 8.64e15;

/**
 * The store of a folder that no server has open, for what copies all of it. It reads a table of any
 * size, and writes documents under the ids and creation times that they had elsewhere.
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
   * Opens the store in folder `path`, or makes it. What only the log has comes into the tree first.
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

  /** The deployment's own tables too, whose names begin with an underscore. */
  tables(): Table[] {
    return this.#records.catalog.tables();
  }

  /** All documents of a table by id, in batches. */
  async *documents(table: Table): AsyncIterable<JSONObject[]> {
    for await (const batch of scanDocuments(table, this.#store)) {
      yield batch.map(({ fields }) => fields);
    }
  }

  /**
   * Adds a table with the number that its documents' ids name. @throws Error when either is taken
   */
  addTable(name: string, number: number): Table {
    return this.#records.catalog.adopt(name, number);
  }

  /**
   * Adds documents to a table. Resolves once they are on disk. The indexes of the schema are built
   * at the deployment's next start, which also checks the documents against their types.
   *
   * @throws Error naming the document, unless each is one of this table that is not there yet
   */
  async addDocuments(table: Table, documents: readonly JSONObject[]): Promise<void> {
    const [byId, byCreationTime] = table.indexes;
    const writes: Write[] = [];
    const added = new Set<string>();
    const snapshot = this.#store.snapshot();
    try {
      for (const document of documents) {
        const { id, createdAt } = identityOf(document, table);
        if (added.has(id) || snapshot.document(byId.number, id) !== undefined) {
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
   * Stores tables and clock. Later documents will be newer than all that were added. The log did
   * not have any of it, so the next start makes another.
   */
  async saveRecords(): Promise<void> {
    const now = Date.now();
    this.#records.ts = this.#records.followingTs({ now: () => now });
    this.#records.noteCreationTime(now);
    this.#records.markUnsaved(); // a store of no tables has a catalog too
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
