import { expect, test } from "vitest";
import { countedFor } from "#domain/custody/limits";
import { countedSamples } from "#domain/custody/stepTexts";

test("counts in sentences separate thousands, as counts on screens do", () => {
  expect(countedSamples(1)).toBe("1 sample");
  expect(countedSamples(14_243)).toBe("14,243 samples");
  expect(countedFor("owned", 14_243)).toMatch(/^14,243 samples/);
});
