import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MAX_NAMES } from "#domain/people/people";
import { accountsBackend, api, someone, type Backend } from "../../support/accounts";

const [ANA, BEA, BOSS, OTHER, CHIEF] = ["ana", "bea", "boss", "other", "chief"].map(
  (name) => `${name}@company.com`,
) as [string, string, string, string, string];

type Person = Awaited<ReturnType<typeof someone>>;

let backend: Backend;
beforeEach(async () => {
  backend = await accountsBackend();
});
afterEach(() => vi.unstubAllEnvs());

const namesFor = (person: Person, ...emails: string[]) =>
  person.as.query(api.people.names, { emails });

/** Returns those of `emails` for which `person` receives a name. */
async function namedFor(person: Person, ...emails: string[]): Promise<string[]> {
  return (await namesFor(person, ...emails)).map(({ email }) => email).sort();
}

describe("names of people", () => {
  test("contain display name and photo, and nothing else of the record", async () => {
    const ana = await someone(backend, ANA);
    const bea = await someone(backend, BEA);
    await backend.run((ctx) =>
      ctx.db.patch("users", bea.userId, { displayName: "Bea Alves", photoURL: "/photos/1" }),
    );
    expect(await namesFor(ana, BEA)).toEqual([
      { email: BEA, displayName: "Bea Alves", photoURL: "/photos/1" },
    ]);
  });

  test("names of people who left are shown to admins and their supervisor; to others they are unknown", async () => {
    const ana = await someone(backend, ANA);
    const boss = await someone(backend, BOSS, { role: "supervisor", supervisor: BOSS });
    const other = await someone(backend, OTHER, { role: "supervisor", supervisor: BOSS });
    const chief = await someone(backend, CHIEF, { role: "admin" });
    await someone(backend, BEA, { supervisor: BOSS });
    await chief.as.mutation(api.users.update, { email: BEA, settings: { disabled: true } });
    expect(await namedFor(ana, BEA)).toEqual([]);
    expect(await namedFor(other, BEA)).toEqual([]);
    expect(await namedFor(boss, BEA)).toEqual([BEA]);
    expect(await namedFor(chief, BEA)).toEqual([BEA]);
  });

  test("are the same for an unverified sign-up and an unknown address, to admins too", async () => {
    const chief = await someone(backend, CHIEF, { role: "admin" });
    await someone(backend, "new@company.com", { isVerified: false });
    expect(await namedFor(chief, "new@company.com", "nobody@company.com")).toEqual([]);
  });

  test("are found by the whole address only", async () => {
    const ana = await someone(backend, ANA);
    await someone(backend, BEA);
    expect(await namedFor(ana, "bea", "bea@", "", "BEA@company.com")).toEqual([]);
  });

  test("are read for a bounded number of addresses, each once", async () => {
    const ana = await someone(backend, ANA);
    const others = Array.from({ length: MAX_NAMES }, (_, index) => `nobody${index}@company.com`);
    expect(await namedFor(ana, ANA, ANA)).toEqual([ANA]);
    expect(await namedFor(ana, ...others, ANA)).toEqual([]);
  });
});
