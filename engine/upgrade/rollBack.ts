import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { filesPath, linkFiles, storePath } from "../dataFolder";
import { syncFolder } from "../storage/dataFile";
import { DamagedStoreError } from "../storage/errors";
import { lockFolder } from "../storage/lock";
import { asidePath, removeLeftovers, rollbackSource } from "./previousState";

/**
 * Puts the state of before the latest upgrade back into a folder that no process has open. What was
 * written since is set aside in `rolled-back-<time>`, a data folder without keys. A rollback that
 * was cut off leaves no store in the folder, so no version starts until it is repeated.
 *
 * @param now epoch ms
 * @returns the folder set aside; null when a cut off rollback had set it aside before
 * @throws DataFolderLockedError; Error when no state is kept
 */
export async function rollBack(dataDir: string, now: number): Promise<string | null> {
  const store = storePath(dataDir);
  const lock = existsSync(store) ? await lockFolder(store) : null;
  try {
    const source = await rollbackSource(dataDir);
    if (source === null) {
      throw new Error(
        `${dataDir} keeps no earlier state: no upgrade changed its data, or the state was deleted after seven days or by confirm-upgrade.`,
      );
    }
    await mkdir(filesPath(dataDir), { recursive: true, mode: 0o700 }); // the first start failed
    await linkFiles(filesPath(source), filesPath(dataDir));
    const aside = lock ? await setAside(dataDir, now) : null;
    await rename(storePath(source), store);
    for (const folder of [filesPath(dataDir), dataDir]) syncFolder(folder);
    await rm(source, { recursive: true, force: true });
    await removeLeftovers(dataDir);
    return aside;
  } finally {
    await lock?.release();
  }
}

/** Moves the store, and links the stored files, to a folder of their own. Returns its path. */
async function setAside(dataDir: string, now: number): Promise<string> {
  const aside = asidePath(dataDir, now);
  await mkdir(filesPath(aside), { recursive: true, mode: 0o700 });
  await linkFiles(filesPath(dataDir), filesPath(aside));
  await rename(storePath(dataDir), storePath(aside));
  for (const folder of [filesPath(aside), aside, dataDir]) syncFolder(folder);
  return aside;
}

/** @throws DamagedStoreError when a rollback of the folder was cut off */
export async function refuseUnfinishedRollback(dataDir: string): Promise<void> {
  if (existsSync(storePath(dataDir)) || (await rollbackSource(dataDir)) === null) return;
  throw new DamagedStoreError(
    `${dataDir} is not whole: its rollback was cut off. Run "engine rollback" again.`,
  );
}
