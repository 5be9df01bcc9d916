import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { EmbeddedHome, type Session } from "../../tests/support/embeddedHome";
import { copyFolder, keptFolder } from "../ours/seed";
import { person } from "../target";

/** People by number: the first are admins, the others hold the samples. */
export const ADMINS = 12;
const PEOPLE = 400;
export const SAMPLES = 100_000;
const SEED_BATCH = 250;

const createPeople = makeFunctionReference<"mutation">("testing:createPeople");
const createSamples = makeFunctionReference<"mutation">("testing:createVariedSamples");

/** The sessions of the people, by number; stored as JSON beside the folder. */
type Seeded = { readonly sessions: readonly Session[] };

/**
 * A copy of a data folder with 100,000 samples that differ as a lab's do, in every status. It is
 * made once for each version of the functions; the copy is the caller's to delete.
 */
export async function variedFolder(
  pushRequest: string,
): Promise<{ dataDir: string; seeded: Seeded }> {
  const kept = join(await keptFolder(pushRequest), "tables");
  const done = `${kept}.json`;
  if (!existsSync(done)) await fill(kept, done, pushRequest);
  const dataDir = await mkdtemp(join(tmpdir(), "sms-bench-tables-"));
  await copyFolder(kept, dataDir);
  return { dataDir, seeded: JSON.parse(await readFile(done, "utf8")) as Seeded };
}

async function fill(kept: string, done: string, pushRequest: string): Promise<void> {
  const partial = `${kept}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  process.stderr.write(`seeding ${SAMPLES.toLocaleString("en")} varied samples … `);
  const started = performance.now();
  const home = await EmbeddedHome.open({ dataDir: partial, pushRequest });
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    email: person(index),
    role: index < ADMINS ? "admin" : "user",
    supervisor: person(index % ADMINS),
  }));
  const sessions = (await home.admin.mutation(createPeople, { people })) as Session[];
  for (let first = 0, turn = 0; first < SAMPLES; first += SEED_BATCH, turn++) {
    const manager = ADMINS + (turn % (PEOPLE - ADMINS));
    const recipient = ADMINS + ((turn + 1) % (PEOPLE - ADMINS));
    await home.admin.mutation(createSamples, {
      manager: person(manager),
      recipient: person(recipient),
      first,
      count: SEED_BATCH,
    });
  }
  await home.close();
  process.stderr.write(`${Math.round((performance.now() - started) / 1000)} s\n`);
  await rm(kept, { recursive: true, force: true });
  await rename(partial, kept);
  await writeFile(done, JSON.stringify({ sessions }));
}
