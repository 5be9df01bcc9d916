/** docs/product.md, "Saved views". */
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { seriousFaults } from "../support/browser/accessibility";
import { freshPeople } from "../support/freshPeople";
import { sharedPerson } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";

const product = inject("product");
let page: Page;
let anas: Page;

beforeAll(async () => {
  const people = await freshPeople(product, { adam: "admin", ana: "user" });
  ({ page } = await sharedPerson(people.adam));
  anas = (await sharedPerson(people.ana)).page;
});

const views = (page: Page) => page.getByRole("button", { name: "Views", exact: true });
const sidebar = (page: Page) => page.getByRole("list", { name: "Views of Transfer" });

test("a view is saved, shared, opened from the sidebar, and removed for everyone by its owner", async () => {
  const name = `In use by model ${Date.now()}`;
  await visit(page, "/dashboard/homefstransfer?filter=status%3DIn%20Use&sort=-model");
  await views(page).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("checkbox", { name: "Share with everyone" }).click();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const entry = sidebar(page).getByRole("link", { name });
  await entry.waitFor();

  // Another person opens it, and sees their own rows in it.
  await visit(anas, "/dashboard/homefstransfer");
  await views(anas).click();
  await anas.getByRole("menuitem", { name }).click();
  await anas.waitForURL(/filter=status%3DIn(\+|%20)Use&sort=-model/);
  expect(await sidebar(anas).count()).toBe(0);

  // Its owner opens it from another screen.
  await visit(page, "/pages/inbox");
  await entry.click();
  await page.waitForURL(/homefstransfer\?filter=status%3DIn(\+|%20)Use&sort=-model/);
  await page.getByRole("button", { name: `View: ${name}` }).click();
  await page.getByRole("menuitem", { name: "Your views…" }).click();
  await page.getByRole("button", { name: `Delete ${name}`, exact: true }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole("button", { name: `Delete ${name}`, exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("You have no views.").waitFor();
  await expect.poll(() => sidebar(page).count()).toBe(0);

  await views(anas).click();
  const offered = () => anas.getByRole("menuitem").allInnerTexts();
  await expect.poll(async () => (await offered()).join()).not.toContain(name);
});
