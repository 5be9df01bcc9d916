import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { EmbeddedHome, type Session } from "../../tests/support/deployments/embeddedHome";
import { person } from "../target";

/** People by number: 0 to 7 write, 8 is the admin, the others watch. */
export const WRITERS = 8;
export const ADMIN = 8;
export const FIRST_WATCHER = 9;
export const PEOPLE = FIRST_WATCHER + 500;

/** Samples per seeding mutation; within the backend's limit of 16,000 written documents. */
const SEED_BATCH = 500;
/** Number of ids kept of each writer's samples: more than any measurement uses. */
const KEPT_IDS = 1_000;
const SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;
export type Size = (typeof SIZES)[number];

const createPeople = makeFunctionReference<"mutation">("testing:createPeople");
const createSamples = makeFunctionReference<"mutation">("testing:createSamples");

/** Sessions and sample ids of a seeded folder, stored as JSON next to it. */
export interface Seeded {
  readonly sessions: readonly Session[];
  /** Ids of the samples in use with each writer. */
  readonly samplesOf: readonly (readonly string[])[];
}

/** Copies a data folder without its lock, which is a socket, because `cp` refuses sockets. */
function copyFolder(from: string, to: string): Promise<void> {
  const filter = (source: string) => !basename(source).startsWith("engine.lock.");
  return cp(from, to, { recursive: true, filter });
}

/**
 * Returns a copy of a data folder with `size` samples: half with the writers, half with the
 * watchers. Folders are made once per version of the functions and kept in the temporary folder;
 * the largest takes minutes. The caller deletes the copy.
 */
export async function seededFolder(
  size: Size,
  pushRequest: string,
): Promise<{ dataDir: string; seeded: Seeded }> {
  const kept = await keptFolder(pushRequest);
  await ensure(kept, size, pushRequest);
  const dataDir = await mkdtemp(join(tmpdir(), `sms-bench-${size}-`));
  await copyFolder(folderOf(kept, size), dataDir);
  return { dataDir, seeded: await readSeeded(kept, size) };
}

/** Returns the folder that keeps the seeded data of this version of the functions. */
async function keptFolder(pushRequest: string): Promise<string> {
  const version = createHash("sha256")
    .update(await readFile(pushRequest))
    .digest("hex");
  return join(tmpdir(), "sms-bench", version.slice(0, 12));
}

/**
 * Returns a copy of the data folder `name`, which `fill` makes once per version of the functions.
 * The caller deletes the copy.
 *
 * @param fill writes people and samples, and returns the people's sessions by number
 */
export async function keptCopy(
  pushRequest: string,
  name: string,
  fill: (home: EmbeddedHome) => Promise<Session[]>,
): Promise<{ dataDir: string; seeded: Pick<Seeded, "sessions"> }> {
  const kept = join(await keptFolder(pushRequest), name);
  const done = `${kept}.json`;
  if (!existsSync(done)) {
    const sessions = await make(kept, name, { pushRequest, from: null, fill });
    await writeFile(done, JSON.stringify({ sessions }));
  }
  const dataDir = await mkdtemp(join(tmpdir(), `sms-bench-${name}-`));
  await copyFolder(kept, dataDir);
  return { dataDir, seeded: JSON.parse(await readFile(done, "utf8")) as Pick<Seeded, "sessions"> };
}

interface Filling<Result> {
  readonly pushRequest: string;
  /** Folder to continue from; null begins with an empty one. */
  readonly from: string | null;
  readonly fill: (home: EmbeddedHome) => Promise<Result>;
}

/**
 * Fills the folder under another name before renaming it to `kept`, so that an interrupted run
 * starts over.
 */
async function make<Result>(
  kept: string,
  what: string,
  { pushRequest, from, fill }: Filling<Result>,
): Promise<Result> {
  const partial = `${kept}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  if (from !== null) await copyFolder(from, partial);
  process.stderr.write(`seeding ${what} … `);
  const started = performance.now();
  const home = await EmbeddedHome.open({ dataDir: partial, pushRequest });
  const result = await fill(home);
  await home.close();
  process.stderr.write(`${Math.round((performance.now() - started) / 1000)} s\n`);
  await rm(kept, { recursive: true, force: true });
  await rename(partial, kept);
  return result;
}

const folderOf = (kept: string, size: Size) => join(kept, String(size));
const readSeeded = async (kept: string, size: Size) =>
  JSON.parse(await readFile(`${folderOf(kept, size)}.json`, "utf8")) as Seeded;

/** Creates the folder of one size, continuing a copy of the next smaller size. */
async function ensure(kept: string, size: Size, pushRequest: string): Promise<void> {
  const done = `${folderOf(kept, size)}.json`;
  if (existsSync(done)) return;
  const below = SIZES[SIZES.indexOf(size) - 1];
  if (below !== undefined) await ensure(kept, below, pushRequest);
  const before = below === undefined ? null : await readSeeded(kept, below);
  const seeded = await make(folderOf(kept, size), `${size.toLocaleString("en")} samples`, {
    pushRequest,
    from: below === undefined ? null : folderOf(kept, below),
    fill: (home) => fill(home, below ?? 0, size, before),
  });
  await writeFile(done, JSON.stringify(seeded));
}

async function fill(
  home: EmbeddedHome,
  from: number,
  to: number,
  before: Seeded | null,
): Promise<Seeded> {
  const sessions = before?.sessions ?? (await people(home));
  const samplesOf = before?.samplesOf.map((ids) => [...ids]) ?? [];
  const batch = Math.min(SEED_BATCH, Math.ceil((to - from) / (2 * WRITERS)));
  for (let first = from, turn = 0; first < to; first += batch, turn++) {
    // Every other batch goes to a writer; the rest are distributed among the watchers.
    const half = Math.floor(turn / 2);
    const index = turn % 2 ? FIRST_WATCHER + (half % (PEOPLE - FIRST_WATCHER)) : half % WRITERS;
    const ids = (await home.admin.mutation(createSamples, {
      manager: person(index),
      first,
      count: Math.min(batch, to - first),
    })) as string[];
    if (index >= WRITERS) continue;
    const held = (samplesOf[index] ??= []);
    held.push(...ids.slice(0, KEPT_IDS - held.length));
  }
  return { sessions, samplesOf };
}

async function people(home: EmbeddedHome): Promise<Session[]> {
  const all = Array.from({ length: PEOPLE }, (_, index) => ({
    email: person(index),
    role: index === ADMIN ? "admin" : "user",
  }));
  return (await home.admin.mutation(createPeople, { people: all })) as Session[];
}
