/**
 * Index entries, some dozens in one value of the tree. Neighbouring entries share most of their
 * bytes, which a block stores once.
 *
 * An entry is an index key (values/keys.ts). It is packed, which keeps the order (packedKey.ts):
 *
 *     stem ‖ 16 bytes of the document's id ‖ number of the id's table, u32 big endian
 *
 * The stem is the key up to the id: the indexed values and the creation time. A key that does not
 * end so is a whole stem, without an id, and has table number 0.
 *
 * A block has the packed keys from its own key in the tree up to the next block's. Its own key is
 * the index number and the bytes of its first stem that tell it from the block before; the first
 * block of an index has only the number. The value:
 *
 *     table number (varint), then for each packed key
 *       number of bytes that the stem shares with the stem before it (varint)
 *       number of the stem's other bytes × 4 + form (varint), and these bytes
 *       form 0: nothing, as the key has no id
 *       form 1: the 16 bytes of the id
 *       form 2: the last 10 of them; the first 6 are the creation time in ms, which ends the stem
 *
 * Varints have 7 bits in each byte, lowest first; all bytes but the last have the highest bit set.
 */

/** Indexes with a number from here on have blocks; others have documents or own records. */
export const FIRST_BLOCK_INDEX = 0x8000_0000;

/** A packed key of an index, after the index number. */
interface Change {
  readonly key: Buffer;
  readonly isRemoved: boolean;
}

/** The parts of the tree that changes of blocks use. Keys begin with the index number. */
export interface BlockTree {
  /** Returns the block with the last key up to `key`, or before it. */
  last(where: { upTo: Buffer } | { before: Buffer }): { key: Buffer; block: Buffer } | null;
  keyAfter(key: Buffer): Buffer | null;
  put(key: Buffer, block: Buffer): void;
  remove(key: Buffer): void;
}

/**
 * Returns the functions of the format. They refer to nothing outside this one, because the writer
 * thread gets its source (BLOCKS_PROGRAM).
 */
function blockFormat() {
  const INDEX_BYTES = 4;
  const ID_BYTES = 16;
  const TIME_BYTES = 6;
  const TABLE_BYTES = 4;
  /** Without the index number. LMDB's limit is 1,978. */
  const MAX_KEY_BYTES = 1_900;
  /** A longer block is divided. */
  const MAX_BLOCK_BYTES = 1_000;
  /** A block that removals made shorter is joined with the one before it. */
  const MIN_BLOCK_BYTES = 200;

  const NO_BYTES = Buffer.alloc(0);
  const time = Buffer.alloc(8);
  /** The block being encoded. */
  let bytes = Buffer.allocUnsafeSlow(4_096);
  let length = 0;
  /** The stem of its last entry. */
  let last = Buffer.allocUnsafe(512);
  let lastStem = 0;

  function encodeBlock(keys: readonly Buffer[]): Buffer {
    length = 0;
    appendVarint(tableOfAll(keys));
    let before: Buffer = NO_BYTES;
    for (const key of keys) {
      append(key, before, before === NO_BYTES ? 0 : stemBytes(before));
      before = key;
    }
    return Buffer.from(bytes.subarray(0, length));
  }

  /** Appends an entry. @param before the entry before it, of whose stem the length is given */
  function append(key: Buffer, before: Buffer, beforeStem: number): void {
    const stem = stemBytes(key);
    const shared = sharedBytes(before, beforeStem, key, stem);
    const form = stem + TABLE_BYTES === key.length ? 0 : hasTimeOfStem(key, stem) ? 2 : 1;
    const rest = form === 2 ? stem + TIME_BYTES : stem;
    reserve(key.length + 10);
    appendVarint(shared);
    appendVarint(4 * (stem - shared) + form);
    length = copy(key, shared, stem, bytes, length);
    length = copy(key, rest, key.length - TABLE_BYTES, bytes, length);
  }

  /**
   * Copies bytes `from` to `to` of `source`, and returns where the copy ends. For some dozens of
   * bytes, several times as fast as `Buffer.copy`.
   */
  function copy(source: Buffer, from: number, to: number, target: Buffer, at: number): number {
    let end = at;
    for (let i = from; i < to; i++) target[end++] = source[i]!;
    return end;
  }

  function reserve(count: number): void {
    if (length + count <= bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (length + count));
    larger.set(bytes.subarray(0, length));
    bytes = larger;
  }

  function appendVarint(value: number): void {
    for (; value >= 0x80; value >>>= 7) bytes[length++] = (value & 0x7f) | 0x80;
    bytes[length++] = value;
  }

  function decodeBlock(block: Buffer): Buffer[] {
    const keys: Buffer[] = [];
    let at = 0;
    const varint = () => {
      let value = 0;
      for (let unit = 1; ; unit *= 0x80) {
        const byte = block[at++]!;
        value += (byte & 0x7f) * unit;
        if (byte < 0x80) return value;
      }
    };
    const table = varint();
    while (at < block.length) {
      const shared = varint();
      const size = varint();
      const form = size & 3;
      const stem = shared + (size >>> 2);
      const key = Buffer.allocUnsafe(stem + (form === 0 ? 0 : ID_BYTES) + TABLE_BYTES);
      if (shared > 0) copy(keys.at(-1)!, 0, shared, key, 0);
      copy(block, at, at + stem - shared, key, shared);
      at += stem - shared;
      if (form === 2) key.writeUIntBE(timeOfStem(key, stem), stem, TIME_BYTES);
      const rest = form === 2 ? stem + TIME_BYTES : stem;
      const restBytes = key.length - TABLE_BYTES - rest;
      copy(block, at, at + restBytes, key, rest);
      at += restBytes;
      key.writeUInt32BE(form === 0 ? 0 : table, key.length - TABLE_BYTES);
      keys.push(key);
    }
    return keys;
  }

  const tableOf = (key: Buffer) => key.readUInt32BE(key.length - TABLE_BYTES);

  /** The table of all keys with an id; 0 when there is none. */
  function tableOfAll(keys: readonly Buffer[]): number {
    let table = 0;
    for (const key of keys) {
      const own = tableOf(key);
      if (own === table || own === 0) continue;
      if (table !== 0) throw new Error("an index has documents of two tables");
      table = own;
    }
    return table;
  }

  const stemBytes = (key: Buffer) => key.length - TABLE_BYTES - (tableOf(key) === 0 ? 0 : ID_BYTES);

  /** Returns the creation time that ends a stem, in whole ms. Its sign bit is flipped in keys. */
  function timeOfStem(key: Buffer, stem: number): number {
    copy(key, stem - 8, stem, time, 0);
    time[0]! ^= 0x80;
    return Math.floor(time.readDoubleBE());
  }

  function hasTimeOfStem(key: Buffer, stem: number): boolean {
    return stem >= 8 && timeOfStem(key, stem) === key.readUIntBE(stem, TIME_BYTES);
  }

  /** Returns how many bytes two keys, up to the given lengths, have in common at the beginning. */
  function sharedBytes(a: Buffer, aLength: number, b: Buffer, bLength: number): number {
    const end = Math.min(aLength, bLength);
    let shared = 0;
    while (shared < end && a[shared] === b[shared]) shared++;
    return shared;
  }

  /** Makes changes of index entries. The last change of an entry counts. */
  function changeEntries(changes: readonly Change[], tree: BlockTree): void {
    // The entries of one index often arrive in order, which makes sorting them fast.
    const byIndex = new Map<number, { text: string; change: Change }[]>();
    for (const change of changes) {
      const index = change.key.readUInt32BE();
      const known = byIndex.get(index);
      // Strings of bytes compare several times as fast as buffers.
      const named = { text: change.key.toString("latin1", INDEX_BYTES), change };
      if (known) known.push(named);
      else byIndex.set(index, [named]);
    }
    for (const named of byIndex.values()) {
      named.sort((x, y) => (x.text < y.text ? -1 : x.text > y.text ? 1 : 0));
      const last = named.filter(({ text }, i) => named[i + 1]?.text !== text);
      const sorted = last.map(({ change }) => change);
      for (let i = 0; i < sorted.length;) i = changeBlock(sorted, i, tree);
    }
  }

  /**
   * The entries of a block, one after another. A merge compares most of them with a change and
   * copies them unread, so it decodes no more of an entry than that needs.
   */
  class Entries {
    readonly block: Buffer;
    readonly table: number;
    /** Where the current entry begins and ends in the block, and where its id is. */
    start = 0;
    end = 0;
    idAt = 0;
    shared = 0;
    stem = 0;
    form = 0;
    /** The stem of the current entry, and room for the rest. */
    key = Buffer.allocUnsafe(512);
    /** Bytes at the beginning of the current stem that equal the key compared last. */
    #same = 0;

    constructor(block: Buffer) {
      this.block = block;
      this.table = block.length === 0 ? 0 : this.#varint();
    }

    /** Moves to the next entry. Returns false after the last. */
    next(): boolean {
      const { block } = this;
      this.start = this.end;
      if (this.start === block.length) return false;
      this.shared = this.#varint();
      const size = this.#varint();
      this.form = size & 3;
      this.stem = this.shared + (size >>> 2);
      const length = this.stem + ID_BYTES + TABLE_BYTES;
      if (length > this.key.length) {
        const larger = Buffer.allocUnsafe(2 * length);
        larger.set(this.key);
        this.key = larger;
      }
      for (let i = this.shared; i < this.stem; i++) this.key[i] = block[this.end++]!;
      this.idAt = this.end;
      this.end += this.form === 0 ? 0 : this.form === 1 ? ID_BYTES : ID_BYTES - TIME_BYTES;
      return true;
    }

    /** Compares the current entry with `key`. @param isNew true unless the one before was, too */
    compare(key: Buffer, isNew: boolean): number {
      const end = Math.min(this.stem, key.length);
      let same = isNew ? 0 : Math.min(this.#same, this.shared);
      while (same < end && this.key[same] === key[same]) same++;
      this.#same = same;
      if (same < end) return this.key[same]! - key[same]!;
      if (same < this.stem) return 1;
      return this.key.compare(key, same, key.length, same, this.#complete());
    }

    /** Completes the packed key in `key`. Returns its length. */
    #complete(): number {
      const { block, key, stem, form } = this;
      const idEnd = form === 0 ? stem : stem + ID_BYTES;
      if (form === 2) key.writeUIntBE(timeOfStem(key, stem), stem, TIME_BYTES);
      copy(block, this.idAt, this.end, key, form === 2 ? stem + TIME_BYTES : stem);
      return key.writeUInt32BE(form === 0 ? 0 : this.table, idEnd);
    }

    #varint(): number {
      let value = 0;
      for (let unit = 1; ; unit *= 0x80) {
        const byte = this.block[this.end++]!;
        value += (byte & 0x7f) * unit;
        if (byte < 0x80) return value;
      }
    }
  }

  /**
   * Makes the changes from `first` on that are in one block. Returns the next one's position.
   *
   * @param changes of one index, sorted, one for each entry
   */
  function changeBlock(changes: readonly Change[], first: number, tree: BlockTree): number {
    const found = blockOf(changes[first]!.key, tree);
    const key = found?.key ?? changes[first]!.key.subarray(0, INDEX_BYTES);
    const entries = new Entries(found?.block ?? NO_BYTES);
    let following: Buffer | null | undefined;
    const isBeforeFollowing = (change: Buffer) => {
      if (following === undefined) following = tree.keyAfter(key);
      return following === null || change.compare(following) < 0;
    };

    length = 0;
    const table = entries.table || tableOfAll(changes.slice(first).map((change) => change.key));
    appendVarint(table);
    const headerBytes = length;
    lastStem = 0;
    /** True while the entry appended last is the one before the current one in the old block. */
    let isSame = true;
    let inserted: Buffer | null = null;
    let isChanged = false;
    let hasEntry = entries.next();

    /** Appends the current entry. */
    const keep = () => {
      const { block, start, end, idAt, shared, stem, form } = entries;
      reserve(end - start + stem + 10);
      if (isSame) {
        noteLast(entries.key, shared, stem);
        length = copy(block, start, end, bytes, length);
      } else {
        const common = sharedBytes(last, lastStem, entries.key, stem);
        appendVarint(common);
        appendVarint(4 * (stem - common) + form);
        length = copy(entries.key, common, stem, bytes, length);
        length = copy(block, idAt, end, bytes, length);
        noteLast(entries.key, 0, stem);
        isSame = true;
      }
    };

    let next = first;
    for (; next < changes.length; next++) {
      const { key: change, isRemoved } = changes[next]!;
      const entry = change.subarray(INDEX_BYTES);
      let order = 1;
      for (let isNew = true; hasEntry; isNew = false) {
        order = entries.compare(entry, isNew);
        if (order >= 0) break;
        keep();
        hasEntry = entries.next();
      }
      if (!hasEntry && next > first && !isBeforeFollowing(change)) break;
      const isThere = hasEntry && order === 0;
      if (isThere !== isRemoved) continue;
      isChanged = true;
      isSame = false;
      if (isRemoved) {
        hasEntry = entries.next();
      } else {
        const own = tableOf(entry);
        if (own !== 0 && own !== table) throw new Error("an index has documents of two tables");
        append(entry, last, lastStem);
        noteLast(entry, 0, stemBytes(entry));
        inserted = entry;
      }
    }
    if (!isChanged) return next;
    if (hasEntry) {
      keep();
      reserve(entries.block.length);
      length += entries.block.copy(bytes, length, entries.end);
    }
    const block = length === headerBytes ? null : Buffer.from(bytes.subarray(0, length));
    putBlock({ key, block, inserted }, tree);
    return next;
  }

  /** Remembers the stem appended last, of which `last` already has the first `from` bytes. */
  function noteLast(key: Buffer, from: number, to: number): void {
    if (to > last.length) {
      const larger = Buffer.allocUnsafe(2 * to);
      larger.set(last);
      last = larger;
    }
    lastStem = copy(key, from, to, last, from);
  }

  /** Finds the block that has an entry, or to which it would be added. */
  function blockOf(entry: Buffer, tree: BlockTree) {
    const found = tree.last({ upTo: entry.subarray(0, INDEX_BYTES + MAX_KEY_BYTES) });
    const isSameIndex = found?.key.compare(entry, 0, INDEX_BYTES, 0, INDEX_BYTES) === 0;
    return isSameIndex ? found : null;
  }

  interface ChangedBlock {
    readonly key: Buffer;
    /** Null when no entry is left. */
    readonly block: Buffer | null;
    /** The key inserted last. */
    readonly inserted: Buffer | null;
  }

  function putBlock({ key, block, inserted }: ChangedBlock, tree: BlockTree): void {
    if (block === null) return tree.remove(key);
    if (block.length > MAX_BLOCK_BYTES) {
      const keys = decodeBlock(block);
      const end = inserted ? keys.findIndex((entry) => entry.equals(inserted)) + 1 : 0;
      for (const part of divide(key, keys, end)) tree.put(part.key, encodeBlock(part.keys));
      return;
    }
    if (inserted === null && block.length < MIN_BLOCK_BYTES && key.length > INDEX_BYTES) {
      const before = tree.last({ before: key });
      const isSameIndex = before?.key.compare(key, 0, INDEX_BYTES, 0, INDEX_BYTES) === 0;
      if (isSameIndex && before.block.length + block.length < MAX_BLOCK_BYTES) {
        tree.remove(key);
        const keys = [...decodeBlock(before.block), ...decodeBlock(block)];
        return tree.put(before.key, encodeBlock(keys));
      }
    }
    tree.put(key, block);
  }

  /**
   * Divides keys into blocks. Entries of one group (the samples of one person, say) often arrive in
   * order, by time, between those of other groups. So a block ends after the newly inserted keys:
   * the group's next ones are appended to it, and it becomes full.
   */
  function divide(key: Buffer, keys: readonly Buffer[], inserted: number) {
    const parts = [{ key, keys: [] as Buffer[] }];
    let size = 0;
    for (const [i, next] of keys.entries()) {
      const before = keys[i - 1] ?? null;
      length = 0;
      append(next, before ?? NO_BYTES, before ? stemBytes(before) : 0);
      const isFull =
        size + length > MAX_BLOCK_BYTES || (i === inserted && size > MAX_BLOCK_BYTES / 2);
      const divider = before && isFull ? keyBetween(before, next) : null;
      if (divider) {
        parts.push({ key: Buffer.concat([key.subarray(0, INDEX_BYTES), divider]), keys: [] });
        size = 0;
      }
      parts.at(-1)!.keys.push(next);
      size += length;
    }
    return parts;
  }

  /** Returns the shortest key of a block that begins with `next`; null if none may begin there. */
  function keyBetween(before: Buffer, next: Buffer): Buffer | null {
    const shared = sharedBytes(before, before.length, next, next.length);
    return shared < Math.min(stemBytes(next), MAX_KEY_BYTES) ? next.subarray(0, shared + 1) : null;
  }

  return { encodeBlock, decodeBlock, divide, changeEntries };
}

export const { encodeBlock, decodeBlock, divide, changeEntries } = blockFormat();

/** JavaScript source of `changeEntries`. */
export const BLOCKS_PROGRAM = `
  const { changeEntries } = (() => {
    const __name = (named) => named; // a TypeScript loader adds calls of it
    return (${String(blockFormat)})();
  })();`;
