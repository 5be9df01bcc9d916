import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeClock, TestDeployment } from "../support/testDeployment";
import { eventually } from "../../support/eventually";
import { jobBacklog } from "../../../engine/jobs/jobBacklog";

let app: TestDeployment;
let clock: FakeClock;
beforeEach(async () => {
  clock = new FakeClock();
  app = await TestDeployment.open({ clock });
});
afterEach(() => app.close());

type Job = { state: { kind: string; error?: string }; completedTime?: number } | null;

const schedule = (job: string, name: string, delayMs = 0) =>
  app.mutation("jobs:schedule", { job, name, delayMs }) as Promise<string>;
const stateOf = async (id: string) => (await app.query("jobs:state", { id })) as Job;
const counter = (name: string) => app.query("messages:counter", { name });

/** Waits until a row of `_scheduled_functions` is in one of the states `kinds`. */
async function reaches(id: string, ...kinds: string[]): Promise<Job> {
  for (;;) {
    const job = await stateOf(id);
    if (job && kinds.includes(job.state.kind)) return job;
    await new Promise((resolve) => {
      const stop = app.deployment.database.onCommit(() => {
        stop();
        resolve(null);
      });
    });
  }
}

describe("a scheduled function", () => {
  test.each(["mutation", "action"])("a scheduled %s runs once, when it is due", async (kind) => {
    const id = await schedule(kind, "due");
    expect(await reaches(id, "success", "failed")).toMatchObject({
      name: expect.stringMatching(/^(messages\.js:increment|jobs\.js:byAction)$/) as string,
      args: [{ name: "due" }],
      state: { kind: "success" },
      completedTime: clock.time,
    });
    expect(await counter("due")).toBe(1);
  });

  test("a scheduled mutation that fails stores its error and none of its writes", async () => {
    const id = await schedule("fail", "x");
    const job = await reaches(id, "success", "failed");
    expect(job?.state.kind).toBe("failed");
    expect(job?.state.error).toContain("Uncaught Error: the job failed");
    expect(await counter("failing job")).toBe(0);
  });

  test("a scheduled function waits for its time", async () => {
    const id = await schedule("mutation", "patient", 3_600_000);
    expect((await stateOf(id))?.state.kind).toBe("pending");
    clock.time += 3_600_000;
    await schedule("mutation", "waker"); // reads the clock again
    await reaches(id, "success");
    expect(await counter("patient")).toBe(1);
  });

  test("a pending scheduled function can be canceled, but not one that has ended", async () => {
    const id = await schedule("mutation", "canceled", 1_000);
    await app.mutation("jobs:cancel", { id });
    expect(await stateOf(id)).toMatchObject({ state: { kind: "canceled" } });
    clock.time += 2_000;
    const done = await schedule("mutation", "after");
    await reaches(done, "success");
    await app.mutation("jobs:cancel", { id: done });
    expect((await stateOf(done))?.state.kind).toBe("success");
    expect(await counter("canceled")).toBe(0);
  });

  test("a scheduled function can be canceled when it is due but has not begun", async () => {
    const id = await schedule("mutation", "too late", 10);
    const { database } = app.deployment;
    const write = vi.spyOn(database, "write");
    clock.time += 10;
    await database.write(async (tx) => {
      // The scheduler has found the job due by now; its transaction waits for this one.
      await eventually(() => expect(write).toHaveBeenCalledTimes(2));
      tx.patch(id, { state: { kind: "canceled" }, completedTime: clock.time });
    });
    await reaches(await schedule("mutation", "the next"), "success");
    expect((await stateOf(id))?.state.kind).toBe("canceled");
    expect(await counter("too late")).toBe(0);
  });

  test("an action can schedule a function", async () => {
    const id = (await app.action("jobs:scheduleFromAction", { name: "by action" })) as string;
    await reaches(id, "success");
    expect(await counter("by action")).toBe(1);
  });

  test("scheduling a function that does not exist is refused", async () => {
    await expect(app.mutation("jobs:scheduleUnknown")).rejects.toThrow(
      "Attempted to schedule function at nonexistent path: jobs:nothing",
    );
  });
});

describe("a restart", () => {
  test("a restart runs the functions that became due meanwhile, once each", async () => {
    const ids = [
      await schedule("mutation", "kept", 1_000),
      await schedule("action", "kept", 1_000),
    ];
    app = await app.reopen();
    expect((await stateOf(ids[0] ?? ""))?.state.kind).toBe("pending");
    clock.time += 1_000;
    app = await app.reopen();
    for (const id of ids) await reaches(id, "success");
    app = await app.reopen();
    expect(await counter("kept")).toBe(2);
  });

  test("a restart marks a running action as failed, and does not rerun it", async () => {
    const id = await schedule("hang", "started");
    await reaches(id, "inProgress");
    while ((await counter("started")) !== 1) await new Promise(setImmediate);
    app = await app.reopen();
    expect((await stateOf(id))?.state).toEqual({
      kind: "failed",
      error: "Transient error while executing action",
    });
    expect(await counter("started")).toBe(1);
  });
});

describe("the backlog of jobs", () => {
  const DAY_MS = 24 * 3_600_000;
  const backlog = () => jobBacklog(app.deployment.database, clock.time);

  test("has the time since the longest-waiting job was due", async () => {
    await schedule("mutation", "later", 2 * 3_600_000);
    await schedule("mutation", "sooner", 3_600_000);
    expect(backlog()).toEqual({ overdueMs: 0, failed: 0, lastFailed: null });
    clock.time += 3_600_000 + 7_000; // no timer sees it: the clock is the test's
    expect(backlog().overdueMs).toBe(7_000);
  });

  test("counts the failed jobs of the last day, and names the newest", async () => {
    await reaches(await schedule("fail", "x"), "failed");
    await reaches(await schedule("fail", "y"), "failed");
    expect(backlog()).toEqual({ overdueMs: 0, failed: 2, lastFailed: "jobs.js:fail" });
    clock.time += DAY_MS;
    expect(backlog().failed).toBe(0);
  });
});
