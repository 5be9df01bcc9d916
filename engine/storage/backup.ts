import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { DamagedStoreError } from "./errors";
import { logIdWrite } from "./ownRecords";
import { DATA_FILE } from "./dataFile";
import { freeBytesOf } from "./diskSpace";
import { rethrowAs } from "./replaceFile";
import { Store } from "./store";
import { upgradeDataFile } from "./upgradeFile";
import { verifyTree } from "./verify";

/**
 * File format of a backup: one text line with the format version, the store's data file, and the
 * SHA-256 of both (32 bytes). Backups of versions 1 and 2 hold the data file of an earlier engine
 * version (upgradeFile.ts).
 */
const magicOf = (version: number) => Buffer.from(`engine-store-backup ${version}\n`);
const MAGIC = magicOf(3);
const EARLIER_VERSIONS = [
  { magic: magicOf(2), dataFile: "tree.mdb" },
  { magic: magicOf(1), dataFile: "data.mdb" },
];
const HASH_BYTES = 32;

/**
 * Writes the store's newest snapshot to `file`, while the store is in use.
 *
 * Cost: disk space for two copies of the data file until it ends. While the first copy is made
 * (some seconds per GB), freed pages cannot be reused, so the data file grows by everything written
 * meanwhile.
 *
 * @throws DamagedStoreError; StorageWriteError "full" when the disk fills up
 */
export async function writeStoreBackup(store: Store, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await store.whileDiskHasRoom(2 * store.size.bytes, (signal) => write(store, file, signal));
}

async function write(store: Store, file: string, signal: AbortSignal): Promise<void> {
  const draft = await mkdtemp(`${file}.`);
  try {
    const copy = join(draft, DATA_FILE);
    await store.copyTo(copy, signal);
    await verifyTree(draft, signal).catch((error: Error) => rethrowAs(error, copy, store.file));
    const target = join(draft, "backup");
    const output = await open(target, "w");
    try {
      const hash = createHash("sha256");
      const append = async (bytes: Buffer) => {
        hash.update(bytes);
        await output.writeFile(bytes);
      };
      await append(MAGIC);
      const content = createReadStream(copy) as AsyncIterable<Buffer>;
      for await (const chunk of content) {
        signal.throwIfAborted();
        await append(chunk);
      }
      await output.writeFile(hash.digest());
      await output.sync();
    } finally {
      await output.close();
    }
    await rename(target, file);
  } finally {
    await rm(draft, { recursive: true });
  }
}

/**
 * Creates a store in folder `path` from a backup. Checks the whole file before writing anything.
 *
 * @throws DamagedStoreError naming `file`; Error when `path` is not empty
 */
export async function restoreStoreBackup(file: string, path: string): Promise<void> {
  const end = (await stat(file)).size - HASH_BYTES; // end of the data file within the backup
  const dataFile = await check(file, end);
  await mkdir(path, { recursive: true });
  if ((await readdir(path)).length > 0) {
    throw new Error(`The folder ${path} is not empty. Restore into a new one.`);
  }
  const data = createReadStream(file, { start: MAGIC.length, end: end - 1 });
  await pipeline(data, createWriteStream(join(path, dataFile), { flush: true }));
  await upgradeDataFile(path, freeBytesOf, false);
  const store = await Store.open(path);
  await store.commit([logIdWrite(null)]); // a backup contains no log; the next start creates one
  await verifyTree(path);
  await store.close();
}

/**
 * Checks that a backup is complete. Returns the file name that its data file must have in a store's
 * folder.
 */
async function check(file: string, end: number): Promise<string> {
  const damaged = (what: string) =>
    new DamagedStoreError(`${file} is not a whole backup: ${what}.`);
  if (end <= MAGIC.length) throw damaged("it is too short");
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { end: end - 1 }), hash);
  const handle = await open(file);
  try {
    const magic = Buffer.alloc(MAGIC.length);
    await handle.read(magic, 0, magic.length, 0);
    const earlier = EARLIER_VERSIONS.find((version) => version.magic.equals(magic));
    if (!earlier && !magic.equals(MAGIC)) throw damaged("it does not begin as one");
    const stored = Buffer.alloc(HASH_BYTES);
    await handle.read(stored, 0, HASH_BYTES, end);
    if (!hash.digest().equals(stored)) throw damaged("its checksum does not match");
    return earlier?.dataFile ?? DATA_FILE;
  } finally {
    await handle.close();
  }
}
