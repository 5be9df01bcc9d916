import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { internal } from "../../../convex/_generated/api";
import { DAY_MS } from "#domain/common/durations";
import { THRESHOLD_DEFAULTS } from "#domain/custody/thresholds";
import { convexBackend, type ConvexBackend } from "../../support/deployments/convexBackend";

const PASSWORD = "Correct-horse!1";
let backend: ConvexBackend;

beforeAll(() => vi.stubEnv("SMS_COMPANY_DOMAIN", "company.com"));
// The figures of past days are made by scheduled functions: their timer never fires here.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(async () => {
  vi.useRealTimers();
  await backend.close();
});

test("an interrupted demo seed resumes where it stopped", async () => {
  backend = await convexBackend();
  await backend.admin.mutation(internal.demo.addPeople, { secret: "scrypt$1$1$1$AA$AA" });
  const batch = { first: 0, count: 25, now: Date.now() };
  await backend.admin.mutation(internal.demo.addEvents, batch);
  await backend.admin.mutation(internal.demo.addEvents, batch);
  const { samples, drift, faults } = await backend.admin.action(internal.check.run, {});
  expect(samples).toBeGreaterThan(15); // the first events are registrations, nearly all of them
  expect({ drift, faults }).toEqual({ drift: [], faults: [] });
});

test("a demo's people are over their limits since the steps that took them there", async () => {
  backend = await convexBackend();
  await backend.admin.mutation(internal.demo.addPeople, { secret: "scrypt$1$1$1$AA$AA" });
  await backend.t.run(async ({ db }) => {
    for (const { _id } of await db.query("users").collect())
      await db.patch("users", _id, { trOwnerSamples: 0 });
  });
  const now = Date.now();
  await backend.admin.mutation(internal.demo.addEvents, { first: 0, count: 10, now });
  const counters = await backend.t.run((ctx) => ctx.db.query("counterSamples").collect());
  const since = counters.flatMap(({ overSince }) => overSince?.owned ?? []);
  expect(since.length).toBeGreaterThan(0);
  for (const at of since) expect(at).toBeLessThan(now);
});

test("a demo's requests count as overdue from their own dates, however old the demo's samples are", async () => {
  backend = await convexBackend();
  await backend.admin.mutation(internal.demo.addPeople, { secret: "scrypt$1$1$1$AA$AA" });
  await backend.admin.mutation(internal.demo.addEvents, { first: 0, count: 50, now: Date.now() });
  const samples = await backend.t.run((ctx) => ctx.db.query("samples").collect());
  const inTransit = samples.filter(({ status }) => status === "In Transit");
  expect(inTransit.length).toBeGreaterThan(0);
  for (const { inTransitDate = 0, overdueAt } of inTransit) {
    expect(overdueAt).toBe(inTransitDate + THRESHOLD_DEFAULTS.trInTransitDays * DAY_MS);
  }
});

test("a demo seed recognises a person whose e-mail was changed, and creates no second account", async () => {
  backend = await convexBackend();
  const addPeople = (secret: string) => backend.admin.mutation(internal.demo.addPeople, { secret });
  const people = () => backend.t.run((ctx) => ctx.db.query("users").collect());
  await addPeople("scrypt$1$1$1$AA$AA");
  const [person] = await people();
  await backend.admin.mutation(internal.users.setEmailFromTerminal, {
    email: person!.email,
    newEmail: "corrected@company.com",
  });
  const before = (await people()).length;
  await addPeople("scrypt$1$1$1$BB$BB");
  expect(await people()).toHaveLength(before);
  const secrets = await backend.t.run((ctx) => ctx.db.query("authAccounts").collect());
  expect(secrets.every(({ secret }) => secret === "scrypt$1$1$1$BB$BB")).toBe(true);
  const batch = { first: 0, count: 25, now: Date.now() };
  await backend.admin.mutation(internal.demo.addEvents, batch);
  expect((await backend.admin.action(internal.check.run, {})).samples).toBeGreaterThan(15);
});

test("the demo is not loaded if a real person has an account", async () => {
  backend = await convexBackend();
  await backend.addPeople([{ email: "ana@company.com", role: "user" }]);
  expect(await backend.admin.action(internal.demo.seed, { password: PASSWORD })).toEqual({
    isDemo: false,
  });
  expect((await backend.admin.action(internal.check.run, {})).samples).toBe(0);
});
