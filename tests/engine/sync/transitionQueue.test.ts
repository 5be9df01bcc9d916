import { describe, expect, test } from "vitest";
import { TransitionQueue } from "../../../engine/sync/transitionQueue";

/** A queue, and updates that note when they run, each taking the thread for `busyMs`. */
function queueOf() {
  let now = 0;
  const queue = new TransitionQueue(() => now);
  const ran: string[] = [];
  let wake = () => {};
  const update =
    (name: string, busyMs = 0) =>
    () => {
      now += busyMs;
      ran.push(name);
      wake();
      return Promise.resolve();
    };
  const until = async (count: number) => {
    while (ran.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return ran;
  };
  return { queue, ran, update, until };
}

describe("the queue of Transitions", () => {
  test("the queue serves a client that waits for its answer before clients that wait for none", async () => {
    const { queue, update, until } = queueOf();
    for (const name of ["bruno", "claire"]) queue.add(update(name), false);
    queue.add(update("ana"), true);
    expect(await until(3)).toEqual(["ana", "bruno", "claire"]);
  });

  test("the queue moves up a session whose client starts to wait, and serves it once", async () => {
    const { queue, update, until } = queueOf();
    const ana = update("ana");
    queue.add(update("bruno"), false);
    queue.add(ana, false);
    queue.add(ana, true);
    queue.add(ana, false);
    queue.add(update("claire"), false);
    expect(await until(3)).toEqual(["ana", "bruno", "claire"]);
  });

  test("the queue starts an update after the callbacks of the commit's promises have run", async () => {
    const { queue, ran, update, until } = queueOf();
    queue.add(update("transition"), false);
    void Promise.resolve()
      .then(() => undefined)
      .then(() => ran.push("response"));
    expect(await until(2)).toEqual(["response", "transition"]);
  });

  test("every second place goes to a session that has waited long, whatever answers are due", async () => {
    const { queue, update, until } = queueOf();
    queue.add(update("bruno"), false);
    for (let i = 0; i < 20; i++) queue.add(update(`caller ${i}`, 5), true);
    const order = await until(21);
    const place = order.indexOf("bruno");
    expect(place).toBe(5); // behind 25 ms of callers
  });

  test("sockets and the disk get the thread between the updates of a long queue", async () => {
    const { queue, ran, update, until } = queueOf();
    for (let i = 0; i < 20; i++) queue.add(update(`update ${i}`, 2), false);
    const ranByTurn: number[] = [];
    const countTurn = () => {
      ranByTurn.push(ran.length);
      if (ran.length < 20) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    await until(20);
    expect(ranByTurn.length).toBeGreaterThanOrEqual(19); // each takes longer than a turn may
  });
});
