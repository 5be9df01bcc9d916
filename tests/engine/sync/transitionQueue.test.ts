import { describe, expect, test } from "vitest";
import { TransitionQueue, type Turn } from "../../../engine/sync/transitionQueue";

/** Resolves after all promises that are settled by then, and the ticks that they scheduled. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A queue with its own clock, whose turns of the event loop the test controls. */
function queueOf() {
  let now = 0;
  const deferred: (() => void)[] = [];
  const queue = new TransitionQueue(
    () => now,
    (serve) => deferred.push(serve),
  );
  const ran: string[] = [];
  /** An update with one query that uses the thread for `busyMs`. */
  const update =
    (name: string, busyMs = 0) =>
    () => {
      now += busyMs;
      ran.push(name);
      return Promise.resolve();
    };
  /** An update with `count` queries that use the thread for `busyMs` each. */
  const queries = (name: string, count: number, busyMs: number) => async (turn: Turn) => {
    for (let number = 1; number <= count; number++) {
      if (turn.isOver) await turn.next();
      now += busyMs;
      ran.push(`${name} ${number}`);
    }
  };
  /** One turn of the event loop. */
  const turn = async () => {
    deferred.shift()?.();
    await settled();
  };
  const allTurns = async () => {
    while (deferred.length > 0) await turn();
    return ran;
  };
  return { queue, ran, update, queries, turn, allTurns };
}

const at = (...path: string[]) => ({ path, isAwaited: false });
const awaited = (...path: string[]) => ({ path, isAwaited: true });

describe("the queue of Transitions", () => {
  test("the queue serves clients that wait for an answer before clients that do not", async () => {
    const { queue, update, allTurns } = queueOf();
    for (const name of ["bruno", "claire"]) queue.add(update(name), at(name));
    queue.add(update("ana"), awaited("ana"));
    expect(await allTurns()).toEqual(["ana", "bruno", "claire"]);
  });

  test("the queue promotes a session whose client starts to wait, and serves it once", async () => {
    const { queue, update, allTurns } = queueOf();
    const ana = update("ana");
    queue.add(update("bruno"), at("bruno"));
    queue.add(ana, at("ana"));
    queue.add(ana, awaited("ana"));
    queue.add(ana, at("ana"));
    queue.add(update("claire"), at("claire"));
    expect(await allTurns()).toEqual(["ana", "bruno", "claire"]);
    expect(queue.size).toBe(0);
  });

  test("the queue starts an update after the callbacks of the commit's promises have run", async () => {
    const ran: string[] = [];
    const queue = new TransitionQueue();
    const transition = new Promise<void>((resolve) => {
      queue.add(() => {
        ran.push("transition");
        resolve();
        return Promise.resolve();
      }, at("ana"));
    });
    void Promise.resolve()
      .then(() => undefined)
      .then(() => ran.push("response"));
    await transition;
    expect(ran).toEqual(["response", "transition"]);
  });

  test("a session that has waited for 20 ms is served, whatever answers are due", async () => {
    const { queue, update, allTurns } = queueOf();
    queue.add(update("bruno"), at("bruno"));
    for (let i = 0; i < 20; i++) queue.add(update(`caller ${i}`, 5), awaited(`caller ${i}`));
    const order = await allTurns();
    expect(order.indexOf("bruno")).toBe(5); // behind 25 ms of callers
  });

  test("sessions that have waited long get as much time as sessions with long answers", async () => {
    const { queue, update, allTurns } = queueOf();
    for (let i = 0; i < 24; i++) queue.add(update("live update", 1), at(`watcher ${i}`));
    for (let i = 0; i < 10; i++) queue.add(update("answer", 5), awaited(`caller ${i}`));
    const order = await allTurns();
    expect(order).toEqual([
      ...Array<string>(5).fill("answer"),
      ...Array<string>(20).fill("live update"),
      "answer",
      ...Array<string>(4).fill("live update"),
      ...Array<string>(4).fill("answer"),
    ]);
  });

  test("sockets and the disk get the thread between the updates of a long queue", async () => {
    const { queue, ran, update, turn } = queueOf();
    for (let i = 0; i < 3; i++) queue.add(update(`update ${i}`, 2), at(`person ${i}`));
    await turn();
    expect(ran).toEqual(["update 0"]); // it took longer than the limit of a turn
    await turn();
    expect(ran).toEqual(["update 0", "update 1"]);
  });

  test("short updates share one turn of the event loop", async () => {
    const { queue, ran, update, turn } = queueOf();
    for (let i = 0; i < 3; i++) queue.add(update(`update ${i}`, 0.5), at(`person ${i}`));
    await turn();
    expect(ran).toEqual(["update 0", "update 1"]);
  });
});

describe("a session with many queries", () => {
  test("a session with many queries lets every other caller run one turn between two of its own", async () => {
    const { queue, queries, allTurns } = queueOf();
    queue.add(queries("mallory", 4, 6), awaited("mallory"));
    for (const name of ["ana", "bruno"]) queue.add(queries(name, 2, 6), awaited(name));
    expect(await allTurns()).toEqual([
      ...["mallory 1", "ana 1", "bruno 1"],
      ...["mallory 2", "ana 2", "bruno 2"],
      ...["mallory 3", "mallory 4"],
    ]);
  });

  test("a turn has room for as many short queries as fit, or one long one", async () => {
    const { queue, queries, allTurns } = queueOf();
    queue.add(queries("mallory", 4, 2.5), awaited("mallory"));
    queue.add(queries("ana", 2, 30), awaited("ana"));
    expect(await allTurns()).toEqual([
      ...["mallory 1", "mallory 2"],
      "ana 1",
      ...["mallory 3", "mallory 4"],
      "ana 2",
    ]);
  });

  test("the sockets of one caller share that caller's turns", async () => {
    const { queue, queries, allTurns } = queueOf();
    for (const socket of ["a", "b", "c"]) {
      queue.add(queries(socket, 2, 6), awaited("mallory", socket));
    }
    queue.add(queries("ana", 2, 6), awaited("ana", "socket"));
    expect(await allTurns()).toEqual(["a 1", "ana 1", "b 1", "ana 2", "c 1", "a 2", "b 2", "c 2"]);
  });

  test("a caller's other work takes its place among the turns", async () => {
    const { queue, ran, queries, allTurns } = queueOf();
    queue.add(queries("mallory", 3, 6), awaited("mallory", "a"));
    void queue.next(awaited("mallory", "b")).then(() => ran.push("mallory's frame"));
    queue.add(queries("ana", 1, 6), awaited("ana", "socket"));
    expect(await allTurns()).toEqual([
      ...["mallory 1", "ana 1", "mallory's frame"],
      ...["mallory 2", "mallory 3"],
    ]);
  });
});
