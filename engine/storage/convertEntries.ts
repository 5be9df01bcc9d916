import { setImmediate } from "node:timers/promises";
import { divide, encodeBlock, FIRST_BLOCK_INDEX } from "./blocks";
import { Catalog } from "./catalog";
import { checksum, CHECKSUM_BYTES } from "./checksum";
import {
  checkEarlierTree,
  EarlierTree,
  ownKey,
  type EarlierEntry,
  type EarlierStore,
} from "./earlierTree";
import { packKey } from "./packedKey";
import { encodeTotals, TOTALS_KEY } from "./totals";
import { openTree } from "./tree";
import { INDEX_BYTES, MAX_KEY_BYTES } from "./writes";

const TRANSACTION_BYTES = 4 * 2 ** 20;
/** Entries that are sorted and divided into blocks together. */
const SORTED_ENTRIES = 2_000;

/**
 * Converts the data file of an earlier version, and the commits that only its log has, to the new
 * file `copy`: documents as they are, entries of indexes in full blocks. Entries of dropped
 * indexes are left out. The copy names no log, so the start creates a new one.
 *
 * Cost: two passes over the file; 19 s of processor time for 4.6 million entries.
 *
 * @param checkRoom throws when the disk has no room for that many bytes; called before each write,
 *   because LMDB must not meet a full disk (diskSpace.ts)
 * @throws DamagedStoreError naming the file or the log; the error of `checkRoom`
 */
export async function convertEntries(
  source: EarlierStore,
  copy: string,
  checkRoom: (bytes: number) => void,
): Promise<void> {
  await checkEarlierTree(source.file);
  const from = new EarlierTree(source);
  try {
    const to = new NewFile(copy);
    try {
      for (const entry of converted(from, source.file)) {
        to.append(entry);
        if (to.isDue) await write(to, checkRoom);
      }
      await write(to, checkRoom);
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

async function write(to: NewFile, checkRoom: (bytes: number) => void): Promise<void> {
  checkRoom(2 * to.waitingBytes); // a page is at least half full
  await to.commit();
}

/** Yields the entries of the new file, in order. */
function* converted(from: EarlierTree, file: string): Iterable<EarlierEntry> {
  const catalog = from.record("catalog");
  const tables = catalog === undefined ? null : Catalog.parseFormat1(catalog, file);
  if (tables) yield { key: ownKey("catalog"), value: Buffer.from(tables.toJson()) };
  const clock = from.record("clock");
  if (clock !== undefined) yield { key: ownKey("clock"), value: Buffer.from(clock) };
  const numbers = (tables?.tables() ?? []).flatMap(({ indexes }) =>
    indexes.map(({ number }) => number),
  );
  numbers.sort((a, b) => a - b);
  for (const number of numbers) {
    if (number < FIRST_BLOCK_INDEX) yield* from.entries(number);
    else yield* blocksOf(number, from.entries(number - FIRST_BLOCK_INDEX));
  }
}

/** Yields the blocks of one index. */
function* blocksOf(index: number, entries: Iterable<EarlierEntry>): Iterable<EarlierEntry> {
  let key: Buffer = Buffer.alloc(INDEX_BYTES);
  key.writeUInt32BE(index);
  let keys: Buffer[] = [];
  let cut = Buffer.alloc(0);
  for (const { key: disk, value } of entries) {
    const shown = disk.subarray(INDEX_BYTES, INDEX_BYTES + MAX_KEY_BYTES);
    const isCut = disk.length > INDEX_BYTES + MAX_KEY_BYTES;
    // Keys cut at the same place are in order of their hashes.
    if (keys.length >= SORTED_ENTRIES && !(isCut && shown.equals(cut))) {
      const parts = divide(key, sorted(keys), 0);
      const last = parts.pop()!;
      for (const part of parts) yield { key: part.key, value: encodeBlock(part.keys) };
      ({ key, keys } = last);
    }
    cut = isCut ? Buffer.from(shown) : cut;
    keys.push(packed(isCut ? Buffer.from(value.toString("latin1"), "base64") : shown));
  }
  if (keys.length === 0) return;
  for (const part of divide(key, sorted(keys), 0)) {
    yield { key: part.key, value: encodeBlock(part.keys) };
  }
}

const sorted = (keys: Buffer[]) => keys.sort((a, b) => a.compare(b));

function packed(key: Uint8Array): Buffer {
  const target = Buffer.allocUnsafe(key.length + 4);
  return target.subarray(0, packKey(key, target, 0));
}

/** A data file that is written once, in order of its keys, so that its pages are full. */
class NewFile {
  readonly #tree;
  #waiting: EarlierEntry[] = [];
  #bytes = 0;
  #entries = 0;
  #xor = 0;

  constructor(file: string) {
    this.#tree = openTree({ path: file });
  }

  /** Bytes of the entries that the next commit will write. */
  get waitingBytes(): number {
    return this.#bytes;
  }

  get isDue(): boolean {
    return this.#bytes > TRANSACTION_BYTES;
  }

  append({ key, value }: EarlierEntry): void {
    const stored = Buffer.allocUnsafe(value.length + CHECKSUM_BYTES);
    stored.set(value);
    const sum = checksum(key, value);
    stored.writeUInt32LE(sum, value.length);
    this.#waiting.push({ key, value: stored });
    this.#bytes += key.length + stored.length;
    this.#entries++;
    this.#xor ^= sum;
  }

  async commit(): Promise<void> {
    const entries = this.#waiting.splice(0);
    this.#bytes = 0;
    this.#tree.transactionSync(() => {
      for (const { key, value } of entries) {
        this.#tree.putSync(key, value, { append: true });
      }
      const totals = encodeTotals({ entries: this.#entries, xor: this.#xor });
      this.#tree.putSync(TOTALS_KEY, totals);
    });
    await setImmediate();
  }

  async close(): Promise<void> {
    await this.#tree.close();
  }
}
