/**
 * Tests of a property. @fast-check/vitest has the same, and takes each worker 1.3 s of processor
 * time to load: it prepares every combination of the modifiers of `test`.
 */
import fc from "fast-check";
import { test } from "vitest";

type Arbitraries<Values> = { [Index in keyof Values]: fc.Arbitrary<Values[Index]> };

/**
 * `property([fc.nat()], { numRuns: 50 })("title", (n) => …)` is a test that draws values, and fails
 * when the function throws or returns false for some.
 */
export function property<Values extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<Values>,
  parameters: fc.Parameters<Values> = {},
) {
  return (
    title: string,
    holds: (...values: Values) => Promise<boolean | void> | boolean | void,
  ): void => {
    const drawn = fc.asyncProperty<Values>(...arbitraries, async (...values) => holds(...values));
    test(title, () => fc.assert(drawn, parameters));
  };
}
