import { makeFunctionReference } from "convex/server";
import type { EmbeddedHome, Session } from "../../tests/support/embeddedHome";
import { keptCopy } from "../ours/seed";
import { person } from "../target";

export const PEOPLE = 5_000;
export const SAMPLES = 100_000;
/** The first people supervise the others, each as many. */
const SUPERVISORS = 200;
/** A mutation has a second. */
const PEOPLE_BATCH = 100;
const HELD = SAMPLES / PEOPLE;

const createPeople = makeFunctionReference<"mutation">("testing:createPeople");
const createSamples = makeFunctionReference<"mutation">("testing:createSamples");

/** True for who is told of others' late answers. */
export const isSupervisor = (index: number): boolean => index < SUPERVISORS;

/** A copy of a data folder of 5,000 people with 20 samples each; the caller's to delete. */
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
