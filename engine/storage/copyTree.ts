import { askTree } from "./treeProcess";
import { TOTALS_PROGRAM } from "./totals";

/**
 * Source of a program that copies the newest snapshot of a tree page by page: either all pages, or
 * only used pages. It calls `env.copy`, because lmdb's `backup` ignores its second argument
 * (2.9.4).
 */
const PROGRAM = `
  ${TOTALS_PROGRAM}
  async function answer({ copy, isCompact }) {
    const tree = openTree(lmdb, { path, readOnly: true });
    const record = tree.getBinary(TOTALS_KEY);
    const isChecked = record !== undefined && readTotals(record).converted.length === 0;
    const error = await new Promise((resolve) => tree.env.copy(copy, isCompact, resolve));
    if (error) throw notDamage(error);
    return { isChecked };
  }`;

interface CopyOptions {
  /** Leaves out unused pages. */
  readonly isCompact: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Copies the data file `file`, which may be in use, to `copy`. The copy is not flushed to disk.
 * Pages freed meanwhile are not reused, so the file grows by everything written.
 *
 * Cost: reading and writing the pages, in a child process.
 *
 * @returns whether entries have checksums
 * @throws DamagedStoreError naming `file`; the signal's reason
 */
export async function copyTree(
  file: string,
  copy: string,
  { isCompact, signal }: CopyOptions,
): Promise<{ isChecked: boolean }> {
  return await askTree({ copy, isCompact }, { program: PROGRAM, file, signal });
}
