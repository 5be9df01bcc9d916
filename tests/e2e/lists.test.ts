/** docs/product.md, "Lists and tables": filters are in the address, and lists stay live. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { seriousFaults } from "../support/browser/accessibility";
import { LAPTOP, launchBrowser, PHONE, type Person } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { RunningProduct } from "../support/deployments/deployment";
import { demoAccounts } from "../support/people";
import { aSample, newTransactionId } from "../support/samples";
import { signedIn } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";

let product: RunningProduct;
let browser: Browser;
let ana: Person;
let bruno: Person;
let phone: Person;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    RunningProduct.start({ copyOf: inject("demoFolder") }),
    launchBrowser(),
  ]);
  const users = (await demoAccounts(product.url)).filter(({ role }) => role === "user");
  const [first, second] = users;
  if (!first || !second) throw new Error("the demo has no two users");
  ana = await signedIn(browser, product.url, first.email, LAPTOP);
  bruno = await signedIn(browser, product.url, second.email, LAPTOP);
  phone = await signedIn(browser, product.url, first.email, PHONE);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const LIST = "/dashboard/homefstransfer";
const rows = (page: Page) => page.locator("tbody tr[aria-rowindex]");
const chips = (page: Page) => page.getByRole("list", { name: "Active filters" });

/** Opens the list and waits for its rows. */
async function openList(page: Page, search = "") {
  await visit(page, `${LIST}${search}`);
  await rows(page).first().waitFor();
}

/** Waits until all shown rows or cards contain the text. */
const showOnly = (shown: Locator, text: string) =>
  expect
    .poll(async () => {
      const texts = await shown.allInnerTexts();
      return texts.length > 0 && texts.every((each) => each.includes(text));
    })
    .toBe(true);

/** Chooses the first value of a column's filter. */
async function chooseFirstValue(page: Page, column: string): Promise<string> {
  await page.getByRole("button", { name: `Filter ${column}`, exact: true }).click();
  const option = page.getByRole("listbox", { name: column }).getByRole("option").nth(1);
  const [value = ""] = (await option.innerText()).split("\n");
  expect(await seriousFaults(page)).toEqual([]);
  await option.click();
  await page.keyboard.press("Escape");
  await chips(page).getByText(value, { exact: true }).waitFor();
  return value;
}

describe("on a laptop", () => {
  test("a list's filter is in the address, survives a reload, and is removed by Clear all", async () => {
    const { page } = ana;
    await openList(page);
    const count = page.locator("footer [role=status]").last();
    await count.and(page.getByText(/^[\d,]+ samples$/)).waitFor();
    const all = await count.innerText();
    const country = await chooseFirstValue(page, "Country");
    expect(new URL(page.url()).searchParams.get("filter")).toBe(`country=${country}`);
    await showOnly(rows(page), country);
    await page.getByText(/^[\d,]+ of [\d,]+ samples$/).waitFor();
    const narrowed = await rows(page).count();

    await page.reload();
    await chips(page).getByText(country, { exact: true }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(narrowed);
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.getByText(all, { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.has("filter")).toBe(false);
  });

  test("a mangled address opens the list without the invalid parameters", async () => {
    const { page } = ana;
    await page.goto(`${LIST}?filter=brand~;;colour=red&sort=-nothing&hide=%00&scope=mars&q=`);
    await rows(page).first().waitFor();
    await page.getByRole("heading", { name: "Transfer Sample" }).waitFor();
    expect(await chips(page).count()).toBe(0);
  });

  test("chosen columns are remembered, and the address overrides them", async () => {
    const { page } = ana;
    await openList(page);
    await page.getByRole("button", { name: "View", exact: true }).click();
    await page.getByRole("menuitemcheckbox", { name: "Country" }).click();
    await page.keyboard.press("Escape");
    const country = page.getByRole("columnheader", { name: "Country" });
    await country.waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.get("cols")).not.toContain("country");

    await page.goto(LIST);
    await rows(page).first().waitFor();
    expect(await country.count()).toBe(0);
    await openList(bruno.page, "?hide=country");
    expect(await bruno.page.getByRole("columnheader", { name: "Country" }).count()).toBe(0);
    await openList(page, "?hide=imei1");
    expect(await country.count()).toBe(1);
  });

  test("a sample that matches the filter arrives live in the list, another does not", async () => {
    const giver = ana.page;
    await openList(giver, "?scope=mine&filter=status%3DIn Use");
    const serials = giver.locator("tbody a.font-mono");
    await serials.nth(1).waitFor();
    const [matching = "", other = ""] = await serials.allInnerTexts();

    const { page } = bruno;
    await visit(page, `${LIST}?filter=serialNumber~${matching}`);
    await page.getByText("Nothing matches the filters").waitFor();
    for (const serialNumber of [other, matching]) {
      await openList(giver, `?q=${serialNumber}`);
      await giver.getByRole("link", { name: `Transfer ${serialNumber}`, exact: true }).click();
      await giver.getByLabel("Transfer Sample to").fill(bruno.email.slice(0, 5));
      await giver.getByRole("option", { name: bruno.email }).click();
      await giver.getByRole("button", { name: "Transfer", exact: true }).click();
      await giver.getByText("Sample In Transit Successfully").waitFor();
      // The form closes itself half a second later.
      await giver.waitForURL("**/dashboard/homefstransfer**");
    }
    await page.getByRole("link", { name: matching, exact: true }).waitFor();
    expect(await rows(page).count()).toBe(1);
    expect(await rows(page).innerText()).toContain("for you");
  });

  test("a row that leaves the list under the pointer stays in place, with its button disabled", async () => {
    const { page } = ana;
    const client = await demoClient(product.url, ana.email);
    const serialNumber = "LEAVES-UNDER-POINTER";
    const { sampleId } = await client.mutation(api.samples.register, {
      transactionId: newTransactionId(),
      duplicates: "flag",
      fields: aSample({ serialNumber }),
    });
    await visit(page, "/dashboard/homefsedit");
    const button = page.getByRole("button", { name: `Delete ${serialNumber}`, exact: true });
    await button.hover();
    const takesClicks = () => button.evaluate((it) => getComputedStyle(it).pointerEvents);
    expect(await takesClicks()).toBe("auto");
    await client.mutation(api.samples.remove, { transactionId: newTransactionId(), sampleId });
    await expect.poll(takesClicks).toBe("none");
  });

  test("keys search a list, move in it, select and open rows", async () => {
    const { page } = ana;
    await openList(page, "?scope=mine");
    await page.getByText(/^[\d,]+ samples$/).waitFor(); // all rows have loaded: none moves any more
    // Wait for the effect of each key: on a busy machine, two keys may follow each other as quickly
    // as a scanner's.
    const cursorIsAt = (place: number) =>
      rows(page).nth(place).and(page.locator("[data-cursor]")).waitFor();
    await page.keyboard.press("j");
    await cursorIsAt(0);
    await page.keyboard.press("x");
    await page.getByText("1 selected").waitFor();
    await page.keyboard.press("j");
    await cursorIsAt(1);
    await page.keyboard.press("Shift+X");
    await page.getByText("2 selected").waitFor();
    const serial = await page.locator("tr[data-cursor] a.font-mono").innerText();
    await page.keyboard.press("/");
    await page.getByRole("searchbox").and(page.locator(":focus")).waitFor();
    await page.keyboard.insertText(serial); // these keys in quick succession could be a scanner's
    await expect.poll(() => rows(page).count()).toBe(1);
    // The rows follow each key, the address only a pause.
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(serial);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("region", { name: "Custody timeline" }).waitFor();
    await page.getByRole("main").getByText(serial).first().waitFor();
  });
});

test("on a phone the filters are in a sheet, and the choice survives a reload", async () => {
  const { page } = phone;
  const cards = page.locator("#main li[data-index]");
  await page.goto(LIST);
  await cards.first().waitFor();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Filter" });
  await sheet.getByRole("button", { name: "Status" }).click();
  await sheet.getByRole("option", { name: /^In Use/ }).click();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await cards.first().waitFor();
  await showOnly(cards, "In Use");
  await page.reload();
  await cards.first().waitFor();
  await chips(page).getByText("In Use").waitFor();
  await showOnly(cards, "In Use");
});
