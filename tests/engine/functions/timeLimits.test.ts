import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "../../../engine/values/limits";
import { TestDeployment } from "../support/testDeployment";

const TIMED_OUT = "Function execution timed out (maximum duration: 0.25s)";
const HANGS = "Function execution timed out: it waited 0.25s for a promise that nothing settled";
/** CPU times in ms, well below and well above the limit. */
const [WITHIN, OVER] = [60, 360];

const { userTimeMs, hangTimeMs } = LIMITS;
let app: TestDeployment;
beforeAll(async () => {
  // A quarter of Convex's limits, because these tests use up the limit about ten times.
  Object.assign(LIMITS, { userTimeMs: 250, hangTimeMs: 250 });
  app = await TestDeployment.open();
});
afterAll(async () => {
  Object.assign(LIMITS, { userTimeMs, hangTimeMs });
  await app.close();
});

test("a function may use the CPU, or wait in vain, for one second, as on Convex Cloud", () => {
  expect([userTimeMs, hangTimeMs]).toEqual([1_000, 1_000]);
});

describe("a query or mutation fails when its own code exceeds the limit of CPU time", () => {
  test.each(["worksBetweenReads", "callsWork"])(
    "the query %s fails above the limit of CPU time",
    async (name) => {
      expect(await app.query(`slow:${name}`, { cpuMs: WITHIN })).toBeGreaterThan(0);
      await expect(app.query(`slow:${name}`, { cpuMs: OVER })).rejects.toThrow(TIMED_OUT);
    },
  );

  test("a mutation that exceeds its time is undone", async () => {
    const call = app.mutation("slow:worksAndWrites", { cpuMs: OVER, name: "slow" });
    await expect(call).rejects.toThrow(TIMED_OUT);
    expect(await app.query("messages:counter", { name: "slow" })).toBe(0);
  });

  test("the time of concurrent runs is not counted", async () => {
    const calls = [1, 2, 3, 4, 5, 6].map((key) =>
      app.query("slow:worksQuery", { cpuMs: WITHIN, key }),
    );
    expect(await Promise.all(calls)).toEqual(Array(6).fill(WITHIN));
  });

  test.each(["worksBetweenDigests", "worksInCalledAfterDigest"])(
    "the query %s is charged for its time after a wait",
    async (name) => {
      expect(await app.query(`slow:${name}`, { cpuMs: WITHIN })).toBe(WITHIN);
      await expect(app.query(`slow:${name}`, { cpuMs: OVER })).rejects.toThrow(TIMED_OUT);
    },
  );

  test("the time before and after a wait is added up", async () => {
    const halves = { cpuMsBefore: OVER / 2, cpuMs: OVER / 2 };
    await expect(app.query("slow:worksAfterDigest", halves)).rejects.toThrow(TIMED_OUT);
  });

  test.each(["mutation", "action"] as const)(
    "a mutation that exceeds its time after a wait is undone (called by: %s)",
    async (caller) => {
      const args = { cpuMs: OVER, name: `digests, ${caller}` };
      const call =
        caller === "mutation"
          ? app.mutation("slow:writesAndWorksAfterDigest", args)
          : app.action("slow:callsMutation", args);
      await expect(call).rejects.toThrow(TIMED_OUT);
      expect(await app.query("messages:counter", { name: args.name })).toBe(0);
    },
  );

  test("functions that wait concurrently are each charged for their own time", async () => {
    const earlier = app.query("slow:worksBetweenDigests", { cpuMs: WITHIN });
    const digests = app.mutation("slow:digests", { rounds: 50 });
    const burner = app.query("slow:worksAfterDigest", { cpuMs: OVER, key: 6 });
    const later = app.query("slow:worksAfterDigest", { cpuMs: WITHIN, key: 7 });
    await expect(burner).rejects.toThrow(TIMED_OUT);
    expect(await Promise.all([earlier, digests, later])).toEqual([WITHIN, 32, WITHIN]);
  });

  test("the CPU time of an action is not limited", async () => {
    expect(await app.action("slow:worksInAction", { cpuMs: OVER })).toBe(OVER);
  });
});

describe("a query or mutation fails when it waits too long for a promise that never settles", () => {
  test("a mutation that hangs is undone, and the next one runs", async () => {
    const hanging = app.mutation("slow:waitsForever");
    const next = app.mutation("messages:increment", { name: "after the hang" });
    await expect(hanging).rejects.toThrow(HANGS);
    expect(await next).toBe(1);
    expect(await app.query("messages:counter", { name: "hanging" })).toBe(0);
  });

  test("a query that hangs fails while others run", async () => {
    const hanging = app.query("slow:queryThatWaitsForever");
    expect(await app.query("messages:counter", { name: "nothing" })).toBe(0);
    await expect(hanging).rejects.toThrow(HANGS);
  });

  test("waiting for work of Node itself does not count as hanging", async () => {
    const calls = [1, 2, 3].map(() => app.mutation("slow:digests", { rounds: 200 }));
    expect(await Promise.all(calls)).toEqual([32, 32, 32]);
  });
});
