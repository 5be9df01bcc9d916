/** Samples between two lines of the chart (docs/product.md, "Dashboard"). */
const STEP = 20;
/** With more lines than this the step doubles: they would be hard to tell apart. */
const MAX_STEPS = 8;

/** The values of the chart's axis, from 0 to the first line that no bar goes beyond. */
export function axisTicks(largest: number): number[] {
  let step = STEP;
  while (largest > step * MAX_STEPS) step *= 2;
  const steps = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}
