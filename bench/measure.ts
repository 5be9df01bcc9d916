import { setTimeout as pause } from "node:timers/promises";
import { person, type Actor, type Target } from "./target";

/** Returns the percentile of `values` at a share from 0 to 1; NaN when there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Uncounted rounds, after which code is compiled, as in a server that has run for days. */
const WARM_UP = 300;

interface LiveUpdates {
  readonly target: Target;
  /** Ids that `writer` holds and may transfer; each round uses one. */
  readonly samples: readonly string[];
}

/**
 * Measures the time from the call of a transfer on one client until the recipient's client has the
 * new page. There is one hand-over at a time, each to another of `watchers` subscribed people, who
 * then receives it, with a pause between. This measures latency at rest without queueing, with the
 * same list in every round. The servers under test alternate round by round, so that other load on
 * the machine affects all of them.
 */
export async function measureLiveUpdates(
  servers: readonly LiveUpdates[],
  people: { writer: number; firstWatcher: number; watchers: number },
): Promise<Latency[]> {
  const measured = [];
  for (const { target, samples } of servers) {
    measured.push({ samples, times: [] as number[], ...(await subscribed(target, people)) });
  }
  const rounds = Math.min(...servers.map(({ samples }) => samples.length));
  for (let round = 0; round < rounds; round++) {
    for (const { samples, times, handOver } of measured) {
      const time = await handOver(samples[round] ?? "", round % people.watchers);
      if (round >= WARM_UP) times.push(time);
      await pause(3);
    }
  }
  for (const { actors } of measured) for (const actor of actors) await actor.close();
  return measured.map(({ times }) => ({
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  }));
}

/** Connects a writer and watchers to one server. Returns the function that measures a hand-over. */
export async function subscribed(
  target: Target,
  { writer, firstWatcher, watchers }: { writer: number; firstWatcher: number; watchers: number },
) {
  let arrived: { sampleId: string; resolve: () => void } | null = null;
  const onPage = (sampleIds: readonly string[]) => {
    if (arrived && sampleIds.includes(arrived.sampleId)) arrived.resolve();
  };
  const recipients: Actor[] = [];
  for (let i = 0; i < watchers; i++) {
    recipients.push(await target.act(person(firstWatcher + i), onPage));
  }
  const giver = await target.act(person(writer));

  /**
   * Returns the milliseconds until recipient number `to` sees the sample on their list. Resolves
   * after they have received it.
   */
  const handOver = async (sampleId: string, to: number): Promise<number> => {
    const seen = new Promise<void>((resolve) => (arrived = { sampleId, resolve }));
    const start = performance.now();
    const acknowledged = giver.transfer(sampleId, person(firstWatcher + to));
    await seen;
    const time = performance.now() - start;
    await acknowledged;
    await recipients[to]?.acknowledge(sampleId);
    return time;
  };
  return { actors: [giver, ...recipients], handOver };
}

/**
 * Measures acknowledged steps per second of `writers` clients for `seconds`: each hands its own
 * samples to its neighbour, who acknowledges and hands them back. Each client waits for the answer
 * before it sends the next step.
 */
export async function measureSteps(
  target: Target,
  options: { writers: number; seconds: number; samplesOf: (writer: number) => readonly string[] },
): Promise<{ stepsPerSecond: number }> {
  const actors = await Promise.all(
    Array.from({ length: options.writers }, (_, i) => target.act(person(i))),
  );
  const ends = performance.now() + options.seconds * 1000;
  const started = performance.now();
  let steps = 0;
  await Promise.all(
    actors.map(async (_, i) => {
      const samples = options.samplesOf(i);
      // The pair (i, i+1) passes the samples back and forth; both connections stay open throughout.
      let [from, to] = [i, (i + 1) % options.writers];
      for (let round = 0; performance.now() < ends; round++) {
        const sampleId = samples[round % samples.length];
        if (sampleId === undefined) throw new Error(`${person(i)} holds no sample to hand over`);
        if (round > 0 && round % samples.length === 0) [from, to] = [to, from];
        await actors[from]?.transfer(sampleId, person(to));
        await actors[to]?.acknowledge(sampleId);
        steps += 2;
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  for (const actor of actors) await actor.close();
  return { stepsPerSecond: steps / elapsed };
}
