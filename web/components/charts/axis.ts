/** Samples between two lines of the chart (docs/product.md, "Dashboard"). */
const STEP = 20;
/** With more lines than this the step doubles: they would be hard to tell apart. */
const MAX_STEPS = 25;
/** With more figures than this not every line has one: they would run into each other. */
const MAX_FIGURES = 8;

export type Tick = { readonly value: number; readonly hasFigure: boolean };

/** The lines of the chart's axis, from 0 to the first one that no bar goes beyond. */
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
