import { describe, expect, test, vi } from "vitest";
import { CopyHost } from "@/lib/tables/copyHost";
import { EncryptedTableStorage } from "@/lib/tables/encryptedTableStorage";
import type { PageMessage, WorkerMessage } from "@/lib/tables/copyMessages";
import { CopyStore, type CopyPort } from "@/lib/tables/copyStore";
import type { FeedPosition } from "@/lib/tables/feed";
import type { MapStore, RowChange, RowStore, StoreState } from "@/lib/tables/rowStore";
import { FallbackStore } from "@/lib/tables/fallbackStore";
import { FakeFeed, type Device } from "./fakeFeed";
import { aKey, MemoryParts } from "./memoryParts";
import { eventually } from "../../support/eventually";

const VIEW = { base: [], query: { search: "", conditions: [] }, sort: null };
const COLUMNS = [
  { field: "status", form: "dictionary" },
  { field: "samplmanag", form: "dictionary" },
] as const;

/** The two halves of a replica, with messages cloned between them as for a worker. */
function openCopy(server: FakeFeed, tableStorage: EncryptedTableStorage | null = null) {
  const asked: PageMessage[] = [];
  let tell: ((position: FeedPosition) => void) | null = null;
  const port: CopyPort<Device> = {
    onmessage: null,
    postMessage: (message) => {
      asked.push(message);
      setTimeout(() => receive(structuredClone(message)), 0);
    },
  };
  const host = new CopyHost<Device>({
    server,
    columns: COLUMNS,
    send: (message: WorkerMessage<Device>) => {
      const data = structuredClone(message);
      setTimeout(() => port.onmessage?.({ data }), 0);
    },
    defer: (task) => void setTimeout(task, 0),
    sleep: () => Promise.resolve(),
    becomeWriter: () => Promise.resolve(true),
    now: () => 0,
    log: () => undefined,
  });
  void host.start(tableStorage);
  function receive(message: PageMessage) {
    if (message.kind === "follow") host.follow(message.position);
    if (message.kind === "ask") host.ask(message.id, message.question);
    if (message.kind === "withdraw") host.withdraw(message.id);
  }
  let isStarted = false;
  const store = new CopyStore<Device>({
    openPort: () => {
      isStarted = true;
      return port;
    },
    watchPosition: (onPosition) => {
      tell = onPosition;
      onPosition(server.position());
      return () => (tell = null);
    },
  });
  return {
    store,
    asked,
    isStarted: () => isStarted,
    isWatched: () => tell !== null,
    tell: () => tell?.(server.position()),
  };
}
const completed = (store: RowStore<Device>) =>
  eventually(() => expect(store.getState().isComplete).toBe(true));

describe("a replica in a worker", () => {
  test("a replica answers each kind of query about all rows", async () => {
    const server = new FakeFeed(10);
    server.change(2, { status: "In Use", samplmanag: "Ana" });
    const { store } = openCopy(server);
    store.subscribe(() => undefined);
    await completed(store);
    const { version } = store.getState();
    const [third] = server.rows.filter(({ samplmanag }) => samplmanag === "Ana");
    const ofAna = { ...VIEW, query: { search: "ana", conditions: [] } };
    expect(await store.ask({ kind: "window", view: ofAna, from: 0, before: 5 })).toEqual({
      version,
      total: 1,
      rows: [third],
    });
    expect((await store.ask({ kind: "ids", view: VIEW })).ids).toHaveLength(10);
    expect((await store.ask({ kind: "positionOf", view: VIEW, id: third!._id })).position).toBe(7);
    expect((await store.ask({ kind: "rowsOf", ids: [third!._id, "nobody"] })).rows).toEqual([
      third,
    ]);
    expect((await store.ask({ kind: "valueCounts", view: VIEW, field: "status" })).values).toEqual([
      { value: "In Use", count: 1 },
      { value: "Registered", count: 9 },
    ]);
    await expect(store.ask({ kind: "valueCounts", view: VIEW, field: "colour" })).rejects.toThrow(
      "No column colour",
    );
  });

  test("an answer about rows that have changed has another version than the state", async () => {
    const server = new FakeFeed(10);
    const { store, tell } = openCopy(server);
    const changes: RowChange<Device>[] = [];
    store.onChanges((some) => changes.push(...some));
    store.subscribe(() => undefined);
    await completed(store);
    const before = await store.ask({ kind: "window", view: VIEW, from: 0, before: 10 });
    server.change(9, { status: "Lost" });
    tell();
    await eventually(() => expect(changes).toHaveLength(1));
    expect(store.getState().version).not.toBe(before.version);
    const after = await store.ask({ kind: "window", view: VIEW, from: 0, before: 10 });
    expect(after.version).toBe(store.getState().version);
    expect(after.rows[0]).toEqual({ ...before.rows[0], status: "Lost" });
    expect(after.rows[1]).toBe(before.rows[1]); // unchanged rows are the same objects
  });

  test("a cancelled query rejects at once, and the next one is answered", async () => {
    const { store, asked } = openCopy(new FakeFeed(10));
    store.subscribe(() => undefined);
    await completed(store);
    const abort = new AbortController();
    const withdrawn = store.ask({ kind: "window", view: VIEW, from: 0, before: 10 }, abort.signal);
    const next = store.ask({ kind: "window", view: VIEW, from: 5, before: 10 });
    abort.abort();
    await expect(withdrawn).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    expect((await next).rows).toHaveLength(5);
    expect(asked.filter(({ kind }) => kind === "withdraw")).toHaveLength(1);
    await expect(store.ask({ kind: "ids", view: VIEW }, abort.signal)).rejects.toThrow(
      expect.objectContaining({ name: "AbortError" }),
    );
  });

  test("an answered query leaves no listener on its signal", async () => {
    const { store } = openCopy(new FakeFeed(10));
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    await store.ask({ kind: "ids", view: VIEW }, signal);
    expect(added).toHaveBeenCalledTimes(1);
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });

  test("queries to a worker that has failed are rejected, before and after", async () => {
    const { store } = openCopy(new FakeFeed(10));
    const asked = store.ask({ kind: "ids", view: VIEW });
    store.fail(new Error("The worker failed"));
    await expect(asked).rejects.toThrow("The worker failed");
    await expect(store.ask({ kind: "ids", view: VIEW })).rejects.toThrow("The worker failed");
  });

  test("a replica follows the feed for a minute after its last table has closed", async () => {
    const { store, isWatched } = openCopy(new FakeFeed(1));
    vi.useFakeTimers();
    const close = store.subscribe(() => undefined);
    close();
    const closeAgain = store.subscribe(() => undefined);
    vi.advanceTimersByTime(61_000);
    expect(isWatched()).toBe(true);
    closeAgain();
    vi.advanceTimersByTime(59_000);
    expect(isWatched()).toBe(true);
    vi.advanceTimersByTime(2_000);
    expect(isWatched()).toBe(false);
    vi.useRealTimers();
  });
});

test("a stored replica is available at the next visit, without its pages being loaded", async () => {
  const [server, storage] = [new FakeFeed(10), new MemoryParts()];
  const tableStorage = new EncryptedTableStorage({
    storage,
    key: await aKey(),
    owner: "Ana",
    log: () => undefined,
  });
  openCopy(server, tableStorage).store.subscribe(() => undefined);
  await eventually(() => expect(storage.parts.has("header")).toBe(true)); // written last
  const { pages } = server.answered;
  server.change(3, { status: "Lost" });
  const { store } = openCopy(server, tableStorage);
  store.subscribe(() => undefined);
  await completed(store);
  expect(server.answered.pages).toBe(pages);
  const { rows } = await store.ask({ kind: "window", view: VIEW, from: 0, before: 10 });
  expect(rows.map(({ status }) => status)).toEqual(
    server.rows.map(({ status }) => status).reverse(),
  );
});

describe("live pages that stand in for a replica", () => {
  /** A store of fixed rows, which counts its listeners. */
  function fixedStore(rows: readonly Device[], state: Partial<StoreState>) {
    const listeners = new Set<() => void>();
    const store = {
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      getState: () => ({
        version: 1,
        loaded: rows.length,
        expected: null,
        isLoading: false,
        isReady: true,
        isComplete: false,
        error: null,
        ...state,
      }),
      ask: () => Promise.resolve({ version: 1, total: rows.length, rows }),
      onChanges: () => () => undefined,
    } as unknown as MapStore<Device>;
    return { store, listeners };
  }

  test("live pages answer until the replica is complete, and then close", async () => {
    const server = new FakeFeed(10);
    const live = fixedStore(server.rows.slice(0, 3), {});
    const { store: copy } = openCopy(server);
    const store = new FallbackStore(live.store, copy);
    const close = store.subscribe(() => undefined);
    expect(store.getState()).toMatchObject({ isReady: true, isComplete: false });
    const first = await store.ask({ kind: "window", view: VIEW, from: 0, before: 10 });
    expect(first).toMatchObject({ total: 3, version: store.getState().version });
    await completed(store);
    const all = await store.ask({ kind: "window", view: VIEW, from: 0, before: 10 });
    expect(all).toMatchObject({ total: 10, version: store.getState().version });
    expect(all.version).not.toBe(first.version);
    expect(live.listeners.size).toBe(0);
    close();
  });

  test("a replica starts its worker and begins to load when the first rows have arrived", async () => {
    const state = { isReady: false };
    const live = fixedStore([], state);
    const server = new FakeFeed(10);
    const { store: copy, isStarted, isWatched } = openCopy(server);
    const store = new FallbackStore(live.store, copy);
    const close = store.subscribe(() => undefined);
    expect([isStarted(), isWatched()]).toEqual([false, false]);
    state.isReady = true;
    for (const listener of live.listeners) listener();
    expect([isStarted(), isWatched()]).toEqual([true, true]);
    await completed(store);
    close();
  });

  test("a replica that is refused leaves the list to its live pages", () => {
    const live = fixedStore([], {});
    const copy = fixedStore([], { error: new Error("NOT_ALLOWED"), isLoading: false });
    const store = new FallbackStore(live.store, copy.store);
    store.subscribe(() => undefined);
    expect(store.getState()).toMatchObject({ error: null, isReady: true, isLoading: false });
  });

  test("live pages answer the queries of a replica that fails meanwhile", async () => {
    const server = new FakeFeed(10);
    const live = fixedStore(server.rows.slice(0, 3), {});
    const { store: copy } = openCopy(server);
    const store = new FallbackStore(live.store, copy);
    const close = store.subscribe(() => undefined);
    await completed(store);
    const asked = store.ask({ kind: "window", view: VIEW, from: 0, before: 10 });
    copy.fail(new Error("The worker failed"));
    expect(await asked).toMatchObject({ total: 3 });
    close();
  });

  test("a replica that is refused after it was complete returns the list to live pages", () => {
    const live = fixedStore([], {});
    const state: Partial<StoreState> = { isComplete: true, isLoading: false };
    const copy = fixedStore([], state);
    const store = new FallbackStore(live.store, copy.store);
    const close = store.subscribe(() => undefined);
    expect(live.listeners.size).toBe(0);
    Object.assign(state, { isComplete: false, error: new Error("NOT_ALLOWED") });
    for (const listener of [...copy.listeners]) listener();
    expect(live.listeners.size).toBe(1);
    expect(store.getState()).toMatchObject({ error: null, isReady: true });
    close();
    expect([live.listeners.size, copy.listeners.size]).toEqual([0, 0]);
  });
});
