/**
 * Two people scan Ana's shelf while samples change hands; the figures and the lines must equal
 * those of a naive model, which records each holder and each scan.
 */
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import { NO_ITEMS, type ItemState, type StockTakeCounts } from "#domain/stockTakes/stockTake";
import { ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode } from "../../support/refusals";
import { StockTakeLab } from "../../support/stockTakes";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
afterEach(() => vi.useRealTimers());

/** Three of Ana's, two of Bruno's, and one unregistered number. */
const NUMBERS = 6;
const UNKNOWN = 5;

type Act =
  | { readonly kind: "scan"; readonly number: number; readonly by: string }
  | { readonly kind: "move"; readonly number: number; readonly isReceived: boolean };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant("scan" as const),
    number: fc.nat(NUMBERS - 1),
    by: fc.constantFrom(ana, sara),
  }),
  fc.record({
    kind: fc.constant("move" as const),
    number: fc.nat(UNKNOWN - 1),
    isReceived: fc.boolean(),
  }),
);

/** A number in the model; `holder` null: unregistered or in transit. */
type Known = { readonly isExpected: boolean; holder: string | null; scannedAsHere: boolean | null };

function stateOf({ isExpected, holder, scannedAsHere }: Known, isOver: boolean): ItemState | null {
  const isHere = holder === ana;
  if (isExpected) {
    if (scannedAsHere !== null) return "found";
    return isOver && !isHere ? "moved" : "missing";
  }
  if (scannedAsHere === null) return null;
  return scannedAsHere || (isOver && isHere) ? "arrived" : "unexpected";
}

function expectedCounts(model: readonly Known[], isOver: boolean): StockTakeCounts {
  const counts = { ...NO_ITEMS };
  for (const [number, known] of model.entries()) {
    const isUnknown = number === UNKNOWN && known.scannedAsHere !== null;
    const state = isUnknown ? "unknown" : stateOf(known, isOver);
    if (state !== null) counts[state] += 1;
  }
  return counts;
}

test("any order of scans and moves gives the same counts as a naive model", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      const lab = await ConvexLab.open();
      const shelf = new StockTakeLab(lab);
      const ids: Id<"samples">[] = [];
      for (const holder of [ana, ana, ana, bruno, bruno]) ids.push(await lab.register(holder));
      const texts = [...(await Promise.all(ids.map((id) => shelf.serial(id)))), "NOBODYS"];
      const stockTake = await shelf.open(sara, { kind: "person", email: ana });
      const model = texts.map((_, number): Known => {
        const holder = number === UNKNOWN ? null : number < 3 ? ana : bruno;
        return { isExpected: holder === ana, holder, scannedAsHere: null };
      });

      for (const { number, ...what } of acts) {
        const known = model[number]!;
        if (what.kind === "scan") {
          const { outcome } = await shelf.scan(what.by, stockTake, texts[number]!);
          expect(outcome === "already").toBe(known.scannedAsHere !== null);
          known.scannedAsHere ??= known.holder === ana;
        } else if (known.holder !== null) {
          const [from, to] = known.holder === ana ? [ana, bruno] : [bruno, ana];
          await lab.take("transfer", from, ids[number]!, to);
          if (what.isReceived) await lab.take("acknowledgeTransfer", to, ids[number]!);
          known.holder = what.isReceived ? to : null;
        }
        const { counts } = await shelf.get(ana, stockTake);
        expect(counts).toEqual(expectedCounts(model, false));
      }
      await shelf.close(sara, stockTake);
      const { counts } = await shelf.get(ana, stockTake);
      expect(counts).toEqual(expectedCounts(model, true));
      for (const state of Object.keys(counts) as ItemState[]) {
        expect(await shelf.items(ana, stockTake, state)).toHaveLength(counts[state]);
      }
      expect(await refusedCode(shelf.scan(ana, stockTake, texts[0]!))).toBe("STOCK_TAKE_OVER");
    }),
    { numRuns: 10 },
  );
});
