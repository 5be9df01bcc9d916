/**
 * At most one process owns a data folder: the process that listens on the Unix socket
 * `engine.lock.<n>` with the highest number in the folder. The kernel maintains this lock: it ends
 * when the process ends for any reason, even before its parent reaps it, and every container that
 * mounts the folder sees it.
 *
 * To take the folder, a process
 *
 *   1. listens on a socket with a unique name,
 *   2. connects to the socket with the highest number n; an answer means that the folder is taken,
 *   3. links its socket to `engine.lock.<n + 1>`, which fails when another process was faster,
 *   4. lists the folder again, and owns it if no number is higher than its own,
 *   5. removes the sockets with lower numbers, on which no process listens any more.
 *
 * A number is never reused, because the highest socket stays when its process is gone. So no step
 * can remove a socket that is in use, and of several processes that start together exactly one
 * wins.
 *
 * The socket answers each connection with one line of JSON, a `Holder`.
 */

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  constants,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DataFolderLockedError } from "./errors";

const LOCK_NAME = /^engine\.lock\.(\d+)$/;

/** Lock file of versions up to 1.6: `{pid, startedAt}` as JSON. */
const OLD_LOCK_FILE = "engine.lock";

/**
 * Time to wait for a holder that is busy or stopped. If it does not answer, the folder still counts
 * as taken.
 */
const ANSWER_TIMEOUT_MS = 1_000;
const RETRY_MS = 10;

interface Holder {
  readonly pid: number;
  /** Name of the computer or container. */
  readonly host: string;
}

/**
 * Takes the data folder for this process.
 *
 * @throws DataFolderLockedError naming the process that owns it, if that process answers
 */
export async function lockFolder(path: string): Promise<{ release(): Promise<void> }> {
  refuseNetworkFolder(path);
  const old = oldHolder(path);
  if (old) throw locked(path, old);
  const folder = openFolder(path);
  try {
    const own = `engine.lock.${randomBytes(8).toString("hex")}.new`;
    const server = await listen(folder.path, own);
    try {
      await takeNumber(path, folder.path, own);
    } catch (error) {
      await close(server);
      throw error;
    } finally {
      rmSync(join(path, own), { force: true });
    }
    rmSync(join(path, OLD_LOCK_FILE), { force: true });
    return { release: () => close(server) };
  } finally {
    folder.close();
  }
}

/** Performs steps 2 to 5. `sockets` is a short path to the folder `path`. */
async function takeNumber(path: string, sockets: string, own: string): Promise<void> {
  for (;;) {
    const highest = highestNumber(path);
    if (highest > 0) {
      const holder = await askHolder(join(sockets, lockName(highest)));
      if (holder) throw locked(path, holder === "silent" ? null : holder);
    }
    const mine = highest + 1;
    try {
      linkSync(join(path, own), join(path, lockName(mine)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      throw error;
    }
    if (highestNumber(path) === mine) {
      for (const number of numbers(path)) {
        if (number < mine) rmSync(join(path, lockName(number)), { force: true });
      }
      return;
    }
    rmSync(join(path, lockName(mine)), { force: true });
  }
}

const lockName = (number: number) => `engine.lock.${number}`;

function numbers(path: string): number[] {
  return readdirSync(path).flatMap((name) => Number(LOCK_NAME.exec(name)?.[1] ?? []));
}

function highestNumber(path: string): number {
  return Math.max(0, ...numbers(path));
}

/**
 * Opens a folder and returns a short path to it through its descriptor, because a socket's path is
 * limited to 108 bytes.
 */
function openFolder(path: string): { path: string; close(): void } {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  const link = `/proc/self/fd/${descriptor}`;
  const isThere = existsSync(link);
  return { path: isThere ? link : path, close: () => closeSync(descriptor) };
}

/** Listens on a socket that does not keep the process alive. */
async function listen(sockets: string, name: string): Promise<Server> {
  const holder: Holder = { pid: process.pid, host: hostname() };
  const server = createServer((socket) => {
    socket.on("error", () => {}); // the client disconnected before reading the answer
    socket.end(`${JSON.stringify(holder)}\n`);
  });
  server.listen(join(sockets, name));
  await once(server, "listening");
  return server.unref();
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/**
 * Asks the process that listens on `socket` to identify itself. Returns null when no process
 * listens, "silent" when it does not answer.
 */
async function askHolder(socket: string): Promise<Holder | "silent" | null> {
  for (const giveUpAt = Date.now() + ANSWER_TIMEOUT_MS; ;) {
    const connection = connect(socket);
    connection.setTimeout(ANSWER_TIMEOUT_MS, () => connection.destroy());
    let answer = "";
    connection.on("data", (chunk) => (answer += chunk.toString()));
    try {
      await once(connection, "connect");
      await once(connection, "close");
      return JSON.parse(answer) as Holder;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ECONNREFUSED" || code === "ENOENT") return null;
      if (Date.now() >= giveUpAt) return "silent";
    } finally {
      connection.destroy();
    }
    await setTimeout(RETRY_MS); // a holder being killed disconnects before its socket closes
  }
}

/** Returns the process that holds `path` with a lock file of version 1.6; null when it is gone. */
function oldHolder(path: string): Holder | null {
  try {
    const text = readFileSync(join(path, OLD_LOCK_FILE), "utf8");
    const { pid, startedAt } = JSON.parse(text) as { pid: number; startedAt: string };
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Split after the process name, which may contain spaces: field 3 is the state, field 22 the
    // start.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const isAlive = fields[0] !== "Z" && fields[19] === startedAt;
    return isAlive ? { pid, host: hostname() } : null;
  } catch {
    return null; // no lock file, a truncated one, or no such process
  }
}

function locked(path: string, holder: Holder | null): DataFolderLockedError {
  const process = holder ? `process ${holder.pid}` : "a process that does not answer";
  const where = holder && holder.host !== hostname() ? ` in "${holder.host}"` : "";
  return new DataFolderLockedError(
    `The data folder ${path} is in use by ${process}${where}. Stop it first, or choose another folder.`,
  );
}

/** File systems whose locks are not visible to other computers: `f_type` of statfs(2) on Linux. */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "SMB"],
  [0xfe534d42, "SMB"],
  [0x00c36400, "Ceph"],
  [0x5346414f, "AFS"],
]);

/**
 * Refuses a folder on a network file system: another computer would not see the lock, and would see
 * writes to the mapped file only late.
 *
 * @throws Error naming the folder and its file system
 */
export function refuseNetworkFolder(path: string, typeOf = fileSystemType): void {
  const name = NETWORK_FILE_SYSTEMS.get(typeOf(path));
  if (name === undefined) return;
  throw new Error(
    `The data folder ${path} is on a network file system (${name}), where two servers could open it at once. Choose a folder on a disk of this computer.`,
  );
}

function fileSystemType(path: string): number {
  return process.platform === "linux" ? statfsSync(path).type >>> 0 : 0;
}
