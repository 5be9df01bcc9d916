import { afterEach, beforeEach, expect, test } from "vitest";
import { Retention } from "../../../engine/jobs/retention";
import { silentLogger } from "../../../engine/logs";
import { FakeClock, ANONYMOUS, TestDeployment } from "../support/testDeployment";

const DAY_MS = 24 * 3_600_000;

let app: TestDeployment;
let clock: FakeClock;
let retention: Retention;
beforeEach(async () => {
  clock = new FakeClock();
  app = await TestDeployment.open({ clock });
  retention = new Retention(app.deployment.database, clock, silentLogger);
});
afterEach(async () => {
  retention.stop();
  await app.close();
});

const increment = (requestId: number) =>
  app.deployment.functions.runMutation({
    path: "messages:increment",
    args: { name: "x" },
    caller: ANONYMOUS,
    session: { sessionId: "s", requestId },
  });

function rowsOf(index: `_${string}.${string}`): number {
  const tx = app.deployment.database.beginRead();
  try {
    return [...tx.scan(index, tx.indexRange(index, []), "asc")].length;
  } finally {
    tx.close();
  }
}

test("outcomes of clients' requests are kept for 14 days, then removed in batches", async () => {
  for (let requestId = 0; requestId < 300; requestId++) await increment(requestId);
  clock.time += 14 * DAY_MS - 60_000;
  await retention.sweep();
  expect(rowsOf("_session_requests.by_creation_time")).toBe(300);
  clock.time += 120_000;
  await increment(301);
  await retention.sweep();
  expect(rowsOf("_session_requests.by_creation_time")).toBe(1);
});

test("scheduled functions are kept for 7 days after their end, pending ones forever", async () => {
  const args = { job: "mutation", name: "far", delayMs: 30 * DAY_MS };
  const waiting = (await app.mutation("jobs:schedule", args)) as string;
  const ended = (await app.mutation("jobs:schedule", { ...args, delayMs: 0 })) as string;
  const jobs = async () => [
    await app.query("jobs:state", { id: waiting }),
    await app.query("jobs:state", { id: ended }),
  ];
  for (;;) {
    const [, job] = (await jobs()) as [unknown, { state: { kind: string } }];
    if (job.state.kind === "success") break;
    await new Promise(setImmediate);
  }
  clock.time += 7 * DAY_MS + 1;
  await retention.sweep();
  expect(await jobs()).toEqual([expect.objectContaining({ args: [{ name: "far" }] }), null]);
});
