import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DataFolderLockedError } from "./errors";

const LOCK_FILE = "engine.lock";

/** Who holds a folder. A process id alone may be another process by now: its start time tells. */
interface Holder {
  readonly pid: number;
  /** Clock ticks since boot, from /proc; null where there is none. */
  readonly startedAt: string | null;
}

/**
 * Takes the data folder for this process, also from a holder that is gone (kill -9, power loss).
 *
 * @throws DataFolderLockedError
 */
export function lockFolder(path: string): { release(): void } {
  const file = join(path, LOCK_FILE);
  const mine = JSON.stringify({ pid: process.pid, startedAt: startTime(process.pid) });
  // The content is written first and linked into place, so that nobody ever reads half a lock.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    while (!isLinked(draft, file)) takeFromTheDead(path, file);
  } finally {
    rmSync(draft);
  }
  return { release: () => rmSync(file, { force: true }) };
}

function isLinked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Moves a dead holder's lock away. If it was another's by the time it moved, it is put back. */
function takeFromTheDead(path: string, file: string): void {
  const content = readIfThere(file);
  if (content === null) return;
  const holder = parseHolder(content);
  if (holder && isAlive(holder)) throw locked(path, holder);
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return; // another took it away
    throw error;
  }
  const moved = readFileSync(aside, "utf8");
  if (moved !== content) isLinked(aside, file);
  rmSync(aside);
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** null when the file is empty or cut short: its writer lost power. */
function parseHolder(content: string): Holder | null {
  try {
    return JSON.parse(content) as Holder;
  } catch {
    return null;
  }
}

function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false; // else it is another user's
  }
  return startTime(pid) === startedAt;
}

function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Field 22, counted after the process name, which may hold spaces and parentheses.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function locked(path: string, { pid }: Holder): DataFolderLockedError {
  return new DataFolderLockedError(
    `The data folder ${path} is in use by process ${pid}. Stop it first, or choose another folder.`,
  );
}
