/** An encrypted piece of a kept copy. `iv`: never used for anything else. */
export type EncryptedPart = { readonly iv: Uint8Array<ArrayBuffer>; readonly bytes: ArrayBuffer };

/** The browser's storage of the encrypted pieces of one copy, by their names. */
export interface PartStorage {
  readAll(): Promise<ReadonlyMap<string, EncryptedPart>>;
  /** Replaces all that is there, in one transaction. */
  replaceAll(parts: ReadonlyMap<string, EncryptedPart>): Promise<void>;
  clear(): Promise<void>;
}

const DATABASE = "sms-copy";
const STORE = "parts";

/**
 * The parts in this browser's IndexedDB.
 *
 * @throws DOMException from each method where a browser has none to use: in a private window, or
 *   when the disk is full
 */
export class IndexedDbPartStorage implements PartStorage {
  async readAll(): Promise<ReadonlyMap<string, EncryptedPart>> {
    return await inTransaction("readonly", (store) => {
      const [names, parts] = [store.getAllKeys(), store.getAll()];
      return () =>
        new Map(
          names.result.map((name, index) => [name as string, parts.result[index] as EncryptedPart]),
        );
    });
  }

  async replaceAll(parts: ReadonlyMap<string, EncryptedPart>): Promise<void> {
    await inTransaction("readwrite", (store) => {
      store.clear();
      for (const [name, part] of parts) store.put(part, name);
      return () => undefined;
    });
  }

  async clear(): Promise<void> {
    await this.replaceAll(new Map());
  }
}

/** Runs `run`, and resolves with what it returned once the transaction has completed. */
async function inTransaction<Result>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => () => Result,
): Promise<Result> {
  const database = await openDatabase();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const result = run(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(result());
      transaction.onerror = () => reject(reasonOf(transaction));
      transaction.onabort = () => reject(reasonOf(transaction));
    });
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(reasonOf(request));
  });
}

const reasonOf = ({ error }: { error: DOMException | null }): Error =>
  error ?? new Error("IndexedDB gave no reason");
