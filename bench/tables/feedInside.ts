import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { decodeRows } from "#domain/samples/compactRows";
import { EmbeddedHome } from "../../tests/support/deployments/embeddedHome";
import { percentile } from "../measure";
import { callerOf } from "../ours/caller";
import { ADMINS, SAMPLES, variedFolder } from "./seed";

export const rounded = (ms: number) => Number(ms.toFixed(2));

export const timesOf = (values: readonly number[]) => ({
  p50Ms: rounded(percentile(values, 0.5)),
  p99Ms: rounded(percentile(values, 0.99)),
  maxMs: rounded(Math.max(...values)),
});

/**
 * Measures the functions of the feed in this process, without sockets: all pages, and the position.
 */
export async function feedInside(pushRequest: string) {
  const { dataDir, seeded } = await variedFolder(pushRequest);
  const home = await EmbeddedHome.open({ dataDir, pushRequest });
  const run = async (path: string, args: object, who = 0) => {
    const call = { path, args: args as never, caller: callerOf(home, seeded.sessions[who]!) };
    const called = performance.now();
    const outcome = await home.deployment.functions.runQuery(call);
    if (!outcome.ok) throw new Error(`${path} was refused`);
    return { ms: performance.now() - called, value: JSON.parse(outcome.valueJson) as unknown };
  };
  const [pages, positions]: [number[], number[]] = [[], []];
  let cursor: string | null = null;
  let rows = 0;
  do {
    const { ms, value } = await run("sampleFeed:page", { cursor });
    const page = value as { rows: string; cursor: string | null };
    pages.push(ms);
    rows += decodeRows(page.rows).length;
    cursor = page.cursor;
    await pause(1);
  } while (cursor !== null);
  if (rows !== SAMPLES) throw new Error(`${rows} rows instead of ${SAMPLES}`);
  for (let round = 0; round < 300; round++) {
    positions.push((await run("sampleFeed:position", {}, round % ADMINS)).ms);
  }
  await home.close();
  await rm(dataDir, { recursive: true, force: true });
  return { page: timesOf(pages.slice(50)), position: timesOf(positions.slice(50)) };
}
