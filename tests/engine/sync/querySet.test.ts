import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "../../../engine/commit/database";
import { LiveQueries } from "../../../engine/sync/liveQueries";
import { QuerySet } from "../../../engine/sync/querySet";
import { SOCKET_LIMITS } from "../../../engine/sync/socketLimits";
import { ownerOf } from "../../../engine/sync/socketOwner";
import { SocketShare, SocketUsage } from "../../../engine/sync/socketUsage";
import type { Turn } from "../../../engine/sync/transitionQueue";
import { SystemQueries } from "../../../engine/sync/systemQueries";
import { ANONYMOUS, person, TestDeployment } from "../support/testDeployment";

let app: TestDeployment;
beforeEach(async () => {
  app = await TestDeployment.open();
});
afterEach(() => app.close());

function liveOn(database: Database): LiveQueries {
  const { functions } = app.deployment;
  const systemQueries = new SystemQueries(database, functions, { cloudUrl: "", siteUrl: "" });
  return new LiveQueries(database, functions, systemQueries, { now: () => Date.now() });
}

const VISITOR = ownerOf(ANONYMOUS, "192.0.2.1", { limits: SOCKET_LIMITS, ownIssuer: "" });
const visitorsShare = () => new SocketShare(new SocketUsage(), VISITOR);

/** A turn that never ends. */
const TURN: Turn = { isOver: false, next: () => Promise.resolve() };

type Modification = { queryId: number; value: number };

/** The two balances as one client sees them after each view. */
class Watcher {
  readonly balances = [0, 0];
  readonly #querySet: QuerySet;
  #lastTs = 0n;
  views = 0;

  constructor(
    readonly database: Database,
    live: LiveQueries,
  ) {
    this.#querySet = new QuerySet(database, live, visitorsShare(), () => {});
    ["account a", "account b"].forEach((name, queryId) => {
      const change = { type: "Add" as const, queryId, udfPath: "messages:counter", args: [] };
      this.#querySet.add(change, { path: "messages:counter", args: { name } }, ANONYMOUS);
    });
  }

  async look(): Promise<void> {
    const view = await this.#querySet.view(TURN);
    if (!view) return;
    expect(view.ts).toBeGreaterThanOrEqual(this.#lastTs);
    expect(view.ts).toBeLessThanOrEqual(this.database.ts); // the view shows only data on disk
    this.#lastTs = view.ts;
    this.views += 1;
    for (const text of view.takeModifications()) {
      const { queryId, value } = JSON.parse(text) as Modification;
      this.balances[queryId] = value;
    }
  }
}

describe("a view of several queries", () => {
  test("a view of several queries shows one moment while others write", async () => {
    const { database } = app.deployment;
    const live = liveOn(database);
    const watchers = [1, 2, 3].map(() => new Watcher(database, live));
    let isWriting = true;
    const write = async (writer: number) => {
      for (let round = 0; isWriting; round += 1) {
        if (round % 2) await rewrite(writer % 2 ? "account a" : "account b");
        else await transfer(`${writer}.${round}`, "account a", "account b");
      }
    };
    const writers = [0, 1, 2, 3, 4, 5].map(write);
    for (let round = 0; round < 200; round += 1) {
      for (const watcher of watchers) {
        await turnOfTheLoop();
        await watcher.look();
        const [a = NaN, b = NaN] = watcher.balances;
        expect(a + b).toBe(0);
      }
    }
    isWriting = false;
    await Promise.all(writers);
    // Each client got views: none had to retry forever.
    for (const watcher of watchers) expect(watcher.views).toBeGreaterThan(100);
  });
});

describe("a view that takes several turns", () => {
  const calls = [1, 2, 3].map((number) => ({
    path: "messages:counter",
    args: { name: `turns ${number}` },
  }));
  const increment = (number: number) =>
    app.mutation("messages:increment", { name: `turns ${number}` });

  /** A query set, with turns that end after every query and then call `between`. */
  function setOf(between: (turn: number) => Promise<unknown>) {
    const { database } = app.deployment;
    const live = liveOn(database);
    const set = new QuerySet(database, live, visitorsShare(), () => {});
    calls.forEach((call, queryId) => {
      set.add({ type: "Add", queryId, udfPath: call.path, args: [] }, call, ANONYMOUS);
    });
    let turns = 0;
    const turn: Turn = { isOver: true, next: async () => void (await between(++turns)) };
    const values = (view: { takeModifications(): string[] } | null) =>
      view?.takeModifications().map((text) => (JSON.parse(text) as Modification).value);
    return { database, live, set, turn, values };
  }

  test("a view that takes several turns shows the moment when it began, and reports being behind", async () => {
    const { database, set, turn, values } = setOf((number) =>
      number === 2 ? Promise.all([increment(1), increment(3)]) : Promise.resolve(),
    );
    const { ts } = database;
    const view = await set.view(turn);
    expect(view).toMatchObject({ ts, isBehind: true });
    expect(values(view)).toEqual([0, 0, 0]);
    const next = await set.view(turn);
    expect(next).toMatchObject({ ts: database.ts, isBehind: false });
    expect(values(next)).toEqual([1, 1]); // the first and the third
    set.releaseAll();
  });

  test("a view without changes meanwhile runs nothing twice", async () => {
    const { set, turn, values } = setOf(() => increment(9));
    const runs: string[] = [];
    const unsubscribe = app.deployment.logs.subscribe(
      ({ udfType, identifier }) => udfType === "Query" && runs.push(identifier),
    );
    const view = await set.view(turn);
    expect(values(view)).toEqual([0, 0, 0]);
    expect(view?.isBehind).toBe(false);
    expect(values(await set.view(turn))).toEqual([]);
    expect(runs).toHaveLength(3);
    unsubscribe();
    set.releaseAll();
  });

  test("a view whose turns take longer than 2 s starts over, keeping the results that are still valid", async () => {
    const now = vi.spyOn(performance, "now");
    onTestFinished(() => now.mockRestore());
    const startedAt = performance.now();
    now.mockImplementation(() => startedAt);
    const { set, turn, values } = setOf((number) => {
      if (number === 3) now.mockImplementation(() => startedAt + 2_001);
      return Promise.resolve();
    });
    expect(await set.view(turn)).toBeNull();
    const runs: string[] = [];
    const unsubscribe = app.deployment.logs.subscribe(({ udfType }) => runs.push(udfType));
    expect(values(await set.view(turn))).toEqual([0, 0, 0]);
    expect(runs.filter((udfType) => udfType === "Query")).toHaveLength(1);
    unsubscribe();
    set.releaseAll();
  });

  test("a view whose functions are replaced meanwhile is abandoned", async () => {
    const { live, set, turn } = setOf((number) => {
      if (number === 2) live.invalidateAll();
      return Promise.resolve();
    });
    expect(await set.view(turn)).toBeNull();
    expect(await set.view(turn)).not.toBeNull();
    set.releaseAll();
  });
});

describe("a page that a client resumes", () => {
  test("a resumed page keeps its end, even if the caller changes before its first result", async () => {
    const { database } = app.deployment;
    const live = liveOn(database);
    const insert = (rank: number) =>
      app.mutation("messages:send", { channel: "pages", body: `message ${rank}`, rank });
    for (const rank of [1, 2, 3]) await insert(rank);
    const paginationOpts = { numItems: 2, cursor: null };
    const call = { path: "messages:page", args: { channel: "pages", paginationOpts } };
    const page = { type: "Add" as const, queryId: 0, udfPath: call.path, args: [] };
    const ranksOf = (result: { value: { page: { rank: number }[] } }) =>
      result.value.page.map(({ rank }) => rank);

    const first = new QuerySet(database, live, visitorsShare(), () => {});
    first.add(page, call, ANONYMOUS);
    const result = await firstResult(first);
    expect(ranksOf(result)).toEqual([1, 2]);
    first.releaseAll();
    await insert(0);

    const resumed = new QuerySet(database, live, visitorsShare(), () => {});
    resumed.add({ ...page, journal: result.journal }, call, ANONYMOUS);
    resumed.changeCaller(person("ana"));
    expect(ranksOf(await firstResult(resumed))).toEqual([0, 1, 2]);
    resumed.releaseAll();
  });
});

async function firstResult(querySet: QuerySet) {
  const view = await querySet.view(TURN);
  const [text = ""] = view!.takeModifications();
  return JSON.parse(text) as { value: { page: { rank: number }[] }; journal: string };
}

const rewrite = (name: string) => app.mutation("ledger:rewrite", { name });

const transfer = (key: string, from: string, to: string) =>
  app.mutation("ledger:transfer", { key, from, to, amount: 1 });
