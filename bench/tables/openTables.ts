import { setTimeout as pause } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { ConvexReactClient } from "convex/react";
import {
  makeFunctionReference,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";
import { WebSocket } from "ws";
import { launchBrowser } from "../../tests/support/browser/browser";
import { api } from "../../convex/_generated/api";
import type { SampleRow } from "#domain/samples/compactRows";
import { compareInList, statusesIn } from "#domain/samples/lists";
import { isAt, type FeedPlace } from "../../web/lib/tables/feed";
import { LiveStore } from "../../web/lib/tables/liveStore";
import { SAMPLE_COLUMNS } from "../../web/lib/tables/sampleColumns";
import { throttleWatch } from "../../web/lib/tables/watchSparingly";
import { arrive } from "../arrival";
import type { OurServer } from "../ours/start";
import { person } from "../target";
import { copyCompleted, openList, searchField } from "./listPage";
import { PageSocket, type LiveQuery } from "./pageSocket";
import { ADMINS } from "./seed";

/**
 * Time after which a complete replica has replaced the live rows, and a search has begun its
 * queries.
 */
const TAKING_OVER_MS = 2_000;

/**
 * Live queries of a page with an open table, of one whose table is also searched, and of the shell
 * around them alone.
 */
export type OpenTable = Readonly<Record<"shell" | "plain" | "searched", LiveQuery[]>>;

/**
 * Opens the list of the person with number `index` in Chromium, searches it, and returns the live
 * queries that the page then has, including the shell's.
 */
export async function recordTable(server: OurServer, index: number): Promise<OpenTable> {
  const browser = await launchBrowser();
  try {
    const { page } = await arrive(browser, server, index);
    const socket = new PageSocket(page);
    const isAdmin = index < ADMINS;
    await Promise.all([isAdmin ? copyCompleted(page) : null, openList(page)]);
    await page.waitForTimeout(TAKING_OVER_MS);
    await socket.settled();
    const plain = socket.queries;
    await searchField(page).fill("samsung");
    await page.waitForTimeout(TAKING_OVER_MS);
    await socket.settled();
    const shell = plain.filter(({ path }) => !TABLE_QUERIES.includes(path));
    return { shell, plain, searched: socket.queries };
  } finally {
    await browser.close();
  }
}

/**
 * Sends the server the same requests as the page of the person with number `index` with these live
 * queries: the rows of lists by the page's own code, and the changes of the feed, if the page
 * follows it. Resolves, once everything is answered, to the function that closes the page.
 */
export async function openTable(
  server: OurServer,
  index: number,
  queries: readonly LiveQuery[],
): Promise<() => Promise<void>> {
  const token = server.tokenOf(person(index));
  const client = new ConvexReactClient(server.url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    logger: false,
    unsavedChangesWarning: false,
  });
  client.setAuth(() => Promise.resolve(token));
  const rows = queries.filter(({ path }) => path === LIST_QUERY || path === TEAM_QUERY);
  const http = new ConvexHttpClient(server.url, { logger: false });
  http.setAuth(token);
  const stops: (() => void)[] = [];
  const answered = queries.map(
    ({ path, args }) =>
      new Promise<void>((resolve) => {
        if (path === LIST_QUERY || path === TEAM_QUERY) resolve(); // the page's store requests it
        else if (path === FEED_QUERY) stops.push(followFeed(client, http, resolve));
        else stops.push(watch(client, makeFunctionReference<"query">(path), args, resolve));
      }),
  );
  const live = rows.length > 0 ? openLiveRows(client, rows) : null;
  if (live !== null) stops.push(live.close);
  await Promise.all([...answered, live?.completed]);
  return async () => {
    for (const stop of stops) stop();
    await client.close();
  };
}

const LIST_QUERY = "samples:list";
const FEED_QUERY = "sampleFeed:position";
const TEAM_QUERY = "teamFeed:changes";
const TABLE_QUERIES = [LIST_QUERY, FEED_QUERY, TEAM_QUERY];

/** Calls back with a query's result, now and whenever it changes. @returns unsubscribe */
function watch<Query extends FunctionReference<"query">>(
  client: ConvexReactClient,
  query: Query,
  args: FunctionArgs<Query>,
  onValue: (value: FunctionReturnType<Query>) => void,
): () => void {
  const watched = client.watchQuery(query, args);
  const read = () => {
    const value = watched.localQueryResult();
    if (value !== undefined) onValue(value);
  };
  const stop = watched.onUpdate(read);
  read();
  return stop;
}

/** Opens the live rows of a page with these queries: its ranges, and the team that it follows. */
function openLiveRows(client: ConvexReactClient, queries: readonly LiveQuery[]) {
  const lists = queries.filter(({ path }) => path === LIST_QUERY);
  const ranges = lists.map(({ args: { paginationOpts: _, ...range } }) => JSON.stringify(range));
  const sizes = lists.map(({ args }) => (args.paginationOpts as { numItems: number }).numItems);
  const rangeOf = (args: Record<string, unknown>) => ({ query: api.samples.list, args });
  const team = statusesIn("report", "team").map((status) =>
    rangeOf({ list: "report", scope: "team", status }),
  );
  const store = new LiveStore<SampleRow>({
    watcher: client,
    columns: SAMPLE_COLUMNS,
    ranges: [...new Set(ranges)].map((range) =>
      rangeOf(JSON.parse(range) as Record<string, unknown>),
    ),
    ...(queries.length > lists.length && {
      followed: { ranges: team, changes: api.teamFeed.changes, has: () => true },
    }),
    compare: compareInList("report"),
    pageSize: Math.max(200, ...sizes), // the first page of a range is the smaller one
  });
  let onComplete = (): void => undefined;
  const completed = new Promise<void>((resolve) => (onComplete = resolve));
  const close = store.subscribe(() => {
    if (store.getState().isComplete) onComplete();
  });
  return { completed, close };
}

/**
 * Subscribes to the feed and pulls its changes, as the replica of an admin's page does, until the
 * returned function is called.
 */
function followFeed(
  client: ConvexReactClient,
  http: ConvexHttpClient,
  onPosition: () => void,
): () => void {
  const follow = follower(http);
  const watchPosition = (onValue: (position: FeedPlace) => void) =>
    watch(client, api.sampleFeed.position, {}, onValue);
  return throttleWatch(watchPosition, isAt, (position) => {
    follow(position);
    onPosition();
  });
}

/** Shortest time between two pulls of a tab, ms: the same as in `TableCopy`. */
const MIN_PULL_INTERVAL_MS = 250;

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
