import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ANONYMOUS, TestDeployment, valueOf } from "../support/testDeployment";

let app: TestDeployment;
beforeAll(async () => (app = await TestDeployment.open()));
afterAll(() => app.close());

const counter = (name: string) => app.query("messages:counter", { name });

describe("nested mutations", () => {
  test("a nested mutation that fails loses only its own writes", async () => {
    expect(await app.mutation("nested:survivesInnerFailure")).toEqual({
      caught: { code: "INNER", name: "failed" },
      seenAfterRollback: 0,
      seenOfSuccess: 1,
    });
    expect(await counter("outer")).toBe(1);
    expect(await counter("succeeded")).toBe(1);
    expect(await counter("failed")).toBe(0);
    // The functions that the nested one scheduled are undone too.
    const jobs = (await app.query("edges:readsSystemTable", {
      table: "_scheduled_functions",
    })) as { name: string }[];
    expect(jobs.map(({ name }) => name)).not.toContain("nested.js:insert");
  });

  test("a nested mutation that fails next to concurrent ones loses only its own writes", async () => {
    expect(await app.mutation("nested:sideBySide")).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
    ]);
    const counts = ["side 1", "side 2", "side 3", "side 4"].map(counter);
    expect(await Promise.all(counts)).toEqual([1, 0, 1, 1]);
  });

  test("an uncaught nested failure undoes the whole mutation", async () => {
    await expect(app.mutation("nested:passesInnerFailureOn")).rejects.toMatchObject({
      data: { code: "INNER", name: "doomed too" },
    });
    expect(await counter("doomed")).toBe(0);
    expect(await counter("doomed too")).toBe(0);
  });

  test("functions call each other at most eight deep", async () => {
    expect(await app.query("nested:depth", { depth: 8 })).toBe(8);
    await expect(app.query("nested:depth", { depth: 9 })).rejects.toThrow(
      "call depth limit exceeded",
    );
  });

  test("a snapshotQuery shows the last commit without its caller's writes", async () => {
    expect(await app.mutation("nested:staleCount", { name: "stale" })).toEqual({
      stale: 0,
      own: 1,
    });
  });
});

describe("a client's request", () => {
  const request = (requestId: number, sessionId = "session") =>
    app.deployment.functions.runMutation({
      path: "messages:increment",
      args: { name: "exactly once" },
      caller: ANONYMOUS,
      session: { sessionId, requestId },
    });

  test("a mutation request sent twice runs once, and gets the same answer", async () => {
    const first = await request(1);
    const again = await request(1);
    expect([valueOf(first), valueOf(again)]).toEqual([1, 1]);
    expect(again.ts).toBeGreaterThanOrEqual(first.ts);
    expect(valueOf(await request(2))).toBe(2);
    expect(valueOf(await request(1, "another session"))).toBe(3);
    expect(await counter("exactly once")).toBe(3);
  });

  test("a mutation request sent twice at the same time runs once", async () => {
    const answers = await Promise.all([request(9), request(9), request(9)]);
    expect(new Set(answers.map(valueOf)).size).toBe(1);
    expect(await counter("exactly once")).toBe(4);
  });

  test("the outcome of a mutation request is remembered across a restart", async () => {
    const before = valueOf(await request(20));
    app = await app.reopen();
    expect(valueOf(await request(20))).toBe(before);
    expect(await counter("exactly once")).toBe(before);
  });

  test("a resent mutation request that only scheduled a function schedules it once", async () => {
    const send = () =>
      app.deployment.functions.runMutation({
        path: "jobs:schedule",
        args: { job: "mutation", name: "scheduled once", delayMs: 3_600_000 },
        caller: ANONYMOUS,
        session: { sessionId: "session", requestId: 25 },
      });
    const jobId = valueOf(await send());
    expect(valueOf(await send())).toBe(jobId);
  });

  test("a failed mutation request runs again when it is resent", async () => {
    const send = () =>
      app.deployment.functions.runMutation({
        path: "edges:refuses",
        args: { write: true },
        caller: ANONYMOUS,
        session: { sessionId: "session", requestId: 30 },
      });
    expect((await send()).ok).toBe(false);
    expect((await send()).ok).toBe(false);
  });

  test("an outcome larger than a document is stored in parts", async () => {
    const send = () =>
      app.deployment.functions.runMutation({
        path: "edges:storesAndReturns",
        args: { chars: 700_000 },
        caller: ANONYMOUS,
        session: { sessionId: "session", requestId: 40 },
      });
    const first = await send();
    expect(valueOf(await send())).toBe(valueOf(first));
    expect(await counter("large result")).toBe(1);
  });
});

test("mutations run one after another: no increment is lost", async () => {
  await Promise.all(
    Array.from({ length: 50 }, () => app.mutation("messages:increment", { name: "race" })),
  );
  expect(await counter("race")).toBe(50);
});

test("a dangling promise writes nothing after its mutation has ended", async () => {
  await app.mutation("edges:forgetsToAwait");
  await app.mutation("messages:increment", { name: "later" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(await counter("late")).toBe(0);
});

test("a nested mutation that was not awaited writes nothing after its caller has ended", async () => {
  await app.mutation("nested:forgetsNested");
  await app.mutation("messages:increment", { name: "later" });
  await new Promise((resolve) => setImmediate(resolve));
  await app.mutation("messages:increment", { name: "later" });
  expect(await counter("forgotten")).toBe(0);
  const { entries } = app.deployment.logs.after(0);
  const entry = entries.find(({ identifier }) => identifier === "nested:forgetsNested");
  expect(JSON.stringify(entry?.logLines)).toContain(
    "1.0/insert was called after nested:forgetsNested had returned.",
  );
});
