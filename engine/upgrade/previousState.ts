/**
 * The state of a data folder before its latest upgrade, with which the previous version of the
 * project starts again. It is a data folder itself, without keys:
 *
 *     previous-<time>/store/documents.mdb  the data file that the upgrade replaced: a hard link, so
 *                                          that no byte is copied; tree.mdb or data.mdb for the
 *                                          formats of earlier versions
 *     previous-<time>/store/commits.log    copy
 *     previous-<time>/files/<uuid>         hard links to all stored files
 *
 * An upgrade changes a copy of the data file, which then replaces the file in one rename:
 *
 *     1. link and copy the above into previous.new/        a crash: the next start removes it
 *     2. copy the data file, upgrade and check the copy    the same
 *     3. rename the copy over the data file                from here on the upgrade is complete
 *     4. rename previous.new to previous-<time>            a crash before: the next start does it
 *     5. remove the state kept by the upgrade before       the same
 *
 * Whether step 3 happened shows in the file: until then, previous.new links the file in use. So at
 * every moment the data file is either the old one, unchanged, or the new one, complete.
 *
 * Only the process that holds the folder's lock may change any of this.
 */

import { existsSync, statSync } from "node:fs";
import { link, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { filesPath, linkFiles, storePath } from "../dataFolder";
import { DATA_FILE, syncFolder } from "../storage/dataFile";
import { LOG_FILE } from "../storage/log";
import { copyClosedFile, syncFile } from "../storage/replaceFile";
import { EARLIER_FILES } from "../storage/upgradeFile";

const DRAFT = "previous.new";
const PREVIOUS = "previous-";
const ROLLED_BACK = "rolled-back-";
const DATA_FILES = [DATA_FILE, ...EARLIER_FILES];

const KEPT_DAYS = 7;
const KEPT_MS = KEPT_DAYS * 24 * 60 * 60_000;

export interface PreviousState {
  /** Absolute path of its folder. */
  readonly folder: string;
  /** Time of the upgrade, epoch ms. */
  readonly keptAt: number;
  /** Epoch ms; the server then deletes it. */
  readonly until: number;
  /** Disk space of its store. Stored files are shared with the data folder until deleted there. */
  readonly bytes: number;
}

/**
 * Keeps the state of a folder whose data file is about to be replaced: step 1.
 *
 * @param checkRoom throws when the disk has no room for that many bytes
 */
export async function keepState(
  dataDir: string,
  checkRoom: (bytes: number) => void,
): Promise<void> {
  const draft = join(dataDir, DRAFT);
  if (existsSync(draft)) return; // of the file's format, converted by this upgrade before
  const [from, to] = [storePath(dataDir), storePath(draft)];
  await mkdir(to, { recursive: true, mode: 0o700 });
  await mkdir(filesPath(draft), { mode: 0o700 });
  const log = join(from, LOG_FILE);
  if (existsSync(log)) {
    await copyClosedFile(log, join(to, LOG_FILE), checkRoom);
    syncFile(join(to, LOG_FILE));
  }
  if (existsSync(filesPath(dataDir))) await linkFiles(filesPath(dataDir), filesPath(draft));
  const { name, path } = dataFileIn(dataDir)!;
  await link(path, join(to, name));
  for (const folder of [to, filesPath(draft), draft, dataDir]) syncFolder(folder);
}

/**
 * Removes what a cut off upgrade or rollback left: a draft whose upgrade did not happen, states
 * that a newer one replaces, and folders without a store.
 */
export async function removeLeftovers(dataDir: string): Promise<void> {
  if (!hasReplacedFile(dataDir)) await remove(join(dataDir, DRAFT));
  const [newest, ...older] = await previousFolders(dataDir);
  for (const folder of older) await remove(folder);
  const aside = (await readdir(dataDir)).filter((name) => name.startsWith(ROLLED_BACK));
  for (const folder of [...(newest ? [newest] : []), ...aside.map((name) => join(dataDir, name))]) {
    if (dataFileIn(folder) === null) await remove(folder);
  }
}

/**
 * True between steps 3 and 4 of an upgrade: the draft holds another data file than the one in use.
 */
export function hasReplacedFile(dataDir: string): boolean {
  const [kept, inUse] = [join(dataDir, DRAFT), dataDir].map(dataFileIn);
  return Boolean(kept && !(inUse && isSameFile(kept.path, inUse.path)));
}

/** Ends an upgrade: steps 4 and 5. Returns the state that it replaced; null without an upgrade. */
export async function finishUpgrade(dataDir: string, now: number): Promise<PreviousState | null> {
  if (!hasReplacedFile(dataDir)) return null;
  await rename(join(dataDir, DRAFT), join(dataDir, `${PREVIOUS}${timeName(now)}`));
  syncFolder(dataDir);
  await removeLeftovers(dataDir);
  return previousState(dataDir);
}

/** Returns the kept state; null when there is none. */
export async function previousState(dataDir: string): Promise<PreviousState | null> {
  const [folder] = await previousFolders(dataDir);
  if (folder === undefined) return null;
  const keptAt = timeOf(folder);
  const names = await readdir(storePath(folder));
  const sizes = await Promise.all(names.map((name) => stat(join(storePath(folder), name))));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  return { folder, keptAt, until: keptAt + KEPT_MS, bytes };
}

export async function discardPreviousState(dataDir: string): Promise<void> {
  for (const folder of await previousFolders(dataDir)) await remove(folder);
}

/**
 * Returns the folder from which a rollback takes the store: the draft of an upgrade that did not
 * end, or the kept state. Null when there is neither.
 */
export async function rollbackSource(dataDir: string): Promise<string | null> {
  if (hasReplacedFile(dataDir)) return join(dataDir, DRAFT);
  const folders = await previousFolders(dataDir);
  return folders.find((folder) => dataFileIn(folder) !== null) ?? null;
}

/** Returns the folders of kept states, newest first. */
async function previousFolders(dataDir: string): Promise<string[]> {
  const names = (await readdir(dataDir)).filter((name) => !Number.isNaN(timeOf(name)));
  return names
    .sort()
    .reverse()
    .map((name) => join(dataDir, name));
}

const remove = (path: string) => rm(path, { recursive: true, force: true });

/** Folder for what a rollback at `now`, epoch ms, sets aside. */
export const asidePath = (dataDir: string, now: number) =>
  join(dataDir, `${ROLLED_BACK}${timeName(now)}`);

/** Returns the data file of a data folder, of whichever format; null when there is none. */
function dataFileIn(folder: string): { name: string; path: string } | null {
  const name = DATA_FILES.find((file) => existsSync(join(storePath(folder), file)));
  return name === undefined ? null : { name, path: join(storePath(folder), name) };
}

function isSameFile(a: string, b: string): boolean {
  const [first, second] = [a, b].map((file) => statSync(file, { bigint: true }));
  return first!.ino === second!.ino && first!.dev === second!.dev;
}

/** Returns `20261129T021000Z` for a time, epoch ms. */
function timeName(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+|[-:]/g, "");
}

/** Returns the time in the name of a kept state's folder, epoch ms; NaN for another name. */
function timeOf(folder: string): number {
  const [, date, h, m, s] = /previous-(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(folder) ?? [];
  return Date.parse(`${date?.replace(/(....)(..)(..)/, "$1-$2-$3")}T${h}:${m}:${s}Z`);
}
