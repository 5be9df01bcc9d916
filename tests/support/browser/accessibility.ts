import axe, { type RunOptions } from "axe-core";
import type { Page } from "playwright-core";

/** Restricts the examination; default: the whole page, all rules of axe. */
type Narrowed = {
  /** Selector of the examined part. */
  readonly within?: string;
  /** The only rules to run. */
  readonly rules?: readonly string[];
  /** False if colors are examined elsewhere: contrast is three quarters of axe's work. */
  readonly hasContrast?: boolean;
};

/** Marks rows and entries to skip because an earlier one looks the same. */
const ALIKE = "data-alike";

/**
 * Finds serious accessibility faults of the page, including layers above it, each with its
 * elements. Of rows and entries that look the same, only the first is examined. The page keeps axe
 * loaded, so that examining it again only costs the rules; frames are skipped, because the app has
 * none.
 */
export async function seriousFaults(
  page: Page,
  { within = "html", rules, hasContrast = true }: Narrowed = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axe.source);
    // By default, axe serializes each element it examines, faulty or not.
    await page.evaluate(() =>
      (window as unknown as { axe: typeof axe }).axe.configure({ noHtml: true }),
    );
  }
  await markAlike(page);
  const context = { include: [within], exclude: [`[${ALIKE}]`] };
  const options: RunOptions = {
    resultTypes: ["violations"],
    // At most moderate, so not reported, and a tenth of the work.
    rules: { region: { enabled: false }, "color-contrast": { enabled: hasContrast } },
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
