/** Samples between two grid lines (docs/product.md, "Dashboard"). */
const STEP = 20;
/**
 * Above this number of lines, the step is the next round one (50, 100, 200, 500 …), because denser
 * lines would be hard to tell apart.
 */
const MAX_STEPS = 25;
/** Above this number of lines, only some have a label, because the labels would overlap. */
const MAX_FIGURES = 8;

export type Tick = { readonly value: number; readonly hasFigure: boolean };

/** Grid lines of the chart's axis, from 0 to the first one at or above the largest bar. */
export function axisTicks(largest: number): Tick[] {
  const step = Math.max(STEP, roundUp(largest / MAX_STEPS));
  const steps = Math.max(1, Math.ceil(largest / step));
  const figureEvery = Math.ceil(steps / MAX_FIGURES);
  return Array.from({ length: steps + 1 }, (_, index) => ({
    value: index * step,
    hasFigure: index % figureEvery === 0,
  }));
}

/** Number of intervals on the axis of Tremor's charts. */
const INTERVALS = 4;
/** Mantissas of round steps between two lines. */
const ROUND = [1, 2, 5, 10];

/**
 * Returns the end of an axis with lines at round values: 40 for a largest value of 32 (0, 10, 20,
 * …).
 *
 * @param smallestStep the smallest distance between two lines: 1 for counts
 */
export function roundMaximum(largest: number, smallestStep: number): number {
  return roundUp(Math.max(smallestStep, largest / INTERVALS)) * INTERVALS;
}

/** Returns the smallest round step that is at least `wanted`. */
function roundUp(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const mantissa = ROUND.find((each) => each * power >= wanted) ?? 10;
  return mantissa * power;
}
