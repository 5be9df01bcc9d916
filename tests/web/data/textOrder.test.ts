import fc from "fast-check";
import { expect } from "vitest";
import { compareTexts, rankTexts } from "@/lib/textOrder";
import { property } from "../../support/property";

const anyText = fc.oneof(
  fc.stringMatching(/^[a-cA-C_ .\-0-2áÇß]{0,6}$/),
  fc.string({ unit: "binary", maxLength: 6 }),
);

property([fc.array(anyText)], { numRuns: 1_000 })(
  "texts rank in human sort order, equal ones alike",
  (texts) => {
    const ranks = [...rankTexts(texts)];
    expect(new Set(ranks.map(([text]) => text))).toEqual(new Set(texts));
    for (const [index, [text, rank]] of ranks.slice(1).entries()) {
      const [before, rankBefore] = ranks[index]!;
      const order = compareTexts(before, text);
      expect(order).toBeLessThanOrEqual(0);
      expect(rank - rankBefore).toBe(order === 0 ? 0 : 1);
    }
  },
);
