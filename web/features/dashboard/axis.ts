/** Samples between two lines of the chart (docs/product.md, "Dashboard"). */
const STEP = 20;
/** More lines than this are a hatching: the step doubles. */
const MAX_STEPS = 8;

/** The values of the chart's axis, from 0 to the first line that no bar goes beyond. */
export function axisTicks(largest: number): number[] {
  let step = STEP;
  while (largest > step * MAX_STEPS) step *= 2;
  const steps = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}
