import { askTree } from "./treeProcess";

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
 * Source of a program that copies every entry to the file `copy`. LMDB's own compacting copy
 * (`env.copy(copy, true)`) is faster, but leaves the page number of the original in the header of
 * each large value (lmdb 2.9.4, `mdb_env_cwalk`), so that deleting the value later frees pages that
 * are in use.
 */
const ENTRIES_PROGRAM = `
  const TRANSACTION_BYTES = 4 * 2 ** 20;

  function some(tree, start) {
    const entries = [];
    let size = 0;
    for (const entry of tree.getRange({ start, exclusiveStart: true })) {
      entries.push(entry);
      size += entry.key.length + entry.value.length;
      if (size > TRANSACTION_BYTES) break;
    }
    return entries;
  }

  function answer({ copy }) {
    const from = openTree(lmdb, { path, readOnly: true });
    const to = openTree(lmdb, { path: copy });
    for (let start; ; ) {
      const entries = some(from, start);
      if (entries.length === 0) return {};
      let isInOrder = true;
      try {
        to.transactionSync(() => {
          for (const { key, value } of entries) {
            isInOrder &&= to.putSync(key, value, { append: true });
          }
        });
      } catch (error) {
        throw notDamage(error);
      }
      if (!isInOrder) throw new Error("its entries are out of order");
      start = entries.at(-1).key;
    }
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
 * @throws DamagedStoreError naming `file`
 */
export async function copyEntries(file: string, copy: string): Promise<void> {
  await askTree({ copy }, { program: ENTRIES_PROGRAM, file });
}
