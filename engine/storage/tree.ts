import { open, type RootDatabase, type Transaction } from "lmdb";

/** The LMDB tree of a store. */
export type Tree = RootDatabase<Buffer, Uint8Array> & {
  /** lmdb's own method: its types leave out `options`. The buffer is valid until the next read. */
  getBinaryFast(key: Uint8Array, options: { transaction: Transaction }): Buffer | undefined;
  /** lmdb's own method: makes the buffer into which it copies what it reads. */
  _allocateGetBuffer(bytes: number): void;
};

/**
 * Bytes of the longest value that is copied when it is read: a document of 1 MiB whose JSON escapes
 * each byte takes six. Of a longer one, lmdb 2 would hand out its own memory, which a later commit
 * may overwrite. The buffer is a thread's own and twice as long.
 */
const MAX_VALUE_BYTES = 8 * 2 ** 20;
let hasBuffer = false;

/** How every tree is opened, in programs of other threads and processes too. */
const TREE_OPTIONS = {
  noSubdir: true, // `path` is the file's
  keyEncoding: "binary",
  encoding: "binary",
  // A commit is visible, and its promise resolves, only after fdatasync and the synced meta page.
  overlappingSync: false,
} as const;

/** Options of lmdb that differ between those who open a tree. */
interface OpenOptions {
  /** The data file. */
  readonly path: string;
  readonly mapSize?: number;
  readonly maxReaders?: number;
}

export function openTree(options: OpenOptions): Tree {
  const tree = open({ ...TREE_OPTIONS, ...options }) as Tree;
  if (!hasBuffer) tree._allocateGetBuffer(MAX_VALUE_BYTES);
  hasBuffer = true;
  return tree;
}

/** JavaScript text of `openTree(lmdb, options)`; `lmdb` is the path of its package. */
export const TREE_PROGRAM = `
  function openTree(lmdb, options) {
    const tree = require(lmdb).open({ ...${JSON.stringify(TREE_OPTIONS)}, ...options });
    tree._allocateGetBuffer(${MAX_VALUE_BYTES});
    return tree;
  }`;
