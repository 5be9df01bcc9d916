/**
 * Runs the deployment that is damaged, in its own process because a damaged file may end it.
 *
 *     subject.ts write <data folder> <bundle>  acknowledges messages and a file, and is killed (-9)
 *                                              before all of it has left the commit log; copies of
 *                                              the store at earlier moments are in ../earlier/<n>
 *     subject.ts read <data folder> <bundle>   reads everything, then checks everything
 *     subject.ts check <data folder>           checks everything, as `engine check --offline` does
 *
 * Prints one line of JSON: a `Reading`.
 */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, writeSync } from "node:fs";
import { join } from "node:path";
import { checkData } from "../../../engine/check";
import { checkFolder } from "../../../engine/checkFolder";
import { filesPath, storePath } from "../../../engine/dataFolder";
import { openDeployment } from "../../../engine/deployment";
import type { ReadTransaction } from "../../../engine/commit/database";
import { DATA_FILE } from "../../../engine/storage/dataFile";
import { LOG_FILE } from "../../../engine/storage/log";
import { EVERYTHING } from "../../../engine/values/keys";

/** A process's report on a data folder. */
export interface Reading {
  /** Error that refused the start, or null. */
  readonly refused: string | null;
  /** Error of the first failed read, or null. */
  readonly failed: string | null;
  /** Hash of all documents, as every index lists them, and of all files. */
  readonly content: string;
  readonly adminKey: string;
  /** Faults reported by the check. */
  readonly faults: readonly string[];
}

const MESSAGES = 1_500;
const INDEXES = ["by_creation_time", "by_id", "by_channel", "by_channel_and_rank"];

const [mode, dataDir = "", pushRequest = ""] = process.argv.slice(2);
const url = "http://127.0.0.1:9";
const print = (reading: Partial<Reading>) => writeSync(1, `${JSON.stringify(reading)}\n`);

/** Kills the process after its last line was written. */
const end = () => process.kill(process.pid, "SIGKILL");

if (mode === "check") {
  const outcome = await checkFolder(dataDir).catch((error: Error) => ({ faults: [error.message] }));
  print({ faults: outcome.faults });
  end();
}

let deployment;
try {
  deployment = await openDeployment({ dataDir, pushRequest, cloudUrl: url, siteUrl: url });
} catch (error) {
  print({ refused: (error as Error).message });
  process.exit(1);
}
const { database, files, adminKey } = deployment;

if (mode === "write") {
  for (let n = 0; n < 3; n++) {
    const content = [Buffer.from(`file ${n} `.repeat(20_000))];
    await files.store(content, { contentType: "text/plain" });
  }
  for (let n = 0; n < MESSAGES; n += 50) {
    if (n % 300 === 0) await keepStore(n);
    await insertMessages(n, 50);
  }
  await new Promise((resolve) => setTimeout(resolve, 200)); // the tree catches up
  for (let n = 0; n < 3; n++) await insertMessages(MESSAGES + n, 1);
  const tx = database.beginRead();
  print({ content: await contentOf(tx), adminKey });
  end();
}

const tx = database.beginRead();
let content = "";
let failed: string | null = null;
try {
  content = await contentOf(tx);
} catch (error) {
  failed = (error as Error).message;
}
const { faults } = await checkData(database, filesPath(dataDir), { isSlow: false });
print({ refused: null, failed, content, adminKey, faults });
end();

async function keepStore(moment: number): Promise<void> {
  await database.backup(join(dataDir, "..", "backup")); // the tree has caught up
  const kept = join(dataDir, "..", "earlier", String(moment), "store");
  mkdirSync(kept, { recursive: true });
  for (const file of [LOG_FILE, DATA_FILE]) {
    copyFileSync(join(storePath(dataDir), file), join(kept, file));
  }
}

async function insertMessages(first: number, count: number): Promise<void> {
  await database.write((tx) => {
    for (let n = first; n < first + count; n++) {
      tx.insert("messages", { channel: `channel ${n % 20}`, body: `${n} `.repeat(60), rank: n });
    }
  });
}

async function contentOf(tx: ReadTransaction): Promise<string> {
  const hash = createHash("sha256");
  for (const index of INDEXES) {
    for (const { json } of tx.scan(`messages.${index}`, EVERYTHING, "asc")) hash.update(json);
  }
  for (const { id } of tx.scan("_storage.by_creation_time", EVERYTHING, "asc")) {
    const file = await files.read(tx, id);
    hash.update(file!.bytes);
  }
  return hash.digest("hex");
}
