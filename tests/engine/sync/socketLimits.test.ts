import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../engine/commit/database";
import { SOCKET_LIMITS, type Allowance } from "../../../engine/sync/socketLimits";
import { TransitionQueue } from "../../../engine/sync/transitionQueue";
import { TestDeployment } from "../support/testDeployment";
import { TestSockets, type TestSocket } from "./testSockets";

let app: TestDeployment;
beforeAll(async () => {
  app = await TestDeployment.open();
});
afterAll(() => app.close());

const counter = (name: string | number) => ["messages:counter", { name: `${name}` }] as const;
const counters = (count: number, prefix = "") =>
  Array.from({ length: count }, (_, i) => counter(`${prefix}${i}`));
/** A query whose result and argument have `chars` characters each. */
const echo = (chars: number) => ["edges:echo", { value: "x".repeat(chars) }] as const;

/** Returns answers and refusals, once the client has received `count` of them. */
async function toldOf(socket: TestSocket, count: number) {
  await expect.poll(() => socket.told.length).toBe(count);
  const refused = socket.told.filter(({ type }) => type === "QueryFailed");
  return { answered: count - refused.length, refusals: refused.map((told) => told.errorMessage) };
}

const account = (limit: Partial<Allowance>) => ({
  limits: { account: { ...SOCKET_LIMITS.account, ...limit } },
});

describe("subscriptions of one account", () => {
  const TOO_MANY =
    "Too many live queries of this account (limit: 3): close other tabs, then reload this one.";

  test("an account subscribes to its maximum of queries over all its sockets", async () => {
    const sockets = new TestSockets(app, account({ subscriptions: 3 }));
    const [first, second] = [sockets.open({ user: "ana" }), sockets.open({ user: "ana" })];
    first.subscribe(counters(2));
    second.subscribe(counters(1, "other "));
    expect(await toldOf(first, 2)).toEqual({ answered: 2, refusals: [] });
    expect(await toldOf(second, 1)).toEqual({ answered: 1, refusals: [] });
  });

  test("a subscription above the account's limit is refused with a sentence, and the others continue", async () => {
    const sockets = new TestSockets(app, account({ subscriptions: 3 }));
    const [first, second] = [sockets.open({ user: "ana" }), sockets.open({ user: "ana" })];
    first.subscribe(counters(2));
    second.subscribe(counters(2, "other "));
    expect(await toldOf(second, 2)).toEqual({ answered: 1, refusals: [TOO_MANY] });
    expect(second.told[1]).toMatchObject({
      errorData: { code: "TOO_MANY_LIVE_QUERIES", message: TOO_MANY },
    });
    await app.mutation("messages:increment", { name: "other 0" });
    await expect.poll(() => second.told.at(-1)).toMatchObject({ queryId: 0, value: 1 });
    expect([first.closed, second.closed]).toEqual([null, null]);
  });

  test("removing a query makes room for another", async () => {
    const sockets = new TestSockets(app, account({ subscriptions: 3 }));
    const socket = sockets.open({ user: "ana" });
    socket.subscribe(counters(4));
    expect((await toldOf(socket, 4)).refusals).toHaveLength(1);
    socket.modify([0, 3].map((queryId) => ({ type: "Remove", queryId })));
    socket.subscribe([counter("next")], 4);
    await expect.poll(() => socket.told.at(-1)).toMatchObject({ type: "QueryUpdated", queryId: 4 });
  });

  test("other accounts are unaffected by an account's limit", async () => {
    const sockets = new TestSockets(app, account({ subscriptions: 3 }));
    sockets.open({ user: "mallory" }).subscribe(counters(9));
    const socket = sockets.open({ user: "ana" });
    socket.subscribe(counters(3));
    expect(await toldOf(socket, 3)).toEqual({ answered: 3, refusals: [] });
  });

  test("results that exceed the account's memory are refused", async () => {
    const sockets = new TestSockets(app, account({ bytes: 1024 * 1024 }));
    const socket = sockets.open({ user: "ana" });
    // An argument counts for itself and in two cache keys; each character takes two bytes.
    socket.subscribe([echo(60_000), echo(60_001), echo(60_002)]);
    expect(await toldOf(socket, 3)).toEqual({
      answered: 2,
      refusals: [
        "Too many bytes in live queries of this account (limit: 1 MiB): close other tabs, then reload this one.",
      ],
    });
  });

  test("a result that outgrows the account's memory ends its subscription, and frees the memory", async () => {
    const sockets = new TestSockets(app, account({ bytes: 100_000 }));
    const socket = sockets.open({ user: "ana" });
    socket.subscribe([["messages:list", { channel: "c" }]]);
    expect(await toldOf(socket, 1)).toEqual({ answered: 1, refusals: [] });
    await app.mutation("messages:send", { channel: "c", body: "x".repeat(60_000) });
    expect((await toldOf(socket, 2)).refusals).toHaveLength(1);
    socket.subscribe([counter("next")], 1);
    expect(await toldOf(socket, 3)).toMatchObject({ answered: 2 });
    expect(sockets.live.held).toMatchObject({ watches: 1 });
  });

  test("sockets above an account's limit are closed with a reason that makes clients wait", async () => {
    const sockets = new TestSockets(app, account({ sockets: 2 }));
    const open = () => sockets.open({ user: "ana" });
    const held = [open(), open()];
    const third = open();
    await expect
      .poll(() => third.closed)
      .toEqual({
        code: 1008,
        reason:
          "TooManyConcurrentRequests: Too many connections of this account (limit: 2): close other tabs, then reload this one.",
      });
    held[0]?.hangUp();
    const fourth = open();
    fourth.subscribe([counter("x")]);
    expect(await toldOf(fourth, 1)).toEqual({ answered: 1, refusals: [] });
  });
});

describe("subscriptions of visitors", () => {
  test("a visitor subscribes to 50 queries; a further one is refused", async () => {
    const sockets = new TestSockets(app);
    const socket = sockets.open();
    socket.subscribe(counters(50));
    expect((await toldOf(socket, 50)).answered).toBe(50);
    socket.subscribe([counter("one more")], 50);
    expect((await toldOf(socket, 51)).refusals).toEqual([
      "Too many live queries of a visitor who is not signed in (limit: 50): sign in, then reload this page.",
    ]);
  });

  test("a visitor who keeps subscribing gets a FatalError", async () => {
    const sockets = new TestSockets(app);
    const socket = sockets.open();
    socket.subscribe(counters(201));
    await expect.poll(() => socket.messages.at(-1)).toMatchObject({ type: "FatalError" });
    expect([sockets.usage.size, sockets.live.size]).toEqual([0, 0]);
  });

  const network = (subscriptions: number) => ({
    limits: { visitorsOfNetwork: { ...SOCKET_LIMITS.visitorsOfNetwork, subscriptions } },
  });

  test("the visitors of one network share a limit, separate from other networks'", async () => {
    const sockets = new TestSockets(app, network(3));
    const [near, neighbour, far] = [
      sockets.open({ ip: "2001:db8::1" }),
      sockets.open({ ip: "2001:db8::2" }),
      sockets.open({ ip: "2001:db8:0:1::1" }),
    ];
    for (const socket of [near, neighbour, far]) socket.subscribe(counters(2));
    expect((await toldOf(near, 2)).answered).toBe(2);
    expect(await toldOf(neighbour, 2)).toEqual({
      answered: 1,
      refusals: [
        "Too many live queries of visitors who are not signed in, from this network (limit: 3): sign in, or try again later.",
      ],
    });
    expect((await toldOf(far, 2)).answered).toBe(2);
  });

  test("the networks of one provider's customer share a limit too", async () => {
    const visitorsOfSite = { ...SOCKET_LIMITS.visitorsOfSite, subscriptions: 3 };
    const sockets = new TestSockets(app, { limits: { visitorsOfSite } });
    const told = [];
    for (const ip of ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:2:1::1"]) {
      const socket = sockets.open({ ip });
      socket.subscribe(counters(2));
      told.push((await toldOf(socket, 2)).answered);
    }
    expect(told).toEqual([2, 1, 2]);
  });

  test("strangers who use up a network's limit do not affect signed-in people there", async () => {
    const sockets = new TestSockets(app, network(3));
    sockets.open().subscribe(counters(9));
    const socket = sockets.open({ user: "ana" });
    socket.subscribe(counters(4));
    expect((await toldOf(socket, 4)).answered).toBe(4);
  });

  test("a visitor with refused queries is told to subscribe again after signing in", async () => {
    const sockets = new TestSockets(app, network(3));
    const socket = sockets.open();
    socket.subscribe(counters(4));
    expect((await toldOf(socket, 4)).refusals).toHaveLength(1);
    socket.authenticate("ana");
    await expect.poll(() => socket.closed).toEqual({ code: 1012, reason: "SubscribeAgain" });
  });
});

describe("a socket that closes", () => {
  /** A database that counts the subscriptions in its index. */
  function counting(database: Database) {
    const open = new Set<object>();
    const subscribe: Database["subscribe"] = (readSet, asOf, watcher) => {
      const subscription = database.subscribe(readSet, asOf, {
        ...watcher,
        onInvalidated: (ts) => {
          open.delete(watcher);
          watcher.onInvalidated(ts);
        },
      });
      open.add(watcher);
      return {
        cancel: () => {
          open.delete(watcher);
          subscription.cancel();
        },
      };
    };
    const counted = Object.create(database, { subscribe: { value: subscribe } }) as Database;
    // Private members exist only on the original object.
    for (const name of ["beginRead", "openReadPoint"] as const) {
      Object.defineProperty(counted, name, { value: database[name].bind(database) });
    }
    Object.defineProperty(counted, "ts", { get: () => database.ts });
    return { counted, open };
  }

  const IDLE = 256;

  test.each([
    ["with all its results", 100],
    ["in the middle of its runs", 1],
  ])("a socket that closes %s leaves only the cache's idle results", async (_when, seen) => {
    const { counted, open } = counting(app.deployment.database);
    const sockets = new TestSockets(app, { database: counted });
    const users = ["ana", "bruno", "claire"];
    const opened = users.map((user) => sockets.open({ user }));
    opened.forEach((socket, i) => socket.subscribe(counters(100, `${i} `)));
    if (seen > 1) for (const socket of opened) await toldOf(socket, seen);
    else await expect.poll(() => open.size).toBeGreaterThan(3);
    for (const socket of opened) socket.hangUp();
    await expect.poll(() => sockets.transitions.size).toBe(0);
    await expect.poll(() => sockets.live.held.watches).toBe(0);
    expect(sockets.usage.size).toBe(0);
    expect(sockets.live.size).toBeLessThanOrEqual(IDLE);
    expect(open.size).toBe(sockets.live.size);
    const messages = opened.map((socket) => socket.messages.length);
    await app.mutation("messages:increment", { name: "0 0" });
    expect(opened.map((socket) => socket.messages.length)).toEqual(messages);
  });

  test("queued queries of a closed socket do not run", async () => {
    const turns: (() => void)[] = [];
    let now = 0;
    const transitions = new TransitionQueue(
      () => (now += 5), // every query takes a turn
      (serve) => turns.push(serve),
    );
    const sockets = new TestSockets(app, { transitions });
    const runs: string[] = [];
    app.deployment.logs.subscribe(
      ({ udfType, identifier }) => udfType === "Query" && runs.push(identifier),
    );
    const socket = sockets.open({ user: "ana" });
    await expect.poll(() => sockets.usage.size).toBe(1);
    socket.subscribe(counters(20));
    const turn = async () => {
      turns.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    while (runs.length === 0) await turn();
    socket.hangUp();
    while (turns.length > 0) await turn();
    expect(runs).toEqual(["messages:counter"]);
    expect(sockets.live.held.watches).toBe(0);
  });
});
