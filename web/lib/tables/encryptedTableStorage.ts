import { cutPart, fromBytes, joinParts, toBytes, type SavedPart } from "../columns/savedPart";
import { newTransactionId } from "../transactionId";
import type { FeedPlace } from "./feed";
import type { EncryptedPart, PartStorage } from "./partStorage";

/** Another form of what is kept makes what is there unreadable, so that it is loaded again. */
const KEPT_FORMAT = 1;

/** `AES-GCM` wants 12 bytes, and another value for each piece under one key. */
const IV_BYTES = 12;

const HEADER = "header";

/** A table as it was kept, by the names of its parts. `place`: where it stood in the feed. */
export type StoredTable = {
  readonly place: FeedPlace;
  readonly parts: ReadonlyMap<string, SavedPart>;
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
 * header            {"place":…,"generation":"5f…","parts":[["rows",2],["column brand",1],…]}
 * rows 0            sealed with  owner, 5f…, rows 0
 * rows 1            sealed with  owner, 5f…, rows 1
 * column brand 0    sealed with  owner, 5f…, column brand 0
 * ```
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
      const kept = await this.#options.storage.readAll();
      return kept.size === 0 ? null : await this.#open(kept);
    } catch (error) {
      this.#options.log(`The kept copy is not used: ${String(error)}`);
      await this.clear();
      return null;
    }
  }

  /**
   * Replaces what is kept. Between two parts it awaits `pause`.
   *
   * @returns false when the browser does not take it
   */
  async write({ place, parts }: StoredTable, pause: () => Promise<void>): Promise<boolean> {
    const generation = newTransactionId();
    const sealed = new Map<string, EncryptedPart>();
    const counted: [name: string, pieces: number][] = [];
    for (const [name, part] of parts) {
      const pieces = cutPart(part);
      counted.push([name, pieces.length]);
      for (const [index, piece] of pieces.entries()) {
        const pieceName = `${name} ${index}`;
        sealed.set(pieceName, await this.#seal(toBytes(piece), generation, pieceName));
        await pause();
      }
    }
    const header: Header = { place, generation, parts: counted };
    const bytes = toBytes({ json: header, arrays: [] });
    sealed.set(HEADER, await this.#seal(bytes, "", HEADER));
    try {
      await this.#options.storage.replaceAll(sealed);
      return true;
    } catch (error) {
      this.#options.log(`The copy could not be kept: ${String(error)}`);
      return false;
    }
  }

  async clear(): Promise<void> {
    await this.#options.storage.clear().catch(() => undefined);
  }

  async #open(kept: ReadonlyMap<string, EncryptedPart>): Promise<StoredTable> {
    const header = (await this.#unseal(kept, "", HEADER)).json as Header;
    const { place, generation } = header;
    const open = async (name: string, count: number) => {
      const names = Array.from({ length: count }, (_, index) => `${name} ${index}`);
      const pieces = names.map((each) => this.#unseal(kept, generation, each));
      return [name, joinParts(await Promise.all(pieces))] as const;
    };
    const parts = await Promise.all(header.parts.map(([name, count]) => open(name, count)));
    return { place, parts: new Map(parts) };
  }

  async #seal(bytes: BufferSource, generation: string, name: string): Promise<EncryptedPart> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const parameters = this.#parameters(iv, generation, name);
    return { iv, bytes: await crypto.subtle.encrypt(parameters, this.#options.key, bytes) };
  }

  async #unseal(kept: ReadonlyMap<string, EncryptedPart>, generation: string, name: string) {
    const part = kept.get(name);
    if (part === undefined) throw new Error(`${name} is missing`);
    const parameters = this.#parameters(part.iv, generation, name);
    return fromBytes(await crypto.subtle.decrypt(parameters, this.#options.key, part.bytes));
  }

  #parameters(iv: Uint8Array<ArrayBuffer>, generation: string, name: string): AesGcmParams {
    const context = JSON.stringify([KEPT_FORMAT, this.#options.owner, generation, name]);
    return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(context) };
  }
}
