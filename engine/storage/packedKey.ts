import { splitId, writeId } from "../values/ids";

/** Bytes before the id in a key: tag and value of the creation time, and the tag of a string. */
const TIME_BYTES = 9;
const [NUMBER, STRING, END] = [0x04, 0x07, 0x00];
const MIN_ID_LENGTH = 31;
const MAX_ID_LENGTH = 37;
export const ID_BYTES = 16;
/** A packed key is longer than its key by its table's number, when the key has no id. */
export const MAX_PACKED_GROWTH = 4;

/** The id packed last, since all entries of a document have the same. */
let lastId = "";
let lastTable: number | null = null;
const lastInternal = Buffer.alloc(ID_BYTES);

/**
 * Writes an index key, packed as blocks.ts describes, into `target` from byte `at`. Returns the
 * byte after it.
 */
export function packKey(key: Uint8Array, target: Buffer, at: number): number {
  const idAt = positionOfId(key);
  const table = idAt === null ? null : tableOfIdAt(key, idAt);
  if (table === null) {
    target.set(key, at);
    return target.writeUInt32BE(0, at + key.length);
  }
  const stemEnd = at + idAt! - 1;
  target.set(key.subarray(0, idAt! - 1), at);
  target.set(lastInternal, stemEnd);
  return target.writeUInt32BE(table, stemEnd + ID_BYTES);
}

/** Returns where the id at the end of a key begins; null when the key does not end as others do. */
function positionOfId(key: Uint8Array): number | null {
  const end = key.length - 1;
  if (key[end] !== END) return null;
  let start = end;
  while (start > 0 && key[start - 1]! > STRING) start--;
  const length = end - start;
  if (length < MIN_ID_LENGTH || length > MAX_ID_LENGTH) return null;
  return key[start - 1] === STRING && key[start - 1 - TIME_BYTES] === NUMBER ? start : null;
}

/** Splits the id at the end of a key into `lastInternal` and its table, which is returned. */
function tableOfIdAt(key: Uint8Array, at: number): number | null {
  if (!isLastId(key, at)) {
    lastId = Buffer.from(key.buffer, key.byteOffset + at, key.length - 1 - at).toString("latin1");
    lastTable = splitId(lastId, lastInternal) || null;
  }
  return lastTable;
}

function isLastId(key: Uint8Array, at: number): boolean {
  if (key.length - 1 - at !== lastId.length) return false;
  for (let i = lastId.length - 1; i >= 0; i--) {
    if (key[at + i] !== lastId.charCodeAt(i)) return false;
  }
  return true;
}

/**
 * Writes what follows the stem in an index key, into `target` from byte `at`: the id. Returns the
 * byte after it.
 */
export function writeIdEnd(
  target: Buffer,
  at: number,
  table: number,
  internal: Uint8Array,
): number {
  target[at] = STRING;
  const end = writeId(target, at + 1, table, internal);
  target[end] = END;
  return end + 1;
}
