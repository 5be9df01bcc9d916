/** docs/product.md, "The sheet of a sample" and "Way back". */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { seriousFaults } from "../support/browser/accessibility";
import { LAPTOP, launchBrowser, PHONE, type Person } from "../support/browser/browser";
import { pressByHand } from "../support/browser/keyboard";
import { RunningProduct } from "../support/deployments/deployment";
import { demoAccounts } from "../support/people";
import { signedIn } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";

let product: RunningProduct;
let browser: Browser;
let admin: Person;
let phone: Person;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    RunningProduct.start({ copyOf: inject("demoFolder") }),
    launchBrowser(),
  ]);
  const accounts = await demoAccounts(product.url);
  const chief = accounts.find(({ role }) => role === "admin");
  if (!chief) throw new Error("the demo has no admin");
  admin = await signedIn(browser, product.url, chief.email, LAPTOP);
  phone = await signedIn(browser, product.url, chief.email, PHONE);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const LIST = "/dashboard/homefstransfer?filter=status=In%20Use&sort=serialNumber";
const sheet = (page: Page) => page.getByRole("dialog");
const cursor = (page: Page) => page.locator("[data-cursor]");
const hrefOf = (page: Page) => page.url().slice(product.url.length);

/** Opens the sheet of the third row with keys alone. */
async function openThird(page: Page): Promise<void> {
  await visit(page, LIST);
  // All rows have loaded: none moves any more.
  await page.getByText(/^\d+ of \d+ samples$/).waitFor();
  for (const place of [0, 1, 2]) {
    await page.keyboard.press("j");
    // Quicker keys would count as a scanner's.
    await page.locator("tbody tr[aria-rowindex]").nth(place).and(cursor(page)).waitFor();
  }
  await page.keyboard.press("Enter");
  await sheet(page).getByRole("region", { name: "Custody timeline" }).waitFor();
}

describe("the sheet of a row", () => {
  test("opens with Enter, and Escape closes it and restores the focus", async () => {
    const { page } = admin;
    await openThird(page);
    expect(new URL(page.url()).searchParams.get("sample")).toBeTruthy();
    const copy = sheet(page)
      .getByRole("button", { name: /serial number/ })
      .first();
    const serial = (await copy.locator("xpath=preceding-sibling::span").innerText()).trim();
    expect(serial).not.toBe("");
    expect(await seriousFaults(page)).toEqual([]);

    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "detached" });
    expect(hrefOf(page)).toBe(LIST);
    // The rows may have moved since: the focus is on the same sample.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain(serial);
  });

  test("opens the sample's page with a second Enter, and Go Back leads to the sheet", async () => {
    const { page } = admin;
    await openThird(page);
    const address = hrefOf(page);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/private/viewfs/*");
    await page.getByRole("link", { name: "Go Back" }).click();
    await sheet(page).waitFor();
    expect(hrefOf(page)).toBe(address);
  });

  test("moves to the next row with j and back with k, and t opens the transfer form", async () => {
    const { page } = admin;
    await openThird(page);
    const sampleOf = () => new URL(page.url()).searchParams.get("sample");
    const third = sampleOf();
    await pressByHand(page, "j");
    await expect.poll(sampleOf).not.toBe(third);
    const fourth = sampleOf();
    await page.locator("tbody tr[aria-rowindex]").nth(3).and(cursor(page)).waitFor();
    await pressByHand(page, "k");
    await expect.poll(sampleOf).toBe(third);
    await pressByHand(page, "j");
    await expect.poll(sampleOf).toBe(fourth);
    await sheet(page).getByRole("region", { name: "Custody timeline" }).waitFor();
    await pressByHand(page, "t");
    await page.waitForURL(`**/private/transferfs/${fourth}*`);
  });

  test("leads to a step's form, which returns to list and sheet when it is done", async () => {
    const { page } = admin;
    await openThird(page);
    const address = hrefOf(page);
    await sheet(page)
      .getByRole("link", { name: /^Transfer / })
      .click();
    await page.waitForURL("**/private/transferfs/*");
    await page.getByRole("combobox").click(); // typing would change the suggestions meanwhile
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Transfer", exact: true }).click();
    await sheet(page).waitFor();
    expect(hrefOf(page)).toBe(address);
    await sheet(page).getByText("In Transit", { exact: true }).first().waitFor();
  });

  test("opens by its address above the list, and closes to the list alone", async () => {
    const { page } = admin;
    await openThird(page);
    const address = hrefOf(page);
    await page.goto("/dashboard/homefs");
    await page.goto(address);
    await sheet(page).getByRole("region", { name: "Custody timeline" }).waitFor();
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).searchParams.has("sample")).toBe(false);
    expect(new URL(page.url()).pathname).toBe("/dashboard/homefstransfer");
  });

  test("shows for an unknown id that the sample does not exist", async () => {
    const { page } = admin;
    await visit(page, "/private?sample=nothing");
    await sheet(page).getByText("Sample does not exist!").waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  test("fills the screen of a phone, and the browser's Back closes it", async () => {
    const { page } = phone;
    await page.goto(LIST);
    await page.locator("main li article a, main li a").first().click();
    await sheet(page).getByRole("region", { name: "Custody timeline" }).waitFor();
    const box = await sheet(page).boundingBox();
    expect(box?.width).toBe(PHONE.width);
    expect(await seriousFaults(page)).toEqual([]);
    await page.goBack();
    await sheet(page).waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/dashboard/homefstransfer");
  });
});

test("copying a name includes its address, although only the name is shown", async () => {
  const { page } = admin;
  await visit(page, LIST);
  await page.locator("tbody tr[aria-rowindex]").nth(2).waitFor();
  await page.keyboard.press("j", { delay: 40 }); // rows keep their places while the cursor moves
  const person = await page.locator("[data-cursor] [title*='@']").first().elementHandle();
  if (!person) throw new Error("the row names nobody");
  const email = await person.getAttribute("title");
  const copied = await person.evaluate((element) => {
    const selection = window.getSelection();
    selection?.selectAllChildren(element);
    return selection?.toString() ?? "";
  });
  expect(copied).toContain(`<${email}>`);
  const widths = await person.evaluate((element) =>
    [...element.querySelectorAll<HTMLElement>("[aria-hidden]")]
      .filter((hidden) => hidden.textContent?.includes("@"))
      .map((hidden) => hidden.getBoundingClientRect().width),
  );
  expect(widths).toEqual([0]);
});
