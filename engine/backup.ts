import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { FIRST_LINE, readBackup, STORE } from "./backupFile";
import { Database } from "./commit/database";
import { filesPath, linkFiles, newBackupFolder, restoringPath, storePath } from "./dataFolder";
import type { Deployment } from "./deployment";

/**
 * Yields a backup of the deployment's data and files as of one instant. Writes continue meanwhile.
 */
export async function* streamBackup({ database, dataDir }: Deployment): AsyncIterable<Uint8Array> {
  const folder = await newBackupFolder(dataDir);
  try {
    // Link the files both before and after the snapshot, so that the folder has every file that a
    // row of the snapshot names, even if the file is deleted or added meanwhile.
    await linkFiles(filesPath(dataDir), folder);
    await database.backup(join(folder, STORE));
    await linkFiles(filesPath(dataDir), folder);
    yield Buffer.from(`${FIRST_LINE}\n`);
    const files = (await readdir(folder)).filter((name) => name !== STORE);
    for (const name of [STORE, ...files]) yield* section(name, join(folder, name));
    yield Buffer.from(`end ${files.length + 1}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* section(name: string, path: string): AsyncIterable<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  yield Buffer.from(`${name} ${(await stat(path)).size} ${hash.digest("hex")}\n`);
  yield* createReadStream(path) as AsyncIterable<Buffer>;
}

/**
 * Creates the data folder `dataDir`, which must be missing or empty, from a backup.
 *
 * @throws DamagedBackup; the folder is then removed, or left empty if it is a mounted volume
 */
export async function restore(file: string, dataDir: string): Promise<{ files: number }> {
  await refuseFilledFolder(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    return { files: await restoreSections(file, dataDir) };
  } catch (error) {
    // A failed removal must not hide the original error.
    await removeFolder(dataDir).catch(() => {});
    throw error;
  }
}

async function removeFolder(path: string): Promise<void> {
  for (const name of await readdir(path)) await rm(join(path, name), { recursive: true });
  await rmdir(path);
}

/** @throws Error when the folder `dataDir` exists and is not empty */
export async function refuseFilledFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (names.length === 0) return;
  throw new Error(`The folder ${dataDir} is not empty: choose a new one.`);
}

async function restoreSections(file: string, dataDir: string): Promise<number> {
  await mkdir(filesPath(dataDir));
  const store = restoringPath(dataDir);
  const files = await readBackup(file, async (name, content) => {
    const path = name === STORE ? store : join(filesPath(dataDir), name);
    await pipeline(content, createWriteStream(path, { flags: "wx", flush: true }));
  });
  await Database.restore(store, storePath(dataDir));
  await rm(store);
  return files;
}
