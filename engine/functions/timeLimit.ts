import { FunctionFailure } from "./errors";

/**
 * Runs a function that may take `limitMs`. What blocks the thread cannot be interrupted; this ends
 * the wait for a promise that never settles, which would hold up every later mutation.
 * @param slack times the limit that the wall clock may run: the real backend counts a function's own
 *   work, here others use the thread meanwhile
 * @throws FunctionFailure when the time is up
 */
export async function withinTime<T>(
  limitMs: number,
  body: () => Promise<T>,
  slack = 1,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    const expire = () =>
      reject(
        new FunctionFailure(`Function execution timed out (maximum duration: ${limitMs / 1000}s)`),
      );
    // One more turn: when the thread was busy elsewhere, the function's result may be waiting.
    timer = setTimeout(() => setImmediate(expire), limitMs * slack);
    timer.unref();
  });
  try {
    return await Promise.race([body(), timeUp]);
  } finally {
    clearTimeout(timer);
  }
}
