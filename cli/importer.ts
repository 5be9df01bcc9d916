import { setTimeout as pause } from "node:timers/promises";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../convex/_generated/api";
import type { ImportPolicy } from "../domain/importRows";
import { Unreachable } from "./errors";

type CommitBatch = typeof api.imports.commitBatch;
type BatchArgs = FunctionArgs<CommitBatch>;
export type ImportRow = BatchArgs["rows"][number];
type Answer = FunctionReturnType<CommitBatch>;
type ServerResult = Answer["results"][number];
/** `earlierRow`: the row of the same file that has the identifier. */
export type RowProblem = NonNullable<ServerResult["problems"]>[number] & {
  readonly earlierRow?: number;
};
export type RowResult = Omit<ServerResult, "problems"> & { readonly problems?: RowProblem[] };
/**
 * Rows of an import by outcome; of these, those with a warning, and the updates by which a sample
 * became Registered again.
 */
export type Counts = Record<RowResult["outcome"] | "warnings" | "reopened", number>;

/** A client whose calls do not wait for each other. */
type ImportClient = { mutation(reference: CommitBatch, args: BatchArgs): Promise<Answer> };

/**
 * Batches sent at a time: the server writes one while the next one is on its way, and a third would
 * only wait there.
 */
const BATCHES_IN_FLIGHT = 2;

/** Waits before a batch is sent again after the connection failed: half a minute in all. */
const RETRY_AFTER_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

export type ImportJob = {
  readonly importId: string;
  readonly rows: readonly ImportRow[];
  readonly duplicates: ImportPolicy;
  readonly batchSize: number;
  /** True: nothing is written, and "imported" means that a row would be. */
  readonly dryRun: boolean;
  /** Called with the results of each batch, in the order of the file. */
  readonly onResults: (results: readonly RowResult[]) => void;
  /** Once aborted, nothing further is sent; batches on their way are awaited. */
  readonly signal: AbortSignal;
};

/**
 * Sends rows in batches, at most two at a time. Each batch is one transaction on the server, which
 * recognises rows that it has already. So a batch may be sent again after a lost connection, and
 * the whole import after any interruption.
 *
 * @returns the number of rows answered: fewer than given only when `signal` stopped the import
 * @throws Unreachable when the server stays away for half a minute, after reporting the results so
 *   far
 */
export async function importRows(client: ImportClient, job: ImportJob): Promise<number> {
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

async function sendBatch(
  client: ImportClient,
  job: ImportJob,
  rows: ImportRow[],
  attempt = 0,
): Promise<RowResult[]> {
  const { importId, duplicates, dryRun, signal } = job;
  try {
    const args = { importId, duplicates, dryRun, rows };
    return (await client.mutation(api.imports.commitBatch, args)).results;
  } catch (error) {
    const waitMs = RETRY_AFTER_MS[attempt];
    if (!(error instanceof Unreachable) || waitMs === undefined || signal.aborted) throw error;
    await pause(waitMs, undefined, { signal }).catch(() => {
      throw error; // stopped meanwhile
    });
    return sendBatch(client, job, rows, attempt + 1);
  }
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
