import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { FeedRefused } from "@/lib/tables/feed";
import type { RowChange, StoreState } from "@/lib/tables/rowStore";
import { TableCopy } from "@/lib/tables/tableCopy";
import { STATUSES } from "#domain/custody/statuses";
import { FakeFeed, type Device } from "./fakeFeed";
import { eventually } from "../../support/eventually";
import { property } from "../../support/property";

const COLUMNS = [
  { field: "status", form: "dictionary" },
  { field: "samplmanag", form: "dictionary" },
] as const;
const EVERYTHING = { base: [], query: { search: "", conditions: [] }, sort: null };

function copyOf(server: FakeFeed) {
  const clock = { ms: 0, onSleep: () => {} };
  const waits: number[] = [];
  const states: StoreState[] = [];
  const changes: RowChange<Device>[] = [];
  const logged: string[] = [];
  const copy = new TableCopy<Device>({
    server,
    columns: COLUMNS,
    onState: (state) => states.push(state),
    onChanges: (some) => changes.push(...some),
    pause: () => Promise.resolve(),
    sleep: (ms) => {
      waits.push(ms);
      clock.ms += ms;
      clock.onSleep();
      return Promise.resolve();
    },
    now: () => clock.ms,
    log: (text) => logged.push(text),
    onIdle: () => undefined,
  });
  return { copy, states, changes, logged, waits, clock };
}
/** Lets the replica follow the server's present position until nothing is in flight. */
async function settle(copy: TableCopy<Device>, server: FakeFeed): Promise<void> {
  const told = () => {
    copy.follow(server.position()); // a live query delivers the newest position, sooner or later
    expect(copy.state.isLoading).toBe(false);
  };
  await eventually(told, { interval: 0 });
  for (let turn = 0; turn < 200; turn++) await Promise.resolve();
}
/** Returns the replica of a browser that was closed, which starts from its stored rows. */
async function reopened(copy: TableCopy<Device>, server: FakeFeed) {
  copy.close();
  const next = copyOf(server);
  const kept = copy.save();
  const find = (name: string) =>
    Promise.resolve(kept?.table.names.includes(name) ? kept.table.take(name) : null);
  if (kept !== null) await next.copy.adopt({ place: kept.place, find });
  return next;
}
const rowsOf = (copy: TableCopy<Device>) =>
  [
    ...copy.reader.answer({
      kind: "window",
      view: EVERYTHING,
      from: 0,
      before: copy.table.size,
    }).rows,
  ].sort(byId);
const byId = (one: Device, other: Device) => (one._id < other._id ? -1 : 1);

/**
 * An event at the server: `what` changes its rows or restores a backup. `told`: true if the open
 * page receives the position after it.
 */
type Event = {
  readonly what: (server: FakeFeed, backups: Backups) => void;
  readonly told: boolean;
};
type Backups = ReturnType<FakeFeed["backup"]>[];

const pick = fc.nat(30);
const anything: fc.Arbitrary<Event["what"]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant((server: FakeFeed) => server.register()) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(pick, fc.constantFrom(...STATUSES), fc.constantFrom("ana", "bruno"))
      .map(([which, status, samplmanag]) => (server: FakeFeed) => {
        server.change(which, { status, samplmanag });
      }),
  },
  { weight: 2, arbitrary: pick.map((which) => (server: FakeFeed) => server.remove(which)) },
  {
    weight: 1, // a supervisor's batch
    arbitrary: pick.map((which) => (server: FakeFeed) => {
      for (let next = 0; next < 5; next++)
        server.change(which + next, { samplmanag: `of${which}` });
    }),
  },
  { weight: 1, arbitrary: fc.constant((server: FakeFeed) => server.restart()) },
  {
    weight: 1,
    arbitrary: fc.constant((server: FakeFeed, backups: Backups) => backups.push(server.backup())),
  },
  {
    weight: 1,
    arbitrary: fc.constant((server: FakeFeed, backups: Backups) => {
      const backup = backups.at(-1);
      if (backup) server.restore(backup);
    }),
  },
);
const events = fc.array(fc.record({ what: anything, told: fc.boolean() }), { maxLength: 40 });

describe("a replica of a table", () => {
  const days = fc.array(fc.record({ some: events, isReopened: fc.boolean() }), { maxLength: 3 });
  property([fc.nat(12), events, days], { numRuns: 500 })(
    "a replica equals the server's rows after any changes, disconnections, restarts and restores",
    async (rows, meanwhile, later) => {
      const backups: Backups = [];
      const waiting = [...meanwhile];
      const run = (event: Event | undefined) => {
        event?.what(server, backups);
        if (event?.told) copy.follow(server.position());
      };
      const server = new FakeFeed(rows, () => run(waiting.shift())); // between any two answers
      let { copy, logged } = copyOf(server);
      await settle(copy, server);
      for (const { some, isReopened } of later) {
        if (isReopened) ({ copy, logged } = await reopened(copy, server));
        for (const event of some) run(event);
        await settle(copy, server);
        expect(logged.join()).not.toContain("other counts"); // nothing had to be repaired
      }
      waiting.length = 0;
      await settle(copy, server);
      expect(rowsOf(copy)).toEqual(server.rows.sort(byId));
      expect(copy.state).toMatchObject({ isComplete: true, loaded: server.rows.length });
    },
  );

  test("a replica that meets a restored backup between two answers of one pull loads again", async () => {
    let beforeAnswer = (): void => undefined;
    const server = new FakeFeed(4, () => beforeAnswer());
    const { copy, logged } = copyOf(server);
    await settle(copy, server);
    for (let count = 0; count < 3; count++) server.register();
    const backup = server.backup();
    server.change(11, { status: "In Use" }); // the first of the three, now in another shard
    const { changes: pulls } = server.answered;
    beforeAnswer = () => {
      if (server.answered.changes === pulls + 1) server.restore(backup);
    };
    await settle(copy, server);
    expect(rowsOf(copy)).toEqual(server.rows.sort(byId));
    expect(logged.join()).not.toContain("other counts");
  });

  test("a replica that is complete requests changes only, and reports them", async () => {
    const server = new FakeFeed(10);
    const { copy, changes } = copyOf(server);
    await settle(copy, server);
    const { pages } = server.answered;
    const before = server.rows[3]!;
    server.change(3, { status: "In Use" });
    await settle(copy, server);
    expect(server.answered.pages).toBe(pages);
    expect(changes).toEqual([{ before, after: { ...before, status: "In Use" } }]);
  });

  test("rows are complete only once every change during their loading is applied", async () => {
    let meanwhile = 3;
    const server: FakeFeed = new FakeFeed(10, () => {
      if (meanwhile-- > 0) server.change(0, { samplmanag: `of${meanwhile}` });
    }); // not received: the open page's connection is slow
    const { copy, states, changes } = copyOf(server);
    await settle(copy, server);
    expect(states.filter(({ isComplete }) => isComplete)).toHaveLength(1);
    expect(rowsOf(copy)).toEqual(server.rows.sort(byId));
    expect(changes).toEqual([]);
  });

  test("changes that follow one another within 250 ms are requested together", async () => {
    const server = new FakeFeed(10);
    const { copy, changes, waits, clock } = copyOf(server);
    await settle(copy, server);
    clock.ms = 1_000;
    server.change(3, { status: "In Use" });
    await settle(copy, server);
    expect(waits).toEqual([]); // immediately, after a quiet period
    const { changes: pulls } = server.answered;
    clock.ms = 1_050;
    clock.onSleep = () => server.change(5, { status: "In Use" });
    server.change(4, { status: "In Use" });
    await settle(copy, server);
    expect(waits).toEqual([200]);
    expect(changes).toHaveLength(3);
    expect(server.answered.changes - pulls).toBe(1);
  });

  test("a first load has two pages on their way, one from each end, and reads few rows twice", async () => {
    const server = new FakeFeed(30);
    const page = server.page.bind(server);
    const inFlight: number[] = [];
    let asked = 0;
    server.page = async (end, cursor) => {
      inFlight.push(++asked);
      const answer = await page(end, cursor);
      asked--;
      return answer;
    };
    const { copy } = copyOf(server);
    await settle(copy, server);
    expect(rowsOf(copy)).toEqual(server.rows.sort(byId));
    expect(Math.max(...inFlight)).toBe(2);
    // Ten pages hold all rows; each end reads at most one more where they meet.
    expect(server.answered.pages).toBeLessThanOrEqual(12);
  });

  test("a refusal of one end ends the load from the other", async () => {
    const server = new FakeFeed(300);
    const page = server.page.bind(server);
    server.page = (end, cursor) =>
      end === "newest" ? Promise.reject(new FeedRefused("NOT_ALLOWED")) : page(end, cursor);
    const { copy, states } = copyOf(server);
    copy.follow(server.position());
    await eventually(() => expect(copy.state.isLoading).toBe(false));
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.answered.pages).toBeLessThan(10);
    expect(states.at(-1)).toMatchObject({ isComplete: false, error: { message: "NOT_ALLOWED" } });
  });

  test("a change that the feed missed is detected by the counts, logged, and repaired", async () => {
    const server = new FakeFeed(10);
    const { copy, logged } = copyOf(server);
    await settle(copy, server);
    server.changeSecretly(4, { status: "Lost" });
    server.change(5, { samplmanag: "ana" });
    await settle(copy, server);
    expect(logged).toEqual([expect.stringContaining("other counts")]);
    expect(rowsOf(copy)).toEqual(server.rows.sort(byId));
  });

  test("a replica older than a restored backup reloads, even if the heads have passed it", async () => {
    const server = new FakeFeed(10);
    const { copy, logged } = copyOf(server);
    const backup = server.backup();
    server.change(1, { samplmanag: "taken back" });
    await settle(copy, server);
    server.restore(backup);
    for (let pick = 1; pick < 20; pick++) server.change(pick % 4 === 1 ? pick + 1 : pick, {});
    server.change(5, { samplmanag: "ana" });
    server.change(5, { samplmanag: "bruno" });
    await settle(copy, server);
    expect(logged).toEqual([expect.stringContaining("cannot follow")]);
    expect(rowsOf(copy)).toEqual(server.rows.sort(byId));
  });

  test("pages read before a backup is restored are not taken for the restored rows", async () => {
    let answers = 0;
    let backup = new FakeFeed(0).backup();
    const server: FakeFeed = new FakeFeed(10, () => {
      answers += 1;
      if (answers === 2) {
        backup = server.backup();
        server.change(9, { samplmanag: "taken back" });
      }
      if (answers === 5) server.restore(backup); // after the fourth and last page
    });
    const { copy } = copyOf(server);
    await settle(copy, server);
    expect(rowsOf(copy)).toEqual(server.rows.sort(byId));
  });

  test("a lost connection is retried with increasing delays", async () => {
    const server = new FakeFeed(4);
    const { copy, waits, answer } = flaky(server, 8);
    answer();
    await settle(copy, server);
    expect(rowsOf(copy)).toHaveLength(4);
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  test("a bug ends the replica, is its error and is logged", async () => {
    const server = new FakeFeed(3);
    vi.spyOn(server, "page").mockResolvedValue({ rows: null as unknown as Device[], cursor: null });
    const { copy, logged } = copyOf(server);
    copy.follow(server.position());
    await eventually(() => expect(copy.state.error).toBeInstanceOf(TypeError));
    expect(copy.state).toMatchObject({ isLoading: false, isComplete: false });
    expect(logged.join()).toContain("The copy failed: TypeError");
  });

  test("a refusal ends the replica and is its error", async () => {
    const server = new FakeFeed(4);
    const { copy, states } = copyOf(server);
    server.page = () => Promise.reject(new FeedRefused("NOT_ALLOWED"));
    copy.follow(server.position());
    await eventually(() => expect(copy.state.isLoading).toBe(false));
    expect(states.at(-1)).toMatchObject({ isComplete: false, error: { message: "NOT_ALLOWED" } });
  });
});

/** A replica whose first `failures` requests fail without a connection. */
function flaky(server: FakeFeed, failures: number) {
  const waits: number[] = [];
  const copy = new TableCopy<Device>({
    server,
    columns: COLUMNS,
    onState: () => undefined,
    onChanges: () => undefined,
    pause: () => Promise.resolve(),
    sleep: (ms) => Promise.resolve(void waits.push(ms)),
    now: () => 0,
    log: () => undefined,
    onIdle: () => undefined,
  });
  const page = server.page.bind(server);
  const answer = () => {
    server.page = (end, cursor) =>
      failures-- > 0 ? Promise.reject(new Error("Failed to fetch")) : page(end, cursor);
  };
  return { copy, waits, answer };
}
