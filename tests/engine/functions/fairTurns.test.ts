import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { turnKeyOf } from "../../../engine/auth/callerKey";
import type { TurnKey } from "../../../engine/commit/mutationQueue";
import type { Caller } from "../../../engine/functions/types";
import { FairTurns } from "../../../engine/functions/fairTurns";
import { property } from "../../support/property";

/** An event loop whose turns and clock the test controls. */
class FakeLoop {
  readonly #deferred: (() => void)[] = [];
  #timeMs = 0;
  isCommitting = false;
  readonly turns = new FairTurns(
    () => this.isCommitting,
    (turn) => this.#deferred.push(turn),
    () => this.#timeMs,
  );
  /** Labels of the work that has begun, in order. */
  readonly begun: string[] = [];

  /** Requests a turn of `ms`. The first character of `label` identifies the caller. */
  ask(label: string, ms: number, then?: () => void): void {
    this.askAs({ caller: label.charAt(0), part: "" }, label, ms, then);
  }

  askAs(key: TurnKey, label: string, ms: number, then?: () => void): void {
    void this.turns.next(key).then(() => {
      this.begun.push(label);
      this.#timeMs += ms;
      then?.();
    });
  }

  /** Requests another turn after each one, forever. */
  keepAsking(caller: string, ms: number): void {
    this.ask(caller, ms, () => this.keepAsking(caller, ms));
  }

  /** Runs one turn of the loop, in which other work uses the thread for `othersMs`. */
  async loop(othersMs = 0): Promise<void> {
    this.#timeMs += othersMs;
    for (const turn of this.#deferred.splice(0)) turn();
    await setImmediate(); // until no promise is left to run
  }

  /** Runs turns of the idle loop until one-off work has had `turns`. */
  async take(turns = 1): Promise<void> {
    for (let taken = 0; taken < 2 * turns; taken++) await this.loop();
  }
}

/** Events at a server: one-off work arrives, or gets a turn. */
const event = fc.constantFrom("arrival", "turn");

property([fc.array(event, { maxLength: 60 })], { numRuns: 100 })(
  "each turn begins the work that its caller asked for first, and no other",
  async (events) => {
    const loop = new FakeLoop();
    const naive = { waiting: [] as string[], begun: [] as string[] };
    for (const [number, what] of events.entries()) {
      const label = `A${number}`;
      if (what === "arrival") {
        loop.ask(label, 1);
        naive.waiting.push(label);
      } else {
        await loop.take();
        naive.begun.push(...naive.waiting.splice(0, 1));
      }
      expect(loop.begun).toEqual(naive.begun);
    }
  },
);

property([fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 6 })], {
  numRuns: 50,
})(
  "callers who keep asking get the same time of the thread, whatever one turn takes",
  async (costs) => {
    const loop = new FakeLoop();
    costs.forEach((ms, index) => loop.keepAsking(String(index), ms));
    await loop.take(200);
    const used = costs.map((ms, index) => {
      return ms * loop.begun.filter((label) => label === String(index)).length;
    });
    expect(Math.max(...used) - Math.min(...used)).toBeLessThanOrEqual(Math.max(...costs));
  },
);

test("a caller with little work overtakes ten callers with much", async () => {
  const loop = new FakeLoop();
  for (const greedy of "0123456789") {
    for (let page = 0; page < 6; page++) loop.ask(greedy, 30);
  }
  await loop.take(13);
  loop.ask("C: reads her token", 1, () => loop.ask("C: signs in", 1));
  await loop.take(2);
  expect(loop.begun.slice(13)).toEqual(["C: reads her token", "C: signs in"]);
});

test("concurrent calls of one caller share that caller's time", async () => {
  const loop = new FakeLoop();
  for (let stream = 0; stream < 5; stream++) loop.keepAsking("A", 10);
  loop.keepAsking("B", 10);
  await loop.take(20);
  expect(loop.begun.filter((label) => label === "B")).toHaveLength(10);
});

test("new callers, however many, do not keep a caller from its turn", async () => {
  const loop = new FakeLoop();
  loop.keepAsking("A", 20);
  await loop.take(2);
  for (let caller = 0; caller < 60; caller++) {
    loop.ask(String.fromCodePoint(0x4e00 + caller), 1);
    await loop.take();
  }
  expect(loop.begun.slice(2)).toContain("A");
});

/** An HTTP request with an Authorization header that only the app can verify. */
const withHeader = (ip: string, credentialHash: string): Caller => ({
  identity: null,
  isAdmin: false,
  request: { ip, userAgent: null, requestId: "", credentialHash },
});

test("a hundred made-up Authorization headers of one address get the turns of one caller", async () => {
  const loop = new FakeLoop();
  const keepAsking = (ip: string, hash: string) => {
    const key = turnKeyOf(withHeader(ip, hash), "");
    const ask = () => loop.askAs(key, ip, 10, ask);
    ask();
  };
  for (let made = 0; made < 100; made++) keepAsking("192.0.2.66", `made up ${made}`);
  keepAsking("192.0.2.7", "an API token");
  await loop.take(40);
  expect(loop.begun.filter((ip) => ip === "192.0.2.7")).toHaveLength(20);
});

test("API tokens of one address take turns, however much one of them asks for", async () => {
  const loop = new FakeLoop();
  const [export_, lookup] = ["a", "b"].map((hash) => turnKeyOf(withHeader("192.0.2.7", hash), ""));
  for (let page = 0; page < 5; page++) loop.askAs(export_!, `page ${page}`, 30);
  loop.askAs(lookup!, "lookup", 1);
  await loop.take(3);
  expect(loop.begun).toEqual(["page 0", "lookup", "page 1"]);
});

test("a caller saves up no time while it is idle", async () => {
  const loop = new FakeLoop();
  loop.ask("A", 1);
  loop.keepAsking("B", 10);
  await loop.take(50);
  loop.keepAsking("A", 10);
  await loop.take(10);
  expect(loop.begun.slice(50).filter((label) => label === "B")).toHaveLength(5);
});

describe("between two turns", () => {
  /** Runs turns of the loop until Ana's next page begins. */
  async function loopsUntilPage(loop: FakeLoop, othersMs: number): Promise<number> {
    const { length } = loop.begun;
    let loops = 0;
    for (; loop.begun.length === length; loops++) await loop.loop(othersMs);
    return loops;
  }

  test("the loop turns twice when there is no other work", async () => {
    const loop = new FakeLoop();
    loop.keepAsking("A", 30);
    await loop.take();
    expect(await loopsUntilPage(loop, 0)).toBe(2);
  });

  test("between two turns, other work uses the thread for as long as the previous turn took", async () => {
    const loop = new FakeLoop();
    loop.keepAsking("A", 30);
    await loop.take();
    expect(await loopsUntilPage(loop, 10)).toBe(3);
    expect(await loopsUntilPage(loop, 1)).toBe(30);
  });

  test("one-off work continues as soon as a loop passes without other work", async () => {
    const loop = new FakeLoop();
    loop.keepAsking("A", 30);
    await loop.take();
    for (let busy = 0; busy < 5; busy++) await loop.loop(1);
    expect(loop.begun).toHaveLength(1);
    expect(await loopsUntilPage(loop, 0)).toBe(1);
  });

  test("one-off work waits for a commit that is not on disk yet", async () => {
    const loop = new FakeLoop();
    loop.keepAsking("A", 30);
    await loop.take();
    loop.isCommitting = true;
    for (let turn = 0; turn < 10; turn++) await loop.loop(0);
    expect(loop.begun).toHaveLength(1);
    loop.isCommitting = false;
    expect(await loopsUntilPage(loop, 0)).toBe(1);
  });

  test("a server that never stops committing still gives one-off work its turns", async () => {
    const loop = new FakeLoop();
    loop.isCommitting = true;
    loop.keepAsking("A", 30);
    await loop.take();
    expect(await loopsUntilPage(loop, 5)).toBeLessThanOrEqual(7);
  });
});
