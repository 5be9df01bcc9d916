/** docs/product.md, "Saved views". */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { seriousFaults } from "../support/browser/accessibility";
import { LAPTOP, launchBrowser, type Person } from "../support/browser/browser";
import { freshPeople } from "../support/freshPeople";
import { signedIn } from "../support/browser/signedIn";

const product = inject("product");
let browser: Browser;
let admin: Person;
let ana: Person;

beforeAll(async () => {
  browser = await launchBrowser();
  const people = await freshPeople(product, { adam: "admin", ana: "user" });
  admin = await signedIn(browser, product.url, people.adam, LAPTOP);
  ana = await signedIn(browser, product.url, people.ana, LAPTOP);
});
afterAll(() => browser?.close());

const views = (page: Page) => page.getByRole("button", { name: "Views", exact: true });
const sidebar = (page: Page) => page.getByRole("list", { name: "Views of Transfer" });

test("a view is saved, opened from the sidebar, shared, and removed for everyone by its owner", async () => {
  const { page } = admin;
  await page.goto("/dashboard/homefstransfer?filter=status%3DIn%20Use&sort=-model");
  await views(page).click();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("In use by model");
  await page.getByRole("checkbox", { name: "Share with everyone" }).click();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await sidebar(page).getByRole("link", { name: "In use by model" }).waitFor();

  // Another person opens it, and sees their own rows in it.
  await ana.page.goto("/dashboard/homefstransfer");
  await views(ana.page).click();
  await ana.page.getByRole("menuitem", { name: /^In use by model/ }).click();
  await ana.page.waitForURL(/filter=status%3DIn(\+|%20)Use&sort=-model/);
  expect(await sidebar(ana.page).count()).toBe(0);

  // Its owner opens it from another screen.
  await page.goto("/dashboard/homefs");
  await sidebar(page).getByRole("link", { name: "In use by model" }).click();
  await page.waitForURL(/homefstransfer\?filter=status%3DIn(\+|%20)Use&sort=-model/);
  await page.getByRole("button", { name: "View: In use by model" }).click();
  await page.getByRole("menuitem", { name: "Your views…" }).click();
  const name = page.getByRole("textbox", { name: "Name of In use by model" });
  await name.fill("In use");
  await name.press("Enter");
  await page.getByRole("button", { name: "Delete In use", exact: true }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete In use", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("You have no views.").waitFor();
  await expect.poll(() => sidebar(page).count()).toBe(0);

  await ana.page.getByRole("button", { name: "Views", exact: true }).click();
  const offered = () => ana.page.getByRole("menuitem").allInnerTexts();
  await expect.poll(offered).toEqual(["Save this view…"]);
});
