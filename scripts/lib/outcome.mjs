// @ts-check

/**
 * Outcome of checks or tests. `failures`: one line each, with location and message.
 *
 * @typedef {{ passed: number, failures: readonly string[] }} Outcome
 */

/**
 * Prints every failure again at the end of the log, where it is easy to find, followed by one line:
 * `N passed, N failed`. Failures set the exit code.
 *
 * @param {readonly Outcome[]} outcomes
 */
export function reportOutcomes(outcomes) {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(`${passed} passed, ${failures.length} failed`);
  if (failures.length > 0) process.exitCode = 1;
}
