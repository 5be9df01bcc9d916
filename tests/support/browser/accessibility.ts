import axe, { type RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { unreadableTexts } from "./contrast";
import { looksOfPage, type Looks } from "./looks";

/** A page that has been prepared for an examination. */
type Prepared = Window & { axe: typeof axe; looks: Looks };

/**
 * Finds serious accessibility faults within `within` (a selector), including layers above it, each
 * with its elements. What looks like something examined before on the same page is skipped: the
 * frame of the app, the rows of a list, and a screen's unchanged parts in its next state. Frames
 * are skipped, because the app has none.
 *
 * @param schemes other color schemes, in which only colors differ: examined if a text has colors
 *   that no text had before
 */
export async function seriousFaults(
  page: Page,
  within = "html",
  schemes: readonly string[] = [],
): Promise<string[]> {
  await loadAxe(page);
  const options: RunOptions = {
    resultTypes: ["violations"],
    // Region is at most moderate, so not reported, and a tenth of the work.
    rules: { region: { enabled: false }, "color-contrast": { enabled: false } },
  };
  const faults = await page.evaluate(
    async ({ within, options }) => {
      const { axe, looks } = window as unknown as Prepared;
      const { isNew, alike: exclude } = looks.compare(within);
      if (!isNew) return [];
      const { violations } = await axe.run({ include: [within], exclude }, options);
      const serious = violations.filter(
        ({ impact }) => impact === "serious" || impact === "critical",
      );
      if (serious.length === 0) looks.remember();
      return serious.map(({ id, nodes }) => {
        const selectors = nodes.map(({ target }) => target.join());
        const html = selectors.map((found) => document.querySelector(found)?.outerHTML ?? found);
        return `${id}: ${html.map((text) => text.slice(0, 300)).join(" | ")}`;
      });
    },
    { within, options },
  );
  const { isNew, faults: ofColors } = await unreadableTexts(page, within);
  faults.push(...ofColors);
  for (const scheme of isNew ? schemes : []) {
    const found = await unreadableTexts(page, within, scheme);
    faults.push(...found.faults.map((fault) => `${scheme}: ${fault}`));
  }
  return faults;
}

/** Finds the texts that are unreadable. */
export async function faultsOfColors(page: Page): Promise<string[]> {
  await loadAxe(page);
  return (await unreadableTexts(page, "html")).faults;
}

/** The page keeps axe loaded, so that examining it again only costs the rules. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  await page.evaluate(axe.source);
  await page.evaluate(`window.looks = (${looksOfPage.toString()})()`);
  // By default, axe serializes each element it examines, faulty or not.
  await page.evaluate(() => (window as unknown as Prepared).axe.configure({ noHtml: true }));
}

/** By how many px the page is wider than the window; 0 unless people have to scroll sideways. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}
