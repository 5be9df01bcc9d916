import { setTimeout as pause } from "node:timers/promises";
import { call, openAt, SetClock } from "./clock";
import type { Tick } from "./messages";

/**
 * The process that is killed: `server.ts <data folder> <bundle> <epoch ms>`. Sends "done" after
 * each tick.
 */
const [dataDir = "", pushRequest = "", startedAt = ""] = process.argv.slice(2);
/** Steps per transaction. */
const TOGETHER = 10;
const POLL_MS = 3;

const clock = new SetClock(Number(startedAt));
const deployment = await openAt(dataDir, pushRequest, clock);

async function run({ now, steps }: Tick): Promise<void> {
  clock.set(now);
  for (let first = 0; first < steps.length; first += TOGETHER) {
    const together = steps.slice(first, first + TOGETHER);
    await call(deployment, "mutation", "testing:takeSteps", { steps: together });
  }
  // As the cron job does; each batch schedules the next one.
  await call(deployment, "mutation", "inbox:runDigests");
  while (await call<boolean>(deployment, "query", "testing:isDigestDue", { now })) {
    await pause(POLL_MS);
  }
}

process.on("message", (tick: Tick) => {
  run(tick).then(
    () => process.send?.("done"),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
