import axe, { type RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { unreadableTexts } from "./contrast";

/** Marks rows and entries to skip because an earlier one looks the same. */
const ALIKE = "data-alike";

/**
 * Finds serious accessibility faults within `within` (a selector), including layers above it, each
 * with its elements. Of rows and entries that look the same, only the first is examined. Frames are
 * skipped, because the app has none.
 */
export async function seriousFaults(page: Page, within = "html"): Promise<string[]> {
  await loadAxe(page);
  await markAlike(page);
  const context = { include: [within], exclude: [`[${ALIKE}]`] };
  const options: RunOptions = {
    resultTypes: ["violations"],
    // Region is at most moderate, so not reported, and a tenth of the work.
    rules: { region: { enabled: false }, "color-contrast": { enabled: false } },
  };
  const faults = await page.evaluate(
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
  return [...faults, ...(await unreadableTexts(page, within))];
}

/** Finds the faults that depend on the color scheme. */
export async function faultsOfColors(page: Page): Promise<string[]> {
  await loadAxe(page);
  return await unreadableTexts(page, "html");
}

/** The page keeps axe loaded, so that examining it again only costs the rules. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  await page.evaluate(axe.source);
  // By default, axe serializes each element it examines, faulty or not.
  await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.configure({ noHtml: true }),
  );
}

/** Marks the rows and entries of lists whose elements have the same classes as an earlier one. */
function markAlike(page: Page): Promise<void> {
  return page.evaluate((mark) => {
    const STATES = ["class", "role", "data-state", "aria-current", "aria-selected", "disabled"];
    const lookOf = (element: Element) =>
      element.tagName + STATES.map((name) => element.getAttribute(name) ?? "").join();
    const looks = new Set<string>();
    for (const entry of document.querySelectorAll("tbody tr, li, [role=option]")) {
      const look = [entry, ...entry.querySelectorAll(":not(svg, svg *)")].map(lookOf).join("|");
      entry.toggleAttribute(mark, looks.has(look));
      looks.add(look);
    }
  }, ALIKE);
}

/** By how many px the page is wider than the window; 0 unless people have to scroll sideways. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}
