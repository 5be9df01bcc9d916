import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { DAY_MS } from "#domain/common/durations";
import { PICK_LISTS } from "#domain/samples/pickLists";
import { NO_SAMPLES } from "#domain/custody/statuses";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { aSample } from "../../support/samples";

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
});

const counts = (by: string) => lab.as(by).query(api.dashboard.counts, {});
const waiting = (by: string) => lab.as(by).query(api.inbox.waiting, {});

describe("the dashboard's figures", () => {
  test("are zero for everyone at first", async () => {
    for (const person of [ana, sara, adam]) {
      expect(await counts(person)).toEqual({ scope: NO_SAMPLES, mine: NO_SAMPLES });
    }
  });

  test("count a user's own samples, a supervisor's own and their reports', an admin's all", async () => {
    await lab.register(ana);
    await lab.register(sara);
    const inTransit = await lab.register(bruno);
    await lab.take("transfer", bruno, inTransit, ana);
    const one = { ...NO_SAMPLES, Registered: 1 };
    expect(await counts(ana)).toEqual({ scope: one, mine: one });
    expect(await counts(sara)).toEqual({ scope: { ...NO_SAMPLES, Registered: 2 }, mine: one });
    expect(await counts(adam)).toEqual({
      scope: { ...NO_SAMPLES, Registered: 2, "In Transit": 1 },
      mine: NO_SAMPLES,
    });
  });

  test("move an acknowledged sample from one person to the other", async () => {
    const sampleId = await lab.register(ana);
    await lab.take("transfer", ana, sampleId, bruno);
    await lab.take("acknowledgeTransfer", bruno, sampleId);
    expect((await counts(ana)).mine).toEqual(NO_SAMPLES);
    expect((await counts(bruno)).mine).toEqual({ ...NO_SAMPLES, "In Use": 1 });
    expect((await counts(adam)).scope).toEqual({ ...NO_SAMPLES, "In Use": 1 });
    expect(await lab.faults()).toEqual([]);
  });

  test("count a supervisor who supervises themselves once", async () => {
    const self = "self@company.com";
    await lab.backend.addPeople([{ email: self, role: "supervisor", supervisor: self }]);
    await lab.register(self);
    expect((await counts(self)).scope).toEqual({ ...NO_SAMPLES, Registered: 1 });
  });
});

describe("the chart's colleagues", () => {
  const colleagues = async (by: string) => {
    const paginationOpts = { cursor: null, numItems: 10 };
    const { page } = await lab.as(by).query(api.dashboard.colleagues, { paginationOpts });
    return Object.fromEntries(page.map(({ email, counts }) => [email, counts]));
  };

  test("are all users for an admin, the reports for a supervisor, none for a user", async () => {
    await lab.register(ana);
    await lab.register(sara);
    await lab.register(adam);
    const inTransit = await lab.register(bruno);
    await lab.take("transfer", bruno, inTransit, ana);
    const registered = { ...NO_SAMPLES, Registered: 1 };
    const sent = { ...NO_SAMPLES, "In Transit": 1 };
    expect(await colleagues(ana)).toEqual({});
    expect(await colleagues(sara)).toEqual({ [ana]: registered });
    expect(await colleagues(adam)).toEqual({
      [ana]: registered,
      [sara]: registered,
      [bruno]: sent,
    });
  });

  test("are paginated, largest holders first", async () => {
    await lab.registerMany(bruno, 3);
    await lab.registerMany(ana, 5, 10);
    await lab.register(sara);
    const pageOf = (cursor: string | null) =>
      lab.as(adam).query(api.dashboard.colleagues, { paginationOpts: { cursor, numItems: 2 } });
    const first = await pageOf(null);
    const second = await pageOf(first.continueCursor);
    const emails = [...first.page, ...second.page].map(({ email }) => email);
    expect(emails).toEqual([ana, bruno, sara]);
  });

  test("are found by address or name, only within the caller's scope", async () => {
    for (const person of [ana, bruno, sara]) await lab.register(person);
    const found = async (by: string, search: string) => {
      const people = await lab.as(by).query(api.dashboard.findColleagues, { search });
      return people.map(({ email }) => email);
    };
    expect(await found(adam, "bru")).toEqual([bruno]);
    expect(await found(adam, "zoe")).toEqual([]);
    expect(await found(sara, "an")).toEqual([ana]);
    expect(await found(sara, "bru")).toEqual([]);
    expect(await found(ana, "bru")).toEqual([]);
  });

  test("belong to a person's current supervisor", async () => {
    await lab.register(ana);
    await lab.as(adam).mutation(api.users.update, { email: ana, settings: { supervisor: adam } });
    expect(await colleagues(sara)).toEqual({});
  });
});

describe("the samples held or in transit longest", () => {
  const serials = (rows: { serialNumber: string }[]) => rows.map((row) => row.serialNumber);
  const held = async (by: string) => serials(await lab.as(by).query(api.dashboard.heldLongest, {}));
  const sent = async (by: string) => serials(await lab.as(by).query(api.dashboard.notReceived, {}));

  /** Transfers a sample from Ana at `sentAt`; Bruno receives it at `receivedAt` (days from now). */
  async function handOver(serialNumber: string, sentAt: number, receivedAt?: number) {
    const start = Date.now();
    vi.setSystemTime(start + sentAt * DAY_MS);
    const sampleId = await lab.register(ana, { ...aSample(), serialNumber });
    await lab.take("transfer", ana, sampleId, bruno);
    if (receivedAt !== undefined) {
      vi.setSystemTime(start + receivedAt * DAY_MS);
      await lab.take("acknowledgeTransfer", bruno, sampleId);
    }
    vi.setSystemTime(start);
  }
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => vi.useRealTimers());

  test("are ordered by arrival, not by dispatch", async () => {
    await handOver("SLOW", 0, 30);
    for (const day of [9, 5, 7, 6, 8]) await handOver(`S${day}`, day - 1, day);
    expect(await held(adam)).toEqual(["S5", "S6", "S7", "S8", "S9"]);
    await handOver("FIRST", 1, 2);
    expect(await held(adam)).toEqual(["FIRST", "S5", "S6", "S7", "S8"]);
  });

  test("the samples longest in transit are those sent first and not received", async () => {
    for (const day of [4, 2, 3]) await handOver(`S${day}`, day);
    await handOver("RECEIVED", 1, 2);
    expect(await sent(adam)).toEqual(["S2", "S3", "S4"]);
  });

  test("cover all samples for an admin, the team's for a supervisor, their own for a user", async () => {
    await handOver("WITH-BRUNO", 0, 1);
    await handOver("FROM-ANA", 0);
    const of = async (by: string) => [await held(by), await sent(by)];
    expect(await of(adam)).toEqual([["WITH-BRUNO"], ["FROM-ANA"]]);
    expect(await of(sara)).toEqual([[], ["FROM-ANA"]]);
    expect(await of(ana)).toEqual([[], ["FROM-ANA"]]);
    expect(await of(bruno)).toEqual([["WITH-BRUNO"], []]);
  });
});

describe("the inbox", () => {
  test("contains what awaits the caller, newest first, with its sender", async () => {
    const sent = await lab.register(ana);
    await lab.take("transfer", ana, sent, sara);
    const returned = await lab.register(bruno);
    await lab.take("returnToCustomer", bruno, returned, sara);
    const missed = await lab.register(ana);
    await lab.take("requestLost", ana, missed, sara);
    const { items, total } = await waiting(sara);
    expect(total).toBe(3);
    expect(new Map(items.map(({ sampleId, kind, from }) => [sampleId, [kind, from]]))).toEqual(
      new Map([
        [missed, ["lost", ana]],
        [returned, ["return", bruno]],
        [sent, ["transfer", ana]],
      ]),
    );
    expect(items.map(({ since }) => since)).toEqual(
      items.map(({ since }) => since).sort((left, right) => right - left),
    );
    expect(await waiting(ana)).toEqual({ items: [], total: 0 });
  });

  test("is emptied by acknowledging", async () => {
    const sampleId = await lab.register(ana);
    await lab.take("transfer", ana, sampleId, bruno);
    expect((await waiting(bruno)).total).toBe(1);
    await lab.take("acknowledgeTransfer", bruno, sampleId);
    expect((await waiting(bruno)).total).toBe(0);
  });

  test("shows at most 50 hand-overs", async () => {
    for (let index = 0; index < 52; index++) {
      await lab.take("transfer", ana, await lab.register(ana), bruno);
    }
    const { items, total } = await waiting(bruno);
    expect([items.length, total]).toEqual([50, 51]);
  });
});

describe("the first steps of a new deployment", () => {
  const done = () => lab.as(adam).query(api.dashboard.firstSteps, {});

  test("are completed by people's actions, whoever takes them", async () => {
    // The lab has people from the start.
    const nothing = { people: true, lists: false, import: false, sample: false };
    expect(await done()).toEqual(nothing);
    await lab.register(ana);
    expect(await done()).toEqual({ ...nothing, sample: true });
    await lab.register(bruno);
    expect(await done()).toEqual({ ...nothing, sample: true, import: true });
    await lab.as(sara).mutation(api.lookups.add, { kind: "brandModel", value: "Fairphone 9" });
    expect(await done()).toEqual({ people: true, lists: true, import: true, sample: true });
  });

  test("include a review of the lists, which a merge of two entries completes", async () => {
    const [selected = "", into = ""] = PICK_LISTS.brandModel.values;
    await lab.as(sara).mutation(api.lookups.merge, { kind: "brandModel", selected, into });
    expect(await done()).toMatchObject({ lists: true });
  });
});

describe("the people in the team alerts", () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 5) }));
  afterEach(() => vi.useRealTimers());

  const awaited = (by: string) => lab.as(by).query(api.dashboard.awaited, {});

  test("keep requests of the caller's scope waiting, each overdue since a time", async () => {
    const due = Date.now() + 3 * DAY_MS;
    for (const [by, to] of [
      [ana, bruno],
      [ana, sara],
      [bruno, ana],
    ] as const) {
      await lab.take("transfer", by, await lab.register(by), to);
    }
    await lab.take("transfer", sara, await lab.register(sara), bruno);
    const list = "transfer";
    expect(await awaited(sara)).toEqual([{ email: bruno, list, overdueAt: [due, due] }]);
    expect(await awaited(adam)).toEqual([
      { email: bruno, list, overdueAt: [due, due] },
      { email: sara, list, overdueAt: [due] },
      { email: ana, list, overdueAt: [due] },
    ]);
  });

  test("keep returns and loss requests waiting, according to their own thresholds", async () => {
    const settings = { trInReturnDays: 2, trOSRequestDays: 1 };
    await lab.as(adam).mutation(api.users.update, { email: sara, settings });
    await lab.take("returnToCustomer", ana, await lab.register(ana), sara);
    await lab.take("requestLost", ana, await lab.register(ana), sara);
    const [lost, returned] = [1, 2].map((days) => Date.now() + days * DAY_MS);
    expect(await awaited(adam)).toEqual([
      { email: sara, list: "lost", overdueAt: [lost] },
      { email: sara, list: "return", overdueAt: [returned] },
    ]);
    expect(await awaited(sara)).toEqual([]); // shown in their own inbox instead
  });

  test("hold more than their limits allow, once the limits apply", async () => {
    const settings = { trOwnerSamples: 1, samplmax: 2 };
    for (const email of [ana, bruno]) {
      await lab.as(adam).mutation(api.users.update, { email, settings });
      await lab.registerMany(email, 2);
    }
    await lab.register(ana);
    const over = (by: string) => lab.as(by).query(api.dashboard.overLimits, {});
    expect(await over(sara)).toEqual([
      { email: ana, limit: "owned", since: Date.now(), count: 3, max: 1 },
    ]);
    expect((await over(adam)).map(({ email, count }) => [email, count])).toEqual([
      [ana, 3],
      [bruno, 2],
    ]);
  });
});
