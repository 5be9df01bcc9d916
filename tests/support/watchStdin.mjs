import { isMainThread } from "node:worker_threads";

/**
 * Ends the process once the test runner that started it is gone, killed or not: the kernel then
 * closes the other end of this process's stdin, which must be a pipe. Preloaded by
 * `END_WITH_RUNNER` (endWithRunner.ts).
 */
if (isMainThread) {
  process.stdin.once("close", () => {
    // A process that is held, or slow to stop, is not waited for.
    setTimeout(() => process.kill(process.pid, "SIGKILL"), 5_000).unref();
    process.kill(process.pid, "SIGTERM");
  });
  process.stdin.resume();
  process.stdin.unref();
}
