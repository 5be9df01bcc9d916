import type { Page } from "playwright-core";
import { LAPTOP } from "../arrival";
import { settled } from "./settling";

/** The list of every sample that a person sees, in every status. */
export const LIST = "/private/reportfs";
/** Wide enough to show the header of every column. */
const WIDE = { width: 4_000, height: 900 };
const PATIENCE_MS = 120_000;

/** Opens the list. Resolves when its first rows are shown. */
export async function openList(page: Page): Promise<void> {
  await page.goto(LIST);
  await page.locator("tbody tr[aria-rowindex]").nth(1).waitFor({ timeout: PATIENCE_MS });
}

/** Resolves when the replica of an admin's page is complete. Call it before opening the page. */
export async function copyCompleted(page: Page): Promise<void> {
  const response = await page.waitForResponse(
    (each) => (each.request().postData() ?? "").includes("sampleFeed:changes"),
    { timeout: PATIENCE_MS },
  );
  await response.finished();
}

export const searchField = (page: Page) => page.getByLabel("Search all columns");

/** Types words letter by letter, then deletes them. */
export async function search(page: Page): Promise<number[]> {
  const times: number[] = [];
  await searchField(page).click();
  for (const word of ["samsung", "in use", "4901", "lisbon", "zzz"]) {
    for (const key of word) times.push(await settled(page, () => page.keyboard.press(key)));
    for (let left = word.length; left > 0; left--) {
      times.push(await settled(page, () => page.keyboard.press("Backspace")));
    }
  }
  return times;
}

/** Sorts by each column, up and down, and back to the list's own order. */
export async function sortByEveryColumn(page: Page): Promise<number[]> {
  await page.setViewportSize(WIDE);
  const times: number[] = [];
  const buttons = page.locator("thead th button:has(.truncate)");
  for (let index = 0; index < (await buttons.count()); index++) {
    for (let click = 0; click < 3; click++) {
      times.push(await settled(page, () => buttons.nth(index).click()));
    }
  }
  await page.setViewportSize(LAPTOP);
  return times;
}

/** Opens the values of some columns with their counts, and selects one of each. */
export async function filter(page: Page) {
  await page.setViewportSize(WIDE);
  const [countsMs, filterMs]: [number[], number[]] = [[], []];
  for (const column of ["Status", "Country", "Brand"]) {
    const button = page.getByRole("button", { name: `Filter ${column}`, exact: true }).first();
    countsMs.push(await settled(page, () => button.click({ force: true })));
    const option = page.getByRole("option").nth(1);
    filterMs.push(await settled(page, () => option.click()));
    await page.keyboard.press("Escape");
  }
  await page.setViewportSize(LAPTOP);
  return { countsMs, filterMs };
}
