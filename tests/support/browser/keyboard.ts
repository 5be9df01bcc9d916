import type { Locator, Page } from "playwright-core";
import { QUIET_MS } from "#domain/keys/keyReader";

/** Most stops of Tab before what is looked for. */
const MAX_STOPS = 60;

/** Presses keys one after another, slower than a scanner. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key, { delay: 40 });
}

/** Presses no key, by the page's clock, for as long as a shortcut that takes a step needs. */
export async function stayQuiet(page: Page): Promise<void> {
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), QUIET_MS + 20);
}

/** Presses the key of a step, long enough after any other key for the step to be taken. */
export async function pressStep(page: Page, key: string): Promise<void> {
  await stayQuiet(page);
  await page.keyboard.press(key);
}

/**
 * Presses Tab until `target` has the focus, once the page shows it. Each stop on the way must show
 * that it has the focus.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  const stops: string[] = [];
  while (stops.length < MAX_STOPS) {
    await press(page, "Tab");
    const { name, fault } = await focusOf(page);
    if (fault !== null) throw new Error(`${name} ${fault}, after ${stops.join(", ")}`);
    if ((await target.and(page.locator(":focus")).count()) > 0) return;
    stops.push(name);
  }
  throw new Error(`Tab does not lead to it, but to ${stops.join(", ")}`);
}

/** The element with the focus, and what hides from its user that it has it; null: nothing. */
function focusOf(page: Page): Promise<{ name: string; fault: string | null }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return { name: "nothing", fault: null };
    const label = "labels" in element ? (element.labels as NodeListOf<Element> | null)?.[0] : null;
    const words = element.ariaLabel ?? (label ?? element).textContent;
    const name = `${element.tagName} ${words}`.slice(0, 60);
    const { boxShadow, outlineStyle } = getComputedStyle(element);
    if (boxShadow === "none" && outlineStyle === "none") return { name, fault: "bears no mark" };
    const { left, top, width, height } = element.getBoundingClientRect();
    const front = document.elementFromPoint(left + width / 2, top + height / 2);
    const isSeen = front !== null && (element.contains(front) || front.contains(element));
    return { name, fault: isSeen ? null : "is out of sight" };
  });
}
