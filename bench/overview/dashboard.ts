import { rm } from "node:fs/promises";
import { decodeRows, type SampleRow } from "#domain/samples/compactRows";
import { dayOf } from "#domain/common/days";
import { ownGroup, TREND_DAYS } from "#domain/samples/trends";
import { EmbeddedHome } from "../../tests/support/deployments/embeddedHome";
import { percentile } from "../measure";
import { callerOf } from "../ours/caller";
import { person } from "../target";
import { ADMIN, overviewFolder, PEOPLE, SUPERVISOR } from "./seed";

const CHANGES = 60;
const WARM_UP = 10;

const VIEWERS = [
  { role: "admin", index: ADMIN },
  { role: "supervisor", index: SUPERVISOR },
] as const;

/** Live queries of a dashboard when it opens (web/features/dashboard/). */
const queriesOf = ({ role, index }: (typeof VIEWERS)[number]) => ({
  "dashboard:counts": {},
  "dashboard:colleagues": { paginationOpts: { numItems: 20, cursor: null } },
  "dashboard:awaited": {},
  "dashboard:overLimits": {},
  "dashboard:heldLongest": {},
  "dashboard:notReceived": {},
  "trends:of": {
    group: ownGroup({ email: person(index), role }),
    since: dayOf(Date.now()) - TREND_DAYS,
  },
});

type QueryFigures = { readonly times: number[]; bytes: number };

/**
 * Measures the dashboards of a company of 5,000 in this process, without sockets: bytes of each
 * query's result, and the ms of rerunning it after a hand-over. A server reruns only the queries
 * that the hand-over affects.
 */
export async function dashboardInside(pushRequest: string) {
  const { dataDir, seeded } = await overviewFolder(pushRequest);
  const home = await EmbeddedHome.open({ dataDir, pushRequest });
  const { functions } = home.deployment;
  const caller = (index: number) => callerOf(home, seeded.sessions[index]!);
  const run = async (path: string, args: object, who: number) => {
    const called = performance.now();
    const call = { path, args: args as never, caller: caller(who) };
    const outcome = await functions.runQuery(call);
    if (!outcome.ok) throw new Error(`${path} was refused`);
    return { ms: performance.now() - called, valueJson: outcome.valueJson };
  };

  const held: SampleRow[] = [];
  let cursor: string | null = null;
  while (held.length < WARM_UP + CHANGES) {
    const { valueJson } = await run("sampleFeed:page", { cursor }, ADMIN);
    const page = JSON.parse(valueJson) as { rows: string; cursor: string | null };
    held.push(...decodeRows(page.rows).filter(({ status }) => status === "In Use"));
    cursor = page.cursor;
  }
  const figures = new Map<string, QueryFigures>();
  for (let change = 0; change < WARM_UP + CHANGES; change++) {
    const { _id: sampleId, samplmanag } = held[change]!;
    const args = { sampleId, recipient: person(PEOPLE - 1), transactionId: `overview-${change}` };
    const holder = caller(Number(/\d+/.exec(samplmanag)?.[0]));
    const step = await functions.runMutation({ path: "custody:transfer", args, caller: holder });
    if (!step.ok) throw new Error(`hand-over ${change} was refused`);
    for (const viewer of VIEWERS) {
      for (const [path, queryArgs] of Object.entries(queriesOf(viewer))) {
        const answer = await run(path, queryArgs, viewer.index);
        const key = `${viewer.role}, ${path}`;
        const entry = figures.get(key) ?? { times: [], bytes: 0 };
        figures.set(key, entry);
        entry.bytes = Math.max(entry.bytes, Buffer.byteLength(answer.valueJson));
        if (change >= WARM_UP) entry.times.push(answer.ms);
      }
    }
  }
  await home.close();
  await rm(dataDir, { recursive: true, force: true });
  return Object.fromEntries([...figures].map(([key, entry]) => [key, describe(entry)]));
}

function describe({ times, bytes }: QueryFigures) {
  const rounded = (ms: number) => Number(ms.toFixed(2));
  return {
    bytes,
    p50Ms: rounded(percentile(times, 0.5)),
    p95Ms: rounded(percentile(times, 0.95)),
  };
}
