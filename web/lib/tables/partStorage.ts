/** An encrypted piece of a stored replica. `iv` must never be reused. */
export type EncryptedPart = { readonly iv: Uint8Array<ArrayBuffer>; readonly bytes: ArrayBuffer };

/** The browser's storage of the encrypted pieces of one replica, by name. */
export interface PartStorage {
  /** Resolves to undefined if there is none with this name. */
  get(name: string): Promise<EncryptedPart | undefined>;
  put(name: string, part: EncryptedPart): Promise<void>;
  /** Deletes all pieces except those with these names. */
  keepOnly(names: ReadonlySet<string>): Promise<void>;
  clear(): Promise<void>;
}

const DATABASE = "sms-copy";
const STORE = "parts";

/**
 * The pieces in this browser's IndexedDB, over one connection.
 *
 * @throws DOMException from each method if the database is unavailable: in a private window, or
 *   when the disk is full
 */
export class IndexedDbPartStorage implements PartStorage {
  #database: Promise<IDBDatabase> | null = null;

  get(name: string): Promise<EncryptedPart | undefined> {
    return this.#run("readonly", (store) => {
      const request = store.get(name);
      return () => request.result as EncryptedPart | undefined;
    });
  }

  async put(name: string, part: EncryptedPart): Promise<void> {
    await this.#run("readwrite", (store) => {
      store.put(part, name);
      return () => undefined;
    });
  }

  async keepOnly(names: ReadonlySet<string>): Promise<void> {
    const there = await this.#run("readonly", (store) => {
      const request = store.getAllKeys();
      return () => request.result;
    });
    await this.#run("readwrite", (store) => {
      for (const name of there) if (!names.has(name as string)) store.delete(name);
      return () => undefined;
    });
  }

  async clear(): Promise<void> {
    await this.#run("readwrite", (store) => {
      store.clear();
      return () => undefined;
    });
  }

  /** Runs a transaction; resolves to the result of `begin` once it has completed. */
  async #run<Result>(
    mode: IDBTransactionMode,
    begin: (store: IDBObjectStore) => () => Result,
  ): Promise<Result> {
    const database = await (this.#database ??= openDatabase());
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const read = begin(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(read());
      transaction.onerror = () => reject(reasonOf(transaction));
      transaction.onabort = () => reject(reasonOf(transaction));
    });
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
