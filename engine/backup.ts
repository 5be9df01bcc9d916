import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { link, mkdir, mkdtemp, open, readdir, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Database } from "./commit/database";
import { filesPath, storePath, type Deployment } from "./deployment";

/**
 * A backup is one file:
 *
 *   convex-engine-backup 1\n
 *   store <bytes> <SHA-256, hex>\n   then the bytes: what Database.backup wrote
 *   <name> <bytes> <SHA-256, hex>\n  then the bytes: one of these for each stored file
 *   end <sections>\n
 *
 * It holds the deployment's environment variables, so it is as secret as they are. The admin key is
 * not in it: a restored folder gets a new one.
 */
const FIRST_LINE = "convex-engine-backup 1";
const STORE = "store";
const MAX_LINE_BYTES = 1024;

/** A file is not a whole backup. The message names the file and the reason. */
class DamagedBackup extends Error {
  override readonly name = "DamagedBackup";
}

/**
 * Yields a backup of the deployment's data and files as of one instant. Writing goes on meanwhile.
 */
export async function* backup({ database, dataDir }: Deployment): AsyncIterable<Uint8Array> {
  const folder = await mkdtemp(join(dataDir, "backup-"));
  try {
    // Files are linked before and after the snapshot, so that the folder has every file that a row
    // of the snapshot names, even one that is deleted or added meanwhile.
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

async function linkFiles(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    await link(join(from, entry.name), join(to, entry.name)).catch((error) => {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EEXIST" && code !== "ENOENT") throw error; // linked before; or deleted since
    });
  }
}

async function* section(name: string, path: string): AsyncIterable<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  yield Buffer.from(`${name} ${(await stat(path)).size} ${hash.digest("hex")}\n`);
  yield* createReadStream(path) as AsyncIterable<Buffer>;
}

/**
 * Creates the data folder `dataDir`, which must not exist or be empty, from a backup.
 *
 * @throws DamagedBackup; the folder is then removed
 */
export async function restore(file: string, dataDir: string): Promise<{ files: number }> {
  await refuseFilledFolder(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const handle = await open(file, "r");
  try {
    const files = await restoreSections(new SectionReader(handle, file), dataDir);
    return { files };
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** @throws Error when the folder `dataDir` has anything in it; it need not exist */
export async function refuseFilledFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (names.length === 0) return;
  throw new Error(`The folder ${dataDir} is not empty: choose a new one.`);
}

async function restoreSections(reader: SectionReader, dataDir: string): Promise<number> {
  if ((await reader.line()) !== FIRST_LINE) reader.fail("it does not begin as a backup does");
  await mkdir(filesPath(dataDir));
  const store = join(dataDir, "restoring");
  for (let sections = 0; ; sections += 1) {
    const [name = "", size = "", sha256 = ""] = (await reader.line()).split(" ");
    if (name === "end") {
      if (Number(size) !== sections || sections === 0) reader.fail("sections are missing");
      await Database.restore(store, storePath(dataDir));
      await rm(store);
      return sections - 1;
    }
    if (!/^[\w-]+$/.test(name) || !/^\d+$/.test(size)) reader.fail("a section has a broken head");
    const path = sections === 0 ? store : join(filesPath(dataDir), name);
    await reader.section(path, Number(size), sha256);
  }
}

/** Reads a backup section by section and checks each one's length and SHA-256. */
class SectionReader {
  #position = 0;

  constructor(
    readonly handle: FileHandle,
    readonly path: string,
  ) {}

  fail(reason: string): never {
    throw new DamagedBackup(`${this.path} is not a whole backup: ${reason}.`);
  }

  async line(): Promise<string> {
    const { buffer, bytesRead } = await this.handle.read(
      Buffer.alloc(MAX_LINE_BYTES),
      0,
      MAX_LINE_BYTES,
      this.#position,
    );
    const end = buffer.subarray(0, bytesRead).indexOf("\n");
    if (end < 0) this.fail("it ends too early");
    this.#position += end + 1;
    return buffer.toString("utf8", 0, end);
  }

  /** Copies the next `size` bytes into a new file. Resolves when the file is flushed to disk. */
  async section(path: string, size: number, sha256: string): Promise<void> {
    const hash = createHash("sha256");
    let copied = 0;
    const start = this.#position;
    const content =
      size === 0
        ? Readable.from([])
        : this.handle.createReadStream({ start, end: start + size - 1, autoClose: false });
    await pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          copied += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(path, { flags: "wx", flush: true }),
    );
    this.#position += size;
    if (copied !== size) this.fail("it ends too early");
    if (hash.digest("hex") !== sha256) this.fail("its content has changed since it was written");
  }
}
