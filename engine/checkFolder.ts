import { resolve } from "node:path";
import { checkData, type CheckReport } from "./check";
import { Database } from "./commit/database";
import { filesPath, storePath } from "./dataFolder";

/**
 * `checkData` for a folder that no server has open. Opens it as a start does: commits that only the
 * log has are written to the tree, and a folder of an earlier version gets its checksums.
 *
 * @throws DataFolderLockedError, DamagedStoreError
 */
export async function checkFolder(dataDir: string): Promise<CheckReport> {
  const path = resolve(dataDir);
  const database = await Database.open({
    path: storePath(path),
    clock: { now: () => Date.now() },
    onFatal: (error) => {
      throw error;
    },
  });
  try {
    return await checkData(database, filesPath(path), { isSlow: false });
  } finally {
    await database.close();
  }
}
