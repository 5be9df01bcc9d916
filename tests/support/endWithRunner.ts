/**
 * Arguments of Node with which a process exits together with its test runner, even after SIGKILL.
 * Its stdin must be a pipe that the runner never ends; processes that it starts with
 * `process.execArgv` and its own stdin exit as well.
 */
export const END_WITH_RUNNER: readonly string[] = [
  "--import",
  new URL("watchStdin.mjs", import.meta.url).href,
];

// A vitest worker survives a killed vitest, and would finish running its file.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
