import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, join, normalize, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { DamagedStoreError } from "./errors";
import { LOCK_FILE } from "./lock";
import { DATA_FILE, type Store } from "./store";

/**
 * A backup is one file: the line MAGIC; then for each file of the data folder a line of JSON,
 * `{"name","size"}`, and its bytes; at the end the SHA-256 of all before, 32 bytes.
 */
const MAGIC = "engine-backup 1\n";
const HASH_BYTES = 32;
const MAX_HEADER_BYTES = 8_192;

interface Header {
  /** Path in the data folder, with "/". */
  readonly name: string;
  readonly size: number;
}

/**
 * Writes the store's newest snapshot and the folder's other files (uploads) to `file`, while the store
 * is in use. The snapshot is taken first: every file that it names was there then, and one that is
 * deleted meanwhile is left out, as if deleted before. Needs free space for two copies of the store.
 */
export async function backUp(store: Store, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = await mkdtemp(`${file}.`);
  try {
    await store.copyTo(draft);
    const target = join(draft, "backup");
    const output = await Output.create(target);
    try {
      await output.write(Buffer.from(MAGIC));
      await appendFile(output, join(draft, DATA_FILE), DATA_FILE);
      for (const name of await otherFiles(store.path)) {
        await appendFile(output, join(store.path, name), name);
      }
    } finally {
      await output.finish();
    }
    await rename(target, file);
  } finally {
    await rm(draft, { recursive: true });
  }
}

/**
 * Makes the data folder `path` of a backup. Nothing is written before the whole file has been checked.
 *
 * @throws DamagedStoreError naming `file`; Error when `path` is not empty
 */
export async function restoreBackup(file: string, path: string): Promise<void> {
  const size = (await stat(file)).size;
  await checkHash(file, size);
  await mkdir(path, { recursive: true });
  if ((await readdir(path)).length > 0) {
    throw new Error(`The folder ${path} is not empty. Restore into a new one.`);
  }
  let at = MAGIC.length;
  while (at < size - HASH_BYTES) {
    const { header, length } = await readHeader(file, at);
    const target = join(path, safeName(header.name, file));
    await mkdir(dirname(target), { recursive: true });
    const start = at + length;
    const bytes =
      header.size === 0 ? [] : createReadStream(file, { start, end: start + header.size - 1 });
    await pipeline(bytes, createWriteStream(target, { flush: true }));
    at = start + header.size;
  }
}

/** A file being written, and the hash of what went into it. */
class Output {
  readonly #handle: FileHandle;
  readonly #hash = createHash("sha256");

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(file: string): Promise<Output> {
    return new Output(await open(file, "w"));
  }

  async write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    await this.#handle.writeFile(bytes);
  }

  /** Adds the hash, and waits for the disk. */
  async finish(): Promise<void> {
    try {
      await this.#handle.writeFile(this.#hash.digest());
      await this.#handle.sync();
    } finally {
      await this.#handle.close();
    }
  }
}

async function appendFile(output: Output, source: string, name: string): Promise<void> {
  let handle;
  try {
    handle = await open(source);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return; // deleted meanwhile
    throw error;
  }
  // The size of now: a file that grows meanwhile (a log) is copied up to there.
  const { size } = await handle.stat();
  const header: Header = { name, size };
  await output.write(Buffer.from(`${JSON.stringify(header)}\n`));
  if (size === 0) return handle.close();
  for await (const chunk of handle.createReadStream({ end: size - 1 })) {
    await output.write(chunk as Buffer);
  }
}

/** Everything in the folder that is neither the store's nor the lock. */
async function otherFiles(path: string): Promise<string[]> {
  const own = [DATA_FILE, "lock.mdb"];
  const files: string[] = [];
  for (const name of await readdir(path, { recursive: true })) {
    if (own.includes(name) || name.startsWith(LOCK_FILE)) continue;
    const isFile = (await stat(join(path, name)).catch(() => null))?.isFile() ?? false;
    if (isFile) files.push(name.replaceAll(sep, "/"));
  }
  return files.sort();
}

async function checkHash(file: string, size: number): Promise<void> {
  const damaged = (what: string) =>
    new DamagedStoreError(`${file} is not a whole backup: ${what}.`);
  if (size < MAGIC.length + HASH_BYTES) throw damaged("it is too short");
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { end: size - HASH_BYTES - 1 }), hash);
  const handle = await open(file);
  try {
    const magic = Buffer.alloc(MAGIC.length);
    await handle.read(magic, 0, magic.length, 0);
    if (magic.toString() !== MAGIC) throw damaged("it does not begin as one");
    const stored = Buffer.alloc(HASH_BYTES);
    await handle.read(stored, 0, HASH_BYTES, size - HASH_BYTES);
    if (!hash.digest().equals(stored)) throw damaged("its checksum does not match");
  } finally {
    await handle.close();
  }
}

async function readHeader(file: string, at: number): Promise<{ header: Header; length: number }> {
  const handle = await open(file);
  try {
    const bytes = Buffer.alloc(MAX_HEADER_BYTES);
    await handle.read(bytes, 0, bytes.length, at);
    const end = bytes.indexOf("\n");
    return { header: JSON.parse(bytes.toString("utf8", 0, end)) as Header, length: end + 1 };
  } finally {
    await handle.close();
  }
}

/** A name that stays inside the folder: the file may not come from us. */
function safeName(name: string, file: string): string {
  const path = normalize(name);
  if (path.startsWith("..") || path.startsWith(sep) || path.includes(":")) {
    throw new DamagedStoreError(`${file} names a file outside the data folder: ${name}`);
  }
  return path;
}
