import { link, open, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BACKUP_PATH, DamagedBackup, refusalIn, saveBackup } from "../engine/backupFile";
import { withDraft } from "./draft";
import { cannotWrite, CliError, EXIT, noFolder } from "./errors";
import { fetchFrom, readBody } from "./network";

export type BackupResult = {
  readonly file: string;
  readonly bytes: number;
  /** Number of stored files in it, such as photos. */
  readonly files: number;
};

/**
 * Writes a backup of the embedded deployment and verifies it. The file gets its final name only
 * then, and never replaces another file.
 *
 * @param to the file, or an existing folder, in which the file is named by the time
 * @throws CliError; Unreachable
 */
export async function downloadBackup(
  { url, adminKey }: { url: string; adminKey: string },
  to: string,
  onBytes: (count: number) => void,
): Promise<BackupResult> {
  const file = await freeName(to);
  return await withDraft(file, async (draft) => {
    const response = await requestBackup(url, adminKey);
    try {
      const saved = await saveBackup(response, draft, onBytes);
      await renameToFree(draft, file);
      return { file, ...saved };
    } catch (error) {
      throw backupFailure(error, file);
    }
  });
}

/** @throws CliError if the file exists, or its folder does not */
async function freeName(to: string): Promise<string> {
  const found = await stat(to).catch(() => null);
  if (found === null) {
    // Checked before the request, because the server takes minutes to copy a large deployment.
    const folder = await stat(dirname(to)).catch(() => null);
    if (!folder?.isDirectory()) throw noFolder(to);
    return to;
  }
  if (!found.isDirectory()) throw existsAlready(to);
  const time = new Date().toISOString().replace(/\..*/, "").replaceAll(":", "");
  return await freeName(join(to, `sms-${time}.backup`));
}

function existsAlready(file: string): CliError {
  return new CliError(`${file} already exists: a backup never replaces a file.`, EXIT.usage);
}

async function requestBackup(url: string, adminKey: string): Promise<Response> {
  if (new URL(url).hostname.endsWith(".convex.cloud")) throw notEmbedded(url);
  const headers = { Authorization: `Convex ${adminKey}` };
  const response = await fetchFrom(url, new URL(BACKUP_PATH, url), { method: "POST", headers });
  if (response.status === 401 || response.status === 403) {
    throw new CliError("The admin key is not this server's.");
  }
  const isBinary = response.headers.get("content-type") === "application/octet-stream";
  if (response.ok && isBinary) return response;
  if (response.status >= 500) {
    const body = new TextDecoder().decode(await readBody(url, response));
    throw new CliError(`The server refused a backup: ${refusalIn(body)}`);
  }
  throw notEmbedded(url);
}

function notEmbedded(url: string): CliError {
  return new CliError(
    `${url} is not the embedded deployment. For one on Convex Cloud or self-hosted Convex, run ` +
      '"npx convex export --path FILE.zip".',
  );
}

/**
 * Renames a file without replacing another. @throws an error with code EEXIST if the name is taken
 */
async function renameToFree(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    // The file system has no hard links, as on some USB sticks.
    await (await open(to, "wx", 0o600)).close();
    await rename(from, to);
  }
}

function backupFailure(error: unknown, file: string): Error {
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (code === "EEXIST") return existsAlready(file);
  if (error instanceof DamagedBackup) {
    return new CliError(`No backup was kept: ${message}`, EXIT.refused, { cause: error });
  }
  if (path !== undefined) return cannotWrite(file, error as NodeJS.ErrnoException);
  return new CliError(`The backup broke off: ${message}. Nothing was kept.`, EXIT.unreachable, {
    cause: error,
  });
}
