/** Former e-mails still identify people (docs/product.md, "A corrected e-mail"). */
import { beforeEach, afterEach, describe, expect, test, vi } from "vitest";
import {
  accountsBackend,
  api,
  flow,
  mailsTo,
  restore,
  signUpForm,
  someone,
  userOf,
  type Backend,
} from "../../support/accounts";

const [CHIEF, BOSS, SARA, SARA_NOW, ANA, NEW] = [
  "chief",
  "boss",
  "sara",
  "sara.souza",
  "ana",
  "nora",
].map((name) => `${name}@company.com`) as [string, string, string, string, string, string];

let backend: Backend;
let chief: Pick<Backend, "action" | "query" | "mutation">;
let ana: typeof chief;

beforeEach(async () => {
  // Scheduled batches do not run, so documents that name Sara still have her former e-mail.
  vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
  backend = await accountsBackend();
  chief = (await someone(backend, CHIEF, { role: "admin", supervisor: CHIEF })).as;
  await someone(backend, BOSS, { role: "supervisor", supervisor: CHIEF });
  await someone(backend, SARA, { role: "supervisor", supervisor: CHIEF });
  ana = (await someone(backend, ANA, { supervisor: BOSS })).as;
});
afterEach(restore);

const correct = () => chief.mutation(api.users.setEmail, { email: SARA, newEmail: SARA_NOW });
const importPerson = async (email: string) =>
  await chief.action(api.peopleImports.importBatch, {
    rows: [{ row: 2, fields: { email, supervisor: SARA } }],
    onDuplicate: "update",
    dryRun: false,
  });
const supervisorOf = async (email: string) => (await userOf(backend, email)).supervisor;
const invitedSupervisor = async () =>
  (await backend.run((ctx) => ctx.db.query("invitations").collect()))[0]?.supervisor;

describe("a former address of a supervisor", () => {
  test("makes its person a supervisor under their present address", async () => {
    await correct();
    const settings = { supervisor: SARA };
    await chief.mutation(api.users.update, { email: ANA, settings });
    expect(await supervisorOf(ANA)).toBe(SARA_NOW);
    const record = await backend.run((ctx) => ctx.db.query("audit").order("desc").first());
    expect(record?.changes).toEqual([{ field: "supervisor", from: BOSS, to: SARA_NOW }]);
  });

  test("is not a change of supervisor for a report of its person", async () => {
    await chief.mutation(api.users.update, { email: ANA, settings: { supervisor: SARA } });
    await correct();
    const records = () =>
      backend.run(async (ctx) => (await ctx.db.query("audit").collect()).length);
    const before = await records();
    for (const supervisor of [SARA, SARA_NOW]) {
      const edit = { settings: { supervisor }, seen: { supervisor: SARA } };
      await chief.mutation(api.users.update, { email: ANA, ...edit });
    }
    expect(await importPerson(ANA)).toEqual([{ row: 2, outcome: "already" }]);
    expect(await records()).toBe(before);
  });

  test("is recognised in a people import, for new and existing people", async () => {
    await correct();
    expect(await importPerson(NEW)).toEqual([{ row: 2, outcome: "imported" }]);
    expect(await importPerson(NEW)).toEqual([{ row: 2, outcome: "already" }]);
    expect(await invitedSupervisor()).toBe(SARA_NOW);
    expect(await importPerson(ANA)).toEqual([{ row: 2, outcome: "updated" }]);
    expect(await supervisorOf(ANA)).toBe(SARA_NOW);
  });

  test("is recognised in an invitation", async () => {
    await correct();
    const invited = await chief.action(api.invitations.invite, { emails: [NEW], supervisor: SARA });
    expect(invited).toEqual([{ email: NEW, outcome: "invited" }]);
    expect(await invitedSupervisor()).toBe(SARA_NOW);
  });

  test("a former address of a supervisor in an invitation makes its person the supervisor when it is accepted", async () => {
    await chief.action(api.invitations.invite, { emails: [NEW], supervisor: SARA });
    await correct();
    expect(await invitedSupervisor()).toBe(SARA);
    const text = (await mailsTo(backend, NEW)).at(-1)?.message.text ?? "";
    const { email: _, ...form } = signUpForm(NEW);
    const token = /token=([\w-]+)/.exec(text)?.[1];
    expect((await flow(backend, { ...form, flow: "invited", token })).code).toBeNull();
    expect(await supervisorOf(NEW)).toBe(SARA_NOW);
  });
});

describe("a former address", () => {
  test("adds its person's present address to the lists of recipients", async () => {
    await chief.mutation(api.users.setEmail, { email: ANA, newEmail: NEW });
    await chief.mutation(api.supervisors.add, { email: ANA });
    await chief.mutation(api.admins.add, { email: ANA });
    const listed = await backend.run(async (ctx) => [
      ...(await ctx.db.query("supervisorModel").collect()),
      ...(await ctx.db.query("adminModel").collect()),
    ]);
    expect(listed.map(({ email }) => email).filter((email) => [ANA, NEW].includes(email))).toEqual([
      NEW,
      NEW,
    ]);
  });

  test("names a stand-in", async () => {
    await correct();
    const away = { from: Date.now(), until: Date.now() + 1_000, standIn: SARA };
    await ana.mutation(api.profile.setAway, { away });
    expect((await userOf(backend, ANA)).away?.standIn).toBe(SARA_NOW);
  });
});
