import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";

/**
 * What shuts people out, in the page and whatever lies over it, each with its elements; lesser faults are
 * advice.
 *
 * @param narrow a part of the page, or some of axe's rules
 */
export async function seriousFaults(
  page: Page,
  narrow = (axe: AxeBuilder): AxeBuilder => axe,
): Promise<string[]> {
  const { violations } = await narrow(new AxeBuilder({ page })).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

/** By how many px the page is wider than the window: 0, or people scroll sideways. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}
