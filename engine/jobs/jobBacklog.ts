import type { Database, RangeExpression, ReadTransaction } from "../commit/database";
import type { ScheduledFunction } from "./queue";

const INDEX = "_scheduled_functions.by_state_and_time";
const DAY_MS = 24 * 3600 * 1000;
/** Maximum number of failed jobs counted; with more, the count is this number. */
const MAX_COUNTED = 100;

export interface JobBacklog {
  /** Time since the longest-waiting job was due; 0: none waits. */
  readonly overdueMs: number;
  /** Number of failed jobs that were due within the last day. */
  readonly failed: number;
  /** Path of the function of the newest of them, such as `mail.js:send`. */
  readonly lastFailed: string | null;
}

/** Returns which scheduled functions are late or have failed. @param now epoch ms */
export function jobBacklog(database: Database, now: number): JobBacklog {
  const tx = database.beginRead();
  try {
    const [next] = jobs(tx, [inState("pending")], "asc", 1);
    const lastDay = { type: "Gt", fieldPath: "scheduledTime", value: now - DAY_MS } as const;
    const failed = jobs(tx, [inState("failed"), lastDay], "desc", MAX_COUNTED);
    return {
      overdueMs: next === undefined ? 0 : Math.max(0, now - next.scheduledTime),
      failed: failed.length,
      lastFailed: failed[0]?.name ?? null,
    };
  } finally {
    tx.close();
  }
}

const inState = (value: string) => ({ type: "Eq", fieldPath: "state.kind", value }) as const;

function jobs(
  tx: ReadTransaction,
  range: readonly RangeExpression[],
  order: "asc" | "desc",
  limit: number,
): ScheduledFunction[] {
  const found: ScheduledFunction[] = [];
  for (const { json } of tx.scan(INDEX, tx.indexRange(INDEX, range), order)) {
    found.push(JSON.parse(json) as ScheduledFunction);
    if (found.length === limit) break;
  }
  return found;
}
