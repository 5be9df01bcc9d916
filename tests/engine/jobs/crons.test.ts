import { afterEach, beforeEach, expect, test } from "vitest";
import { FakeClock, TestDeployment } from "../support/testDeployment";

const HOUR_MS = 3_600_000;

let app: TestDeployment;
let clock: FakeClock;
beforeEach(async () => {
  clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
  app = await TestDeployment.open({ clock });
});
afterEach(() => app.close());

type Job = { args: [{ name: string }]; state: { kind: string }; scheduledTime: number };

/** The cron job's runs so far, all of them ended. */
async function runsOf(name: string): Promise<number[]> {
  for (;;) {
    const jobs = (await app.query("edges:readsSystemTable", {
      table: "_scheduled_functions",
    })) as unknown as Job[];
    const own = jobs.filter(({ args }) => args[0].name === name);
    if (own.every(({ state }) => state.kind === "success")) {
      return own.map(({ scheduledTime }) => scheduledTime - Date.UTC(2026, 0, 5, 12));
    }
    await new Promise(setImmediate);
  }
}

const counter = (name: string) => app.query("messages:counter", { name });

test("an interval job runs at its first deployment and every period, across restarts", async () => {
  expect(await runsOf("hourly cron")).toEqual([0]);
  app = await app.reopen();
  expect(await runsOf("hourly cron")).toEqual([0]);
  clock.time += HOUR_MS;
  app = await app.reopen();
  expect(await runsOf("hourly cron")).toEqual([0, HOUR_MS]);
  expect(await counter("hourly cron")).toBe(2);
});

test("a cron job that missed several runs while the server was down runs once", async () => {
  await runsOf("hourly cron");
  clock.time += 5.5 * HOUR_MS;
  app = await app.reopen();
  expect(await runsOf("hourly cron")).toEqual([0, 5.5 * HOUR_MS]);
  clock.time += 0.5 * HOUR_MS; // the sixth hour, as scheduled originally
  app = await app.reopen();
  expect(await counter("hourly cron")).toBeGreaterThanOrEqual(2);
  expect(await runsOf("hourly cron")).toEqual([0, 5.5 * HOUR_MS, 6 * HOUR_MS]);
});

test("a daily cron job waits for its hour", async () => {
  expect(await runsOf("nightly cron")).toEqual([]);
  clock.time = Date.UTC(2026, 0, 6, 3, 30);
  app = await app.reopen();
  expect(await runsOf("nightly cron")).toEqual([15.5 * HOUR_MS]);
});
