import { open, type RootDatabase, type Transaction } from "lmdb";

declare module "lmdb" {
  interface Transaction {
    /** Unpublished: where the native part keeps it. */
    readonly address: number;
  }
}

/** The LMDB tree of a store. */
export type Tree = RootDatabase<Buffer, Uint8Array> & {
  /**
   * A method of lmdb whose published type lacks `options`. The buffer is valid until the next read.
   */
  getBinaryFast(key: Uint8Array, options: { transaction: Transaction }): Buffer | undefined;
  /** Unpublished: the native part of the tree, and the function that copies a key into a buffer. */
  readonly db: unknown;
  writeKey: (key: Uint8Array, target: Buffer, at: number) => number;
  /** An unpublished method of lmdb: allocates the buffer into which reads are copied. */
  _allocateGetBuffer(bytes: number): void;
};

/**
 * Length of the longest value that a read copies: a 1 MiB document takes six times that when its
 * JSON escapes every byte. For a longer value, lmdb 2 would return its own memory, which a later
 * commit may overwrite. Each thread has its own buffer, of twice this size.
 */
const MAX_VALUE_BYTES = 8 * 2 ** 20;
let hasBuffer = false;

/** Options with which every thread and process opens a tree. */
const TREE_OPTIONS = {
  noSubdir: true, // `path` names a file
  keyEncoding: "binary",
  encoding: "binary",
  // A commit is visible, and its promise resolves, only after fdatasync and the synced meta page.
  overlappingSync: false,
} as const;

/** lmdb options that differ between users of a tree. */
interface OpenOptions {
  /** The data file. */
  readonly path: string;
  readonly mapSize?: number;
  readonly maxReaders?: number;
  readonly readOnly?: true;
}

export function openTree(options: OpenOptions): Tree {
  const tree = open({ ...TREE_OPTIONS, ...options }) as Tree;
  if (!hasBuffer) tree._allocateGetBuffer(MAX_VALUE_BYTES);
  hasBuffer = true;
  return tree;
}

/** JavaScript source of `openTree(lmdb, options)`, where `lmdb` is the path of the package. */
export const TREE_PROGRAM = `
  function openTree(lmdb, options) {
    const tree = require(lmdb).open({ ...${JSON.stringify(TREE_OPTIONS)}, ...options });
    tree._allocateGetBuffer(${MAX_VALUE_BYTES});
    return tree;
  }`;
