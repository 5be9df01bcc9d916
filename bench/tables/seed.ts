import { makeFunctionReference } from "convex/server";
import type { EmbeddedHome, Session } from "../../tests/support/deployments/embeddedHome";
import { keptCopy } from "../ours/seed";
import { person } from "../target";

/** People by number: the first are admins, the others hold the samples. */
export const ADMINS = 12;
/** The supervisor, numbered after the admins, sees 4,500 samples: their own and their team's. */
export const SUPERVISOR = 12;
export const TEAM = Array.from({ length: 8 }, (_, index) => SUPERVISOR + 1 + index);
const PEOPLE = 400;
export const SAMPLES = 100_000;
const SEED_BATCH = 250;

const createPeople = makeFunctionReference<"mutation">("testing:createPeople");
const createSamples = makeFunctionReference<"mutation">("testing:createVariedSamples");

/**
 * Returns a copy of a data folder with 100,000 samples that vary as in a lab, in every status. The
 * original is made once per version of the functions; the caller deletes the copy.
 */
export function variedFolder(pushRequest: string) {
  return keptCopy(pushRequest, "tables-team", fill);
}

async function fill(home: EmbeddedHome): Promise<Session[]> {
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    email: person(index),
    role: index < ADMINS ? "admin" : index === SUPERVISOR ? "supervisor" : "user",
    supervisor: person(TEAM.includes(index) ? SUPERVISOR : index % ADMINS),
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
  return sessions;
}
