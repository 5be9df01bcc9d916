import { askTree, TreeProcess } from "./treeProcess";

/**
 * Source of a program that copies the newest snapshot of a tree page by page, unused pages
 * included. It calls `env.copy`, because lmdb's `backup` ignores its second argument (2.9.4).
 */
const PAGES_PROGRAM = `
  async function answer({ copy }) {
    const tree = openTree(lmdb, { path, readOnly: true });
    const error = await new Promise((resolve) => tree.env.copy(copy, false, resolve));
    if (error) throw notDamage(error);
    return {};
  }`;

/**
 * Source of a program that copies every entry to the file `copy`, one transaction for each request:
 * it writes the entries read for the request before, and reads the next ones. LMDB's own compacting
 * copy (`env.copy(copy, true)`) is faster, but leaves the page number of the original in the header
 * of each large value (lmdb 2.9.4, `mdb_env_cwalk`), so that deleting the value later frees pages
 * that are in use.
 */
const ENTRIES_PROGRAM = `
  const TRANSACTION_BYTES = 4 * 2 ** 20;
  let from, to;
  let entries = [];

  function answer({ copy }) {
    from ??= openTree(lmdb, { path, readOnly: true });
    if (entries.length > 0) write(copy);
    const start = entries.at(-1)?.key;
    entries = [];
    let bytes = 0;
    for (const entry of from.getRange({ start, exclusiveStart: true })) {
      entries.push(entry);
      bytes += entry.key.length + entry.value.length;
      if (bytes > TRANSACTION_BYTES) break;
    }
    return { bytes };
  }

  function write(copy) {
    let isInOrder = true;
    try {
      to ??= openTree(lmdb, { path: copy });
      to.transactionSync(() => {
        for (const { key, value } of entries) isInOrder &&= to.putSync(key, value, { append: true });
      });
    } catch (error) {
      throw notDamage(error);
    }
    if (!isInOrder) throw new Error("its entries are out of order");
  }`;

/**
 * Copies the data file `file`, which may be in use, to `copy`. The copy is not flushed to disk.
 * Pages freed meanwhile are not reused, so the file grows by everything written.
 *
 * Cost: reading and writing the pages, in a child process.
 *
 * @throws DamagedStoreError naming `file`; the signal's reason
 */
export async function copyTree(file: string, copy: string, signal?: AbortSignal): Promise<void> {
  await askTree({ copy }, { program: PAGES_PROGRAM, file, signal });
}

/**
 * Copies the entries of the data file `file`, which no process writes to, to the new file `copy`,
 * which has no unused pages.
 *
 * Cost: one pass over the file in a child process; about 50,000 entries a second.
 *
 * @param checkRoom throws when the disk has no room for that many bytes; called before each write,
 *   because LMDB must not meet a full disk (diskSpace.ts)
 * @throws DamagedStoreError naming `file`; the error of `checkRoom`
 */
export async function copyEntries(
  file: string,
  copy: string,
  checkRoom: (bytes: number) => void,
): Promise<void> {
  const copier = new TreeProcess({ program: ENTRIES_PROGRAM, file });
  try {
    for (;;) {
      const { bytes } = await copier.ask<{ bytes: number }>({ copy });
      if (bytes === 0) return;
      checkRoom(2 * bytes); // a page is at least half full
    }
  } finally {
    await copier.end();
  }
}
