/** The way back after sign-in, and the layout of the frame around all screens. */
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { settled } from "../screens/scene";
import { Person } from "../support/browser/browser";
import { DEMO_PASSWORD } from "../support/deployments/deployment";
import { freshPeople } from "../support/freshPeople";
import { sharedPerson } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";
import { workerBrowser } from "../support/browser/workerBrowser";

const product = inject("product");
let ana: string;
/** A supervisor's. */
let page: Page;

beforeAll(async () => {
  const people = await freshPeople(product, { ana: "user", sara: "supervisor" });
  ({ ana } = people);
  ({ page } = await sharedPerson(people.sara));
});

test("a visitor is redirected from a protected page to sign-in, and back after it", async () => {
  const { page, context } = await Person.arrive(await workerBrowser(), product.url, ana);
  await page.goto("/private/basket");
  await page.waitForURL("**/auth/sign-in**");
  await page.getByLabel("Email", { exact: true }).fill(ana);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  // By its path: the sign-in page's address also contains the wanted page.
  await page.waitForURL(({ pathname }) => pathname === "/private/basket");
  await page.getByRole("heading", { level: 1, name: "Handover basket" }).waitFor();
  await context.close();
});

test("a long page opens at its top, with its entry of the sidebar in view", async () => {
  const low = { width: 1280, height: 560 };
  await page.setViewportSize(low);
  await page.goto("/pages/settingsdroplist");
  await settled(page);
  const entry = await page.getByRole("link", { name: "Administration" }).boundingBox();
  expect(entry!.y + entry!.height).toBeLessThan(low.height);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("all entries of the sidebar, brand and version are in sight at a height of 900 px", async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, "/pages/settingsdroplist");
  await settled(page);
  const sidebar = page.locator("aside");
  const hidden = await sidebar
    .locator("nav")
    .evaluate(({ parentElement: box }) => box!.scrollHeight - box!.clientHeight);
  expect(hidden).toBe(0);
  const brand = await sidebar.getByRole("link", { name: "SMS, dashboard" }).boundingBox();
  const version = await sidebar.getByText("SMS v1.6.5").boundingBox();
  expect(brand!.y).toBeGreaterThanOrEqual(0);
  expect(version!.y + version!.height).toBeLessThanOrEqual(900);
});

test("a value of a pick list fits on one line on a laptop, next to its uses", async () => {
  await visit(page, "/pages/settingsdroplist");
  const list = page.getByRole("list", { name: "Customers" });
  const value = list.getByText("Deutsche Telekom", { exact: true });
  await list
    .getByText(/^\d+ samples$/)
    .first()
    .waitFor();
  expect((await value.boundingBox())!.height).toBeLessThan(30);
});

test("a long description leaves a page's buttons next to the title at any width", async () => {
  await visit(page, "/pages/settingsdroplist");
  const title = page.getByRole("heading", { name: "SMS New Settings" });
  const button = page.getByRole("button", { name: "Try the form" });
  await button.waitFor();
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 768 });
    const isBeside = async () => {
      const [{ x, width }, { x: right }] = [
        (await title.boundingBox())!,
        (await button.boundingBox())!,
      ];
      return right > x + width;
    };
    await expect.poll(isBeside, { message: `at ${width} px` }).toBe(true);
  }
});
