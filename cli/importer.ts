import { setTimeout as pause } from "node:timers/promises";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../convex/_generated/api";
import type { Client } from "./client";
import { Unreachable } from "./errors";

type BatchArgs = FunctionArgs<typeof api.imports.commitBatch>;
export type ImportRow = BatchArgs["rows"][number];
export type Duplicates = BatchArgs["duplicates"];
export type RowResult = FunctionReturnType<typeof api.imports.commitBatch>["results"][number];

/** The server's limit, and a good size: larger only lengthens each transaction. */
export const MAX_BATCH = 250;

/** The server writes one batch while the next one is on its way; more would only wait there. */
const BATCHES_IN_FLIGHT = 2;

/** Waits before a batch is sent again after the connection failed: half a minute in all. */
const RETRY_AFTER_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

export type ImportJob = {
  readonly importId: string;
  readonly rows: readonly ImportRow[];
  readonly duplicates: Duplicates;
  readonly batchSize: number;
  /** Called with the results of each batch, in the order of the file. */
  readonly onResults: (results: readonly RowResult[]) => void;
  /** Once aborted, nothing further is sent; batches on their way are awaited. */
  readonly signal: AbortSignal;
};

/**
 * Sends rows in batches, at most two at a time. Each batch is one transaction on the server, which
 * recognises rows that are in already; so a batch may be sent again after a lost connection, and
 * the whole import after anything.
 *
 * @returns how many rows were answered: fewer than given only when stopped by `signal`
 * @throws Unreachable when the server stays away for half a minute, after reporting what was done
 */
export async function importRows(client: Client, job: ImportJob): Promise<number> {
  const batches = inBatches(job.rows, job.batchSize);
  const report = inOrder(job.onResults);
  let next = 0;
  let answered = 0;
  let failure: unknown = null;

  const sendBatches = async () => {
    while (next < batches.length && failure === null && !job.signal.aborted) {
      const index = next++;
      const rows = batches[index] ?? [];
      try {
        const results = await sendBatch(client, job, [...rows]);
        answered += results.length;
        report(index, results);
      } catch (error) {
        failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: BATCHES_IN_FLIGHT }, sendBatches));
  if (failure !== null) throw failure;
  return answered;
}

async function sendBatch(client: Client, job: ImportJob, rows: ImportRow[]) {
  const { importId, duplicates } = job;
  for (const waitMs of [...RETRY_AFTER_MS, null]) {
    try {
      return (await client.mutation(api.imports.commitBatch, { importId, duplicates, rows }))
        .results;
    } catch (error) {
      if (!(error instanceof Unreachable) || waitMs === null || job.signal.aborted) throw error;
      await pause(waitMs, undefined, { signal: job.signal }).catch(() => {
        throw error; // stopped meanwhile
      });
    }
  }
  throw new Error("unreachable: the last attempt returns or throws");
}

function inBatches<Row>(rows: readonly Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}

/** Holds results back until all earlier ones have been passed on. */
function inOrder(pass: (results: readonly RowResult[]) => void) {
  const waiting = new Map<number, readonly RowResult[]>();
  let next = 0;
  return (index: number, results: readonly RowResult[]) => {
    waiting.set(index, results);
    for (let ready = waiting.get(next); ready; ready = waiting.get(next)) {
      waiting.delete(next);
      next += 1;
      pass(ready);
    }
  };
}
