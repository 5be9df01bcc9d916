import { isMainThread } from "node:worker_threads";

/**
 * Exits the process once the test runner that started it has ended, killed or not: the kernel then
 * closes the other end of this process's stdin, which must be a pipe. Preloaded by
 * `END_WITH_RUNNER` (endWithRunner.ts).
 */
if (isMainThread) {
  process.stdin.once("close", () => {
    // Do not wait for a process that is blocked or slow to stop.
    setTimeout(() => process.kill(process.pid, "SIGKILL"), 5_000).unref();
    process.kill(process.pid, "SIGTERM");
  });
  process.stdin.resume();
  process.stdin.unref();
}
