import { refusalText } from "@/components/sample/refusalText";
import { basketRefusal, basketStepLabel, type BasketStep } from "#domain/baskets/baskets";
import type { Actor } from "#domain/custody/workflow";
import type { Answer, FoundSample } from "@/hooks/useResolved";

/**
 * One line of the basket. `values`: the pasted, scanned or selected values that refer to the same
 * sample.
 */
export type BasketEntry = { readonly values: readonly [string, ...string[]] } & (
  | { readonly kind: "searching" }
  /** No sample, or several: `advice` explains what to do. */
  | { readonly kind: "unclear"; readonly advice: string }
  /** `refused`: why the chosen step is not possible on the sample, in the server's words. */
  | { readonly kind: "sample"; readonly sample: FoundSample; readonly refused: string | null }
);
export type SampleEntry = Extract<BasketEntry, { kind: "sample" }>;

const ADVICE = {
  unknown: "No sample that you may see has this number. Check it, or register the device first.",
  ambiguous: "Several samples have this IMEI. Scan or type the serial number instead.",
} as const;

/**
 * The lines of a basket, newest first. Values of the same sample (its serial number and one of its
 * IMEIs) share one line.
 */
export function basketEntries(
  values: readonly string[],
  answers: ReadonlyMap<string, Answer>,
  step: BasketStep | null,
  actor: Actor,
): BasketEntry[] {
  const lines = new Map<string, BasketEntry>();
  for (const value of values) {
    const answer = answers.get(value);
    if (answer === undefined) {
      lines.set(value, { values: [value], kind: "searching" });
    } else if (answer.outcome !== "found") {
      lines.set(value, { values: [value], kind: "unclear", advice: ADVICE[answer.outcome] });
    } else {
      const { sample } = answer;
      const { values: others = [] } = lines.get(sample._id) ?? {};
      const refused = refusedStep(step, sample, actor);
      lines.set(sample._id, { values: [value, ...others], kind: "sample", sample, refused });
    }
  }
  return [...lines.values()].reverse();
}

function refusedStep(step: BasketStep | null, sample: FoundSample, actor: Actor): string | null {
  const code = step && basketRefusal(step, sample, actor);
  return step && code && refusalText(code, basketStepLabel(step), sample);
}

export function needsAttention(entry: BasketEntry): boolean {
  return entry.kind === "unclear" || (entry.kind === "sample" && entry.refused !== null);
}

/** Returns the name of a line: the sample's serial number, or the scanned or typed value. */
export function entryName(entry: BasketEntry): string {
  return entry.kind === "sample" ? entry.sample.serialNumber : entry.values[0];
}

/** The samples on which the chosen step is possible. */
export function readyEntries(entries: readonly BasketEntry[]): SampleEntry[] {
  return entries
    .filter((entry) => entry.kind === "sample")
    .filter(({ refused }) => refused === null);
}
