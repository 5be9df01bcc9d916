import axe, { type RunOptions } from "axe-core";
import type { Page } from "playwright-core";

/** The examined part of a page: all of it, unless a selector or some of axe's rules are named. */
type Narrowed = { readonly within?: string; readonly rules?: readonly string[] };

/** Rows of a table are alike: six of them stand for all. */
const MORE_ROWS = "[data-row]:nth-of-type(n + 7)";

/**
 * Finds faults that shut people out, in the page and in anything that lies over it, each with its
 * elements; lesser faults are not reported. The page keeps axe, so that examining it again costs
 * its rules only; frames are not looked into, as the app has none.
 */
export async function seriousFaults(
  page: Page,
  { within = "html", rules }: Narrowed = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axe.source);
    // Axe would write out each element it looks at, faulty or not.
    await page.evaluate(() =>
      (window as unknown as { axe: typeof axe }).axe.configure({ noHtml: true }),
    );
  }
  const context = { include: [within], exclude: [MORE_ROWS] };
  const options: RunOptions = {
    resultTypes: ["violations"],
    // At most moderate, so not reported, and a tenth of the work.
    rules: { region: { enabled: false } },
    ...(rules && { runOnly: { type: "rule", values: [...rules] } }),
  };
  return await page.evaluate(
    async ({ context, options }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const { violations } = await run(context, options);
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => {
          const selectors = nodes.map(({ target }) => target.join());
          const html = selectors.map((found) => document.querySelector(found)?.outerHTML ?? found);
          return `${id}: ${html.map((text) => text.slice(0, 300)).join(" | ")}`;
        });
    },
    { context, options },
  );
}

/** By how many px the page is wider than the window: 0, or people scroll sideways. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}
