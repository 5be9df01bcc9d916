import { makeFunctionReference } from "convex/server";
import type { EmbeddedHome, Session } from "../../tests/support/deployments/embeddedHome";
import { keptCopy } from "../ours/seed";
import { person } from "../target";

/** People by number: an admin, a supervisor, and their reports, who hold the samples. */
export const ADMIN = 0;
export const SUPERVISOR = 1;
const FIRST_REPORT = 2;
export const PEOPLE = 5_000;
export const SAMPLES = 100_000;
/** Samples per person, seeded by one mutation. */
const HELD = 20;
/** People per mutation, which has a time limit of one second. */
const PEOPLE_BATCH = 100;

const createPeople = makeFunctionReference<"mutation">("testing:createPeople");
const createSamples = makeFunctionReference<"mutation">("testing:createVariedSamples");

/**
 * Returns a copy of a data folder with 5,000 people who hold 100,000 samples, each at its own
 * coordinates. The original is made once per version of the functions; the caller deletes the copy.
 */
export function overviewFolder(pushRequest: string) {
  return keptCopy(pushRequest, "overview", fill);
}

async function fill(home: EmbeddedHome): Promise<Session[]> {
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
  return sessions;
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
