import { cutPart, fromBytes, joinParts, toBytes, type SavedPart } from "../columns/savedPart";
import type { SavedTable } from "../columns/savedTable";
import { newTransactionId } from "../transactionId";
import type { FeedPlace } from "./feed";
import type { EncryptedPart, PartStorage } from "./partStorage";

/** Another form of what is kept makes what is there unreadable, so that it is loaded again. */
const KEPT_FORMAT = 3;

/** `AES-GCM` wants 12 bytes, and another value for each piece under one key. */
const IV_BYTES = 12;

const HEADER = "header";

/** A table to be kept. `place`: where it stands in the feed. */
export type TableToStore = { readonly place: FeedPlace; readonly table: SavedTable };

/** A table as it was kept. */
export type StoredTable = {
  readonly place: FeedPlace;
  /**
   * Reads one part; null when there is none of this name.
   *
   * @throws Error when it is damaged, or has been replaced by a later writing
   */
  readonly find: (name: string) => Promise<SavedPart | null>;
};

/** Content of the header. `generation`: of this writing; parts of another do not fit. */
type Header = {
  readonly place: FeedPlace;
  readonly generation: string;
  /** Each part is in so many pieces. */
  readonly parts: readonly (readonly [name: string, pieces: number])[];
};

type EncryptedTableStorageOptions = {
  readonly storage: PartStorage;
  /** Given by the server to this person's session, and never stored. */
  readonly key: CryptoKey;
  /** Names deployment, person, role and form of the rows: a copy of another one is unreadable. */
  readonly owner: string;
  readonly log: (text: string) => void;
};

/**
 * Keeps a table in the browser, encrypted. Each part is sealed (AES-GCM) together with its name,
 * the writing that it belongs to and the owner, so that nothing can be exchanged or mixed
 * unnoticed:
 *
 * ```text
 * header               {"place":…,"generation":"5f…","parts":[["rows",2],["column brand",1],…]}
 * 5f… rows 0           sealed with its name and the owner
 * 5f… rows 1
 * 5f… column brand 0
 * ```
 *
 * Pieces are sealed, stored, read and opened one part after another: all at once they took 240 MB
 * of a tab that has 100,000 rows. The header comes last and names the writing, so one that was
 * broken off changes nothing.
 */
export class EncryptedTableStorage {
  readonly #options: EncryptedTableStorageOptions;

  constructor(options: EncryptedTableStorageOptions) {
    this.#options = options;
  }

  /**
   * Returns what was kept; null if there is nothing, or nothing that this key opens: then what is
   * there is deleted.
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
   * Replaces what is kept. Between two pieces it awaits `pause`.
   *
   * @returns false when the browser does not take it
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
        // As bytes at once: the table may change while they are sealed.
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
