import { join } from "node:path";
import { DATA_FILE } from "./dataFile";
import { TOTALS_PROGRAM } from "./totals";
import { runOnTree } from "./treeProgram";

/**
 * Text of a program that reads every entry of one snapshot:
 * `node -e PROGRAM <lmdb> <file> <pause ms>`. It prints `{"entries": n}` or `{"damage": "…"}`.
 */
const PROGRAM = `
  ${TOTALS_PROGRAM}
  const [lmdb, path, pauseMs] = process.argv.slice(1);
  const REST_AFTER = 2_000; // entries
  if (pauseMs > 0) require("node:os").setPriority(19);
  const rest = new Int32Array(new SharedArrayBuffer(4));

  function verify() {
    const tree = openTree(lmdb, { path, readOnly: true });
    const transaction = tree.useReadTransaction();
    const record = tree.getBinary(TOTALS_KEY, { transaction });
    const totals = record ? readTotals(record) : { entries: 0, xor: 0 };
    let entries = 0, xor = 0, previous = null;
    for (const { key, value } of tree.getRange({ transaction })) {
      const name = key.toString("hex");
      if (previous && Buffer.compare(previous, key) >= 0) throw new Error("its entry " + name + " is out of order");
      previous = key;
      if (key.equals(TOTALS_KEY)) continue;
      const end = value.length - 4;
      const stored = end < 0 ? -1 : value.readUInt32LE(end);
      if (stored !== checksum(key, value.subarray(0, end))) {
        throw new Error("its entry " + name + " does not match its checksum");
      }
      xor ^= stored;
      if (++entries > totals.entries) break;
      if (pauseMs > 0 && entries % REST_AFTER === 0) Atomics.wait(rest, 0, 0, Number(pauseMs));
    }
    if (entries !== totals.entries || xor >>> 0 !== totals.xor) {
      throw new Error("it has " + entries + " entries, and not the " + totals.entries + " that were written");
    }
    return { entries };
  }

  answer(verify);`;

/**
 * A slow pass reads for a few milliseconds, then rests this long: about 20,000 entries a second.
 */
const SLOW_PAUSE_MS = 80;

export interface VerifyOptions {
  /** Leave the processor and the disk to others. */
  readonly isSlow?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Reads every entry of the newest snapshot in the folder `path`, checks it against its checksum and
 * all of them against the totals, while the store may be in use. Another process reads: a damaged
 * tree can lead LMDB out of the file, which ends that process and not the server.
 *
 * Cost: the whole file is read; about 500,000 entries a second.
 * @throws DamagedStoreError naming the file
 */
export async function verifyTree(path: string, options: VerifyOptions = {}): Promise<number> {
  const { isSlow = false, signal } = options;
  const args = [isSlow ? String(SLOW_PAUSE_MS) : "0"];
  const { entries } = await runOnTree<{ entries: number }>({
    program: PROGRAM,
    file: join(path, DATA_FILE),
    args,
    signal,
  });
  return entries;
}
