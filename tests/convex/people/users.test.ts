import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as UserWrites from "../../../convex/model/accounts/userWrites";
import * as Recipients from "../../../convex/model/people/recipients";
import type { SettingsInput } from "#domain/people/settings";
import {
  accountsBackend,
  api,
  internal,
  someone,
  userOf,
  type Backend,
} from "../../support/accounts";
import { refusedCode } from "../../support/refusals";

const [ANA, BEA, CEM, BOSS, CHIEF] = ["ana", "bea", "cem", "boss", "chief"].map(
  (name) => `${name}@company.com`,
) as [string, string, string, string, string];

let backend: Backend;
const fromTerminal = (email: string, settings: SettingsInput) =>
  backend.mutation(internal.users.updateFromTerminal, { email, settings });
beforeEach(async () => {
  backend = await accountsBackend();
});
afterEach(() => vi.unstubAllEnvs());

describe("the list of users", () => {
  const args = { paginationOpts: { cursor: null, numItems: 10 } };

  async function emailsFor(person: Awaited<ReturnType<typeof someone>>) {
    const { page } = await person.as.query(api.users.list, args);
    return page.map(({ email }) => email);
  }

  test("shows admins all people, supervisors themselves and their reports, users themselves", async () => {
    const ana = await someone(backend, ANA, { supervisor: BOSS });
    await someone(backend, BEA, { supervisor: "other@company.com" });
    await someone(backend, CEM, { supervisor: BOSS });
    const boss = await someone(backend, BOSS, { role: "supervisor", supervisor: BOSS });
    const chief = await someone(backend, CHIEF, { role: "admin" });
    expect(await emailsFor(chief)).toEqual([ANA, BEA, BOSS, CEM, CHIEF]);
    expect(await emailsFor(boss)).toEqual([BOSS, ANA, CEM]);
    expect(await emailsFor(ana)).toEqual([ANA]);
  });

  test("shows a supervisor each person once, over all pages", async () => {
    for (const email of [ANA, BEA, CEM]) await someone(backend, email, { supervisor: BOSS });
    const boss = await someone(backend, BOSS, { role: "supervisor", supervisor: BOSS });
    const seen: string[] = [];
    let cursor: string | null = null;
    let isDone = false;
    while (!isDone) {
      const opts: { cursor: string | null; numItems: number } = { cursor, numItems: 1 };
      const answer = await boss.as.query(api.users.list, { paginationOpts: opts });
      seen.push(...answer.page.map(({ email }) => email));
      ({ isDone, continueCursor: cursor } = answer);
    }
    expect(seen).toEqual([BOSS, ANA, BEA, CEM]);
  });

  test("shows whole records with passport numbers, without the server's internal fields", async () => {
    const ana = await someone(backend, ANA);
    const { page } = await ana.as.query(api.users.list, args);
    expect(page[0]?.passPort).toBe(`passport of ${ANA}`);
    expect(Object.keys(page[0] ?? {})).not.toContain("isActive");
  });
});

describe("recipients", () => {
  const find = async (
    person: Awaited<ReturnType<typeof someone>>,
    search = "",
    purpose: "transfer" | "return" | "lost" = "transfer",
  ) => {
    const found = await person.as.query(api.users.recipients, { purpose, search });
    return found.map(({ email }) => email);
  };

  test("recipients of a transfer are all enabled, verified people except the caller", async () => {
    const ana = await someone(backend, ANA);
    await someone(backend, BEA);
    await someone(backend, "new@company.com", { isVerified: false });
    const cem = await someone(backend, CEM);
    const chief = await someone(backend, CHIEF, { role: "admin" });
    expect(await find(ana)).toEqual([BEA, CEM, CHIEF]);
    await chief.as.mutation(api.users.update, { email: cem.email, settings: { disabled: true } });
    expect(await find(ana)).toEqual([BEA, CHIEF]);
  });

  test("recipients of a transfer that an admin makes for another holder exclude only that holder", async () => {
    const chief = await someone(backend, CHIEF, { role: "admin" });
    await someone(backend, ANA);
    await someone(backend, BEA);
    const found = await chief.as.query(api.users.recipients, {
      purpose: "transfer",
      search: "",
      holder: ANA,
    });
    expect(found.map(({ email }) => email)).toEqual([BEA, CHIEF]);
  });

  test("are found by the beginning of their address, or of any words of their name", async () => {
    const ana = await someone(backend, ANA);
    await someone(backend, "x1@company.com", { displayName: "Zoë Brandt-Müller" });
    await someone(backend, "zoe@company.com", { displayName: "Somebody Else" });
    for (const typed of [" ZO", "zoë", "zo\u{10ffff}"]) {
      expect(await find(ana, typed)).toEqual(["x1@company.com", "zoe@company.com"]);
    }
    for (const typed of ["brandt", "mul", "MÜLLER", "Müller, Zoë", "zoe b"]) {
      expect(await find(ana, typed)).toEqual(["x1@company.com"]);
    }
    for (const typed of ["randt", "zoe c", "\u{10ffff}", "@", "%"]) {
      expect(await find(ana, typed)).toEqual([]);
    }
  });

  test("are found by name only while they may receive a sample", async () => {
    const ana = await someone(backend, ANA);
    const chief = await someone(backend, CHIEF, { role: "admin" });
    const named = { displayName: "Bruno Costa" };
    await someone(backend, "new@company.com", { ...named, isVerified: false });
    const bruno = await someone(backend, "x1@company.com", named);
    expect(await find(ana, "costa")).toEqual([bruno.email]);
    for (const disabled of [true, false]) {
      await chief.as.mutation(api.users.update, { email: bruno.email, settings: { disabled } });
      expect(await find(ana, "costa")).toEqual(disabled ? [] : [bruno.email]);
    }
  });

  test("older than the search by name are found after their next sign-in", async () => {
    const ana = await someone(backend, ANA);
    const bruno = await someone(backend, BEA, { displayName: "Bruno Costa" });
    await backend.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("nameWords").collect()) await ctx.db.delete(_id);
    });
    expect(await find(ana, "costa")).toEqual([]);
    await backend.run(async (ctx) => {
      const user = await ctx.db.get("users", bruno.userId);
      if (user) await UserWrites.recordSignIn(ctx, user, Date.now());
    });
    expect(await find(ana, "costa")).toEqual([BEA]);
  });

  test("recipients with a common name are distinguished by a second word, in any order", async () => {
    const ana = await someone(backend, ANA);
    for (let count = 100; count < 190; count++) {
      await someone(backend, `p${count}@company.com`, { displayName: `Maria Silva${count}` });
    }
    expect(await find(ana, "maria")).toHaveLength(50);
    expect(await find(ana, "silva189 m")).toEqual(["p189@company.com"]);
    expect(await find(ana, "maria silva18")).toHaveLength(10);
  });

  test("contain no private data and are at most fifty", async () => {
    const ana = await someone(backend, ANA);
    for (let count = 100; count < 160; count++) {
      await someone(backend, `p${count}@company.com`, { displayName: `P${159 - count}` });
    }
    const found = await ana.as.query(api.users.recipients, { purpose: "transfer", search: "p" });
    expect(found).toHaveLength(50);
    expect(Object.keys(found[0] ?? {}).sort()).toEqual(["city", "country", "displayName", "email"]);
  });

  test("recipients of returns and losses are on the two lists, which grant no role", async () => {
    const ana = await someone(backend, ANA);
    await someone(backend, BEA);
    await someone(backend, BOSS, { role: "supervisor" });
    await someone(backend, CHIEF, { role: "admin" });
    await backend.run((ctx) => Recipients.add(ctx, "supervisorModel", BEA));
    await backend.run((ctx) => Recipients.add(ctx, "adminModel", BEA));
    await backend.run((ctx) => Recipients.add(ctx, "adminModel", "gone@company.com"));
    await someone(backend, "new@company.com", { isVerified: false });
    await backend.run((ctx) => Recipients.add(ctx, "adminModel", "new@company.com"));
    expect(await find(ana, "", "return")).toEqual([BEA, BOSS, CHIEF]);
    expect(await find(ana, "b", "lost")).toEqual([BEA, BOSS]);
    // "company" is part of their names.
    expect(await find(ana, "company", "lost")).toEqual([BEA, BOSS, CHIEF]);
    expect(await find(ana, "gone", "return")).toEqual([]);
    expect((await userOf(backend, BEA)).role).toBe("user");
  });
});

describe("roles and locks", () => {
  test("let the terminal make the first admin, who is added to the admin list", async () => {
    await someone(backend, ANA);
    await backend.mutation(internal.users.updateFromTerminal, {
      email: " Ana@company.com",
      settings: { role: "admin" },
    });
    expect((await userOf(backend, ANA)).role).toBe("admin");
    expect(await backend.run((ctx) => Recipients.isListed(ctx, ANA))).toBe(true);
  });

  test("report an admin while one may sign in", async () => {
    const hasAdmin = () => backend.query(internal.users.hasAdmin, {});
    const { userId } = await someone(backend, ANA);
    expect(await hasAdmin()).toBe(false);
    await backend.run((ctx) => ctx.db.patch("users", userId, { role: "admin" }));
    await backend.run((ctx) => Recipients.add(ctx, "adminModel", ANA));
    expect(await hasAdmin()).toBe(true);
    await backend.run((ctx) => ctx.db.patch("users", userId, { isActive: false }));
    expect(await hasAdmin()).toBe(false);
  });

  test("an admin changes others' role, supervisor and status", async () => {
    const chief = await someone(backend, CHIEF, { role: "admin" });
    await someone(backend, ANA, { supervisor: BOSS });
    await someone(backend, BEA, { role: "supervisor" });
    await chief.as.mutation(api.users.update, { email: ANA, settings: { role: "supervisor" } });
    await chief.as.mutation(api.users.update, {
      email: ANA,
      settings: { supervisor: "Bea@Company.com" },
    });
    expect(await userOf(backend, ANA)).toMatchObject({ role: "supervisor", supervisor: BEA });
    for (const role of ["user", "admin", "user"] as const) {
      await chief.as.mutation(api.users.update, { email: ANA, settings: { role } });
      const isListed = await backend.run((ctx) => Recipients.isListed(ctx, ANA));
      expect(isListed).toBe(role === "admin");
    }
  });

  test("cannot be changed by the person themselves, not even by an admin", async () => {
    const chief = await someone(backend, CHIEF, { role: "admin" });
    for (const settings of [
      { role: "user" },
      { disabled: true },
      { supervisor: ANA },
      { samplmax: 100 },
    ] as const) {
      const own = chief.as.mutation(api.users.update, { email: CHIEF, settings });
      expect(await refusedCode(own)).toBe("OWN_ACCOUNT");
    }
  });

  test("let the terminal lock even an admin, and change any supervisor", async () => {
    const chief = await someone(backend, CHIEF, { role: "admin" });
    await someone(backend, BOSS, { role: "admin" });
    const settings = { supervisor: BOSS, disabled: true };
    await fromTerminal(CHIEF, settings);
    expect(await userOf(backend, CHIEF)).toMatchObject(settings);
    expect(await chief.as.query(api.users.viewer, {})).toBeNull();
  });

  test.each([{ role: "user" }, { disabled: true }] as const)(
    "nobody takes the last admin who may sign in: %j is refused from the terminal too",
    async (settings) => {
      await someone(backend, CHIEF, { role: "admin" });
      await someone(backend, BOSS, { role: "admin" });
      await someone(backend, "new@company.com", { role: "admin", isVerified: false });
      await fromTerminal(BOSS, settings);
      expect(await refusedCode(fromTerminal(CHIEF, settings))).toBe("LAST_ADMIN");
      expect(await userOf(backend, CHIEF)).toMatchObject({ role: "admin", disabled: false });
    },
  );

  test("a change that ends a person's supervising returns the reports without a supervisor", async () => {
    const chief = await someone(backend, CHIEF, { role: "admin" });
    await someone(backend, BOSS, { role: "supervisor", supervisor: CHIEF });
    await someone(backend, BEA, { supervisor: BOSS });
    await someone(backend, ANA, { supervisor: BOSS });
    const change = async (settings: SettingsInput) =>
      (await chief.as.mutation(api.users.update, { email: BOSS, settings })).unsupervised;
    expect(await change({ role: "admin" })).toEqual([]);
    expect(await change({ role: "user" })).toEqual([ANA, BEA]);
    expect(await change({ role: "admin" })).toEqual([]);
    expect(await fromTerminal(BOSS, { disabled: true })).toEqual({ unsupervised: [ANA, BEA] });
    expect(await fromTerminal(BOSS, { role: "supervisor" })).toEqual({ unsupervised: [ANA, BEA] });
    expect(await change({ disabled: false })).toEqual([]);
  });

  test("an admin who supervises themselves is not among those reports", async () => {
    await someone(backend, BOSS, { role: "admin" });
    await someone(backend, CHIEF, { role: "admin", supervisor: CHIEF });
    expect(await fromTerminal(CHIEF, { disabled: true })).toEqual({ unsupervised: [] });
  });

  test("a change of an unknown address is refused", async () => {
    const chief = await someone(backend, CHIEF, { role: "admin" });
    const unknown = { email: "nobody@company.com", settings: { samplmax: 1 } };
    expect(await refusedCode(chief.as.mutation(api.users.update, unknown))).toBe("USER_UNKNOWN");
  });

  test("an enabled user may sign in again, with a new session", async () => {
    const chief = await someone(backend, CHIEF, { role: "admin" });
    const ana = await someone(backend, ANA);
    await chief.as.mutation(api.users.update, { email: ANA, settings: { disabled: true } });
    await chief.as.mutation(api.users.update, { email: ANA, settings: { disabled: false } });
    expect(await ana.as.query(api.users.viewer, {})).toBeNull();
    expect(await userOf(backend, ANA)).toMatchObject({ disabled: false, isActive: true });
  });

  test("enabling an account does not verify its address", async () => {
    const chief = await someone(backend, CHIEF, { role: "admin" });
    await someone(backend, ANA, { isVerified: false });
    await chief.as.mutation(api.users.update, { email: ANA, settings: { disabled: true } });
    await chief.as.mutation(api.users.update, { email: ANA, settings: { disabled: false } });
    expect((await userOf(backend, ANA)).isActive).toBe(false);
  });
});

describe("a supervisor", () => {
  test.each([
    ["no address", "not an address", "SUPERVISOR_UNKNOWN"],
    ["nobody's", "nobody@company.com", "SUPERVISOR_UNKNOWN"],
    ["disabled", CEM, "SUPERVISOR_UNKNOWN"],
    ["unverified", "new@company.com", "SUPERVISOR_UNKNOWN"],
    ["a user", BEA, "SUPERVISOR_ROLE"],
    ["themselves", BOSS, "SUPERVISOR_SELF"],
  ])("a supervisor who is %s is refused and changes nothing", async (_what, supervisor, code) => {
    const chief = await someone(backend, CHIEF, { role: "admin" });
    await someone(backend, BEA);
    await someone(backend, CEM, { role: "supervisor" });
    await someone(backend, "new@company.com", { role: "supervisor", isVerified: false });
    await chief.as.mutation(api.users.update, { email: CEM, settings: { disabled: true } });
    await someone(backend, BOSS, { role: "supervisor", supervisor: CHIEF });
    const change = { email: BOSS, settings: { supervisor } };
    expect(await refusedCode(fromTerminal(BOSS, change.settings))).toBe(code);
    expect(await refusedCode(chief.as.mutation(api.users.update, change))).toBe(code);
    expect((await userOf(backend, BOSS)).supervisor).toBe(CHIEF);
  });

  test("a supervisor of an admin may be that admin, the head of the company", async () => {
    await someone(backend, BOSS, { role: "supervisor" });
    await someone(backend, CHIEF, { role: "admin", supervisor: BOSS });
    await fromTerminal(CHIEF, { supervisor: CHIEF });
    expect((await userOf(backend, CHIEF)).supervisor).toBe(CHIEF);
  });
});

describe("without a configured supervisor", () => {
  const supervisorOf = async (email: string) => (await userOf(backend, email)).supervisor;
  const makeAdmin = (email: string) => fromTerminal(email, { role: "admin" });

  test("the first admin supervises themselves and everyone who signs up after them", async () => {
    await someone(backend, CHIEF);
    expect(await supervisorOf(CHIEF)).toBeUndefined();
    await makeAdmin(CHIEF);
    expect(await supervisorOf(CHIEF)).toBe(CHIEF);
    await someone(backend, ANA);
    await someone(backend, BOSS, { role: "admin" });
    expect([await supervisorOf(ANA), await supervisorOf(BOSS)]).toEqual([CHIEF, CHIEF]);
  });

  test("a person older than the first admin gets that supervisor at the next sign-in", async () => {
    const { userId } = await someone(backend, ANA);
    await someone(backend, CHIEF);
    await makeAdmin(CHIEF);
    expect(await supervisorOf(ANA)).toBeUndefined();
    await backend.run(async (ctx) => {
      const user = await ctx.db.get("users", userId);
      if (user) await UserWrites.recordSignIn(ctx, user, Date.now());
    });
    expect(await supervisorOf(ANA)).toBe(CHIEF);
  });

  test("an admin on the list without the role, or disabled, becomes no one's supervisor", async () => {
    await someone(backend, BEA);
    await backend.run((ctx) => Recipients.add(ctx, "adminModel", BEA));
    const chief = await someone(backend, CHIEF, { role: "admin" });
    await someone(backend, BOSS, { role: "admin" });
    await chief.as.mutation(api.users.update, { email: BOSS, settings: { disabled: true } });
    await someone(backend, ANA);
    expect(await supervisorOf(ANA)).toBe(CHIEF);
  });

  test("a configured supervisor takes precedence", async () => {
    await someone(backend, CHIEF, { role: "admin" });
    vi.stubEnv("SMS_DEFAULT_SUPERVISOR", BOSS);
    await someone(backend, ANA);
    expect(await supervisorOf(ANA)).toBe(BOSS);
  });

  test.each([{ disabled: true }, { role: "user" }] as const)(
    "a configured supervisor who is %j supervises no newcomer, but the first admin does",
    async (settings) => {
      await someone(backend, CHIEF, { role: "admin" });
      vi.stubEnv("SMS_DEFAULT_SUPERVISOR", BOSS);
      await someone(backend, BOSS, { role: "supervisor" });
      await someone(backend, ANA);
      await fromTerminal(BOSS, settings);
      await someone(backend, BEA);
      expect([await supervisorOf(ANA), await supervisorOf(BEA)]).toEqual([BOSS, CHIEF]);
    },
  );

  test("an unverified sign-up as configured supervisor gets no reports", async () => {
    await someone(backend, CHIEF, { role: "admin" });
    vi.stubEnv("SMS_DEFAULT_SUPERVISOR", BOSS);
    await someone(backend, BOSS, { isVerified: false });
    await someone(backend, ANA);
    expect(await supervisorOf(ANA)).toBe(BOSS);
  });

  test("admins who left the list supervise newcomers, the oldest first", async () => {
    const chief = await someone(backend, CHIEF, { role: "admin" });
    await someone(backend, BOSS, { role: "admin" });
    for (const email of [CHIEF, BOSS]) {
      await backend.run((ctx) => Recipients.remove(ctx, "adminModel", email));
    }
    await someone(backend, ANA);
    expect(await supervisorOf(ANA)).toBe(CHIEF);
    await fromTerminal(chief.email, { disabled: true });
    await someone(backend, BEA);
    expect(await supervisorOf(BEA)).toBe(BOSS);
  });

  test("a configured supervisor gets the first admin as supervisor, not themselves", async () => {
    await someone(backend, CHIEF, { role: "admin" });
    vi.stubEnv("SMS_DEFAULT_SUPERVISOR", BOSS);
    await someone(backend, BOSS);
    expect(await supervisorOf(BOSS)).toBe(CHIEF);
  });
});

describe("the notice that pages are for signed-in users", () => {
  test("stays dismissed for the account, and other people do not learn of it", async () => {
    const ana = await someone(backend, ANA);
    const bea = await someone(backend, BEA, { role: "admin" });
    const isDismissed = async () =>
      (await ana.as.query(api.users.viewer, {}))?.hasDismissedNotice ?? false;
    expect(await isDismissed()).toBe(false);
    await ana.as.mutation(api.profile.dismissNotice, {});
    expect(await isDismissed()).toBe(true);
    const seen = await bea.as.query(api.users.get, { uid: ana.userId });
    expect(seen).not.toHaveProperty("hasDismissedNotice");
  });
});

describe("public settings", () => {
  test.each([
    ["http://localhost:3210", true],
    ["http://127.0.0.1:8080", true],
    ["https://sms.company.com", false],
  ])("public settings at %s say while there is no admin: %s", async (url, isSaid) => {
    vi.stubEnv("SMS_BASE_URL", url);
    await someone(backend, ANA);
    expect(await backend.query(api.config.public, {})).toMatchObject({ needsAdmin: isSaid });
    await someone(backend, BEA, { role: "admin" });
    expect(await backend.query(api.config.public, {})).toMatchObject({ needsAdmin: false });
  });

  test("contain what the sign-in page needs, and the demo's accounts only in a demo", async () => {
    const { userId } = await someone(backend, ANA, { role: "supervisor", displayName: "Ana Lima" });
    await backend.run((ctx) => ctx.db.patch("users", userId, { isDemo: true }));
    await someone(backend, BEA);
    expect(await backend.query(api.config.public, {})).toMatchObject({
      companyDomain: "company.com",
      companyUrl: "https://company.com",
      accountMessages: "uniform",
      sendsMail: false,
      demo: null,
    });
    vi.stubEnv("RESEND_API_KEY", "re_123");
    expect(await backend.query(api.config.public, {})).toMatchObject({ sendsMail: true });
    vi.stubEnv("RESEND_API_KEY", "");
    vi.stubEnv("SMS_SMTP_URL", "smtps://mail.company.com");
    expect(await backend.query(api.config.public, {})).toMatchObject({ sendsMail: true });
    vi.stubEnv("SMS_DEMO_PASSWORD", "Demo!pass1");
    const { demo } = await backend.query(api.config.public, {});
    expect(demo).toEqual({
      password: "Demo!pass1",
      accounts: [{ email: ANA, role: "supervisor", displayName: "Ana Lima" }],
    });
  });
});
