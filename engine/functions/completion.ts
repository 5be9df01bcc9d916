import type { FunctionLogEntry, RunUsage } from "../logs";
import { formatLogLine } from "../logs";
import { formatSize } from "../values/limits";
import { FunctionFailure } from "./errors";
import { TransactionExecution, type Execution } from "./execution";
import { formatPath } from "./paths";
import type { Outcome } from "./types";

/** Result of a run inside the engine: its value in Convex JSON, or its failure. */
export type Completion = { readonly valueJson: string } | { readonly failure: FunctionFailure };

/** Returns the value to a caller that is itself a function. @throws FunctionFailure */
export function unwrap(completion: Completion): string {
  if ("failure" in completion) throw completion.failure;
  return completion.valueJson;
}

/** Converts a completion to the outcome sent to the client. */
export function outcomeOf(run: Execution, completion: Completion): Outcome {
  const isRedacted = run.services.redactsErrors && !run.caller.isAdmin;
  const logLines = isRedacted ? [] : run.logLines.map(formatLogLine);
  if ("failure" in completion) {
    const error = completion.failure.forClient(run.requestId, { isRedacted });
    return { ok: false, error, logLines };
  }
  return { ok: true, valueJson: completion.valueJson, logLines };
}

/** Origin of a run, for the logs. */
export type Trigger = "Client" | "Action" | "Scheduler";

interface Start {
  readonly udfType: FunctionLogEntry["udfType"];
  readonly trigger: Trigger;
  /** In ms of `performance.now()`. */
  readonly startedAt: number;
}

/** Log entry of a run that has just ended. */
export function logEntryOf(
  run: Execution,
  { udfType, trigger, startedAt }: Start,
  completion: Completion,
): FunctionLogEntry {
  const { isAdmin, identity } = run.caller;
  const userOrUnknown = identity ? "user" : "unknown";
  return {
    kind: "Completion",
    udfType,
    identifier: formatPath(run.path),
    logLines: run.logLines,
    timestamp: run.services.clock.now() / 1000,
    executionTime: (performance.now() - startedAt) / 1000,
    error: "failure" in completion ? completion.failure.message : null,
    requestId: run.requestId,
    executionId: run.executionId,
    caller: trigger,
    identityType: isAdmin ? "instance_admin" : userOrUnknown,
    usage: usageOf(run),
  };
}

function usageOf(run: Execution): RunUsage | null {
  if (!(run instanceof TransactionExecution)) return null;
  return { ...run.tx.metrics, userTimeMs: run.userTime.usedMs };
}

/** @throws FunctionFailure when the text exceeds `limitBytes` in UTF-8 */
export function requireSize(json: string, limitBytes: number, message: string): void {
  if (json.length * 3 <= limitBytes) return; // UTF-8 takes at most 3 bytes per UTF-16 unit
  const bytes = Buffer.byteLength(json);
  if (bytes <= limitBytes) return;
  throw new FunctionFailure(
    `${message} (actual: ${formatSize(bytes)}, limit: ${formatSize(limitBytes)})`,
  );
}
