import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { read, utils } from "xlsx";
import { beforeAll, expect, test } from "vitest";
import { overflow } from "../support/browser/accessibility";
import { sharedPerson } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";

let page: Page;

beforeAll(async () => {
  ({ page } = await sharedPerson("helena.duarte@lab.example"));
});

async function download(press: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test("Export Excel saves exactly the rows that the report's filters show", async () => {
  // India, because no other test file registers samples in that country meanwhile.
  await visit(page, "/private/exportreportfs?filter=country%3DIndia&sort=brand");
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
  await visit(page, "/dashboard/history?filter=action%3DRegister");
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
  await visit(page, "/private/reportfs?group=country");
  await page.getByRole("table", { name: "Samples by country" }).waitFor();
  expect(await overflow(page)).toBe(0);
});
