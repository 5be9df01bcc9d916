import { vi } from "vitest";
import * as FollowAddress from "../../../convex/model/staff/followAddress";
import { accountsBackend, api, someone, type Backend } from "../accounts";
import { numberedSample } from "../functions/numberedSample";

export const [ANA, NEW, BEA, BOSS, CHIEF, SECOND] = [
  "ana.lima",
  "ana.souza",
  "bea",
  "boss",
  "chief",
  "second",
].map((name) => `${name}@company.com`) as [string, string, string, string, string, string];

/** Opens a company of four: Ana and Bea report to the boss; an admin may correct their e-mails. */
export async function lab() {
  const backend = await accountsBackend();
  const chief = await someone(backend, CHIEF, { role: "admin" });
  const boss = await someone(backend, BOSS, { role: "supervisor", supervisor: CHIEF });
  const ana = await someone(backend, ANA, { supervisor: BOSS, displayName: "Ana Souza" });
  const bea = await someone(backend, BEA, { supervisor: BOSS });
  const setEmail = (email: string, newEmail: string, by = chief) =>
    by.as.mutation(api.users.setEmail, { email, newEmail });
  return { backend, chief, boss, ana, bea, setEmail };
}

/** Runs all batches of the pending changes, and advances the clock by a second. */
export async function finish(backend: Backend, size?: number): Promise<void> {
  vi.setSystemTime(Date.now() + 1_000);
  const moves = await backend.run((ctx) => ctx.db.query("addressMoves").collect());
  for (const { _id } of moves) {
    let place: FollowAddress.Place | null = { table: "users", cursor: null };
    while (place !== null) {
      const at: FollowAddress.Place = place;
      place = await backend.run((ctx) => FollowAddress.moveNextBatch(ctx, _id, at, size));
    }
  }
}

export const register = (person: Awaited<ReturnType<typeof someone>>, number: number) =>
  person.as.mutation(api.samples.register, {
    transactionId: `t${number}`,
    duplicates: "reject",
    fields: numberedSample(number),
  });
