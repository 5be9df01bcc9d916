import { cutPart, fromBytes, joinParts, toBytes, type SavedPart } from "../columns/savedPart";
import type { SavedTable } from "../columns/savedTable";
import { newTransactionId } from "../transactionId";
import type { FeedPlace } from "./feed";
import type { EncryptedPart, PartStorage } from "./partStorage";

/**
 * Version of the storage format. Changing it makes stored replicas unreadable, so that they are
 * loaded again.
 */
const KEPT_FORMAT = 4;

/** `AES-GCM` requires an initialization vector of 12 bytes, unique per piece under one key. */
const IV_BYTES = 12;

const HEADER = "header";

/** A table to be stored. `place`: its position in the feed. */
export type TableToStore = { readonly place: FeedPlace; readonly table: SavedTable };

/** A stored table. */
export type StoredTable = {
  readonly place: FeedPlace;
  /**
   * Reads one part; null if there is none with this name.
   *
   * @throws Error if it is damaged, or was replaced by a later write
   */
  readonly find: (name: string) => Promise<SavedPart | null>;
};

/**
 * Content of the header. `generation` identifies this write; parts of another write are rejected.
 */
type Header = {
  readonly place: FeedPlace;
  readonly generation: string;
  /** Each part with its number of pieces. */
  readonly parts: readonly (readonly [name: string, pieces: number])[];
};

type EncryptedTableStorageOptions = {
  readonly storage: PartStorage;
  /** Provided by the server to this user's session, and never stored. */
  readonly key: CryptoKey;
  /** Identifies deployment, user, role and row format: a replica of another owner is unreadable. */
  readonly owner: string;
  readonly log: (text: string) => void;
};

/**
 * Stores a table in the browser, encrypted. Each part is sealed (AES-GCM) with its name, its write
 * (generation) and the owner as additional data, so that replaced or mixed parts are detected:
 *
 * ```text
 * header               {"place":…,"generation":"5f…","parts":[["rows",2],["column brand",1],…]}
 * 5f… rows 0           sealed with its name and the owner
 * 5f… rows 1
 * 5f… column brand 0
 * ```
 *
 * Parts are sealed, stored, read and opened one after another: all together they took 240 MB in a
 * tab with 100,000 rows. The header is written last and names the generation, so an interrupted
 * write changes nothing.
 */
export class EncryptedTableStorage {
  readonly #options: EncryptedTableStorageOptions;

  constructor(options: EncryptedTableStorageOptions) {
    this.#options = options;
  }

  /**
   * Returns the stored table; null if there is none, or if this key cannot open it, in which case
   * it is deleted.
   */
  async read(): Promise<StoredTable | null> {
    try {
      const sealed = await this.#options.storage.get(HEADER);
      if (sealed === undefined) return null;
      const header = (await this.#unseal(sealed, HEADER)).json as Header;
      return { place: header.place, find: (name) => this.#find(header, name) };
    } catch (error) {
      this.#options.log(`The kept copy is not used: ${String(error)}`);
      await this.clear();
      return null;
    }
  }

  /**
   * Replaces the stored table. Awaits `pause` between pieces.
   *
   * @returns false if the browser cannot store it
   */
  async write({ place, table }: TableToStore, pause: () => Promise<void>): Promise<boolean> {
    const { storage, log } = this.#options;
    const generation = newTransactionId();
    const stored = new Set([HEADER]);
    const parts: [name: string, pieces: number][] = [];
    const store = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
      await storage.put(name, await this.#seal(bytes, name));
      stored.add(name);
      await pause();
    };
    try {
      for (const name of table.names) {
        // Serialized immediately, because the table may change while the pieces are being sealed.
        const pieces = cutPart(table.take(name)).map(toBytes);
        parts.push([name, pieces.length]);
        for (const [index, bytes] of pieces.entries()) {
          await store(pieceName(generation, name, index), bytes);
        }
      }
      const header: Header = { place, generation, parts };
      await store(HEADER, toBytes({ json: header, arrays: [] }));
      await storage.keepOnly(stored);
      return true;
    } catch (error) {
      log(`The copy could not be kept: ${String(error)}`);
      return false;
    }
  }

  async clear(): Promise<void> {
    await this.#options.storage.clear().catch(() => undefined);
  }

  async #find({ generation, parts }: Header, name: string): Promise<SavedPart | null> {
    const found = parts.find(([each]) => each === name);
    if (found === undefined) return null;
    const pieces: SavedPart[] = [];
    for (let index = 0; index < found[1]; index++) {
      const piece = pieceName(generation, name, index);
      const sealed = await this.#options.storage.get(piece);
      if (sealed === undefined) throw new Error(`${piece} is missing`);
      pieces.push(await this.#unseal(sealed, piece));
    }
    return joinParts(pieces);
  }

  async #seal(bytes: BufferSource, name: string): Promise<EncryptedPart> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const parameters = this.#parameters(iv, name);
    return { iv, bytes: await crypto.subtle.encrypt(parameters, this.#options.key, bytes) };
  }

  async #unseal({ iv, bytes }: EncryptedPart, name: string): Promise<SavedPart> {
    const parameters = this.#parameters(iv, name);
    return fromBytes(await crypto.subtle.decrypt(parameters, this.#options.key, bytes));
  }

  #parameters(iv: Uint8Array<ArrayBuffer>, name: string): AesGcmParams {
    const context = JSON.stringify([KEPT_FORMAT, this.#options.owner, name]);
    return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(context) };
  }
}

const pieceName = (generation: string, part: string, index: number): string =>
  `${generation} ${part} ${index}`;
