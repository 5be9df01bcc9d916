import { fromBytes, toBytes, type SavedPart } from "../columns/savedPart";
import { newTransactionId } from "../transactionId";
import type { FeedPlace } from "./feed";
import type { KeptPart, PartStorage } from "./keptParts";

/** Another form of what is kept makes what is there unreadable, so that it is loaded again. */
const KEPT_FORMAT = 1;

/** `AES-GCM` wants 12 bytes, and another value for each piece under one key. */
const IV_BYTES = 12;

const HEADER = "header";

/** A table as it was kept, by the names of its parts. `place`: where it stood in the feed. */
export type KeptTable = {
  readonly place: FeedPlace;
  readonly parts: ReadonlyMap<string, SavedPart>;
};

/** Content of the header. `generation`: of this writing; parts of another do not fit. */
type Header = {
  readonly place: FeedPlace;
  readonly generation: string;
  readonly names: readonly string[];
};

type KeeperOptions = {
  readonly storage: PartStorage;
  /** Given by the server to this person's session, and never stored. */
  readonly key: CryptoKey;
  /** Names deployment, person, role and form of the rows: a copy of another one is unreadable. */
  readonly owner: string;
  readonly log: (text: string) => void;
};

/**
 * Keeps a table in the browser, encrypted. Each part is sealed (AES-GCM) together with its name, the
 * writing that it belongs to and the owner, so that nothing can be exchanged or mixed unnoticed:
 *
 * ```text
 * header          {"place":…,"generation":"5f…","names":["rows","column brand",…]}
 * rows            sealed with  owner, 5f…, rows
 * column brand    sealed with  owner, 5f…, column brand
 * ```
 */
export class CopyKeeper {
  readonly #options: KeeperOptions;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /**
   * Returns what was kept; null if there is nothing, or nothing that this key opens: then what is
   * there is deleted.
   */
  async read(): Promise<KeptTable | null> {
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
  async write({ place, parts }: KeptTable, pause: () => Promise<void>): Promise<boolean> {
    const generation = newTransactionId();
    const sealed = new Map<string, KeptPart>();
    for (const [name, part] of parts) {
      sealed.set(name, await this.#seal(toBytes(part), generation, name));
      await pause();
    }
    const header: Header = { place, generation, names: [...parts.keys()] };
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

  async #open(kept: ReadonlyMap<string, KeptPart>): Promise<KeptTable> {
    const header = (await this.#unseal(kept, "", HEADER)).json as Header;
    const { place, generation, names } = header;
    const parts = await Promise.all(
      names.map(async (name) => [name, await this.#unseal(kept, generation, name)] as const),
    );
    return { place, parts: new Map(parts) };
  }

  async #seal(bytes: BufferSource, generation: string, name: string): Promise<KeptPart> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const parameters = this.#parameters(iv, generation, name);
    return { iv, bytes: await crypto.subtle.encrypt(parameters, this.#options.key, bytes) };
  }

  async #unseal(kept: ReadonlyMap<string, KeptPart>, generation: string, name: string) {
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
