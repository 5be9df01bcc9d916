import { launchBrowser } from "../../tests/support/browser/browser";
import { describeMachine } from "../machine";
import { buildOf, presentBuild, type Build } from "../ours/build";
import { OurServer } from "../ours/start";
import { describeVisits, rangeOf, visitTables } from "./browser";
import { feedInside } from "./feedInside";
import { handOvers } from "./handOvers";
import { LIST } from "./listPage";
import { measureMemory } from "./memory";
import { variedFolder } from "./seed";

const ROUNDS = 3;

/** Parts in the order in which they are measured; all of them when none is named. */
const PARTS = {
  feed: benchFeed,
  "hand-overs": benchHandOvers,
  browser: benchBrowser,
  memory: benchMemory,
};

/**
 * `npm run bench -- tables`: measures the cost of tables of 100,000 samples for the server, and the
 * waits of people who open them in Chromium. `-- tables browser memory` runs these parts alone;
 * `--rounds 1` is a short run; `--against COMMIT` alternates that commit with this checkout.
 */
export async function benchTables(): Promise<void> {
  console.log(`${describeMachine()}\n`);
  const rounds = Number(option("--rounds") ?? ROUNDS);
  const other = option("--against");
  const builds = [...(other === null ? [] : [await buildOf(other)]), await presentBuild()];
  const named = Object.entries(PARTS).filter(([name]) => process.argv.includes(name));
  for (const [, bench] of named.length > 0 ? named : Object.entries(PARTS)) {
    await bench(builds, rounds);
  }
}

function option(name: string): string | null {
  const index = process.argv.indexOf(name);
  return index < 0 ? null : (process.argv[index + 1] ?? null);
}

async function benchFeed(builds: readonly Build[]): Promise<void> {
  const now = builds.at(-1)!;
  console.log("The feed inside the server, 100,000 samples (ms)");
  console.table(await feedInside(now.pushRequest));
}

async function benchHandOvers(builds: readonly Build[], rounds: number): Promise<void> {
  for (const { build, measured, wireMb } of await handOvers(builds, rounds)) {
    console.log(`${build}: hand-overs while tables are open, or loaded for the first time (ms)`);
    console.table(measured);
    console.log(`Pages on the wire: ${wireMb.toFixed(1)} MB for a load of all rows`);
  }
}

async function benchBrowser(builds: readonly Build[], rounds: number): Promise<void> {
  const visits = await inTurns(builds, rounds, visitTables);
  for (const [name, ofBuild] of visits) {
    console.log(`${name}: an admin and a supervisor in Chromium, ranges of ${rounds} visits`);
    console.table(describeVisits(ofBuild));
  }
}

/** Runs `measure` for each build in turn. @returns the results by the builds' names */
async function inTurns<Result>(
  builds: readonly Build[],
  rounds: number,
  measure: (build: Build) => Promise<Result>,
): Promise<Map<string, Result[]>> {
  const results = new Map<string, Result[]>(builds.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const build of builds) results.get(build.name)!.push(await measure(build));
  }
  return results;
}

async function benchMemory(builds: readonly Build[], rounds: number): Promise<void> {
  if (process.platform !== "linux") {
    console.log("The memory of a tab is read from /proc, which only Linux has");
    return;
  }
  for (const [name, memories] of await inTurns(builds, rounds, memoryOf)) {
    console.log(`${name}: memory of an admin's tab, ranges of ${rounds} (MB)`);
    const row = (visit: "loaded" | "warm") => ({
      "its own": rangeOf(memories.map((memory) => memory[visit].dirtyMb)),
      "pages of the browser's files": rangeOf(memories.map((memory) => memory[visit].cleanMb)),
    });
    console.table({ "all rows loaded": row("loaded"), "second visit": row("warm") });
  }
}

async function memoryOf({ pushRequest, webApp, root }: Build) {
  const { dataDir, seeded } = await variedFolder(pushRequest);
  const all = { ...seeded, samplesOf: [] };
  const server = await OurServer.serve(dataDir, all, pushRequest, webApp, root);
  const browser = await launchBrowser();
  try {
    return await measureMemory(browser, server, LIST);
  } finally {
    await browser.close();
    await server.stop();
  }
}
