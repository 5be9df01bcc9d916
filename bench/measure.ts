import { setTimeout as pause } from "node:timers/promises";
import { person, type Target } from "./target";

/** Milliseconds at the given share (0–1) of `values`, or NaN when there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * From the call of a transfer on one client to the recipient's client having the new page.
 * One hand-over at a time, each to another of `watchers` subscribed people, with a pause between:
 * latency at rest, not queueing. The first `warmUp` rounds are not counted.
 *
 * @param samples ids that `writer` holds and may transfer; one is used per round
 */
export async function measureLiveUpdate(
  target: Target,
  options: { writer: number; firstWatcher: number; watchers: number; samples: readonly string[] },
): Promise<Latency> {
  const warmUp = 20;
  let arrived: { sampleId: string; resolve: () => void } | null = null;
  const onPage = (sampleIds: readonly string[]) => {
    if (arrived && sampleIds.includes(arrived.sampleId)) arrived.resolve();
  };
  const connections = [];
  for (let i = 0; i < options.watchers; i++) {
    connections.push(await target.watch(person(options.firstWatcher + i), onPage));
  }
  const actor = await target.act(person(options.writer));
  const times: number[] = [];
  for (const [round, sampleId] of options.samples.entries()) {
    const recipient = person(options.firstWatcher + (round % options.watchers));
    const seen = new Promise<void>((resolve) => (arrived = { sampleId, resolve }));
    const start = performance.now();
    const acknowledged = actor.transfer(sampleId, recipient);
    await seen;
    if (round >= warmUp) times.push(performance.now() - start);
    await acknowledged;
    await pause(3);
  }
  for (const connection of [...connections, actor]) await connection.close();
  return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}

/**
 * Acknowledged steps per second of `writers` clients, each handing its own samples over to its
 * neighbour, who acknowledges, and so on round for `seconds`. Each client waits for its answer
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
      // The pair (i, i+1) passes the samples to and fro; both connections stay open throughout.
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
