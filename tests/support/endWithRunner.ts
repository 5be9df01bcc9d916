/**
 * Arguments of Node with which a process ends when its test runner does, even by SIGKILL. Its stdin
 * must be a pipe that nobody ends; processes that it starts with `process.execArgv` and its own
 * stdin end as well.
 */
export const END_WITH_RUNNER: readonly string[] = [
  "--import",
  new URL("watchStdin.mjs", import.meta.url).href,
];

// A worker of vitest outlives a vitest that was killed, and would run its file to the end.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
