/** Nothing moves under the reader while a screen loads. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { LAPTOP, launchBrowser, PHONE } from "../support/browser/browser";
import { demoAccounts } from "../support/people";
import { signedIn } from "../support/browser/signedIn";

const MAX_SHIFT = 0.02;
const SCREENS = [
  "/dashboard/homefs",
  "/dashboard/homefstransfer",
  "/dashboard/vectormap",
  "/dashboard/history",
  "/pages/inbox",
  "/dashboard/addsample",
  "/private/page",
];

const product = inject("product");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** Resolves once nothing on the page is loading. */
const settled = async (page: Page) => {
  await page.locator("main h1").waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('main [aria-busy="true"], main .animate-pulse') === null &&
      document.fonts.status === "loaded",
  );
};

/** The sum of the page's layout shifts without a press, as Chromium scores them. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = entry as PerformanceEntry & {
              value: number;
              hadRecentInput: boolean;
            };
            if (!hadRecentInput) sum += value;
          }
        });
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );

test.each([
  ["laptop", LAPTOP],
  ["phone", PHONE],
])("no screen shifts while it loads on a %s", async (_, size) => {
  const ana = (await demoAccounts(product.url)).find(({ role }) => role === "user")?.email ?? "";
  const person = await signedIn(browser, product.url, ana, size);
  const shifts: [string, number][] = [];
  for (const path of SCREENS) {
    await person.page.goto(path);
    await settled(person.page);
    shifts.push([path, await shiftOf(person.page)]);
  }
  expect(shifts.filter(([, shift]) => shift >= MAX_SHIFT)).toEqual([]);
  await person.leave();
});
