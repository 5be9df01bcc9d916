import { describe, expect, test } from "vitest";
import { checkAll, type CheckReader } from "#domain/check/check";
import { NO_SAMPLES } from "#domain/custody/statuses";

const ANA = "ana@company.com";
const inUse = (count: number) => ({ ...NO_SAMPLES, "In Use": count });
type HeldPage = Awaited<ReturnType<CheckReader["heldBy"]>>;

/** A deployment in which Ana holds samples and has no counter: `heldBy` counts her again. */
function reader(heldBy: CheckReader["heldBy"], faults: string[] = []): CheckReader {
  const held = [{ email: ANA, counts: inUse(1) }];
  return {
    samples: () => Promise.resolve({ samples: 1, held, faults, cursor: null }),
    identifiers: () => Promise.resolve({ faults: [], cursor: null }),
    counters: () => Promise.resolve({ counters: [], cursor: null }),
    driftOfTotals: () => Promise.resolve([]),
    heldBy,
  };
}

/** Answers two pages of one sample each; `stored` says what is stored at each reading. */
function twoPages(stored: (reading: number) => number): CheckReader["heldBy"] {
  let readings = 0;
  return (_, cursor) =>
    Promise.resolve<HeldPage>({
      counted: inUse(1),
      stored: inUse(stored(readings++)),
      cursor: cursor === null ? "second" : null,
    });
}

describe("a check", () => {
  test("reports a difference found in one page, which is one transaction", async () => {
    const page = { counted: inUse(2), stored: inUse(3), cursor: null };
    const { drift, faults } = await checkAll(reader(() => Promise.resolve(page)));
    expect(drift).toEqual([{ whose: ANA, status: "In Use", stored: 3, counted: 2 }]);
    expect(faults).toEqual([]);
  });

  test("reports a difference found across pages once a second count confirms it", async () => {
    const { drift } = await checkAll(reader(twoPages(() => 5)));
    expect(drift).toEqual([{ whose: ANA, status: "In Use", stored: 5, counted: 2 }]);
  });

  test("takes a hand-over between two pages for no drift", async () => {
    const { drift, faults } = await checkAll(reader(twoPages((reading) => (reading < 2 ? 3 : 2))));
    expect([drift, faults]).toEqual([[], []]);
  });

  test("says of figures that never rest that they changed while being counted", async () => {
    const { drift, faults } = await checkAll(reader(twoPages((reading) => 10 + reading)));
    expect([drift, faults]).toEqual([[], [expect.stringContaining(`figures for ${ANA} differ`)]]);
  });

  test("names a thousand faults and counts the others", async () => {
    const page = { counted: inUse(1), stored: inUse(1), cursor: null };
    const many = Array.from({ length: 1_234 }, (_, index) => `fault ${index}`);
    const { faults } = await checkAll(reader(() => Promise.resolve(page), many));
    expect([faults.length, faults.at(-1)]).toEqual([1_001, "and 234 more faults"]);
  });
});
