import { buildWeb } from "../../scripts/lib/build.mjs";
import { bundleWithTestFunctions } from "../../tests/support/home";
import { describeMachine } from "../machine";
import { describeVisits, visitTables, type Visit } from "./browser";
import { feedInside, handOvers } from "./server";

const VISITS = 3;

/**
 * `npm run bench -- tables`: what an admin's tables of 100,000 samples cost the server, and what
 * the admin waits for in Chromium. `-- tables browser`: the latter alone.
 */
export async function benchTables(): Promise<void> {
  console.log(`${describeMachine()}\n`);
  const pushRequest = await bundleWithTestFunctions();
  if (!process.argv.includes("browser")) await benchServer(pushRequest);
  await buildWeb();
  const visits: Visit[] = [];
  for (let visit = 0; visit < VISITS; visit++) visits.push(await visitTables(pushRequest));
  console.log(`An admin in Chromium, ranges of ${VISITS} runs`);
  console.table(describeVisits(visits));
}

async function benchServer(pushRequest: string): Promise<void> {
  console.log("The feed inside the server, 100,000 samples (ms)");
  console.table(await feedInside(pushRequest));
  const { measured, wireMb } = await handOvers(pushRequest);
  console.log("Hand-overs while admins have tables open, or load them for the first time (ms)");
  console.table(measured);
  console.log(`Pages on the wire: ${wireMb.toFixed(1)} MB for a load of all rows`);
}
