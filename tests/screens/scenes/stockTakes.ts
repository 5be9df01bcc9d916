import type { Page } from "playwright-core";
import { visit } from "../../support/browser/visit";
import { control, settled, type Scene } from "../scene";

const NAME = "Bengaluru, shelf 3";

const askForNew = async (page: Page) => {
  await control(page, "New stock-take").click();
  await page.getByRole("dialog").waitFor();
};

/** Opens the stock-take that the first scene began. */
const open = async (page: Page) => {
  const link = page.getByRole("link", { name: NAME }).first();
  if ((await link.count()) > 0) {
    await link.click();
  } else {
    await askForNew(page);
    await page.getByLabel("Name").fill(NAME);
    await page.getByLabel("City").fill("Bengaluru");
    await page.getByLabel("City").press("Tab");
    await page.getByRole("button", { name: "Start count" }).click();
  }
  await page
    .getByLabel("Figures")
    .getByText(/of \d+/)
    .waitFor();
};

const scan = async (page: Page, text: string) => {
  const field = page.getByLabel("Serial number or IMEI");
  await field.fill(text);
  await field.press("Enter");
  await page.locator("[data-verdict]").getByText(text).first().waitFor();
};

/** A shelf compared with the records. */
export const STOCK_TAKE_SCENES: readonly Scene[] = [
  { name: "empty-stock-takes", who: "newcomer", path: "/private/stocktakes" },
  {
    name: "stock-take-new",
    who: "ingrid",
    path: "/private/stocktakes",
    prepare: async (page) => {
      await askForNew(page);
      await page.getByRole("button", { name: "List of numbers" }).click();
    },
  },
  {
    name: "stock-take",
    who: "ingrid",
    path: "/private/stocktakes",
    prepare: async (page) => {
      await open(page);
      const numbers = page.getByRole("list", { name: "Missing" }).locator(".font-mono");
      for (const number of (await numbers.allTextContents()).slice(0, 3)) await scan(page, number);
      await scan(page, "XX9K9999");
      await scan(page, "AP7K0007");
      await settled(page);
    },
  },
  {
    name: "stock-takes",
    who: "ingrid",
    path: "/private/stocktakes",
    prepare: async (page) => {
      await open(page);
      await visit(page, "/private/stocktakes");
      await page.getByRole("link", { name: NAME }).first().waitFor();
    },
  },
  {
    name: "stock-take-record",
    who: "ingrid",
    path: "/private/stocktakes",
    prepare: async (page) => {
      await open(page);
      const { pathname } = new URL(page.url());
      await visit(page, pathname.replace("/stocktake/", "/stocktakerecord/"));
      await page.getByRole("heading", { name: NAME }).waitFor();
    },
  },
];
