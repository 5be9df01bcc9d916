/**
 * Runs the deployment that is damaged, in its own process because a damaged data file may end it.
 *
 *     subject.ts write <data folder> <bundle>  acknowledges messages and a file, and is killed (-9)
 *                                              before all of it has left the commit log; copies of
 *                                              the store at earlier moments are in ../earlier/<n>
 *     subject.ts read <data folder> <bundle>   reads everything, then checks everything
 *     subject.ts check <data folder>           checks everything, as `engine check --offline` does
 *
 * Prints one line of JSON: a `Reading`.
 */
import { copyFileSync, mkdirSync, writeSync } from "node:fs";
import { join } from "node:path";
import { checkFolder } from "../../../engine/checkFolder";
import { storePath } from "../../../engine/dataFolder";
import type { Deployment } from "../../../engine/deployment";
import { DATA_FILE } from "../../../engine/storage/dataFile";
import { LOG_FILE } from "../../../engine/storage/log";
import { contentOf, openApp, readFolder, type Reading } from "./reading";

const MESSAGES = 1_500;

const [mode, dataDir = "", pushRequest = ""] = process.argv.slice(2);
const print = (reading: Partial<Reading>) => writeSync(1, `${JSON.stringify(reading)}\n`);

/** Kills the process after its last line was written. */
const end = () => process.kill(process.pid, "SIGKILL");

if (mode === "check") {
  const outcome = await checkFolder(dataDir).catch((error: Error) => ({ faults: [error.message] }));
  print({ faults: outcome.faults });
} else if (mode === "read") {
  await readFolder(dataDir, pushRequest, (reading) => {
    print(reading);
    end();
  });
} else {
  await write(await openApp(dataDir, pushRequest));
}
end();

async function write(deployment: Deployment): Promise<void> {
  const { database, files, adminKey } = deployment;
  for (let n = 0; n < 3; n++) {
    const content = [Buffer.from(`file ${n} `.repeat(20_000))];
    await files.store(content, { contentType: "text/plain" });
  }
  for (let n = 0; n < MESSAGES; n += 50) {
    if (n % 300 === 0) await keepStore(deployment, n);
    await insertMessages(deployment, n, 50);
  }
  await new Promise((resolve) => setTimeout(resolve, 200)); // the tree catches up
  for (let n = 0; n < 3; n++) await insertMessages(deployment, MESSAGES + n, 1);
  print({ content: await contentOf(deployment, database.beginRead()), adminKey });
}

async function keepStore({ database }: Deployment, moment: number): Promise<void> {
  await database.backup(join(dataDir, "..", "backup")); // the tree has caught up
  const kept = join(dataDir, "..", "earlier", String(moment), "store");
  mkdirSync(kept, { recursive: true });
  for (const file of [LOG_FILE, DATA_FILE]) {
    copyFileSync(join(storePath(dataDir), file), join(kept, file));
  }
}

async function insertMessages({ database }: Deployment, first: number, count: number) {
  await database.write((tx) => {
    for (let n = first; n < first + count; n++) {
      tx.insert("messages", { channel: `channel ${n % 20}`, body: `${n} `.repeat(60), rank: n });
    }
  });
}
