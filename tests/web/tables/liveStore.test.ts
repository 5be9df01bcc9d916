import type { PaginationOptions, PaginationResult } from "convex/server";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { LiveStore } from "@/lib/tables/liveStore";
import type { QueryWatcher } from "@/lib/tables/livePages";
import { SAMPLE_COLUMNS } from "@/lib/tables/sampleColumns";
import { openSamples } from "@/lib/tables/sampleStore";
import { api } from "../../../convex/_generated/api";
import type { SampleRow } from "#domain/samples/compactRows";
import { compareInList } from "#domain/samples/lists";
import type { RowChange, RowStore, TableView } from "@/lib/tables/rowStore";
import { listSort } from "#domain/samples/listViews";
import { FakeConvex } from "../../support/web/fakeConvex";
import { answerSamples } from "../../support/web/samplePages";
import { aSample } from "../../support/web/webSamples";
import { eventually } from "../../support/eventually";

const ANA = { email: "ana@company.com", role: "user" } as const;
const VIEW: TableView = {
  base: [],
  query: { search: "", conditions: [] },
  sort: listSort("transfer"),
};

const serverOf = (samples: readonly SampleRow[]) => answerSamples(new FakeConvex(), samples);

function manySamples(count: number): SampleRow[] {
  return Array.from({ length: count }, (_, index) => aSample({ inTransitDate: 1_000_000 - index }));
}

/** Opens Ana's transfer list and waits until loading has ended. */
async function open(server: FakeConvex) {
  const { store } = openSamples(server.asClient(), ANA, "transfer", "everything");
  const changes: RowChange<SampleRow>[] = [];
  store.onChanges((some) => changes.push(...some));
  store.subscribe(() => undefined);
  await settled(store);
  return { store, changes };
}
async function settled(store: RowStore<SampleRow>) {
  await eventually(() => expect(store.getState().isLoading).toBe(false));
}

describe("a live store", () => {
  test("a live store loads every page by itself and then answers about all rows", async () => {
    const samples = manySamples(1_234);
    const { store } = await open(serverOf(samples));
    expect(store.getState()).toMatchObject({ loaded: 1_234, expected: 1_234, isComplete: true });
    const { total, rows } = await store.ask({
      kind: "window",
      view: VIEW,
      from: 1_000,
      before: 1_003,
    });
    expect(total).toBe(1_234);
    expect(rows).toEqual(samples.slice(1_000, 1_003));
    const last = samples[1_233]!;
    const found = { ...VIEW, query: { search: last.serialNumber, conditions: [] } };
    expect((await store.ask({ kind: "ids", view: found })).ids).toEqual([last._id]);
    expect((await store.ask({ kind: "positionOf", view: VIEW, id: last._id })).position).toBe(
      1_233,
    );
    expect((await store.ask({ kind: "valueCounts", view: VIEW, field: "brand" })).values).toEqual([
      { value: "Samsung", count: 1_234 },
    ]);
  });

  test("a live store stops at its limit, says so, and continues on request", async () => {
    const { store } = await open(serverOf(manySamples(15_500)));
    expect(store.getState()).toMatchObject({ isComplete: false, isLoading: false });
    const { loaded } = store.getState();
    expect(loaded).toBeGreaterThanOrEqual(15_000);
    expect(loaded).toBeLessThan(15_500);
    store.loadMore();
    await settled(store);
    expect(store.getState()).toMatchObject({ isComplete: true, loaded: 15_500 });
  });

  test("a live store that is asked to load everything sorts the rows a few times, not per page", async () => {
    let nowMs = 0;
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(performance, "now").mockImplementation(() => nowMs);
    const rows = manySamples(15_000);
    const watchQuery = (
      _query: unknown,
      { paginationOpts }: { paginationOpts: PaginationOptions },
    ) => {
      const [from, numItems] = [Number(paginationOpts.cursor), paginationOpts.numItems];
      const before = from + numItems;
      const isDone = before >= rows.length;
      let result: PaginationResult<SampleRow> | undefined;
      const onUpdate = (notify: () => void) => {
        setTimeout(() => {
          nowMs += 100; // latency of the page
          result = { page: rows.slice(from, before), isDone, continueCursor: String(before) };
          notify();
        }, 0);
        return () => undefined;
      };
      return { onUpdate, localQueryResult: () => result };
    };
    const compare = compareInList("transfer");
    const store = new LiveStore<SampleRow>({
      watcher: { watchQuery } as unknown as QueryWatcher,
      columns: SAMPLE_COLUMNS,
      ranges: [{ query: api.samples.list, args: { list: "transfer", scope: "mine" } }],
      compare: (one, other) => {
        nowMs += 0.05; // sorting 10,000 rows takes half a second
        return compare(one, other);
      },
      reach: 5_000,
    });
    store.subscribe(() => undefined);
    await settled(store);
    const { version, loaded } = store.getState();
    expect(loaded).toBeLessThan(6_000);
    store.loadMore(Infinity);
    await eventually(() => expect(store.getState().isComplete).toBe(true));
    expect(store.getState().loaded).toBe(15_000);
    expect(store.getState().version - version).toBeLessThan(4);
  });

  test("a live store continues past rows that wait for earlier ones of another status", async () => {
    const older = Array.from({ length: 300 }, (_, index) =>
      aSample({ status: "In Use", inTransitDate: index }),
    );
    const { store } = await open(serverOf([...manySamples(15_500), ...older]));
    expect(store.getState().isComplete).toBe(false);
    await eventually(() => {
      store.loadMore();
      expect(store.getState()).toMatchObject({ isComplete: true, loaded: 15_800 });
    });
  });

  test("a live store that is opened again is complete only once every page has arrived again", async () => {
    const { store } = openSamples(serverOf(manySamples(1_234)).asClient(), ANA, "transfer", "mine");
    const stop = store.subscribe(() => undefined);
    await settled(store);
    expect(store.getState().isComplete).toBe(true);
    stop();
    store.subscribe(() => undefined);
    expect(store.getState()).toMatchObject({ isComplete: false, isLoading: true });
    await eventually(() => expect(store.getState().isComplete).toBe(true));
    expect((await store.ask({ kind: "ids", view: VIEW })).ids).toHaveLength(1_234);
  });

  test("a change of the server is reported with the row before and after it, loading is not", async () => {
    const [first, second] = [aSample({ inTransitDate: 2 }), aSample({ inTransitDate: 1 })];
    const server = serverOf([first, second]);
    const { store, changes } = await open(server);
    expect(changes).toEqual([]);
    const { version } = store.getState();
    const [moved, arrived] = [{ ...first, brand: "Oppo" }, aSample({ inTransitDate: 3 })];
    answerSamples(server, [arrived, moved]);
    await eventually(() => expect(changes).toHaveLength(3));
    expect(changes).toEqual([
      { after: arrived },
      { before: first, after: moved },
      { before: second },
    ]);
    const { rows, version: next } = await store.ask({
      kind: "window",
      view: VIEW,
      from: 0,
      before: 10,
    });
    expect(rows).toEqual([arrived, moved]);
    expect(next).toBeGreaterThan(version);
  });

  test("a row that did not change is the same object after a change of its page", async () => {
    const [first, second] = [aSample({ inTransitDate: 2 }), aSample({ inTransitDate: 1 })];
    const server = serverOf([first, second]);
    const { store } = await open(server);
    const before = (await store.ask({ kind: "window", view: VIEW, from: 0, before: 10 })).rows;
    answerSamples(server, [first, { ...second, brand: "Oppo" }]);
    await eventually(async () => {
      const { rows } = await store.ask({ kind: "window", view: VIEW, from: 0, before: 10 });
      expect(rows[1]?.brand).toBe("Oppo");
      expect(rows[0]).toBe(before[0]);
    });
  });

  test("a row that is reloaded unchanged is no change", async () => {
    const [first, second] = [aSample({ inTransitDate: 2 }), aSample({ inTransitDate: 1 })];
    const server = serverOf([first, second]);
    const { store } = openSamples(server.asClient(), ANA, "transfer", "everything");
    const changes: RowChange<SampleRow>[] = [];
    store.onChanges((some) => changes.push(...some));
    const close = store.subscribe(() => undefined);
    await settled(store);
    close();
    const changed = { ...second, brand: "Oppo" };
    answerSamples(server, [first, changed]);
    store.subscribe(() => undefined);
    await eventually(() => expect(changes).toEqual([{ before: second, after: changed }]));
  });

  test("a refusal of the server is the store's error", async () => {
    const server = new FakeConvex().answer("samples:list", () => {
      throw new Error("NOT_ALLOWED");
    });
    const { store } = await open(server);
    expect(store.getState().error?.message).toBe("NOT_ALLOWED");
  });

  test("a query that was cancelled is not answered", async () => {
    const { store } = await open(serverOf([aSample()]));
    const abort = new AbortController();
    const answer = store.ask({ kind: "window", view: VIEW, from: 0, before: 10 }, abort.signal);
    abort.abort();
    await expect(answer).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
  });

  test("an admin's live list loads as much as a large screen shows, and more on request", async () => {
    const server = answerSamples(new FakeConvex(), manySamples(900), "all");
    const { store } = openSamples(
      server.asClient(),
      { email: "helena@company.com", role: "admin" },
      "transfer",
      "everything",
    );
    store.subscribe(() => undefined);
    await settled(store);
    expect(store.getState()).toMatchObject({ loaded: 170, isReady: true, isComplete: false });
    store.loadMore();
    await eventually(() => expect(store.getState().loaded).toBe(200));
  });
});

describe("a live store in a burst of changes", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const REST_MS = 1_000;
  const pause = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  /** Opens a list of one sample; `step` changes it, `asked` counts the answers of its page. */
  async function openOne() {
    const sample = aSample({ inTransitDate: 1 });
    const server = serverOf([sample]);
    const { store } = openSamples(server.asClient(), ANA, "transfer", "mine");
    const stop = store.subscribe(() => undefined);
    await pause(0);
    let asked = 0;
    const step = async (changes: Partial<SampleRow>) => {
      answerSamples(server, [{ ...sample, ...changes }], "mine", (status) => {
        if (status === sample.status) asked++;
      });
      await pause(0);
    };
    const shown = async () =>
      (await store.ask({ kind: "window", view: VIEW, from: 0, before: 10 })).rows.map(
        ({ model }) => model,
      );
    return { store, stop, step, shown, asked: () => asked };
  }

  test("changes that come alone are shown at once", async () => {
    const { step, shown } = await openOne();
    for (let change = 0; change < 20; change++) {
      await pause(700);
      await step({ model: `M${change}` });
      expect(await shown()).toEqual([`M${change}`]);
    }
  });

  test("a burst has its pages answered about once a second, and its last change is shown", async () => {
    const { step, shown, asked } = await openOne();
    for (let change = 1; change <= 200; change++) {
      await step({ model: `M${change}` });
      await pause(20);
    }
    expect(asked()).toBeLessThan(12);
    await pause(2 * REST_MS);
    expect(await shown()).toEqual(["M200"]);
    await step({ model: "after the burst" });
    expect(await shown()).toEqual(["after the burst"]);
  });

  test("a row that moves between pages is in the list once, at every moment of a burst", async () => {
    const { store, step } = await openOne();
    const totals = new Set<number>();
    store.subscribe(
      () =>
        void store
          .ask({ kind: "window", view: VIEW, from: 0, before: 10 })
          .then(({ total }) => totals.add(total)),
    );
    for (let change = 1; change <= 100; change++) {
      await step({ status: change % 2 === 0 ? "In Transit" : "In Use", inTransitDate: change });
      await pause(30);
    }
    await pause(2 * REST_MS);
    expect([...totals]).toEqual([1]);
    const { rows } = await store.ask({ kind: "window", view: VIEW, from: 0, before: 10 });
    expect(rows).toMatchObject([{ status: "In Transit", inTransitDate: 100 }]);
  });

  test("a list that is closed during a pause requests nothing further", async () => {
    const { stop, step, asked } = await openOne();
    for (let change = 0; change < 10; change++) await step({ model: `M${change}` });
    expect(vi.getTimerCount()).toBe(1); // the pause
    stop();
    expect(vi.getTimerCount()).toBe(0);
    const before = asked();
    await pause(5 * REST_MS);
    expect(asked()).toBe(before);
  });
});
