import { setImmediate } from "node:timers/promises";
import { fc, test as fcTest } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { FairTurns } from "../../../engine/functions/fairTurns";

/** An event loop whose turns and clock the test moves. */
class FakeLoop {
  readonly #deferred: (() => void)[] = [];
  #timeMs = 0;
  readonly turns = new FairTurns(
    (turn) => this.#deferred.push(turn),
    () => this.#timeMs,
  );
  /** Labels of the work that has begun, in order. */
  readonly begun: string[] = [];

  /** Asks for a turn of `ms`. The first character of `label` names the caller. */
  ask(label: string, ms: number, then?: () => void): void {
    void this.turns.next(label.charAt(0)).then(() => {
      this.begun.push(label);
      this.#timeMs += ms;
      then?.();
    });
  }

  /** Asks again after each turn, for ever. */
  keepAsking(caller: string, ms: number): void {
    this.ask(caller, ms, () => this.keepAsking(caller, ms));
  }

  /** Takes turns of the loop, each until no promise is left to run. */
  async take(turns = 1): Promise<void> {
    for (let taken = 0; taken < turns; taken++) {
      for (const turn of this.#deferred.splice(0)) turn();
      await setImmediate();
    }
  }
}

/** Events at a server: one-off work arrives, or the event loop takes a turn. */
const event = fc.constantFrom("arrival", "turn");

fcTest.prop([fc.array(event, { maxLength: 60 })], { numRuns: 100 })(
  "each turn of the event loop begins the work that one caller asked for first, and no other",
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

fcTest.prop([fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 6 })], {
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

test("a caller who asks for little passes ten who ask for much", async () => {
  const loop = new FakeLoop();
  for (const greedy of "0123456789") {
    for (let page = 0; page < 6; page++) loop.ask(greedy, 30);
  }
  await loop.take(13);
  loop.ask("C: reads her token", 1, () => loop.ask("C: signs in", 1));
  await loop.take(2);
  expect(loop.begun.slice(13)).toEqual(["C: reads her token", "C: signs in"]);
});

test("calls of one caller that wait at the same time share that caller's time", async () => {
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

test("a caller saves up no time while it asks for nothing", async () => {
  const loop = new FakeLoop();
  loop.ask("A", 1);
  loop.keepAsking("B", 10);
  await loop.take(50);
  loop.keepAsking("A", 10);
  await loop.take(10);
  expect(loop.begun.slice(50).filter((label) => label === "B")).toHaveLength(5);
});
