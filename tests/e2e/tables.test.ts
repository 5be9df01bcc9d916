import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { seriousFaults } from "../support/accessibility";
import { launchBrowser, PHONE, type Person } from "../support/browser";
import { demoClient } from "../support/demoClient";
import { RunningProduct } from "../support/deployment";
import { demoAccounts } from "../support/people";
import { aSample, newTransactionId } from "../support/samples";
import { signedIn } from "../support/signedIn";

/** docs/product.md, "Lists and tables": readable at every width, and found again as it was left. */

const WIDTHS = [
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
];
const LISTS = ["/private", "/dashboard/homefstransfer", "/private/reportfs", "/dashboard/history"];

let product: RunningProduct;
let browser: Browser;
let emails: Record<"user" | "admin", string>;

beforeAll(async () => {
  [product, browser] = await Promise.all([RunningProduct.start(), launchBrowser()]);
  const accounts = await demoAccounts(product.url);
  const of = (wanted: string) => accounts.find(({ role }) => role === wanted)?.email ?? "";
  emails = { user: of("user"), admin: of("admin") };
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const rows = (page: Page) => page.locator("tbody tr[aria-rowindex]");
const scroller = (page: Page) => page.locator("div[data-rows]");
const arrive = (role: "user" | "admin", viewport?: { width: number; height: number }) =>
  signedIn(browser, product.url, emails[role], viewport);

async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await rows(page).first().waitFor();
}

/** Headings that reach beyond the table's box, or whose name has no room. */
const cutColumns = (page: Page) =>
  scroller(page).evaluate((box) => {
    const edge = box.getBoundingClientRect().right;
    const isCut = (heading: Element) => {
      const name = heading.querySelector(".truncate");
      const isShort = name !== null && name.scrollWidth > name.clientWidth + 1;
      return isShort || heading.getBoundingClientRect().right > edge + 1;
    };
    const cut = [...box.querySelectorAll("th")].filter(isCut);
    return cut.map(({ textContent }) => textContent);
  });

describe.each(WIDTHS)("at $width px", (viewport) => {
  test("no column of a list is cut, and the device is in sight", async () => {
    const person: Person = await arrive("admin", viewport);
    for (const address of LISTS) {
      await openList(person.page, address);
      expect([address, await cutColumns(person.page)]).toEqual([address, []]);
      const device = person.page.getByRole("columnheader", { name: "Device" });
      expect(await device.isVisible()).toBe(true);
    }
    await person.leave();
  });
});

test("Back from a step's form restores scroll, cursor, focus and filters", async () => {
  const person = await arrive("admin");
  const { page } = person;
  await openList(page, "/dashboard/homefstransfer?filter=status%3DIn Use,Registered");
  await page.getByText(/^\d+ of \d+ samples$/).waitFor();
  await scroller(page).evaluate((box) => box.scrollTo({ top: 1_200 }));
  const isDrawn = () => rows(page).first().getAttribute("aria-rowindex");
  await expect.poll(isDrawn, { message: "rows of the new place" }).not.toBe("2");
  const id = await rows(page).nth(14).getAttribute("data-row");
  await page.locator(`tr[data-row="${id}"]`).focus();
  const scrolled = await scroller(page).evaluate((box) => box.scrollTop);
  await page.keyboard.press("t");
  await page.waitForURL(`**/private/transferfs/${id}*`);
  await page.getByRole("button", { name: "Transfer", exact: true }).waitFor();
  await page.goBack();
  await rows(page).first().waitFor();
  await expect.poll(() => scroller(page).evaluate((box) => box.scrollTop)).toBe(scrolled);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-row")))
    .toBe(id);
  expect(new URL(page.url()).searchParams.get("filter")).toBe("status=In Use,Registered");
  await person.leave();
});

test("select all takes every sample that matches, and the basket refuses them in words", async () => {
  const person = await arrive("admin");
  const { page } = person;
  const calls = await demoClient(product.url, emails.admin);
  await calls.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields: aSample(),
  });
  await openList(page, "/private/reportfs");
  const count = "301";
  await page.getByRole("checkbox", { name: `Select all ${count}` }).click();
  await page.getByText(`${count} selected`).waitFor();
  await page.getByRole("button", { name: "Add to basket" }).click();
  await page.getByText("At most 300 samples in one go").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByText(`${count} selected`).waitFor({ state: "detached" });
  await person.leave();
});

test("the report finds what is Returned by its address, and the menu of a row opens by a right click", async () => {
  const person = await arrive("admin");
  const { page } = person;
  await openList(page, "/private/reportfs?filter=status%3DReturned");
  expect(await page.title()).toContain("Sample Management System - Report Sample");
  for (const text of await rows(page).allInnerTexts()) expect(text).toContain("Returned");
  await rows(page).first().click({ button: "right" });
  await page.getByRole("menuitem", { name: "Open", exact: true }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await person.leave();
});

test("on a phone the page scrolls, not a box in it, and Back finds the place again", async () => {
  const person = await arrive("user", PHONE);
  const { page } = person;
  await page.goto("/dashboard/homefstransfer");
  const card = page.locator("li[data-index]");
  await card.first().waitFor();
  await page.evaluate(() => window.scrollTo({ top: 900 }));
  const link = page.getByRole("link", { name: /^(Transfer|Receive) [A-Z0-9]+$/ });
  await link.nth(6).scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(300);
  await link.nth(6).click();
  await page.getByRole("link", { name: "Go Back" }).click();
  await card.first().waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
  await person.leave();
});
