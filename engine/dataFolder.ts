import { createHash, randomBytes } from "node:crypto";
import {
  chmod,
  link,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "./logs";
import { DATA_FILE } from "./storage/dataFile";
import { DamagedStoreError } from "./storage/errors";
import { earlierFileIn } from "./storage/upgradeFile";
import { formatSize } from "./values/limits";

/** Folders of the store, of the stored files and of the loaded functions in a data folder. */
export const storePath = (dataDir: string): string => join(dataDir, "store");
export const filesPath = (dataDir: string): string => join(dataDir, "files");
export const modulesPath = (dataDir: string): string => join(dataDir, "modules");

/**
 * Content of `instance.json`: the deployment's name and keys. Only the file's owner may read it.
 */
export interface Instance {
  readonly name: string;
  /** 32 bytes in hex; HMAC key of cursors and upload URLs. */
  readonly secret: string;
  readonly adminKey: string;
}

/**
 * Returns the admin key of a data folder; null before its first start. @throws DamagedStoreError
 */
export async function readAdminKey(dataDir: string): Promise<string | null> {
  return (await readInstance(dataDir))?.adminKey ?? null;
}

const instancePath = (dataDir: string) => join(dataDir, "instance.json");

/**
 * Refuses a folder whose deployment has run before but whose store is missing, because a start
 * would create an empty store in its place.
 *
 * @throws DamagedStoreError
 */
export async function refuseMissingStore(dataDir: string): Promise<void> {
  const isThere = (path: string) => stat(path).then(Boolean, () => false);
  if (!(await isThere(instancePath(dataDir)))) return;
  const store = join(storePath(dataDir), DATA_FILE);
  if ((await isThere(store)) || earlierFileIn(storePath(dataDir)) !== null) return;
  throw new DamagedStoreError(
    `${store} is missing, although this deployment has run before. Restore a backup into a new folder.`,
  );
}

/** Logs that opening the store will first copy its file, which takes a while. */
export async function announceUpgrade(dataDir: string, log: Logger): Promise<void> {
  const name = earlierFileIn(storePath(dataDir));
  if (name === null) return;
  const file = join(storePath(dataDir), name);
  const { size } = await stat(file);
  log.warn("the data of an earlier version is copied into a new file first, once", {
    file,
    size: formatSize(size),
  });
}

/** Hard-links the stored files in folder `from` that folder `to` lacks. */
export async function linkFiles(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    await link(join(from, entry.name), join(to, entry.name)).catch((error) => {
      const { code } = error as NodeJS.ErrnoException;
      // already linked, or deleted meanwhile
      if (code !== "EEXIST" && code !== "ENOENT") throw error;
    });
  }
}

/**
 * Backup of the store in a folder that is being restored; present until the restore is complete.
 */
export const restoringPath = (dataDir: string): string => join(dataDir, "restoring");

/**
 * Refuses a folder whose restore was interrupted: it lacks data, and a start would delete its
 * stored files as orphans.
 *
 * @throws DamagedStoreError
 */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  const isRestoring = await stat(restoringPath(dataDir)).then(Boolean, () => false);
  if (!isRestoring) return;
  throw new DamagedStoreError(
    `${dataDir} is not whole: its restore was cut off. Delete it, and restore the backup again.`,
  );
}

/** Name prefix of the folders of backups in progress. */
const UNFINISHED_BACKUP = "unfinished-backup-";

/** Creates the folder of a new backup, on the same file system as the data. Returns its path. */
export function newBackupFolder(dataDir: string): Promise<string> {
  return mkdtemp(join(dataDir, UNFINISHED_BACKUP));
}

/**
 * Removes the leftovers of killed backups: each has a copy of the store, and files deleted since.
 * Only the process that holds the data folder may call it, before its first backup.
 */
export async function removeUnfinishedBackups(dataDir: string, log: Logger): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => name.startsWith(UNFINISHED_BACKUP));
  for (const name of left) await rm(join(dataDir, name), { recursive: true });
  if (left.length > 0) log.info("removed backups that were cut off", { folders: left.length });
}

/**
 * Reads the file that identifies the folder's deployment. Creates it at the first start and after a
 * restore.
 */
export async function openInstance(dataDir: string, log: Logger): Promise<Instance> {
  const file = instancePath(dataDir);
  const existing = await readInstance(dataDir);
  if (existing) {
    await keepPrivate(file, log);
    return existing;
  }
  const name = `embedded-${randomBytes(4).toString("hex")}`;
  const instance: Instance = {
    name,
    secret: randomBytes(32).toString("hex"),
    adminKey: `${name}|${randomBytes(32).toString("hex")}`,
  };
  await writeFile(`${file}.new`, JSON.stringify({ ...instance, sha256: hashOf(instance) }), {
    mode: 0o600,
    flush: true,
  });
  await rename(`${file}.new`, file);
  log.info("made a new admin key", { file });
  return instance;
}

/** Returns null when the file is missing. @throws DamagedStoreError naming the file */
async function readInstance(dataDir: string): Promise<Instance | null> {
  const file = instancePath(dataDir);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  try {
    const { name, secret, adminKey, sha256 } = JSON.parse(text) as Instance & { sha256?: string };
    const instance = { name, secret, adminKey };
    const isWhole = Object.values(instance).every((value) => typeof value === "string");
    const hash = hashOf(instance);
    const storedHash = sha256 ?? hash; // version 1.6 stored no hash
    if (isWhole && storedHash === hash) return instance;
  } catch {
    // not JSON, so damaged
  }
  throw new DamagedStoreError(
    `${file} is damaged. Put a copy of it back, or delete it: the next start makes a new admin key.`,
  );
}

function hashOf({ name, secret, adminKey }: Instance): string {
  return createHash("sha256")
    .update(JSON.stringify([name, secret, adminKey]))
    .digest("hex");
}

/** Removes other users' access to the file, which contains keys. */
async function keepPrivate(file: string, log: Logger): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o077) === 0) return;
  await chmod(file, 0o600);
  log.warn("others could read the admin key: only the owner may from now on", { file });
}
