/** Scenarios, one per function: each starts its servers, returns figures, and cleans up. */

import { ConvexHttpClient } from "convex/browser";
import { api } from "../convex/_generated/api";
import { startBaseline } from "./baseline/start";
import { baselineTarget } from "./baseline/target";
import { dataFileOf } from "./disk";
import { measureLiveUpdates, measureSteps, percentile, type Latency } from "./measure";
import { ADMIN, FIRST_WATCHER, PEOPLE, WRITERS, type Size } from "./ours/seed";
import { OurServer } from "./ours/start";
import { ourTarget } from "./ours/target";
import { person } from "./target";

const LATENCY_ROUNDS = 900;

const roundsOf = ({ samplesOf }: { samplesOf: readonly (readonly string[])[] }) =>
  (samplesOf[0] ?? []).slice(0, LATENCY_ROUNDS);

interface LatencyRow {
  readonly samples: number;
  readonly watchers: number;
  readonly ours: Latency;
  readonly baseline: Latency;
}

export async function liveUpdate(
  pushRequest: string,
  size: Size,
  watchers: number,
): Promise<LatencyRow> {
  const byHand = await startBaseline(size, WRITERS, PEOPLE);
  const [ours, baseline] = await withOurs(size, pushRequest, (server) =>
    measureLiveUpdates(
      [
        { target: ourTarget(server.url, server.tokenOf), samples: roundsOf(server.seeded) },
        { target: baselineTarget(byHand.url), samples: roundsOf(byHand) },
      ],
      { writer: 0, firstWatcher: FIRST_WATCHER, watchers },
    ),
  );
  await byHand.stop();
  return { samples: size, watchers, ours: ours!, baseline: baseline! };
}

const STEP_SECONDS = 8;

/**
 * Measures acknowledged steps per second of eight writers; a hand-over has two: transfer and
 * receive.
 */
export async function writers(pushRequest: string, size: Size) {
  const ours = await withOurs(size, pushRequest, (server) =>
    measureSteps(ourTarget(server.url, server.tokenOf), {
      writers: WRITERS,
      seconds: STEP_SECONDS,
      samplesOf: (writer) => server.seeded.samplesOf[writer] ?? [],
    }),
  );
  const server = await startBaseline(size, WRITERS, PEOPLE);
  const baseline = await measureSteps(baselineTarget(server.url), {
    writers: WRITERS,
    seconds: STEP_SECONDS,
    samplesOf: (writer) => (server.samplesOf[writer] ?? []).slice(0, 100),
  });
  await server.stop();
  return { ours: ours.stepsPerSecond, baseline: baseline.stepsPerSecond };
}

interface SizeRow {
  readonly samples: number;
  /** First page of an admin's Transfer list: 50 rows, uncached. */
  readonly listMs: number;
  /** One transfer from call to acknowledgement, one at a time. */
  readonly handOverMs: number;
  readonly startMs: number;
  readonly rssMb: number;
  /** With one history record and three identifiers each. */
  readonly bytesPerSample: { readonly file: number; readonly live: number };
}

const SIZE_ROUNDS = 300;

export async function atSize(pushRequest: string, size: Size): Promise<SizeRow> {
  return await withOurs(size, pushRequest, async (server) => {
    const { bytes, usedBytes } = dataFileOf(server);
    const client = new ConvexHttpClient(server.url, { logger: false });
    client.setAuth(server.tokenOf(person(ADMIN)));
    const listTimes = await timed(SIZE_ROUNDS, (round) =>
      client.query(api.samples.list, {
        list: "transfer",
        scope: "all",
        status: "In Use",
        // Each round uses another id, so that the result cache never answers.
        paginationOpts: { numItems: 50, cursor: null, id: round },
      }),
    );
    const actor = await ourTarget(server.url, server.tokenOf).act(person(0));
    const samples = server.seeded.samplesOf[0] ?? [];
    const handOverTimes = await timed(Math.min(SIZE_ROUNDS, samples.length), (round) =>
      actor.transfer(samples[round] ?? "", person(FIRST_WATCHER + (round % 100))),
    );
    await actor.close();
    return {
      samples: size,
      listMs: percentile(listTimes, 0.5),
      handOverMs: percentile(handOverTimes, 0.5),
      startMs: server.startMs,
      rssMb: (await server.memory()).rss / 2 ** 20,
      bytesPerSample: { file: bytes / size, live: usedBytes / size },
    };
  });
}

/** Returns the milliseconds of each round, without the first tenth, which warms up. */
async function timed(rounds: number, run: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await run(round);
    times.push(performance.now() - started);
  }
  return times.slice(Math.floor(rounds / 10));
}

/** Runs `measure` on our server over a copy of a seeded folder, then stops the server. */
export async function withOurs<Result>(
  size: Size,
  pushRequest: string,
  measure: (server: OurServer) => Promise<Result>,
): Promise<Result> {
  const server = await OurServer.start(size, pushRequest);
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}
