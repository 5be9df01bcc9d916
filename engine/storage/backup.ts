import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { DamagedStoreError } from "./errors";
import { logIdWrite } from "./ownRecords";
import { DATA_FILE, Store } from "./store";
import { verifyTree } from "./verify";

/** A backup is the line MAGIC, the store's data file, and the SHA-256 of both, 32 bytes. */
const MAGIC = Buffer.from("engine-store-backup 1\n");
const HASH_BYTES = 32;

/**
 * Writes the store's newest snapshot to `file`, while the store is in use. Needs space for two
 * copies.
 */
export async function backUp(store: Store, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = await mkdtemp(`${file}.`);
  try {
    await store.copyTo(draft);
    await verifyTree(draft).catch((error: Error) => {
      const isDamage = error instanceof DamagedStoreError;
      throw isDamage ? new DamagedStoreError(error.message.replace(draft, store.path)) : error;
    });
    const target = join(draft, "backup");
    const output = await open(target, "w");
    try {
      const hash = createHash("sha256");
      const append = async (bytes: Buffer) => {
        hash.update(bytes);
        await output.writeFile(bytes);
      };
      await append(MAGIC);
      for await (const chunk of createReadStream(join(draft, DATA_FILE))) {
        await append(chunk as Buffer);
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
 * Makes the store `path` of a backup. Nothing is written before the whole file has been checked.
 *
 * @throws DamagedStoreError naming `file`; Error when `path` is not empty
 */
export async function restoreBackup(file: string, path: string): Promise<void> {
  const end = (await stat(file)).size - HASH_BYTES; // of the store's data
  await check(file, end);
  await mkdir(path, { recursive: true });
  if ((await readdir(path)).length > 0) {
    throw new Error(`The folder ${path} is not empty. Restore into a new one.`);
  }
  const data = createReadStream(file, { start: MAGIC.length, end: end - 1 });
  await pipeline(data, createWriteStream(join(path, DATA_FILE), { flush: true }));
  const store = new Store(path);
  await store.commit([logIdWrite(null)]); // a backup has no log beside it, and needs none
  if (store.format === "checked") await verifyTree(path);
  await store.close();
}

async function check(file: string, end: number): Promise<void> {
  const damaged = (what: string) =>
    new DamagedStoreError(`${file} is not a whole backup: ${what}.`);
  if (end <= MAGIC.length) throw damaged("it is too short");
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { end: end - 1 }), hash);
  const handle = await open(file);
  try {
    const magic = Buffer.alloc(MAGIC.length);
    await handle.read(magic, 0, magic.length, 0);
    if (!magic.equals(MAGIC)) throw damaged("it does not begin as one");
    const stored = Buffer.alloc(HASH_BYTES);
    await handle.read(stored, 0, HASH_BYTES, end);
    if (!hash.digest().equals(stored)) throw damaged("its checksum does not match");
  } finally {
    await handle.close();
  }
}
