import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { HOUR_MS } from "#domain/common/durations";
import { streamBackup } from "../../engine/backup";
import type { Deployment } from "../../engine/deployment";
import { backupName, expiredBackups } from "./retention";

/** Prefix of files and folders of a backup in progress; a later run removes them. */
const DRAFT = ".sms-nightly-";
const MAX_COMMAND_MS = 6 * HOUR_MS;
/** Longest text of a failed command that is kept. */
const MAX_REASON = 500;

export interface BackupSettings {
  /** Absolute path of the folder for backups. */
  readonly folder: string;
  /** Shell command that copies the file `$SMS_BACKUP_FILE` to another machine; null: none. */
  readonly command: string | null;
}

interface RunOptions {
  /** Path of the built `engine` program. */
  readonly engine: string;
  /** Epoch ms. */
  readonly now: number;
  /** Ends the backup, and removes its draft. */
  readonly signal: AbortSignal;
}

/**
 * Makes one automatic backup: writes it, restores it into a temporary folder and checks everything
 * there, gives it its name, runs the operator's command, and deletes expired backups. Restoring
 * takes place in other processes, so that people are served meanwhile.
 *
 * @returns the path and size of the backup
 * @throws Error with a reason for admins. If only the command failed, the backup exists
 */
export async function makeBackup(
  deployment: Deployment,
  { folder, command }: BackupSettings,
  { engine, now, signal }: RunOptions,
): Promise<{ file: string; bytes: number }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeDrafts(folder);
  const work = await mkdtemp(join(folder, DRAFT));
  const file = join(folder, backupName(now));
  try {
    const draft = join(work, "backup");
    const output = createWriteStream(draft, { flush: true, mode: 0o600 });
    await pipeline(streamBackup(deployment), output, { signal });
    await verify(engine, draft, join(work, "restored"), signal);
    await rename(draft, file);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  for (const name of expiredBackups(await readdir(folder))) await rm(join(folder, name));
  if (command !== null) {
    const env = { ...process.env, SMS_BACKUP_FILE: file };
    await run("SMS_BACKUP_COMMAND", "/bin/sh", ["-c", command], { env, signal });
  }
  return { file, bytes: (await stat(file)).size };
}

/** Removes what an earlier run left when the server was killed. */
async function removeDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(DRAFT));
  for (const name of drafts) await rm(join(folder, name), { recursive: true });
}

/** Restores the backup `file` into the new folder `dataDir`, and reads all data there. */
async function verify(
  engine: string,
  file: string,
  dataDir: string,
  signal: AbortSignal,
): Promise<void> {
  const check = (...args: string[]) =>
    run("the new backup's check", process.execPath, [engine, ...args], {
      env: process.env,
      signal,
    });
  await check("restore", file, "--data", dataDir);
  await check("check", "--offline", "--data", dataDir);
}

/** @param name of the program in the error */
async function run(
  name: string,
  program: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<void> {
  const child = spawn(program, args, {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: MAX_COMMAND_MS,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text: Buffer) => (output = (output + text.toString()).slice(-MAX_REASON)));
  }
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  if (code === 0) return;
  throw new Error(`${name} ended with ${signal ?? `code ${code}`}: ${output.trim()}`);
}
