/** docs/product.md, "Scans". The serial numbers contain most shortcuts of the lists. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { LAPTOP, launchBrowser, type Person } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { pressByHand, typeByHand } from "../support/browser/keyboard";
import { aSample } from "../support/samples";
import { scan } from "../support/browser/scanner";
import { signedIn } from "../support/browser/signedIn";

const SERIAL = "TRXJKF00TRXJKF00ABCD".toLowerCase();
const UNKNOWN = "transfer/?rxjk000001";

const product = inject("product");
let browser: Browser;
let ana: Person;

beforeAll(async () => {
  browser = await launchBrowser();
  const people = await freshPeople(product, { ana: "user" });
  const calls = await demoClient(product.url, people.ana);
  await calls.mutation(api.samples.register, {
    transactionId: "scanned",
    duplicates: "reject",
    fields: aSample({ serialNumber: SERIAL }),
  });
  ana = await signedIn(browser, product.url, people.ana, LAPTOP);
});
afterAll(() => browser?.close());

const sheet = (page: Page) => page.getByRole("dialog");

async function openList(page: Page): Promise<void> {
  await page.goto("/dashboard/homefstransfer");
  await page.locator("tbody tr[aria-rowindex]").first().waitFor();
}

/** Gives shortcuts a row to act on. */
async function moveCursor(page: Page): Promise<void> {
  await page.keyboard.press("j");
  await page.locator("[data-cursor]").waitFor();
}

describe("a scan of 20 characters at 5 ms a key", () => {
  test("a scan of 20 characters at 5 ms a key on a list finds the row and opens its sheet", async () => {
    const { page } = ana;
    await openList(page);
    await moveCursor(page);
    await scan(page, SERIAL);
    await sheet(page).getByText(SERIAL).first().waitFor();
    const address = new URL(page.url());
    expect(address.pathname).toBe("/dashboard/homefstransfer");
    expect(address.searchParams.get("q")).toBe(SERIAL);
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "detached" });
    await expect.poll(() => page.locator("tbody tr[aria-rowindex]").count()).toBe(1);
    expect(await page.locator("[role=checkbox][data-state=checked]").count()).toBe(0);
  });

  test("a scan of 20 characters at 5 ms a key in the list's search replaces the previous text", async () => {
    const { page } = ana;
    await openList(page);
    await page.getByRole("searchbox").fill("something else");
    await scan(page, SERIAL);
    await sheet(page).getByText(SERIAL).first().waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe(SERIAL);
  });

  test("a scan of 20 characters at 5 ms a key of an unknown code is named by the list, and triggers no shortcut", async () => {
    const { page } = ana;
    await openList(page);
    await moveCursor(page);
    await scan(page, UNKNOWN);
    await page.getByText(`Nothing matches “${UNKNOWN}”`).waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard/homefstransfer");
    expect(await sheet(page).count()).toBe(0);
  });

  test("a scan of 20 characters at 5 ms a key on another screen opens the sheet there, or names the unknown number", async () => {
    const { page } = ana;
    await page.goto("/dashboard/homefs");
    await page.getByRole("heading", { level: 1, name: "Analytics" }).waitFor();
    await scan(page, UNKNOWN);
    await page.getByText(`No sample has the number “${UNKNOWN}”`).waitFor();
    await scan(page, SERIAL);
    await sheet(page).getByText(SERIAL).first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard/homefs");
  });

  test("a scan of 20 characters at 5 ms a key in the basket is added, wherever the focus is", async () => {
    const { page } = ana;
    await page.goto("/private/basket");
    await page.getByText("The basket is empty").waitFor();
    await page.getByRole("heading", { level: 1 }).click();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await scan(page, SERIAL);
    await page.getByRole("button", { name: `Remove ${SERIAL}` }).waitFor();
    await scan(page, SERIAL);
    await page.getByText(`${SERIAL} is already in the basket`).waitFor();
  });

  test("a scan of 20 characters at 5 ms a key in the palette is found, and Enter opens its sheet", async () => {
    const { page } = ana;
    await page.goto("/dashboard/homefs");
    await page.getByRole("heading", { level: 1, name: "Analytics" }).waitFor();
    await page.keyboard.press("Control+K");
    await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
    await typeByHand(page, SERIAL); // a scan would open it without Enter
    await page.getByRole("option").filter({ hasText: SERIAL }).first().waitFor();
    await pressByHand(page, "Enter");
    await page.waitForURL(/[?&]sample=/);
    await sheet(page).getByText(SERIAL).first().waitFor();
  });
});
