// @vitest-environment node
/** People whose manager in the directory cannot supervise yet. */
import { afterEach, expect, test, vi } from "vitest";
import { accountsBackend, api, internal, restore, someone, userOf } from "../../support/accounts";

afterEach(restore);

const BOSS = "boss@company.com";
const MARIA = "maria@company.com";

/** A lab where `count` people wait for Maria, a user. */
async function lab(count: number) {
  vi.useFakeTimers();
  const backend = await accountsBackend();
  const boss = await someone(backend, BOSS, { role: "admin", supervisor: BOSS });
  await someone(backend, MARIA, { supervisor: BOSS });
  const people: Awaited<ReturnType<typeof someone>>[] = [];
  const fields = { awaits: { manager: MARIA, token: "Okta" } };
  for (let number = 1; number <= count; number++) {
    const person = await someone(backend, `p${number}@company.com`, { supervisor: BOSS });
    people.push(person);
    await backend.run((ctx) => ctx.db.insert("provisioned", { uid: person.userId, ...fields }));
  }
  const supervisors = async () => {
    const found = people.map(({ email }) => userOf(backend, email));
    return (await Promise.all(found)).map(({ supervisor }) => supervisor);
  };
  const waiting = () => boss.as.query(api.scim.waiting, {});
  return { backend, boss, people, supervisors, waiting };
}

const SUPERVISOR = { role: "supervisor" } as const;

test("all get her as their supervisor once an admin gives her the role", async () => {
  const { backend, boss, supervisors, waiting } = await lab(45);
  await boss.as.mutation(api.users.update, { email: MARIA, settings: SUPERVISOR });
  await backend.finishAllScheduledFunctions(vi.runAllTimers);
  expect(new Set(await supervisors())).toEqual(new Set([MARIA]));
  expect(await waiting()).toEqual([]);
});

test("they wait for the person, not for the address that she had", async () => {
  const { backend, boss, supervisors } = await lab(1);
  const newEmail = "maria.souza@company.com";
  await boss.as.mutation(api.users.setEmail, { email: MARIA, newEmail });
  await backend.finishAllScheduledFunctions(vi.runAllTimers);
  await boss.as.mutation(api.users.update, { email: newEmail, settings: SUPERVISOR });
  await backend.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await supervisors()).toEqual([newEmail]);
});

test("they get her when her account is enabled, and not while it is disabled", async () => {
  const { backend, boss, supervisors } = await lab(1);
  const set = (settings: object) =>
    boss.as.mutation(api.users.update, { email: MARIA, settings: { ...settings } });
  await set({ disabled: true });
  await set(SUPERVISOR);
  await backend.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await supervisors()).toEqual([BOSS]);
  await set({ disabled: false });
  await backend.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await supervisors()).toEqual([MARIA]);
});

test("a person whose samples still follow an address waits until they have", async () => {
  const { backend, boss, people, supervisors, waiting } = await lab(1);
  const [{ userId: uid, email: to } = boss] = people;
  const move = { uid, from: "before@company.com", to };
  const moveId = await backend.run((ctx) => ctx.db.insert("addressMoves", move));
  await boss.as.mutation(api.users.update, { email: MARIA, settings: SUPERVISOR });
  await backend.mutation(internal.scim.superviseWaiting, { manager: MARIA });
  expect([await supervisors(), await waiting()]).toEqual([[BOSS], [{ email: to, manager: MARIA }]]);
  await backend.run((ctx) => ctx.db.delete("addressMoves", moveId));
  await backend.finishAllScheduledFunctions(vi.runAllTimers);
  expect([await supervisors(), await waiting()]).toEqual([[MARIA], []]);
});
