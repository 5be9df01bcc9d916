import { makeFunctionReference } from "convex/server";
import type { EmbeddedHome, Session } from "../../tests/support/deployments/embeddedHome";
import { keptCopy } from "../ours/seed";
import { person } from "../target";

export const PEOPLE = 5_000;
export const SAMPLES = 100_000;
/** Number of supervisors: the first people, each with equally many reports. */
const SUPERVISORS = 200;
/** People per mutation, which has a time limit of one second. */
const PEOPLE_BATCH = 100;
const HELD = SAMPLES / PEOPLE;

const createPeople = makeFunctionReference<"mutation">("testing:createPeople");
const createSamples = makeFunctionReference<"mutation">("testing:createSamples");

/** True for a person who is notified of others' late answers. */
export const isSupervisor = (index: number): boolean => index < SUPERVISORS;

/**
 * Returns a copy of a data folder with 5,000 people and 20 samples each. The caller deletes the
 * copy.
 */
export function monthFolder(pushRequest: string) {
  return keptCopy(pushRequest, "month", fill);
}

async function fill(home: EmbeddedHome): Promise<Session[]> {
  const sessions: Session[] = [];
  for (let first = 0; first < PEOPLE; first += PEOPLE_BATCH) {
    const people = Array.from({ length: PEOPLE_BATCH }, (_, offset) => ({
      email: person(first + offset),
      role: isSupervisor(first + offset) ? "supervisor" : "user",
      supervisor: person((first + offset + 1) % SUPERVISORS),
    }));
    sessions.push(...((await home.admin.mutation(createPeople, { people })) as Session[]));
  }
  for (let index = 0; index < PEOPLE; index++) {
    const args = { manager: person(index), first: index * HELD, count: HELD };
    await home.admin.mutation(createSamples, args);
  }
  return sessions;
}
