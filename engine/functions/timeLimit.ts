import { clearTimeout, setTimeout } from "node:timers";
import { LIMITS } from "../values/limits";
import { FunctionFailure } from "./errors";
import type { Execution } from "./execution";

/**
 * Runs an action's code. An action may wait for anything, so the wall clock limits it.
 *
 * @throws FunctionFailure when the time is up; else whatever `body` throws
 */
export async function runAction<T>(run: Execution, body: () => Promise<T>): Promise<T> {
  const { watched } = run;
  const { watchdog } = run.services;
  if (watched) watchdog?.waiting(watched);
  const limitMs = LIMITS.actionTimeMs;
  const timer = setTimeout(() => {
    run.fail(
      new FunctionFailure(`Function execution timed out (maximum duration: ${limitMs / 1000}s)`),
    );
  }, limitMs).unref();
  try {
    return await run.untilFailed(body);
  } finally {
    clearTimeout(timer);
    if (watched) watchdog?.ended(watched);
  }
}
