import { access, constants, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Problem } from "./settings";

/**
 * Checks, without writing, that the data folder can be created or written: the nearest existing
 * part of its path must be a folder in which this process may write.
 *
 * @throws Problem naming SMS_DATA_DIR, that part, and the reason
 */
export async function checkDataFolder(dataDir: string): Promise<void> {
  const refuse = (why: string) =>
    new Problem(
      `SMS_DATA_DIR is ${dataDir}, which cannot be used: ${why}. Choose a folder that this user may write to.`,
    );
  for (let path = dataDir; ; path = dirname(path)) {
    try {
      if (!(await stat(path)).isDirectory()) throw refuse(`${path} is a file`);
      await access(path, constants.W_OK | constants.X_OK);
      return;
    } catch (error) {
      if (error instanceof Problem) throw error;
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" && path !== dirname(path)) continue;
      if (code === "ENOTDIR") continue; // a parent is a file; a later iteration reports it
      throw refuse(message);
    }
  }
}
