/** Samples between two grid lines (docs/product.md, "Dashboard"). */
const STEP = 20;
/** Above this number of lines, the step doubles: they would be hard to tell apart. */
const MAX_STEPS = 25;
/** Above this number, only some lines have a label: the labels would overlap. */
const MAX_FIGURES = 8;

export type Tick = { readonly value: number; readonly hasFigure: boolean };

/** Grid lines of the chart's axis, from 0 to the first one at or above the largest bar. */
export function axisTicks(largest: number): Tick[] {
  let step = STEP;
  while (largest > step * MAX_STEPS) step *= 2;
  const steps = Math.max(1, Math.ceil(largest / step));
  const figureEvery = Math.ceil(steps / MAX_FIGURES);
  return Array.from({ length: steps + 1 }, (_, index) => ({
    value: index * step,
    hasFigure: index % figureEvery === 0,
  }));
}
