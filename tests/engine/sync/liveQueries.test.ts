import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Database, Watcher } from "../../../engine/commit/database";
import { LiveQueries, type QueryCall, type Watch } from "../../../engine/sync/liveQueries";
import { canonicalJson, personalKeyOf, sharedKeyOf } from "../../../engine/sync/queryKeys";
import type { QueryResult } from "../../../engine/sync/queryResult";
import { SystemQueries } from "../../../engine/sync/systemQueries";
import { FakeClock, ANONYMOUS, person, TestDeployment } from "../support/testDeployment";

let app: TestDeployment;
let live: LiveQueries;
let clock: FakeClock;
let runs: string[];

beforeEach(async () => {
  app = await TestDeployment.open();
  clock = new FakeClock();
  const { database, logs } = app.deployment;
  live = liveOn(database);
  runs = [];
  logs.subscribe(({ udfType, identifier }) => udfType === "Query" && runs.push(identifier));
});
afterEach(() => app.close());

function liveOn(database: Database): LiveQueries {
  const { functions } = app.deployment;
  const systemQueries = new SystemQueries(database, functions, { cloudUrl: "", siteUrl: "" });
  return new LiveQueries(database, functions, systemQueries, clock);
}

const ana = person("ana");
const ben = person("ben");

function call(path: string, args: QueryCall["args"] = {}, caller = ANONYMOUS): QueryCall {
  return { path, args, caller, journal: null };
}

const watch = (asked: QueryCall): Watch => live.watch(asked, () => {});

function valueOf({ outcome }: QueryResult): unknown {
  return outcome.ok ? JSON.parse(outcome.valueJson) : outcome.error.message;
}

const valuesOf = async (watches: readonly Watch[]) =>
  (await Promise.all(watches.map((held) => held.currentResult()))).map(valueOf);

const count = (name: string) => app.mutation("messages:increment", { name });

describe("one result", () => {
  test("a result that does not depend on the caller serves all callers", async () => {
    const first = watch(call("messages:counter", { name: "x" }, ana));
    await first.currentResult();
    const others = [ben, ANONYMOUS].map((caller) =>
      watch(call("messages:counter", { name: "x" }, caller)),
    );
    await valuesOf(others);
    expect(runs).toEqual(["messages:counter"]);
  });

  test("simultaneous visitors share a result from the first change on", async () => {
    const watches = [ana, ben, ANONYMOUS].map((caller) =>
      watch(call("messages:counter", { name: "x" }, caller)),
    );
    expect(await valuesOf(watches)).toEqual([0, 0, 0]);
    await count("x");
    runs.length = 0;
    expect(await valuesOf(watches)).toEqual([1, 1, 1]);
    expect(runs).toEqual(["messages:counter"]);
  });

  test("a live query runs before one-off queries that arrived earlier", async () => {
    const loads = [1, 2, 3].map((count) =>
      live.read(call("messages:latest", { channel: "x", count })),
    );
    const watched = watch(call("messages:counter", { name: "x" })).currentResult();
    await Promise.all([...loads, watched]);
    expect(runs).toEqual(["messages:counter", ...Array<string>(3).fill("messages:latest")]);
  });

  test("a cached result is found whatever order the arguments' fields have", async () => {
    await live.read(call("messages:latest", { channel: "x", count: 1 }));
    await live.read(call("messages:latest", { count: 1, channel: "x" }));
    expect(runs).toHaveLength(1);
  });

  test("a result that depends on the caller serves that person alone", async () => {
    const asAna = [
      watch(call("edges:whoAmI", {}, ana)),
      watch(call("edges:whoAmI", {}, { ...ana })),
    ];
    await valuesOf(asAna);
    expect(runs).toHaveLength(1);
    expect(await valuesOf([watch(call("edges:whoAmI", {}, ben))])).toMatchObject([
      { subject: "ben" },
    ]);
    expect(await valuesOf([watch(call("edges:whoAmI"))])).toEqual([null]);
  });

  test("a result whose nested query depends on the caller serves that person alone", async () => {
    const asked = (caller: typeof ana) => watch(call("nested:innerIdentity", {}, caller));
    expect(await valuesOf([asked(ana)])).toMatchObject([{ subject: "ana" }]);
    expect(await valuesOf([asked(ben)])).toMatchObject([{ subject: "ben" }]);
  });

  test("a result is not shared while its runs read the identity, and is shared again afterwards", async () => {
    const watches = [ana, ben, ANONYMOUS].map((caller) =>
      watch(call("live:sometimesPersonal", { name: "x" }, caller)),
    );
    for (let round = 0; round < 4; round += 1) {
      expect(await valuesOf(watches)).toEqual(Array(3).fill("everybody's"));
      await count("x");
      expect(await valuesOf(watches)).toEqual(["ana", "ben", "nobody's"]);
      await count("x");
    }
  });

  test("a result of an internal function is never served to the public", async () => {
    const asAdmin = { identity: null, isAdmin: true };
    const internal = call("nested:count", { name: "x" }, asAdmin);
    expect(valueOf(await live.read(internal))).toBe(0);
    expect(valueOf(await live.read(call("nested:count", { name: "x" })))).toContain(
      "Could not find public function",
    );
    expect(valueOf(await live.read(internal))).toBe(0);
  });

  test("a result that read the clock becomes too old for new callers", async () => {
    await live.read(call("edges:clock"));
    clock.time += 16_000;
    await live.read(call("edges:clock"));
    expect(runs).toHaveLength(1);
    clock.time += 2_000;
    await live.read(call("edges:clock"));
    expect(runs).toHaveLength(2);
  });
});

describe("a page", () => {
  const page = call("messages:page", {
    channel: "c",
    paginationOpts: { numItems: 2, cursor: null },
  });
  const ranksOf = async (held: Watch) =>
    (valueOf(await held.currentResult()) as { page: { rank: number }[] }).page.map(
      ({ rank }) => rank,
    );
  const send = (rank: number) => app.mutation("messages:send", { channel: "c", body: "", rank });

  test("a page keeps its end for its watchers; a new caller's page has as many rows as requested", async () => {
    await send(1);
    await send(3);
    const holder = watch(page);
    expect(await ranksOf(holder)).toEqual([1, 3]);
    await send(2);
    expect(await ranksOf(holder)).toEqual([1, 2, 3]);
    const newcomer = watch(page);
    expect(await ranksOf(newcomer)).toEqual([1, 2]);
    await send(0);
    expect(await ranksOf(holder)).toEqual([0, 1, 2, 3]);
    expect(await ranksOf(newcomer)).toEqual([0, 1, 2]);
  });

  test("a page requested with an earlier journal ends where that page did", async () => {
    for (const rank of [1, 3]) await send(rank);
    const first = watch(page);
    const { journal } = await first.currentResult();
    first.release();
    await send(2);
    expect(await ranksOf(watch({ ...page, journal }))).toEqual([1, 2, 3]);
  });
});

/**
 * A database as live queries use it, with commits that are never written: `beginCommit` announces
 * one that sets the counter x to 1, and the test completes it with `commit` or fails it with
 * `abort`.
 */
class SpeculativeDatabase {
  #watcher: Watcher | null = null;
  commit!: () => void;
  abort!: () => void;

  private constructor(
    readonly real: Database,
    readonly elsewhere: Database,
  ) {}

  static async open(): Promise<SpeculativeDatabase> {
    const other = await TestDeployment.open();
    onTestFinished(() => other.close());
    await other.mutation("messages:increment", { name: "x" });
    return new SpeculativeDatabase(app.deployment.database, other.deployment.database);
  }

  beginRead = () => this.real.beginRead();
  subscribe: Database["subscribe"] = (readSet, asOf, watcher) => {
    this.#watcher = watcher;
    const onInvalidated = (ts: bigint) => watcher.onInvalidated(ts);
    return this.real.subscribe(readSet, asOf, { onInvalidated });
  };

  /** Resolves when the query has read the speculative state of the commit. */
  async beginCommit(): Promise<void> {
    const committed = new Promise<void>((resolve, reject) => {
      this.commit = resolve;
      this.abort = () => reject(new Error("The disk is full"));
    });
    committed.catch(() => {});
    const read = this.elsewhere.beginRead();
    this.#watcher!.onSpeculativeCommit!({ beginRead: () => read, committed });
    await expect.poll(() => [...read.readSet.ranges()].length).toBeGreaterThan(0);
  }
}

describe("a commit that is being flushed", () => {
  const counter = call("messages:counter", { name: "x" });
  /**
   * The cron job that runs at a start commits too; until then, no other commit is flushed alone.
   */
  const startedJobs = () =>
    expect.poll(() => app.query("messages:counter", { name: "hourly cron" })).toBeTruthy();

  test("queries run once while a commit is flushed, and clients are notified afterwards", async () => {
    const { database } = app.deployment;
    const invalidatedAt: bigint[] = [];
    let speculativeRuns = 0;
    const subscribe: Database["subscribe"] = (readSet, asOf, watcher) =>
      database.subscribe(readSet, asOf, {
        onInvalidated: (ts) => watcher.onInvalidated(ts),
        onSpeculativeCommit: (snapshot) => {
          speculativeRuns += 1;
          watcher.onSpeculativeCommit!(snapshot);
        },
      });
    const beginRead = () => database.beginRead();
    live = liveOn({ subscribe, beginRead } as unknown as Database);
    const held = live.watch(counter, () => invalidatedAt.push(database.ts));
    await startedJobs();
    expect(await valuesOf([held, watch(counter)])).toEqual([0, 0]);
    runs.length = 0;
    for (let n = 1; n <= 20; n += 1) {
      const before = database.ts;
      await count("x");
      expect(invalidatedAt.splice(0)).toEqual([database.ts]);
      expect(database.ts).toBeGreaterThan(before);
      const result = await held.currentResult();
      expect([valueOf(result), result.ts]).toEqual([n, database.ts]);
      expect([speculativeRuns, runs.length]).toEqual([n, n]);
    }
  });

  test("results of a speculative run are not shown before the commit is on disk", async () => {
    const speculative = await SpeculativeDatabase.open();
    live = liveOn(speculative as unknown as Database);
    const held = watch(counter);
    expect(await valuesOf([held])).toEqual([0]);
    await speculative.beginCommit();
    expect(await valuesOf([held, watch(counter)])).toEqual([0, 0]);
    expect(runs).toHaveLength(1);
    speculative.commit();
    await expect.poll(async () => valueOf(await held.currentResult())).toBe(1);
    expect(runs).toHaveLength(2);
  });

  test("the results of an aborted commit are dropped, and the previous ones stay valid", async () => {
    const speculative = await SpeculativeDatabase.open();
    live = liveOn(speculative as unknown as Database);
    let invalidations = 0;
    const held = live.watch(counter, () => (invalidations += 1));
    const result = await held.currentResult();
    await speculative.beginCommit();
    speculative.abort();
    expect(await held.currentResult()).toBe(result);
    expect(await live.read(counter)).toBe(result);
    expect([valueOf(result), result.validUntil, invalidations, runs.length]).toEqual([
      0,
      null,
      0,
      1,
    ]);
    for (let n = 1; n <= 3; n += 1) {
      await count("x");
      expect(await valuesOf([held])).toEqual([n]);
    }
    expect([invalidations, runs.length]).toEqual([3, 4]);
  });

  test("a commit runs no query without watchers", async () => {
    await startedJobs();
    runs.length = 0;
    await live.read(counter);
    await count("x");
    await count("x");
    expect(runs).toHaveLength(1);
  });
});

describe("keys", () => {
  test("cache keys of different calls differ, whatever texts a client puts into them", () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('"', "\0", '",false,null]{}', " by {}", "[]"),
    );
    const asked = fc.record({
      path: text,
      args: fc.dictionary(text, text),
      isAdmin: fc.boolean(),
      journal: fc.option(text),
      by: fc.option(fc.dictionary(text, text).map((identity) => canonicalJson(identity))),
    });
    const keys = new Map<string, string>();
    fc.assert(
      fc.property(asked, (call) => {
        const shared = sharedKeyOf(call.path, call.args, call.isAdmin, call.journal);
        const key = call.by === null ? shared : personalKeyOf(shared, call.by);
        expect(keys.get(key) ?? canonicalJson(call)).toBe(canonicalJson(call));
        keys.set(key, canonicalJson(call));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("memory", () => {
  test("the memory of unwatched results is bounded, and freed when they are invalidated", async () => {
    for (let i = 0; i < 300; i += 1) await live.read(call("messages:counter", { name: `n${i}` }));
    expect(live.size).toBe(256);
    await count("n299");
    expect(live.size).toBe(255);
  });

  const large = (i: number) => call("edges:echo", { value: `${i}`.padEnd(40_000, "x") });

  test("a bulk load over HTTP does not evict results that will be read again", async () => {
    await live.read(call("messages:counter", { name: "x" }));
    const left = watch(large(0));
    await left.currentResult();
    left.release();
    for (let i = 1; i <= 500; i += 1) await live.read(large(i));
    expect(live.size).toBe(2);
    runs.length = 0;
    await live.read(call("messages:counter", { name: "x" }));
    await live.read(large(0));
    await live.read(large(0));
    expect(runs).toEqual([]);
  });

  test("the unwatched results of sockets take at most 32 MiB", async () => {
    const value = (i: number) => `${i}`.padEnd(200_000, "x"); // each character takes two bytes
    for (let i = 0; i < 100; i += 1) {
      const held = watch(call("edges:echo", { value: value(i) }));
      await held.currentResult();
      held.release();
    }
    const { idleBytes } = live.held;
    expect(idleBytes).toBeGreaterThan(31 * 1024 * 1024);
    expect(idleBytes).toBeLessThanOrEqual(32 * 1024 * 1024);
    runs.length = 0;
    await live.read(call("edges:echo", { value: value(99) }));
    expect(runs).toEqual([]); // the newest are kept
  });

  test("a large result that a socket watches serves requests over HTTP", async () => {
    await watch(large(0)).currentResult();
    await live.read(large(0));
    await live.read(large(0));
    expect(runs).toHaveLength(1);
  });

  test("a query has one cache entry, however often it was watched and changed", async () => {
    for (let i = 0; i < 20; i += 1) {
      const held = [ana, ben, ANONYMOUS].map((caller) =>
        watch(call("live:sometimesPersonal", { name: "x" }, caller)),
      );
      await valuesOf(held);
      await count("x");
      const pending = valuesOf(held); // released while they run
      for (const each of held) each.release();
      await pending;
    }
    expect(live.size).toBeLessThanOrEqual(3);
  });
});
