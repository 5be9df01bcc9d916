import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestDeployment } from "../support/testDeployment";

const TIMED_OUT = "Function execution timed out (maximum duration: 1s)";
const HANGS = "Function execution timed out: it waited 1s for a promise that nothing settled";

let app: TestDeployment;
beforeAll(async () => (app = await TestDeployment.open()));
afterAll(() => app.close());

describe("a query or mutation fails when its own code has used one second of CPU time", () => {
  test.each(["worksQuery", "worksBetweenReads", "callsWork"])(
    "the query %s fails after one second of CPU time",
    async (name) => {
      expect(await app.query(`slow:${name}`, { cpuMs: 400 })).toBeGreaterThan(0);
      await expect(app.query(`slow:${name}`, { cpuMs: 1_400 })).rejects.toThrow(TIMED_OUT);
    },
  );

  test("a mutation that exceeds its time is undone", async () => {
    const call = app.mutation("slow:worksAndWrites", { cpuMs: 1_200, name: "slow" });
    await expect(call).rejects.toThrow(TIMED_OUT);
    expect(await app.query("messages:counter", { name: "slow" })).toBe(0);
  });

  test("the time of concurrent runs is not counted", async () => {
    const calls = [1, 2, 3, 4, 5].map((key) => app.query("slow:worksQuery", { cpuMs: 300, key }));
    expect(await Promise.all(calls)).toEqual([300, 300, 300, 300, 300]);
  });

  test.each(["worksAfterDigest", "worksBetweenDigests", "worksInCalledAfterDigest"])(
    "the query %s is charged for its time after a wait",
    async (name) => {
      expect(await app.query(`slow:${name}`, { cpuMs: 400 })).toBe(400);
      await expect(app.query(`slow:${name}`, { cpuMs: 1_500 })).rejects.toThrow(TIMED_OUT);
    },
  );

  test("the time before and after a wait is added up", async () => {
    const halves = { cpuMsBefore: 700, cpuMs: 700 };
    await expect(app.query("slow:worksAfterDigest", halves)).rejects.toThrow(TIMED_OUT);
  });

  test.each(["mutation", "action"] as const)(
    "a mutation that exceeds its time after a wait is undone (called by: %s)",
    async (caller) => {
      const args = { cpuMs: 1_500, name: `digests, ${caller}` };
      const call =
        caller === "mutation"
          ? app.mutation("slow:writesAndWorksAfterDigest", args)
          : app.action("slow:callsMutation", args);
      await expect(call).rejects.toThrow(TIMED_OUT);
      expect(await app.query("messages:counter", { name: args.name })).toBe(0);
    },
  );

  test("functions that wait concurrently are each charged for their own time", async () => {
    const earlier = app.query("slow:worksBetweenDigests", { cpuMs: 300 });
    const digests = app.mutation("slow:digests", { rounds: 200 });
    const burner = app.query("slow:worksAfterDigest", { cpuMs: 1_500, key: 6 });
    const later = app.query("slow:worksAfterDigest", { cpuMs: 200, key: 7 });
    await expect(burner).rejects.toThrow(TIMED_OUT);
    expect(await Promise.all([earlier, digests, later])).toEqual([300, 32, 200]);
  });

  test("the CPU time of an action is not limited", async () => {
    expect(await app.action("slow:worksInAction", { cpuMs: 1_200 })).toBe(1_200);
  });
});

describe("a query or mutation fails when it waits one second for a promise that never settles", () => {
  test("a mutation that hangs is undone, and the next one runs", async () => {
    const startedAt = performance.now();
    const hanging = app.mutation("slow:waitsForever");
    const next = app.mutation("messages:increment", { name: "after the hang" });
    await expect(hanging).rejects.toThrow(HANGS);
    expect(await next).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
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
