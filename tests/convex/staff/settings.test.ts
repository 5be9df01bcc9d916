import { beforeEach, afterEach, describe, expect, test, vi } from "vitest";
import type { SettingsInput } from "#domain/people/settings";
import {
  accountsBackend,
  api,
  internal,
  someone,
  userOf,
  type Backend,
} from "../../support/accounts";
import { refusalIn, refusedCode, refusedWith } from "../../support/refusals";

const [ANA, BOSS, CHIEF, SECOND] = ["ana", "boss", "chief", "second"].map(
  (name) => `${name}@company.com`,
) as [string, string, string, string];

let backend: Backend;
let chief: Awaited<ReturnType<typeof someone>>;
let second: Awaited<ReturnType<typeof someone>>;
beforeEach(async () => {
  backend = await accountsBackend();
  chief = await someone(backend, CHIEF, { role: "admin" });
  second = await someone(backend, SECOND, { role: "admin" });
  await someone(backend, BOSS, { role: "supervisor", supervisor: CHIEF });
  await someone(backend, ANA, { supervisor: BOSS });
});
afterEach(() => vi.unstubAllEnvs());

const update = (
  by: typeof chief,
  settings: SettingsInput,
  more: { seen?: SettingsInput; reason?: string } = {},
) => by.as.mutation(api.users.update, { email: ANA, settings, ...more });

describe("an admin's edit of a person's settings", () => {
  test("accepts thresholds and status as numbers or as text", async () => {
    await update(chief, { trInTransitDays: "5", trOwnerSamples: 0, samplmax: " 12 " });
    expect(await userOf(backend, ANA)).toMatchObject({
      trInTransitDays: 5,
      trOwnerSamples: 0,
      samplmax: 12,
      trInReturnDays: 3,
    });
    for (const disabled of ["true", "false", true, false]) {
      await update(chief, { disabled });
      expect((await userOf(backend, ANA)).disabled).toBe(String(disabled) === "true");
    }
  });

  test.each(["-1", "1.5", "", "many", "1e3", -1, 0.5, 1_000_001])(
    "refuses the threshold %j and changes nothing",
    async (samplmax) => {
      const refused = update(chief, { trInTransitDays: 9, samplmax });
      expect(await refusedWith(refused)).toMatchObject({
        code: "THRESHOLD_INVALID",
        message: "Samples in use must be a whole number, 0 or more",
      });
      expect((await userOf(backend, ANA)).trInTransitDays).toBe(3);
    },
  );

  test("refuses a status that is neither 'true' nor 'false'", async () => {
    expect(await refusedCode(update(chief, { disabled: "maybe" }))).toBe("STATUS_TEXT");
  });

  test("changes role, supervisor and status together or not at all", async () => {
    const wrong = { role: "supervisor", supervisor: "nobody@company.com", samplmax: 1 } as const;
    expect(await refusedCode(update(chief, wrong))).toBe("SUPERVISOR_UNKNOWN");
    expect(await userOf(backend, ANA)).toMatchObject({ role: "user", samplmax: 10 });
    await update(chief, { ...wrong, supervisor: CHIEF });
    expect(await userOf(backend, ANA)).toMatchObject({ ...wrong, supervisor: CHIEF });
  });

  test("lets a new admin be their own supervisor", async () => {
    expect(await refusedCode(update(chief, { supervisor: ANA }))).toBe("SUPERVISOR_SELF");
    await update(chief, { role: "admin", supervisor: ANA });
    expect(await userOf(backend, ANA)).toMatchObject({ role: "admin", supervisor: ANA });
  });

  test("lets an admin who supervises themselves lose the role only with another supervisor", async () => {
    await update(chief, { role: "admin", supervisor: ANA });
    const refused = update(chief, { role: "supervisor" });
    expect(await refusedWith(refused)).toMatchObject({
      code: "SUPERVISOR_SELF",
      field: "supervisor",
    });
    expect((await userOf(backend, ANA)).role).toBe("admin");
    await update(chief, { samplmax: 4 });
    await update(chief, { role: "supervisor", supervisor: CHIEF });
    expect(await userOf(backend, ANA)).toMatchObject({ role: "supervisor", supervisor: CHIEF });
  });
});

describe("two admins who edit the same person concurrently", () => {
  test("keep both edits if they change different settings", async () => {
    await update(chief, { samplmax: 5 }, { seen: { samplmax: 10 } });
    await update(second, { trOwnerSamples: 7 }, { seen: { trOwnerSamples: "10" } });
    expect(await userOf(backend, ANA)).toMatchObject({ samplmax: 5, trOwnerSamples: 7 });
  });

  test("have one winner per setting: the other one is told its current value", async () => {
    await update(chief, { role: "supervisor" }, { seen: { role: "user" } });
    const late = update(second, { role: "admin", samplmax: 1 }, { seen: { role: "user" } });
    expect(await refusedWith(late)).toMatchObject({
      code: "EDITED_MEANWHILE",
      message: "Someone else has changed this: Role is now Supervisor",
    });
    expect(await userOf(backend, ANA)).toMatchObject({ role: "supervisor", samplmax: 10 });
  });

  test("have one winner if each demotes the other: the demoted one demotes no one", async () => {
    const demote = (by: typeof chief, email: string) =>
      by.as.mutation(api.users.update, { email, settings: { role: "user" } }).then(
        () => "done",
        (error: unknown) => refusalIn(error).code,
      );
    const outcomes = await Promise.all([demote(chief, SECOND), demote(second, CHIEF)]);
    expect(outcomes.sort()).toEqual(["NOT_ALLOWED", "done"]);
  });
});

describe("the audit log", () => {
  const paginationOpts = { cursor: null, numItems: 10 };
  const records = async (conditions: { field: string; anyOf: string[] }[] = []) => {
    const query = {
      search: "",
      timeZone: "UTC",
      conditions: conditions.map((each) => ({ kind: "select" as const, ...each })),
    };
    return (await chief.as.query(api.audit.list, { query, paginationOpts })).page;
  };

  test("records who changed what of whom, before and after, why and from where", async () => {
    const reason = " moved to the lab ";
    await update(chief, { role: "supervisor", samplmax: "10", disabled: "false" }, { reason });
    expect(await records()).toMatchObject([
      {
        action: "Employee Updated",
        email: CHIEF,
        person: ANA,
        origin: "web",
        reason: "moved to the lab",
        changes: [{ field: "role", from: "user", to: "supervisor" }],
      },
    ]);
  });

  test("names the terminal, which has no e-mail", async () => {
    const settings = { samplmax: 1 };
    await backend.mutation(internal.users.updateFromTerminal, { email: ANA, settings });
    const [record] = await records();
    expect(record).toMatchObject({ origin: "terminal", person: ANA });
    expect(record?.email).toBeUndefined();
  });

  test("omits an edit that changed nothing or was refused", async () => {
    await update(chief, { samplmax: 10 });
    await refusedCode(update(chief, { samplmax: 5, supervisor: "nobody@company.com" }));
    expect(await records()).toEqual([]);
  });

  test("is listed newest first, by person, by author and by action", async () => {
    await update(chief, { samplmax: 1 });
    await update(second, { samplmax: 2 });
    const settings = { samplmax: 3 };
    await second.as.mutation(api.users.update, { email: BOSS, settings });
    const found = async (...conditions: { field: string; anyOf: string[] }[]) =>
      (await records(conditions)).map(({ changes }) => changes[0]?.to);
    expect(await found()).toEqual([3, 2, 1]);
    expect(await found({ field: "person", anyOf: [ANA] })).toEqual([2, 1]);
    expect(await found({ field: "email", anyOf: [SECOND] })).toEqual([3, 2]);
    expect(await found({ field: "action", anyOf: ["Admin Added"] })).toEqual([]);
  });

  test("is read by dates, in pages", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    for (const day of [1, 2, 3]) {
      vi.setSystemTime(Date.UTC(2026, 10, day, 12));
      await update(chief, { samplmax: day });
    }
    vi.useRealTimers();
    const dates = {
      kind: "dates" as const,
      field: "at",
      from: Date.UTC(2026, 10, 2),
      before: Date.UTC(2026, 10, 3),
    };
    const query = { search: "", timeZone: "UTC", conditions: [dates] };
    const { page } = await chief.as.query(api.audit.list, { query, paginationOpts });
    expect(page.map(({ changes }) => changes[0]?.to)).toEqual([2]);
    const one = { cursor: null, numItems: 1 };
    const first = await chief.as.query(api.audit.list, { paginationOpts: one });
    expect([first.page.length, first.isDone]).toEqual([1, false]);
  });

  test("is for admins only", async () => {
    const boss = await someone(backend, "sara@company.com", { role: "supervisor" });
    expect(await refusedCode(boss.as.query(api.audit.list, { paginationOpts }))).toBe(
      "NOT_ALLOWED",
    );
  });
});
