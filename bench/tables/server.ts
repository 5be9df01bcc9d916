import { once } from "node:events";
import { rm } from "node:fs/promises";
import { Agent, request, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { WebSocket } from "ws";
import { api } from "../../convex/_generated/api";
import { decodeRows } from "../../domain/compactRows";
import { isAt, type FeedPlace } from "../../web/lib/tables/feed";
import { watchSparingly } from "../../web/lib/tables/watchSparingly";
import { EmbeddedHome } from "../../tests/support/embeddedHome";
import { percentile } from "../measure";
import { callerOf } from "../ours/caller";
import { OurServer } from "../ours/start";
import { person } from "../target";
import { ADMINS, SAMPLES, variedFolder } from "./seed";

const rounded = (ms: number) => Number(ms.toFixed(2));

const timesOf = (values: readonly number[]) => ({
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

const HAND_OVERS = 150;
const WARM_UP = 50;

/**
 * Measures the latency and processor time of hand-overs: with 0, 1 and 10 admins' tables open, and
 * while 10 admins load theirs. `wireMb`: compressed MB of one load of all samples.
 */
export async function handOvers(pushRequest: string) {
  const { dataDir, seeded } = await variedFolder(pushRequest);
  const server = await OurServer.serve(dataDir, { ...seeded, samplesOf: [] }, pushRequest);
  try {
    const { samples, cursors } = await readPages(server);
    const measured = [];
    for (const tabs of [0, 1, 10]) {
      const close = await openTabs(server, tabs);
      measured.push({ tabs, loading: 0, ...(await measure(server, samples)) });
      await close();
    }
    const load = startLoads(server, 10, cursors);
    measured.push({ tabs: 0, loading: 10, ...(await measure(server, samples)) });
    await load.stop();
    return { measured, wireMb: ((load.wireBytes / load.pages) * cursors.length) / 1e6 };
  } finally {
    await server.stop();
  }
}

/** Hand-overs one at a time: their latency, and the processor time of the server for each. */
async function measure(server: OurServer, samples: { id: string; holder: string }[]) {
  const times: number[] = [];
  let cpuBefore = 0;
  const to = person(ADMINS + 1);
  const http = new ConvexHttpClient(server.url, { logger: false });
  for (let round = 0; round < WARM_UP + HAND_OVERS; round++) {
    if (round === WARM_UP) cpuBefore = await server.cpuMs();
    const { id, holder } = samples.pop()!;
    http.setAuth(server.tokenOf(holder));
    const called = performance.now();
    const transactionId = `tables-${process.pid}-${samples.length}`;
    const args = { sampleId: id as never, recipient: to, transactionId };
    await http.mutation(api.custody.transfer, args, { skipQueue: true });
    if (round >= WARM_UP) times.push(performance.now() - called);
    await pause(5);
  }
  const cpuMs = ((await server.cpuMs()) - cpuBefore) / HAND_OVERS;
  return { ...timesOf(times), cpuMs: rounded(cpuMs) };
}

/** Samples that may be transferred, with the address of their holder; the cursors of all pages. */
async function readPages(server: OurServer) {
  const http = httpAs(server, 0);
  const samples: { id: string; holder: string }[] = [];
  const cursors: (string | null)[] = [null];
  for (;;) {
    const cursor = cursors.at(-1)!;
    const page: { rows: string; cursor: string | null } = await http.query(api.sampleFeed.page, {
      cursor,
    });
    if (samples.length < 5 * (WARM_UP + HAND_OVERS)) {
      const inUse = decodeRows(page.rows).filter(({ status }) => status === "In Use");
      samples.push(...inUse.map(({ _id, samplmanag }) => ({ id: _id, holder: samplmanag })));
    }
    if (page.cursor === null) break;
    cursors.push(page.cursor);
  }
  return { samples: samples.filter(({ holder }) => holder !== person(ADMINS + 1)), cursors };
}

function httpAs(server: OurServer, admin: number): ConvexHttpClient {
  const http = new ConvexHttpClient(server.url, { logger: false });
  http.setAuth(server.tokenOf(person(admin)));
  return http;
}

/** Shortest time between two pulls of a tab, ms: the same as `TableCopy`'s. */
const MIN_PULL_INTERVAL_MS = 250;

/** Watches the feed as `count` tabs of different admins do, and pulls its changes as they do. */
async function openTabs(server: OurServer, count: number): Promise<() => Promise<void>> {
  const clients: ConvexClient[] = [];
  for (let admin = 0; admin < count; admin++) {
    const client = new ConvexClient(server.url, {
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
      logger: false,
      unsavedChangesWarning: false,
    });
    client.setAuth(() => Promise.resolve(server.tokenOf(person(admin))));
    clients.push(client);
    await new Promise<void>((resolve, reject) => {
      const follow = follower(httpAs(server, admin));
      const onPosition = (position: FeedPlace) => {
        follow(position);
        resolve();
      };
      const watch = (onValue: (position: FeedPlace) => void) =>
        client.onUpdate(api.sampleFeed.position, {}, onValue, reject);
      watchSparingly(watch, isAt, onPosition);
    });
  }
  return async () => {
    for (const client of clients) await client.close();
  };
}

/** Returns a function that pulls the changes up to a position, one pull after another. */
function follower(http: ConvexHttpClient): (position: FeedPlace) => void {
  let place: FeedPlace | null = null;
  let followed: FeedPlace | null = null;
  let isPulling = false;
  const pull = async (from: FeedPlace) => {
    isPulling = true;
    while (followed !== null) {
      followed = null;
      const { runId, heads } = from;
      const args = { runId, heads: [...heads] };
      const changes: FeedPlace | null = await http.query(api.sampleFeed.changes, args);
      if (changes !== null) from = changes;
      await pause(MIN_PULL_INTERVAL_MS);
    }
    place = from;
    isPulling = false;
  };
  return (position) => {
    followed = position;
    if (!isPulling) void pull((place ??= position));
  };
}

/**
 * Asks for all pages over and over, as `count` admins do who open a table for the first time. Their
 * browsers are other computers: here the answers are not even unpacked.
 *
 * @param cursors of all pages
 */
function startLoads(server: OurServer, count: number, cursors: readonly (string | null)[]) {
  const agent = new Agent({ keepAlive: true });
  let isStopped = false;
  const load = { pages: 0, wireBytes: 0 };
  const one = async (admin: number) => {
    const headers = {
      Authorization: `Bearer ${server.tokenOf(person(admin))}`,
      "Content-Type": "application/json",
      "Accept-Encoding": "br",
    };
    for (let page = 0; !isStopped; page = (page + 1) % cursors.length) {
      const args = { cursor: cursors[page] };
      const call = request(`${server.url}/api/query`, { method: "POST", headers, agent });
      call.end(JSON.stringify({ path: "sampleFeed:page", args, format: "json" }));
      const [answer] = (await once(call, "response")) as [IncomingMessage];
      load.wireBytes += Number(answer.headers["content-length"]);
      load.pages++;
      await once(answer.resume(), "end");
    }
  };
  const loads = Array.from({ length: count }, (_, admin) => one(admin));
  const stop = async () => {
    isStopped = true;
    await Promise.all(loads);
    agent.destroy();
  };
  return Object.assign(load, { stop });
}
