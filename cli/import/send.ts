import { setTimeout as pause } from "node:timers/promises";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import {
  inBatches,
  sendBatches,
  type ImportBatch,
  type RowRange,
} from "#domain/imports/importBatches";
import type { ImportRow, RowResult } from "#domain/imports/importResults";
import type { ImportPolicy } from "#domain/imports/importRows";
import type { Client } from "../client";
import { Unreachable } from "../errors";

/** Waits before a batch is sent again after a connection failure: half a minute in total. */
const RETRY_AFTER_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

type Answer = FunctionReturnType<typeof api.imports.commitBatch>;

type SendJob = {
  readonly rows: readonly ImportRow[];
  /** Rows that an earlier run has finished. */
  readonly done?: readonly RowRange[];
  readonly batchSize: number;
  /** Called with the results of each batch, in file order. */
  readonly onResults: (results: readonly RowResult[]) => void;
  /** Once aborted, no further batch is sent; those in flight are awaited. */
  readonly signal: AbortSignal;
};

export type ImportJob = SendJob & {
  /** The import that was begun, or the policy that a dry run checks. */
  readonly into: { readonly importId: string } | { readonly dryRun: ImportPolicy };
};

/**
 * Sends rows of samples in batches. Each batch is one transaction on the server, which remembers
 * finished batches, so a batch can be sent again after a lost connection.
 *
 * @returns the number of rows answered: fewer than given only if `signal` stopped the import
 * @throws Unreachable if the server is away for half a minute, after reporting the results so far
 */
export async function importRows(
  client: Pick<Client, "mutation">,
  { into, ...job }: ImportJob,
): Promise<number> {
  const call = ({ range, rows }: ImportBatch): Promise<Answer> =>
    "importId" in into
      ? client.mutation(api.imports.commitBatch, { ...into, range, rows: [...rows] })
      : client.mutation(api.imports.check, { duplicates: into.dryRun, rows: [...rows] });
  return await sendRows(job, async (batch) => (await call(batch)).results);
}

/**
 * Sends rows in batches by `call`, which may be repeated for a batch after a lost connection.
 *
 * @returns the number of rows answered: fewer than given only if `signal` stopped the import
 * @throws Unreachable if the server is away for half a minute, after reporting the results so far
 */
export async function sendRows(
  { rows, done, batchSize, onResults, signal }: SendJob,
  call: (batch: ImportBatch) => Promise<readonly RowResult[]>,
): Promise<number> {
  const send = (batch: ImportBatch) => retryWhileUnreachable(() => call(batch), signal);
  return await sendBatches(inBatches(rows, batchSize, done), { send, onResults, signal });
}

/**
 * Repeats a call while the server cannot be reached, for half a minute or until `signal` aborts.
 */
async function retryWhileUnreachable<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  attempt = 0,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const waitMs = RETRY_AFTER_MS[attempt];
    if (!(error instanceof Unreachable) || waitMs === undefined || signal.aborted) throw error;
    await pause(waitMs, undefined, { signal }).catch(() => {
      throw error; // stopped meanwhile
    });
    return retryWhileUnreachable(call, signal, attempt + 1);
  }
}
