import type { Locator, Page } from "playwright-core";
import { ENDS, scan } from "./scanner";

/** Maximum of Tab presses before the target. */
const MAX_STOPS = 60;

/** Presses keys one after another, slower than a scanner. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key, { delay: 40 });
}

/**
 * Types characters with the timestamps of a person: long after any previous key, and slower than a
 * scanner, however busy the machine is. Shortcuts that take a step are recognized.
 */
export async function typeByHand(page: Page, text: string): Promise<void> {
  await scan(page, text, { gapMs: 150, end: ENDS.none });
}

/** Presses one key with the timestamp of a person: long after any previous key. */
export async function pressByHand(page: Page, key: string): Promise<void> {
  await scan(page, "", { end: [key] });
}

/**
 * Presses Tab until `target` has the focus, once the page shows it. Each stop on the way must have
 * a visible focus.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  const stops: string[] = [];
  while (stops.length < MAX_STOPS) {
    await page.keyboard.press("Tab");
    const { name, fault, isTarget } = await target.evaluateAll(stopOfTab);
    if (fault !== null) throw new Error(`${name} ${fault}, after ${stops.join(", ")}`);
    if (isTarget) return;
    stops.push(name);
  }
  throw new Error(`Tab does not lead to it, but to ${stops.join(", ")}`);
}

/** Runs in the page. Returns the focused element, and what hides its focus from a person. */
function stopOfTab(targets: Element[]) {
  const element = document.activeElement;
  if (element === null || element === document.body) {
    return { name: "nothing", fault: null, isTarget: false };
  }
  const isTarget = targets.includes(element);
  const label = "labels" in element ? (element.labels as NodeListOf<Element> | null)?.[0] : null;
  const words = element.ariaLabel ?? (label ?? element).textContent;
  const name = `${element.tagName} ${words}`.slice(0, 60);
  const { boxShadow, outlineStyle } = getComputedStyle(element);
  if (boxShadow === "none" && outlineStyle === "none") {
    return { name, fault: "bears no mark", isTarget };
  }
  const { left, top, width, height } = element.getBoundingClientRect();
  const front = document.elementFromPoint(left + width / 2, top + height / 2);
  const isSeen = front !== null && (element.contains(front) || front.contains(element));
  return { name, fault: isSeen ? null : "is out of sight", isTarget };
}

/**
 * Composes a word with an input method, as Japanese is typed: keys that the method takes, the word
 * so far, and `last`, the key that ends the composition.
 *
 * @param commits the word that stays; "" for none, as after Escape
 */
export async function compose(page: Page, soFar: string, last: string, commits: string) {
  const client = await page.context().newCDPSession(page);
  const press = async (key: string) => {
    const shared = { key, windowsVirtualKeyCode: 229 };
    await client.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...shared });
    await client.send("Input.dispatchKeyEvent", { type: "keyUp", ...shared });
  };
  for (let length = 1; length <= soFar.length; length++) {
    await press("Process");
    await client.send("Input.imeSetComposition", {
      text: soFar.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    });
  }
  await press(last);
  await client.send("Input.insertText", { text: commits });
  await client.detach();
}
