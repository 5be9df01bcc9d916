import fc from "fast-check";
import { expect, test } from "vitest";
import { MutationQueue } from "../../../engine/commit/mutationQueue";
import { property } from "../../support/property";

/** Mutations that a test starts and ends by hand. */
class Bench {
  now = 0;
  /** Resolved: all commits are on disk. */
  committed = Promise.resolve();
  readonly queue = new MutationQueue(
    () => this.committed,
    () => this.now,
  );
  readonly begun: string[] = [];
  #end: (() => void) | null = null;

  add(caller: string, name: string, part = ""): Promise<void> {
    return this.queue.run({ caller, part }, () => {
      this.begun.push(name);
      return new Promise((end) => (this.#end = end));
    });
  }

  /** Ends the running mutation, if any, and lets the next one begin. */
  async endRunning(): Promise<void> {
    this.#end?.();
    this.#end = null;
    await settle();
  }
}

/** Waits for promises, and for the at most two turns of the event loop that the queue yields. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Predicts the next caller, using a list that is searched from its start each time. */
class NaiveTurns {
  readonly begun: string[] = [];
  #running: { caller: string } | null = null;
  #waiting: { caller: string; name: string; since: number }[] = [];
  #time = 0;

  add(caller: string, name: string): void {
    const isWaiting = this.#waiting.some((other) => other.caller === caller);
    const since = isWaiting || this.#running?.caller === caller ? Infinity : ++this.#time;
    this.#waiting.push({ caller, name, since });
    if (this.#running === null) this.#begin();
  }

  endRunning(): void {
    const { caller } = this.#running ?? {};
    if (caller === undefined) return;
    this.#running = null;
    const next = this.#waiting.find((waiting) => waiting.caller === caller);
    if (next) next.since = ++this.#time;
    this.#begin();
  }

  #begin(): void {
    const first = Math.min(...this.#waiting.map(({ since }) => since));
    const index = this.#waiting.findIndex(({ since }) => since === first);
    const [next] = index === -1 ? [] : this.#waiting.splice(index, 1);
    if (!next) return;
    this.#running = next;
    this.begun.push(next.name);
  }
}

const event = fc.oneof(
  fc.record({ adds: fc.constantFrom("import", "Ana", "Bruno") }),
  fc.constant("end" as const),
);

property([fc.array(event, { maxLength: 40 })], { numRuns: 100 })(
  "mutations begin as in a list of turns: one at a time, callers in turn, each caller's in order",
  async (events) => {
    const bench = new Bench();
    const naive = new NaiveTurns();
    for (const [number, what] of events.entries()) {
      if (what === "end") {
        await bench.endRunning();
        naive.endRunning();
      } else {
        void bench.add(what.adds, `${what.adds} ${number}`);
        naive.add(what.adds, `${what.adds} ${number}`);
        await settle();
      }
      expect(bench.begun).toEqual(naive.begun);
    }
  },
);

test("a hand-over runs before the queued batches of an import", async () => {
  const bench = new Bench();
  for (const batch of [1, 2, 3]) void bench.add("import", `batch ${batch}`);
  void bench.add("Ana", "hand-over");
  await settle();
  for (let ended = 0; ended < 4; ended++) await bench.endRunning();
  expect(bench.begun).toEqual(["batch 1", "hand-over", "batch 2", "batch 3"]);
});

test("a caller with ten sockets delays another caller by one mutation, and each socket keeps its order", async () => {
  const bench = new Bench();
  for (const socket of "0123456789") {
    for (const call of [1, 2]) void bench.add("visitors", `socket ${socket}, ${call}`, socket);
  }
  void bench.add("Ana", "hand-over");
  await settle();
  for (let ended = 0; ended < 21; ended++) await bench.endRunning();
  expect(bench.begun.slice(0, 2)).toEqual(["socket 0, 1", "hand-over"]);
  const first = bench.begun.filter((name) => name.endsWith(", 1"));
  const second = bench.begun.filter((name) => name.endsWith(", 2"));
  expect([first.length, second.length]).toEqual([10, 10]);
  for (const name of first) {
    const after = bench.begun.indexOf(name.replace(", 1", ", 2"));
    expect(after).toBeGreaterThan(bench.begun.indexOf(name));
  }
});

test("a hand-over that waits in a socket during a batch runs before the next batch", async () => {
  const bench = new Bench();
  for (const batch of [1, 2]) void bench.add("import", `batch ${batch}`);
  await settle();
  bench.now += 30;
  setImmediate(() => void bench.add("Ana", "hand-over")); // the event loop reads it after batch 1
  for (let ended = 0; ended < 3; ended++) await bench.endRunning();
  expect(bench.begun).toEqual(["batch 1", "hand-over", "batch 2"]);
});

test("a slow mutation begins after the answer to the preceding hand-over", async () => {
  const bench = new Bench();
  for (const batch of [1, 2, 3]) void bench.add("import", `batch ${batch}`);
  void bench.add("Ana", "hand-over");
  await settle();
  bench.now += 30;
  await bench.endRunning();
  let reachDisk = () => {};
  bench.committed = new Promise((resolve) => (reachDisk = resolve));
  await bench.endRunning();
  expect(bench.begun, "while the hand-over is on its way to the disk").toEqual([
    "batch 1",
    "hand-over",
  ]);
  reachDisk();
  await settle();
  expect(bench.begun.at(-1)).toBe("batch 2");
});

test("a slow mutation does not wait for its own caller's commits, and a fast one waits for none", async () => {
  const bench = new Bench();
  bench.committed = new Promise(() => {});
  for (const batch of [1, 2]) void bench.add("import", `batch ${batch}`);
  await settle();
  bench.now += 30;
  await bench.endRunning();
  void bench.add("Ana", "hand-over");
  await bench.endRunning();
  expect(bench.begun).toEqual(["batch 1", "batch 2", "hand-over"]);
});

test("a mutation that fails lets the next one begin, and idle waits for both", async () => {
  const { queue } = new Bench();
  const [ana, bruno] = [
    { caller: "Ana", part: "" },
    { caller: "Bruno", part: "" },
  ];
  const failing = queue.run(ana, () => Promise.reject(new Error("refused")));
  const next = queue.run(bruno, () => Promise.resolve("done"));
  const idle = queue.idle().then(() => queue.length);
  await expect(failing).rejects.toThrow("refused");
  expect(await next).toBe("done");
  expect(await idle).toBe(0);
});

test("the sockets of one person take turns, and each one's mutations keep their order", async () => {
  const bench = new Bench();
  const added = [
    bench.add("Ana", "import 1", "socket 1"),
    bench.add("Ana", "import 2", "socket 1"),
    bench.add("Ana", "import 3", "socket 1"),
    bench.add("Ana", "hand-over", "socket 2"),
  ];
  await settle(); // the first one has begun
  for (let ended = 0; ended < added.length; ended++) await bench.endRunning();
  await Promise.all(added);
  expect(bench.begun).toEqual(["import 1", "import 2", "hand-over", "import 3"]);
});
