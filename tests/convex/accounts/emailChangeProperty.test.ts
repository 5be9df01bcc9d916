import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS } from "#domain/common/durations";
import { LABELS, openWorld, type Act, type World } from "../../support/emailChange/world";

/** A corrected e-mail against the same acts without it (docs/product.md, "A corrected e-mail"). */

beforeEach(() => {
  // Scheduled batches run only when a test runs them.
  vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A run reads some thousand lists, for two seconds; `npm run soak -- properties` repeats it. */
const RUNS = 1;

describe("while documents follow a change of e-mail", () => {
  const [by, sample] = [fc.constantFrom(...LABELS), fc.nat(20)];
  const step: fc.Arbitrary<Act> = fc.record({
    kind: fc.constant("step" as const),
    by,
    sample,
    step: fc.constantFrom(
      "transfer" as const,
      "acknowledgeTransfer" as const,
      "declineTransfer" as const,
      "cancelTransfer" as const,
      "requestLost" as const,
      "declineLost" as const,
      "cancelLost" as const,
      "acknowledgeLost" as const,
      "returnToCustomer" as const,
      "acknowledgeReturn" as const,
    ),
    to: by,
    byFormerAddress: fc.boolean(),
  });
  const days = fc.integer({ min: 1, max: 5 });
  const act: fc.Arbitrary<Act> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("register" as const), by }) },
    { weight: 4, arbitrary: step },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("days" as const), days }) },
    fc.record({ kind: fc.constant("away" as const), by, standIn: by, days }),
    fc.record({ kind: fc.constant("undo" as const), by, sample }),
    fc.record({ kind: fc.constant("nudge" as const), by, sample }),
    fc.record({ kind: fc.constant("snooze" as const), by, sample, days }),
  );

  test.each(["holder", "supervisor", "admin"] as const)(
    "each person sees and may do what they would if nothing had changed (%s)",
    async (renamed) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(act, { minLength: 6, maxLength: 14 }),
          fc.array(act, { maxLength: 8 }),
          fc.integer({ min: 4, max: 8 }),
          async (before, meanwhile, size) => {
            const changed: World = await openWorld();
            const untouched: World = await openWorld();
            const both = async (each: Act) => {
              const passes = each.kind === "days" ? each.days * DAY_MS : 1_000;
              vi.setSystemTime(Date.now() + passes); // both act at the same moment
              const outcomes = [await changed.run(each), await untouched.run(each)];
              expect(outcomes[0]).toEqual(outcomes[1]);
            };
            for (const each of before) await both(each);
            const acts = [...meanwhile];
            await changed.rename(renamed);
            await changed.inBatches(size, async () => {
              const next = acts.shift();
              if (next !== undefined) await both(next);
              expect(await changed.views()).toEqual(await untouched.views());
            });
            for (const each of acts) await both(each);
            expect(await changed.views()).toEqual(await untouched.views());
            expect(await changed.drift()).toEqual([]);
            expect(await changed.namesFormerAddress()).toBe(false);
          },
        ),
        { numRuns: RUNS },
      );
    },
  );
});
