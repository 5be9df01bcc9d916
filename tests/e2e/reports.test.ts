import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { read, utils } from "xlsx";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { overflow } from "../support/browser/accessibility";
import { launchBrowser, type Person } from "../support/browser/browser";
import { demoAccounts } from "../support/people";
import { signedIn } from "../support/browser/signedIn";

const product = inject("product");

let browser: Browser;
let admin: Person;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const accounts = await demoAccounts(product.url);
  const email = accounts.find(({ role }) => role === "admin")?.email ?? "";
  admin = await signedIn(browser, product.url, email);
  page = admin.page;
});
afterAll(() => browser.close());

async function download(press: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test("Export Excel saves exactly the rows that the report's filters show", async () => {
  // India, because no other test file registers samples in that country meanwhile.
  await page.goto("/private/exportreportfs?filter=country%3DIndia&sort=brand");
  await page.getByRole("heading", { name: "Export Report Sample" }).waitFor();
  const footer = page.getByText(/^[\d,]+ of [\d,]+ samples$/);
  await footer.waitFor();
  const shown = Number(/^[\d,]+/.exec(await footer.innerText())?.[0].replace(",", ""));

  const { name, bytes } = await download(() =>
    page.getByRole("button", { name: "Export Excel" }).click(),
  );
  const book = read(bytes);
  const rows = utils.sheet_to_json<Record<string, string>>(book.Sheets["Data"] ?? {});
  expect([name, book.SheetNames]).toEqual(["samples.xlsx", ["Data"]]);
  expect(rows).toHaveLength(shown);
  expect(new Set(rows.map((row) => row["Country"]))).toEqual(new Set(["India"]));
  expect(rows[0]?.["Registered Date (UTC)"]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  const brands = rows.map((row) => row["Brand"] ?? "");
  expect(brands).toEqual([...brands].sort((one, other) => one.localeCompare(other)));
});

test("History saves the filtered records as CSV in a file that is written as a stream", async () => {
  await page.goto("/dashboard/history?filter=action%3DRegister");
  await page.getByRole("button", { name: "Other formats" }).click();
  const { name, bytes } = await download(() =>
    page.getByRole("menuitem", { name: "Export CSV" }).click(),
  );
  const lines = bytes.toString().trimEnd().split("\r\n");
  const action = lines[0]?.split(",").indexOf("action") ?? -1;
  expect(name).toBe("history.csv");
  expect(lines.length).toBeGreaterThan(100);
  expect(new Set(lines.slice(1).map((line) => line.split(",")[action]))).toEqual(
    new Set(["Register"]),
  );
});

test("a grouped report fits a window of 640 px: the search field shrinks in favor of the buttons", async () => {
  await page.setViewportSize({ width: 640, height: 800 });
  await page.goto("/private/reportfs?group=country");
  await page.getByRole("table", { name: "Samples by country" }).waitFor();
  expect(await overflow(page)).toBe(0);
});
