import fc from "fast-check";
import { omit } from "convex-helpers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { dayOf } from "#domain/common/days";
import { DAY_MS } from "#domain/common/durations";
import { NO_SAMPLES, STATUSES, type StatusCounts } from "#domain/custody/statuses";
import type { Group } from "#domain/samples/trends";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";

const START = Date.UTC(2026, 2, 1, 12);
const FIRST = dayOf(START);
const COMPANY: Group = { kind: "company", key: "" };
const team = (key: string): Group => ({ kind: "team", key });
const person = (key: string): Group => ({ kind: "person", key });

let lab: ConvexLab;
// Timers are faked too: the tests run scheduled functions themselves.
beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const nextDay = (days = 1) => vi.setSystemTime(Date.now() + days * DAY_MS);
const makeBatch = () => lab.backend.admin.mutation(internal.trends.makeFigures, {});

/** Makes the figures of every past day. */
async function makeFigures(): Promise<void> {
  for (;;) {
    await makeBatch();
    const run = await lab.backend.t.run((ctx) => ctx.db.query("dailyFigureRuns").first());
    if (run !== null && run.day >= dayOf(Date.now())) return;
  }
}

const trend = (by: string, group: Group, since = FIRST) =>
  lab.as(by).query(api.trends.of, { group, since });

/** Returns a group's counts at the end of a day from the trend; zeros if it has none. */
async function heldOn(group: Group, day: number): Promise<StatusCounts> {
  const { spans } = await trend(adam, group);
  const span = spans.find(({ since, until = Infinity }) => since <= day && day <= until);
  return span?.counts ?? NO_SAMPLES;
}

const held = (counts: Partial<StatusCounts>) => ({ ...NO_SAMPLES, ...counts });

/** Counts the samples directly, by group. */
async function recount(): Promise<Map<string, StatusCounts>> {
  const samples = await lab.backend.t.run((ctx) => ctx.db.query("samples").collect());
  const users = await lab.backend.t.run((ctx) => ctx.db.query("users").collect());
  const people = new Map(users.map((user) => [user.email, user]));
  const counted = new Map<string, StatusCounts>();
  for (const { samplmanag, status } of samples) {
    const holder = people.get(samplmanag);
    const groups = new Set(["company ", `person ${samplmanag}`, `team ${holder?.supervisor}`]);
    groups.add(`country ${holder?.country}`);
    if (holder?.role !== "user") groups.add(`team ${samplmanag}`);
    for (const group of groups) {
      const counts = counted.get(group) ?? { ...NO_SAMPLES };
      counts[status] += 1;
      counted.set(group, counts);
    }
  }
  return counted;
}

describe("the trend", () => {
  beforeEach(async () => {
    lab = await ConvexLab.open();
    await makeBatch(); // the cron's first run
  });

  test("contains what each group held at the end of each past day", async () => {
    const sampleId = await lab.register(ana);
    nextDay();
    await lab.take("transfer", ana, sampleId, bruno);
    nextDay(2);
    await lab.take("acknowledgeTransfer", bruno, sampleId);
    nextDay();
    await makeFigures();
    const days = [0, 1, 2, 3].map((day) => FIRST + day);
    const registered = held({ Registered: 1 });
    const inTransit = held({ "In Transit": 1 });
    const inUse = held({ "In Use": 1 });
    const expected: [Group, StatusCounts[]][] = [
      [COMPANY, [registered, inTransit, inTransit, inUse]],
      [{ kind: "country", key: "Portugal" }, [registered, inTransit, inTransit, inUse]],
      [team(sara), [registered, inTransit, inTransit, NO_SAMPLES]],
      [team(adam), [NO_SAMPLES, NO_SAMPLES, NO_SAMPLES, inUse]],
      [person(ana), [registered, inTransit, inTransit, NO_SAMPLES]],
      [person(bruno), [NO_SAMPLES, NO_SAMPLES, NO_SAMPLES, inUse]],
    ];
    for (const [group, counts] of expected) {
      const found = await Promise.all(days.map((day) => heldOn(group, day)));
      expect(found, `${group.kind} ${group.key}`).toEqual(counts);
    }
  });

  test("keeps past days when a person gets another supervisor", async () => {
    await lab.register(ana);
    nextDay(2);
    await lab.as(adam).mutation(api.users.update, { email: ana, settings: { supervisor: adam } });
    nextDay();
    await makeFigures();
    const one = held({ Registered: 1 });
    const of = (group: Group) => Promise.all([0, 1, 2].map((day) => heldOn(group, FIRST + day)));
    expect(await of(team(sara))).toEqual([one, one, NO_SAMPLES]);
    expect(await of(team(adam))).toEqual([NO_SAMPLES, NO_SAMPLES, one]);
    expect(await of(person(ana))).toEqual([one, one, one]);
  });

  test("the trend of a former report remains with the supervisor of those days", async () => {
    await lab.register(bruno);
    nextDay(2);
    await lab.as(adam).mutation(api.users.update, { email: bruno, settings: { supervisor: sara } });
    const { spans } = await trend(sara, person(bruno));
    expect(spans).toEqual([{ since: FIRST + 2, counts: held({ Registered: 1 }) }]);
  });

  test("contains the median transit time of each week, for the recipient's groups", async () => {
    for (const days of [1, 2, 9]) {
      const sampleId = await lab.register(ana);
      await lab.take("transfer", ana, sampleId, bruno);
      nextDay(days);
      await lab.take("acknowledgeTransfer", bruno, sampleId);
    }
    nextDay();
    await makeFigures();
    type Times = { received: number; medianMs: number | null };
    const inDays = ({ received, medianMs }: Times) => [
      received,
      Math.round((medianMs ?? 0) / DAY_MS),
    ];
    for (const group of [COMPANY, person(bruno), team(adam)]) {
      const { weeks, transit } = await trend(adam, group);
      expect(inDays(transit)).toEqual([3, 2]);
      expect(weeks.map((week) => [week.first, ...inDays(week)])).toEqual([
        [FIRST, 2, 1],
        [FIRST + 7, 1, 9],
      ]);
    }
    expect((await trend(adam, person(ana))).transit).toEqual({ received: 0, medianMs: null });
  });

  test("does not count an undone reception, even if it was undone after the end of its day", async () => {
    for (const secondsBeforeMidnight of [3_600, 20]) {
      const sampleId = await lab.register(ana);
      await lab.take("transfer", ana, sampleId, bruno);
      vi.setSystemTime((dayOf(Date.now()) + 1) * DAY_MS - secondsBeforeMidnight * 1_000);
      await lab.take("acknowledgeTransfer", bruno, sampleId);
      vi.setSystemTime(Date.now() + 30_000);
      for (let batch = 0; batch < 12; batch++) await makeBatch(); // everything that is due
      await lab.undo(bruno, sampleId);
      nextDay();
      await lab.take("acknowledgeTransfer", bruno, sampleId);
      nextDay(1.5);
    }
    await makeFigures();
    expect((await trend(adam, COMPANY)).transit.received).toBe(2);
    expect((await trend(adam, person(bruno))).transit.received).toBe(2);
  });

  test("deletes days too old for any trend to show", async () => {
    const sampleId = await lab.register(ana);
    nextDay();
    await lab.take("transfer", ana, sampleId, bruno);
    await makeFigures();
    nextDay(200);
    await makeFigures();
    const days = await lab.backend.t.run(async (ctx) => ({
      figures: (await ctx.db.query("dailyFigures").collect()).map(({ day }) => day),
      counts: (await ctx.db.query("earlierCounts").collect()).map(({ until }) => until),
    }));
    const oldest = dayOf(Date.now()) - 2 * 91;
    expect(Math.min(...days.figures, ...days.counts)).toBeGreaterThanOrEqual(oldest);
    expect(days.counts).toEqual([]);
  });

  test("counts people beyond the first batch", async () => {
    await lab.backend.t.run(async (ctx) => {
      for (let index = 0; index < 230; index++) {
        const email = `p${index}@company.com`;
        const counts = held({ Lost: 1 });
        const counter = { email, supervisor: sara, counts, total: 1, since: FIRST };
        await ctx.db.insert("counterSamples", counter);
      }
    });
    nextDay();
    await makeFigures();
    expect(await heldOn(COMPANY, FIRST)).toEqual(held({ Lost: 230 }));
    expect(await heldOn(team(sara), FIRST)).toEqual(held({ Lost: 230 }));
  });

  test.each([
    [ana, COMPANY],
    [ana, { kind: "country", key: "Portugal" }],
    [ana, team(sara)],
    [ana, team(ana)],
    [ana, person(bruno)],
    [sara, COMPANY],
    [sara, { kind: "country", key: "Portugal" }],
    [sara, team(adam)],
    [sara, person(bruno)],
    [sara, person("nobody@company.com")],
  ] as const)("refuses %s the group %j", async (by, group) => {
    await expect(trend(by, group)).rejects.toThrow("NOT_ALLOWED");
  });

  test.each([
    [ana, person(ana)],
    [sara, person(ana)],
    [sara, person(sara)],
    [sara, team(sara)],
    [adam, COMPANY],
    [adam, person(bruno)],
  ] as const)("shows %s the group %j", async (by, group) => {
    expect(await trend(by, group)).toMatchObject({ spans: [], weeks: [] });
  });

  test("is of the caller's own group by default", async () => {
    for (const person of [ana, sara]) await lab.register(person);
    nextDay();
    await makeFigures();
    const totalOf = async (by: string) => {
      const { spans } = await lab.as(by).query(api.trends.of, { since: FIRST });
      return spans[0]?.counts.Registered;
    };
    expect(await Promise.all([ana, sara, adam].map(totalOf))).toEqual([1, 2, 2]);
  });

  test("offers an admin the teams and countries of a day", async () => {
    await lab.register(ana);
    nextDay();
    await makeFigures();
    expect(await lab.as(adam).query(api.trends.groups, { day: FIRST })).toEqual({
      teams: [sara],
      countries: ["Portugal"],
    });
  });
});

const changeEmail = async (email: string, newEmail: string) => {
  vi.stubEnv("SMS_COMPANY_DOMAIN", "company.com");
  await lab.backend.admin.mutation(internal.users.setEmailFromTerminal, { email, newEmail });
};

/** When a test runs: before the first batch of a change of e-mail, or after the last. */
const MOMENTS = [
  ["while documents follow", () => Promise.resolve()],
  [
    "after all documents followed",
    () => lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers),
  ],
] as const;

describe.each(MOMENTS)("with another e-mail, %s,", (_moment, settle) => {
  const newSara = "sara.new@company.com";

  beforeEach(async () => {
    lab = await ConvexLab.open();
    await makeBatch();
    const sampleId = await lab.register(bruno);
    await lab.take("transfer", bruno, sampleId, ana);
    nextDay();
    await lab.take("acknowledgeTransfer", ana, sampleId);
    nextDay();
    await lab.register(ana);
  });

  test("shows a supervisor with a new e-mail the figures of all days", async () => {
    await makeFigures();
    nextDay();
    await changeEmail(sara, newSara);
    await settle();
    await makeFigures();
    const { transit } = await trend(sara, team(newSara));
    expect(transit.received).toBe(1);
    const days = await Promise.all([0, 1, 2].map((day) => heldOn(team(newSara), FIRST + day)));
    expect(days.map((counts) => [counts["In Use"], counts.Registered])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
    ]);
    expect(await heldOn(team(sara), FIRST + 1)).toEqual(NO_SAMPLES);
  });

  test("shows a supervisor with a new e-mail the earlier days of their reports", async () => {
    await makeFigures();
    nextDay();
    const before = await trend(sara, person(ana));
    await changeEmail(sara, newSara);
    await settle();
    const { spans, weeks, transit } = await trend(sara, person(ana));
    expect({ spans, weeks, transit }).toEqual(omit(before, ["receptions"]));
    expect(before.spans).toHaveLength(2);
  });

  test("shows a person with a new e-mail their figures, and none under the former address", async () => {
    await makeFigures();
    nextDay();
    const before = await trend(ana, person(ana));
    await changeEmail(ana, "ana.new@company.com");
    await settle();
    await makeFigures();
    const after = await trend(ana, person("ana.new@company.com"));
    expect(after.transit).toEqual(before.transit);
    expect(after.spans).toEqual(before.spans);
    expect(before.transit.received).toBe(1);
  });

  test("computed after a change of e-mail contains no former address", async () => {
    nextDay();
    await changeEmail(sara, newSara);
    await changeEmail(ana, "ana.new@company.com");
    await settle();
    await makeFigures();
    const keys = await lab.backend.t.run(async (ctx) =>
      (await ctx.db.query("dailyFigures").collect()).map(({ key }) => key),
    );
    expect(keys).not.toContain(sara);
    expect(keys).not.toContain(ana);
    expect((await trend(sara, team(newSara))).transit.received).toBe(1);
  });
});

/** Events in the lab, with batches of figures at any time between them. */
const event = fc.oneof(
  { weight: 3, arbitrary: fc.constant("nextDay" as const) },
  { weight: 2, arbitrary: fc.constant("batch" as const) },
  { weight: 3, arbitrary: fc.constant("register" as const) },
  { weight: 5, arbitrary: fc.constant("handOver" as const) },
  { weight: 2, arbitrary: fc.constant("undoneHandOver" as const) },
  { weight: 1, arbitrary: fc.constant("supervisor" as const) },
);
const PEOPLE = [ana, bruno, sara];

test("equals a recount at the end of each day, without undone receptions, whenever batches run", async () => {
  const history = fc.array(fc.record({ kind: event, luck: fc.nat(1_000) }), {
    minLength: 10,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      vi.setSystemTime(START);
      lab = await ConvexLab.open();
      await makeBatch();
      const recounts = new Map<number, Map<string, StatusCounts>>();
      const received: string[] = [];
      for (const { kind, luck } of events) {
        const [one, other] = [PEOPLE[luck % 3]!, PEOPLE[(luck + 1) % 3]!];
        vi.setSystemTime(Date.now() + 60_000);
        if (kind === "batch") await makeBatch();
        if (kind === "register") await lab.register(one);
        if (kind === "handOver" || kind === "undoneHandOver") {
          const taken = await handOverOne(luck, other);
          if (kind === "undoneHandOver" && taken) await lab.undo(taken.by, taken.sampleId);
          else if (taken?.isReception) received.push(taken.by);
        }
        if (kind === "supervisor") {
          const supervisor = luck % 2 === 0 ? sara : adam;
          const args = { email: luck % 3 === 0 ? ana : bruno, settings: { supervisor } };
          await lab.as(adam).mutation(api.users.update, args);
        }
        if (kind === "nextDay") {
          recounts.set(dayOf(Date.now()), await recount());
          nextDay();
        }
      }
      nextDay();
      await makeFigures();
      for (const email of PEOPLE) {
        const { transit } = await trend(adam, person(email));
        const count = received.filter((each) => each === email).length;
        expect(transit.received, `received by ${email}`).toBe(count);
      }
      expect((await trend(adam, COMPANY)).transit.received).toBe(received.length);
      for (const [day, counted] of recounts) {
        const groups = ["company ", "country Portugal", `team ${sara}`, `team ${adam}`];
        for (const name of [...groups, ...PEOPLE.map((email) => `person ${email}`)]) {
          const [kind, key] = name.split(" ") as [Group["kind"], string];
          const found = await heldOn({ kind, key }, day);
          expect(found, `${name} on day ${day - FIRST}`).toEqual(counted.get(name) ?? NO_SAMPLES);
        }
      }
    }),
    { numRuns: 6 },
  );
});

/** Sends the sample that `luck` selects, or has it received if it is in transit. */
async function handOverOne(luck: number, recipient: string) {
  const samples = await lab.backend.t.run((ctx) => ctx.db.query("samples").collect());
  const sample = samples[luck % Math.max(1, samples.length)];
  if (sample === undefined) return null;
  const { _id, status, samplmanag, inTransitTo } = sample;
  if (status === "In Transit" && inTransitTo !== undefined) {
    await lab.take("acknowledgeTransfer", inTransitTo, _id);
    return { by: inTransitTo, sampleId: _id, isReception: true };
  }
  if (recipient !== samplmanag && STATUSES.indexOf(status) < 3) {
    await lab.take("transfer", samplmanag, _id, recipient);
    return { by: samplmanag, sampleId: _id, isReception: false };
  }
  return null;
}
