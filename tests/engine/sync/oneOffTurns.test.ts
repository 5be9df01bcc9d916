import { fc, test as fcTest } from "@fast-check/vitest";
import { expect } from "vitest";
import { OneOffTurns } from "../../../engine/sync/oneOffTurns";

/** Events at a server: a one-off query arrives, or the event loop takes a turn. */
const event = fc.constantFrom("arrival", "turn");

fcTest.prop([fc.array(event, { maxLength: 60 })], { numRuns: 500 })(
  "each turn of the event loop begins the one-off query that has waited longest, and no other",
  async (events) => {
    const turns: (() => void)[] = [];
    const queue = new OneOffTurns((turn) => turns.push(turn));
    const begun: number[] = [];
    const naive = { waiting: [] as number[], begun: [] as number[] };
    for (const [number, what] of events.entries()) {
      if (what === "arrival") {
        void queue.next().then(() => begun.push(number));
        naive.waiting.push(number);
      } else {
        for (const turn of turns.splice(0)) turn();
        naive.begun.push(...naive.waiting.splice(0, 1));
      }
      await Promise.resolve();
      expect(begun).toEqual(naive.begun);
    }
  },
);
