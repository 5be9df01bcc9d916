import { clearTimeout, setTimeout } from "node:timers";
import { LIMITS } from "../values/limits";
import { FunctionFailure } from "./errors";
import type { Execution } from "./execution";

/**
 * Runs an action's code, starting in its caller's next turn of the thread. An action may wait for
 * anything, so its limit is wall-clock time.
 *
 * @throws FunctionFailure when the time is up; otherwise, any error that `body` throws
 */
export async function runAction<T>(run: Execution, body: () => Promise<T>): Promise<T> {
  await run.turn();
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
    if (run.watched) run.services.watchdog?.ended(run.watched);
  }
}
