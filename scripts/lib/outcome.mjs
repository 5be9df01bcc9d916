// @ts-check

/**
 * The outcome of checks or tests. `failures`: a line for each, with its place and its message.
 *
 * @typedef {{ passed: number, failures: readonly string[] }} Outcome
 */

/**
 * Prints every failure again, where somebody who sees only the end of a long log finds them, and
 * then one line: `N passed, N failed`. Failures set the exit code.
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
