import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  accountsBackend,
  api,
  internal,
  someone,
  userOf,
  type Backend,
} from "../../support/accounts";
import { refusedCode, refusedWith } from "../../support/refusals";

const [ANA, BEA, BOSS, CHIEF] = ["ana", "bea", "boss", "chief"].map(
  (name) => `${name}@company.com`,
) as [string, string, string, string];

let backend: Backend;
let chief: Awaited<ReturnType<typeof someone>>;
beforeEach(async () => {
  backend = await accountsBackend();
  chief = await someone(backend, CHIEF, { role: "admin" });
  await someone(backend, BOSS, { role: "supervisor" });
  await someone(backend, ANA);
});
afterEach(() => vi.unstubAllEnvs());

const messageOf = async (call: Promise<unknown>) => (await refusedWith(call)).message;
const supervisors = async () =>
  (await chief.as.query(api.supervisors.list, {})).map(({ email }) => email);
const admins = async () => (await chief.as.query(api.admins.list, {})).map(({ email }) => email);

describe("a typed e-mail of the supervisor list", () => {
  const add = (email: string) => chief.as.mutation(api.supervisors.add, { email });
  const update = (selected: string, email: string) =>
    chief.as.mutation(api.supervisors.update, { selected, email });
  const remove = (selected: string) => chief.as.mutation(api.supervisors.remove, { selected });

  test("is stored in lower case, and may not have an account yet", async () => {
    await add(" New@Company.com ");
    expect(await supervisors()).toEqual([BOSS, "new@company.com"]);
  });

  test("must be typed: 'emailFiled Required'", async () => {
    expect(await messageOf(add("  "))).toBe("emailFiled Required");
  });

  test("must be an address", async () => {
    expect(await messageOf(add("boss"))).toBe("Email is not valid");
  });

  test("is listed once: 'already exist', ignoring case", async () => {
    expect(await messageOf(add("BOSS@company.com"))).toBe("already exist");
    expect(await supervisors()).toEqual([BOSS]);
  });

  test("replaces the selected entry", async () => {
    await update(BOSS, "Bea@company.com");
    expect(await supervisors()).toEqual([BEA]);
    expect(await messageOf(update(BEA, "bea@company.com"))).toBe("already exist");
  });

  test.each([
    ["nothing is selected", "", BEA],
    ["the text is empty", BOSS, " "],
    ["the entry is gone", ANA, BEA],
  ])("changes nothing when %s: 'Select Your Model'", async (_what, selected, email) => {
    expect(await messageOf(update(selected, email))).toBe("Select Your Model");
    expect(await supervisors()).toEqual([BOSS]);
  });

  test("is deleted; without a selection 'Select Your Model'", async () => {
    expect(await messageOf(remove(""))).toBe("Select Your Model");
    expect(await messageOf(remove(ANA))).toBe("Select Your Model");
    await remove(BOSS);
    expect(await supervisors()).toEqual([]);
    expect((await userOf(backend, BOSS)).role).toBe("supervisor");
  });

  test("a typed e-mail of the supervisor list that two admins delete at once is deleted once", async () => {
    const outcomes = await Promise.allSettled([remove(BOSS), remove(BOSS)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("a person chosen from the users", () => {
  test("is added to the supervisor list, and is then a possible recipient of returns and losses", async () => {
    await chief.as.mutation(api.supervisors.addUser, { email: ANA });
    const found = await chief.as.query(api.users.recipients, { purpose: "return", search: "ana" });
    expect(found.map(({ email }) => email)).toEqual([ANA]);
    expect((await userOf(backend, ANA)).role).toBe("user");
  });

  test.each([
    ["", "Please select one e-mail first."],
    [BEA, "No matching user found!"],
    [BOSS, "This email already exists in the supervisorModel collection."],
  ])("is refused as a supervisor when it is '%s': '%s'", async (email, message) => {
    expect(await messageOf(chief.as.mutation(api.supervisors.addUser, { email }))).toBe(message);
    expect(await supervisors()).toEqual([BOSS]);
  });

  test("is removed from the supervisor list; without a selection 'Please select one e-mail first.'", async () => {
    const remove = (email: string) => chief.as.mutation(api.supervisors.removeUser, { email });
    expect(await messageOf(remove(""))).toBe("Please select one e-mail first.");
    await remove(BOSS);
    expect(await supervisors()).toEqual([]);
  });

  test("is added to and removed from the admin list without becoming an admin", async () => {
    await chief.as.mutation(api.admins.add, { email: "ANA@company.com" });
    expect(await admins()).toEqual([ANA, CHIEF]);
    expect((await userOf(backend, ANA)).role).toBe("user");
    await chief.as.mutation(api.admins.remove, { email: ANA });
    expect(await admins()).toEqual([CHIEF]);
  });

  test.each([
    ["", "Please select one e-mail first."],
    [BEA, "No matching user found!"],
    [CHIEF, "This email already exists in the AdminModel collection."],
  ])("is refused as an admin when it is '%s': '%s'", async (email, message) => {
    expect(await messageOf(chief.as.mutation(api.admins.add, { email }))).toBe(message);
  });

  test.each([
    [" ", "Please select one e-mail first."],
    [ANA, "Admin email not found."],
  ])("is not deleted from the admin list when it is '%s': '%s'", async (email, message) => {
    expect(await messageOf(chief.as.mutation(api.admins.remove, { email }))).toBe(message);
    expect(await admins()).toEqual([CHIEF]);
  });
});

describe("the two lists", () => {
  test("show for each entry who it is and whether they may supervise", async () => {
    await chief.as.mutation(api.supervisors.add, { email: "gone@company.com" });
    await chief.as.mutation(api.supervisors.addUser, { email: ANA });
    expect(await chief.as.query(api.supervisors.list, {})).toEqual([
      { email: ANA, displayName: ANA, role: "user", maySupervise: false },
      { email: BOSS, displayName: BOSS, role: "supervisor", maySupervise: true },
      { email: "gone@company.com", displayName: null, role: null, maySupervise: false },
    ]);
  });

  test("can be maintained from the terminal too, and every change is audited", async () => {
    const { supervisors, admins } = internal;
    await backend.mutation(supervisors.addFromTerminal, { email: ANA });
    await backend.mutation(supervisors.updateFromTerminal, { selected: ANA, email: BEA });
    await backend.mutation(supervisors.removeFromTerminal, { selected: BEA });
    await backend.mutation(admins.addFromTerminal, { email: ANA });
    await backend.mutation(admins.removeFromTerminal, { email: ANA });
    expect(await backend.query(admins.listFromTerminal, {})).toHaveLength(1);
    expect(await backend.query(supervisors.listFromTerminal, {})).toHaveLength(1);
    const paginationOpts = { cursor: null, numItems: 10 };
    const { page } = await chief.as.query(api.audit.list, { paginationOpts });
    expect(page.map(({ action, person, origin }) => [action, person, origin])).toEqual([
      ["Admin Deleted", ANA, "terminal"],
      ["Admin Added", ANA, "terminal"],
      ["Supervisor Deleted", BEA, "terminal"],
      ["Supervisor Updated", BEA, "terminal"],
      ["Supervisor Added", ANA, "terminal"],
    ]);
  });

  test("may be changed by admins, not by supervisors", async () => {
    const sara = await someone(backend, "sara@company.com", { role: "supervisor" });
    const own = sara.as.mutation(api.supervisors.add, { email: ANA });
    expect(await refusedCode(own)).toBe("NOT_ALLOWED");
    const other = sara.as.mutation(api.admins.add, { email: "sara@company.com" });
    expect(await refusedCode(other)).toBe("NOT_ALLOWED");
  });
});
