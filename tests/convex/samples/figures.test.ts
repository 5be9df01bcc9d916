/**
 * Every figure links to exactly the rows that it counts (docs/product.md, "Dashboard"). Each figure
 * is queried as the screen does; the filters of its link are parsed as from a URL and sent to the
 * server, and the rows are counted.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { toConditions } from "../../../web/components/data-table/filters/filterState";
import { receivedLink } from "../../../web/features/dashboard/historyLink";
import { lateByPerson, overdueLink } from "../../../web/features/dashboard/lateness";
import { limitLink, reportLink } from "../../../web/lib/reportLink";
import { parseAddressFilters } from "#domain/tables/addressFilters";
import { dayOf } from "#domain/common/days";
import { DAY_MS } from "#domain/common/durations";
import { historyFilterColumns, historyScopes } from "#domain/samples/historyTable";
import {
  HAND_OVER_LISTS,
  LIST_NAMES,
  LISTS,
  scopesToShow,
  statusesIn,
  type ListName,
  type Scope,
} from "#domain/samples/lists";
import { overdueCondition } from "#domain/samples/listViews";
import { isRequestStatus } from "#domain/custody/overdue";
import { OPEN_STATUSES, STATUSES } from "#domain/custody/statuses";
import { fieldColumn, rowMatcher, type Condition } from "#domain/tables/tableFilters";
import type { Group } from "#domain/samples/trends";
import { UNDO_MS } from "#domain/custody/undo";
import type { Role } from "#domain/custody/workflow";
import { LIST_COLUMNS } from "#domain/samples/fields";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";

const READERS: readonly (readonly [Role, string])[] = [
  ["admin", adam],
  ["supervisor", sara],
  ["user", ana],
  ["user", bruno],
];
const START = Date.UTC(2026, 2, 1, 12);
const ALL_ROWS = { cursor: null, numItems: 1_000 };
/** UTC+13, so that its days differ from UTC's most of the time. */
const ZONE = "Pacific/Auckland";

type Link = {
  readonly to: string;
  readonly search: { filter?: string | undefined; scope?: "overdue" };
};

let lab: ConvexLab;
beforeEach(standStill);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Stops the clock at the start, in a zone far from UTC. */
function standStill(): void {
  vi.stubEnv("TZ", ZONE);
  vi.useFakeTimers({ now: START });
}

const query = (conditions: readonly Condition[]) => ({
  search: "",
  conditions: conditions.map((each) =>
    each.kind === "select" ? { ...each, anyOf: [...each.anyOf] } : each,
  ),
  timeZone: ZONE,
});

/** Counts the rows that the screen behind a link shows the reader. */
async function rowsBehind(reader: string, role: Role, link: Link): Promise<number> {
  const conditions = toConditions(parseAddressFilters(link.search.filter));
  if (link.to === "/dashboard/history") return await historyRows(reader, role, conditions);
  const list = LIST_NAMES.find((name) => LISTS[name].path === link.to);
  if (list === undefined) throw new Error(`${link.to} is no list`);
  return await listRows(reader, list, scopesToShow(role, list), conditions, link.search.scope);
}

async function listRows(
  reader: string,
  list: ListName,
  scopes: readonly Scope[],
  conditions: readonly Condition[],
  part?: "overdue",
): Promise<number> {
  const overdue = part === undefined ? [] : [overdueCondition(Date.now())];
  const columns = [...LIST_COLUMNS[list], { field: "overdueAt", kind: "date" }];
  const test = rowMatcher(columns.map((column) => fieldColumn(column)))({
    search: "",
    conditions: [...conditions, ...overdue],
  });
  const found = new Set<string>();
  for (const scope of scopes) {
    for (const status of statusesIn(list, scope)) {
      if (part === "overdue" && !isRequestStatus(status)) continue;
      const args = { list, scope, status, query: query(conditions), paginationOpts: ALL_ROWS };
      const { page } = await lab.as(reader).query(api.samples.list, args);
      for (const row of page) if (test(row)) found.add(row._id);
    }
  }
  return found.size;
}

async function historyRows(reader: string, role: Role, conditions: readonly Condition[]) {
  const test = rowMatcher(historyFilterColumns())({ search: "", conditions });
  const found = new Set<string>();
  for (const scope of historyScopes(role)) {
    const args = { scope, query: query(conditions), paginationOpts: ALL_ROWS };
    const { page } = await lab.as(reader).query(api.history.list, args);
    for (const record of page) if (test(record)) found.add(record._id);
  }
  return found.size;
}

async function makeFigures(): Promise<void> {
  for (;;) {
    await lab.backend.admin.mutation(internal.trends.makeFigures, {});
    const run = await lab.backend.t.run((ctx) => ctx.db.query("dailyFigureRuns").first());
    if (run !== null && run.day >= dayOf(Date.now() - UNDO_MS)) return;
  }
}

async function changeEmail(email: string, newEmail: string): Promise<void> {
  vi.stubEnv("SMS_COMPANY_DOMAIN", "company.com");
  await lab.backend.admin.mutation(internal.users.setEmailFromTerminal, { email, newEmail });
  await lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers);
}

describe("every figure links to exactly the rows that it counts:", () => {
  /** Samples in all seven statuses, held and requested across the teams; some overdue. */
  beforeAll(async () => {
    standStill();
    lab = await ConvexLab.open();
    const people = [ana, bruno, sara, adam];
    for (const [index, person] of people.entries()) {
      const [other, approver] = [people[(index + 1) % 4]!, person === sara ? adam : sara];
      await lab.register(person);
      for (const step of ["transfer", "returnToCustomer", "requestLost"] as const) {
        const to = step === "transfer" ? other : approver;
        for (let count = 0; count < 2; count++) {
          await lab.take(step, person, await lab.register(person), to);
        }
      }
      const [used, returned, lost] = [
        await lab.register(person),
        await lab.register(person),
        await lab.register(person),
      ];
      await lab.take("transfer", person, used, other);
      await lab.take("acknowledgeTransfer", other, used);
      await lab.take("returnToCustomer", person, returned, approver);
      await lab.take("acknowledgeReturn", approver, returned);
      await lab.take("requestLost", person, lost, approver);
      await lab.take("acknowledgeLost", approver, lost);
    }
    for (const email of [ana, bruno]) {
      const settings = { trOwnerSamples: 1, samplmax: 0 };
      await lab.as(adam).mutation(api.users.update, { email, settings });
    }
  });
  beforeEach(() => void vi.setSystemTime(START + 10 * DAY_MS));

  describe.each(READERS)("for the %s %s,", (role, reader) => {
    test("the total and the count of each status", async () => {
      const { scope, mine } = await lab.as(reader).query(api.dashboard.counts, {});
      const total = STATUSES.reduce((sum, status) => sum + scope[status], 0);
      expect(await rowsBehind(reader, role, reportLink({}))).toBe(total);
      for (const status of STATUSES) {
        const behind = await rowsBehind(reader, role, reportLink({ statuses: [status] }));
        expect(behind, status).toBe(scope[status]);
        const own = reportLink({ holder: reader, statuses: [status] });
        expect(await rowsBehind(reader, role, own), `own ${status}`).toBe(mine[status]);
      }
      const answered = OPEN_STATUSES.reduce((sum, status) => sum + mine[status], 0);
      const own = reportLink({ holder: reader, statuses: OPEN_STATUSES });
      expect(await rowsBehind(reader, role, own)).toBe(answered);
    });

    test("each bar and each segment of it", async () => {
      const args = { paginationOpts: { cursor: null, numItems: 50 } };
      const { page } = await lab.as(reader).query(api.dashboard.colleagues, args);
      expect(page.length).toBe({ admin: 3, supervisor: 1, user: 0 }[role]);
      for (const { email, counts } of page) {
        const whole = await rowsBehind(reader, role, reportLink({ holder: email }));
        expect(whole).toBe(STATUSES.reduce((sum, status) => sum + counts[status], 0));
        for (const status of STATUSES) {
          const link = reportLink({ holder: email, statuses: [status] });
          expect(await rowsBehind(reader, role, link), `${email} ${status}`).toBe(counts[status]);
        }
      }
    });

    test("each sample held or in transit longest is among the rows of its link", async () => {
      for (const [name, status] of [
        ["heldLongest", "In Use"],
        ["notReceived", "In Transit"],
      ] as const) {
        const shown = await lab.as(reader).query(api.dashboard[name], {});
        const rows = await rowsBehind(reader, role, reportLink({ statuses: [status] }));
        expect(shown.length, name).toBe(Math.min(5, rows));
      }
    });

    test("the tabs of each list", async () => {
      for (const list of LIST_NAMES) {
        const counts = await lab.as(reader).query(api.samples.counts, { list });
        const everything = await listRows(reader, list, scopesToShow(role, list), []);
        expect(counts.everything, list).toEqual({ count: everything, isMore: false });
        for (const scope of ["addressed", "mine", "team"] as const) {
          if (counts[scope] === null) continue;
          const rows = await listRows(reader, list, [scope], []);
          expect(counts[scope], `${list} ${scope}`).toEqual({ count: rows, isMore: false });
        }
      }
    });

    test("the sections of the inbox", async () => {
      const inbox = { limit: 100 };
      const { items, total } = await lab.as(reader).query(api.inbox.toAnswer, inbox);
      const sent = await lab.as(reader).query(api.inbox.sent, inbox);
      expect(total).toBe(items.length);
      for (const list of HAND_OVER_LISTS) {
        const asked = items.filter(({ kind }) => kind === list);
        expect(asked.length, list).toBe(await listRows(reader, list, ["addressed"], []));
        const awaited: Condition = {
          kind: "select",
          field: "status",
          anyOf: [LISTS[list].awaited],
        };
        const requests = sent.items.filter(({ kind }) => kind === list);
        expect(requests.length, list).toBe(await listRows(reader, list, ["mine"], [awaited]));
        const overdue = [...asked, ...requests].filter(
          ({ overdueAt = Infinity }) => overdueAt <= Date.now(),
        );
        const scopes = ["addressed", "mine"] as const;
        expect(overdue.length, list).toBe(await listRows(reader, list, scopes, [], "overdue"));
      }
    });
  });

  const hasTeam = READERS.filter(([role]) => role !== "user");
  test.each(hasTeam)(
    "every figure links to exactly the rows that it counts: for the %s %s, who is late and who holds too many",
    async (role, reader) => {
      const awaited = await lab.as(reader).query(api.dashboard.awaited, {});
      const late = lateByPerson(awaited, Date.now());
      expect(late.length).toBeGreaterThan(0);
      for (const { email, requests } of late) {
        for (const { list, count } of requests) {
          const rows = await rowsBehind(reader, role, overdueLink(list, email));
          expect(rows, `${list} of ${email}`).toBe(count);
        }
      }
      const over = await lab.as(reader).query(api.dashboard.overLimits, {});
      expect(over.length).toBeGreaterThan(0);
      for (const { email, limit, count } of over) {
        expect(await rowsBehind(reader, role, limitLink(limit, email))).toBe(count);
      }
    },
  );
});

describe("a trend's receptions are the rows of its link", () => {
  const FIRST = dayOf(START);

  /** Has the recipient receive one sample at `hour`, and receive another and undo that. */
  async function receive(from: string, to: string, hour: number): Promise<void> {
    for (const isUndone of [false, true]) {
      const sampleId = await lab.register(from);
      await lab.take("transfer", from, sampleId, to);
      vi.setSystemTime(dayOf(Date.now()) * DAY_MS + hour * 3_600_000);
      await lab.take("acknowledgeTransfer", to, sampleId);
      if (isUndone) await lab.undo(to, sampleId);
    }
  }
  const nextDay = () => vi.setSystemTime((dayOf(Date.now()) + 1) * DAY_MS);

  /** Compares each week's figure and the total with the rows behind their links. */
  async function compare(reader: string, role: Role, group: Group): Promise<number> {
    const trend = await lab.as(reader).query(api.trends.of, { group, since: FIRST });
    const { weeks, transit, receptions } = trend;
    for (const { first, received } of weeks) {
      const link = receivedLink(group, receptions, first, first + 6);
      expect(await rowsBehind(reader, role, link), `week ${first - FIRST}`).toBe(received);
    }
    expect(await rowsBehind(reader, role, receivedLink(group, receptions))).toBe(transit.received);
    return transit.received;
  }
  const person = (key: string): Group => ({ kind: "person", key });
  const team = (key: string): Group => ({ kind: "team", key });

  beforeEach(async () => {
    lab = await ConvexLab.open();
    await lab.backend.admin.mutation(internal.trends.makeFigures, {});
    // Late and early hours fall on other days in most time zones.
    for (const hour of [1, 23, null, null, 13, null, 22, 0]) {
      nextDay();
      if (hour !== null) await receive(bruno, ana, hour);
    }
    nextDay();
  });

  test("a trend's receptions are the rows of its link at any time of day, even while its figures are being computed", async () => {
    const sizes = new Set<number>();
    for (let batch = 0; batch < 25; batch++) {
      await lab.backend.admin.mutation(internal.trends.makeFigures, {});
      sizes.add(await compare(adam, "admin", { kind: "company", key: "" }));
    }
    expect(sizes).toEqual(new Set([0, 1, 2, 3, 4])); // the latest can still be undone
  });

  test("a trend's receptions are the rows of its link for each role and each group it may see", async () => {
    await makeFigures();
    for (const [role, reader, group] of [
      ["admin", adam, { kind: "company", key: "" }],
      ["admin", adam, { kind: "country", key: "Portugal" }],
      ["admin", adam, team(sara)],
      ["admin", adam, person(ana)],
      ["supervisor", sara, team(sara)],
      ["supervisor", sara, person(ana)],
      ["user", ana, person(ana)],
    ] as const) {
      expect(await compare(reader, role, group), `${reader} ${group.kind}`).toBeGreaterThan(0);
    }
  });

  test("a trend's receptions are the rows of its link for a person and a team whose addresses changed", async () => {
    const [newAna, newSara] = ["ana.new@company.com", "sara.new@company.com"];
    await makeFigures();
    await changeEmail(ana, newAna);
    await changeEmail(sara, newSara);
    for (const [role, reader, group] of [
      ["admin", adam, person(newAna)],
      ["admin", adam, team(newSara)],
      ["supervisor", sara, team(newSara)],
      ["supervisor", sara, person(newAna)],
      ["user", ana, person(newAna)],
    ] as const) {
      expect(await compare(reader, role, group)).toBeGreaterThan(0);
    }
  });

  test("a trend's receptions are the rows of its link for a report, since they have reported to the reader", async () => {
    await lab.as(adam).mutation(api.users.update, { email: ana, settings: { supervisor: adam } });
    await receive(bruno, ana, 9);
    nextDay();
    await receive(bruno, ana, 9);
    nextDay();
    await lab.as(adam).mutation(api.users.update, { email: ana, settings: { supervisor: sara } });
    await receive(bruno, ana, 9);
    nextDay();
    await receive(bruno, ana, 9);
    nextDay();
    nextDay();
    await makeFigures();
    expect(await compare(sara, "supervisor", person(ana))).toBe(1);
  });
});
