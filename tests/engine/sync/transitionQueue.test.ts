import { describe, expect, test } from "vitest";
import { TransitionQueue } from "../../../engine/sync/transitionQueue";

/** A queue, and updates that note when they run, each taking the thread for `busyMs`. */
function queueOf() {
  const queue = new TransitionQueue();
  const ran: string[] = [];
  let wake = () => {};
  const update =
    (name: string, busyMs = 0) =>
    () => {
      const until = performance.now() + busyMs;
      while (performance.now() < until);
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
  test("serves a client that waits for its answer before clients that wait for none", async () => {
    const { queue, update, until } = queueOf();
    for (const name of ["bruno", "claire"]) queue.add(update(name), false);
    queue.add(update("ana"), true);
    expect(await until(3)).toEqual(["ana", "bruno", "claire"]);
  });

  test("moves a session up once its client waits for an answer, and serves it once", async () => {
    const { queue, update, until } = queueOf();
    const ana = update("ana");
    queue.add(update("bruno"), false);
    queue.add(ana, false);
    queue.add(ana, true);
    queue.add(ana, false);
    queue.add(update("claire"), false);
    expect(await until(3)).toEqual(["ana", "bruno", "claire"]);
  });

  test("starts no update before the promises settled by the commit have been heard", async () => {
    const { queue, ran, update, until } = queueOf();
    queue.add(update("transition"), false);
    void Promise.resolve()
      .then(() => undefined)
      .then(() => ran.push("response"));
    expect(await until(2)).toEqual(["response", "transition"]);
  });

  test("gives every second place to who has waited long, however many answers are due", async () => {
    const { queue, update, until } = queueOf();
    queue.add(update("bruno"), false);
    for (let i = 0; i < 20; i++) queue.add(update(`caller ${i}`, 5), true);
    const order = await until(21);
    const place = order.indexOf("bruno");
    expect(place).toBeGreaterThanOrEqual(4); // 20 ms of callers first
    expect(place).toBeLessThan(20);
  });

  test("lets sockets and the disk have the thread between updates", async () => {
    const { queue, ran, update, until } = queueOf();
    for (let i = 0; i < 20; i++) queue.add(update(`update ${i}`, 2), false);
    let ranBefore = -1;
    setImmediate(() => setTimeout(() => (ranBefore = ran.length), 0));
    await until(20);
    expect(ranBefore).toBeGreaterThanOrEqual(0);
    expect(ranBefore).toBeLessThan(20);
  });
});
