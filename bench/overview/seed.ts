import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { EmbeddedHome, type Session } from "../../tests/support/embeddedHome";
import { copyFolder, keptFolder } from "../ours/seed";
import { person } from "../target";

/** People by number: an admin, a supervisor, and their reports, who hold the samples. */
export const ADMIN = 0;
export const SUPERVISOR = 1;
const FIRST_REPORT = 2;
export const PEOPLE = 5_000;
export const SAMPLES = 100_000;
/** Samples of one person, seeded by one mutation. */
const HELD = 20;
/** A mutation has a second. */
const PEOPLE_BATCH = 100;

const createPeople = makeFunctionReference<"mutation">("testing:createPeople");
const createSamples = makeFunctionReference<"mutation">("testing:createVariedSamples");

/** The sessions of the people, by number; stored as JSON beside the folder. */
type Seeded = { readonly sessions: readonly Session[] };

/**
 * A copy of a data folder with 5,000 people who hold 100,000 samples, each at coordinates of its
 * own. It is made once for each version of the functions; the copy is the caller's to delete.
 */
export async function overviewFolder(
  pushRequest: string,
): Promise<{ dataDir: string; seeded: Seeded }> {
  const kept = join(await keptFolder(pushRequest), "overview");
  const done = `${kept}.json`;
  if (!existsSync(done)) await fill(kept, done, pushRequest);
  const dataDir = await mkdtemp(join(tmpdir(), "sms-bench-overview-"));
  await copyFolder(kept, dataDir);
  return { dataDir, seeded: JSON.parse(await readFile(done, "utf8")) as Seeded };
}

async function fill(kept: string, done: string, pushRequest: string): Promise<void> {
  const partial = `${kept}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  process.stderr.write(`seeding ${PEOPLE.toLocaleString("en")} people and their samples … `);
  const started = performance.now();
  const home = await EmbeddedHome.open({ dataDir: partial, pushRequest });
  const sessions = await seedPeople(home);
  for (let first = 0, turn = 0; first < SAMPLES; first += HELD, turn++) {
    const reports = PEOPLE - FIRST_REPORT;
    await home.admin.mutation(createSamples, {
      manager: person(FIRST_REPORT + (turn % reports)),
      recipient: person(FIRST_REPORT + ((turn + 1) % reports)),
      first,
      count: Math.min(HELD, SAMPLES - first),
      isScattered: true,
    });
  }
  await home.close();
  process.stderr.write(`${Math.round((performance.now() - started) / 1000)} s\n`);
  await rm(kept, { recursive: true, force: true });
  await rename(partial, kept);
  await writeFile(done, JSON.stringify({ sessions }));
}

async function seedPeople(home: EmbeddedHome): Promise<Session[]> {
  const roles = new Map([
    [ADMIN, "admin"],
    [SUPERVISOR, "supervisor"],
  ]);
  const sessions: Session[] = [];
  for (let first = 0; first < PEOPLE; first += PEOPLE_BATCH) {
    const people = Array.from({ length: PEOPLE_BATCH }, (_, index) => ({
      email: person(first + index),
      role: roles.get(first + index) ?? "user",
      supervisor: person(SUPERVISOR),
    }));
    sessions.push(...((await home.admin.mutation(createPeople, { people })) as Session[]));
  }
  return sessions;
}
