import { askTree } from "./treeProcess";
import { TOTALS_PROGRAM } from "./totals";

/**
 * Text of a program that copies the newest snapshot of a tree page by page: all pages, or those
 * alone that hold data. lmdb's own `backup` leaves its second argument out (2.9.4).
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
  /** Leaves out pages that hold nothing. */
  readonly isCompact: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Copies the data file `file`, which may be in use, to `copy`, which is not flushed to the disk.
 * No page that is freed meanwhile is reused, so the file grows by what is written.
 *
 * Cost: as long as it takes to read and write the pages, in a process of its own.
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
