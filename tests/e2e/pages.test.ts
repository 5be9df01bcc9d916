import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { settled } from "../screens/scene";
import { launchBrowser, Person } from "../support/browser/browser";
import { DEMO_PASSWORD } from "../support/deployments/deployment";
import { freshPeople } from "../support/freshPeople";
import { scan } from "../support/browser/scanner";
import { signedIn } from "../support/browser/signedIn";

const product = inject("product");
let browser: Browser;
let ana: string;
let sara: string;

beforeAll(async () => {
  browser = await launchBrowser();
  ({ ana, sara } = await freshPeople(product, { ana: "user", sara: "supervisor" }));
});
afterAll(async () => {
  await browser?.close();
});

/**
 * One route of each folder; routes.test.ts tests the way back after sign-in for every other one.
 */
const PROTECTED = ["/dashboard/homefstransfer", "/pages/employees", "/private/basket"];

describe("a visitor who is not signed in", () => {
  test.each(PROTECTED)(
    "a visitor is redirected from %s to sign-in, and back after it",
    async (path) => {
      const { page, context } = await Person.arrive(browser, product.url, ana);
      await page.goto(path);
      await page.waitForURL("**/auth/sign-in**");
      await page.getByLabel("Email", { exact: true }).fill(ana);
      await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      // By its path: the sign-in page's address also contains the wanted page.
      await page.waitForURL(({ pathname }) => pathname === path);
      await page.getByRole("button", { name: "Sign in" }).waitFor({ state: "detached" });
      await context.close();
    },
  );
});

test("New Sample saves a scanned device", async () => {
  const person = await signedIn(browser, product.url, ana);
  const { page } = person;
  await page.goto("/dashboard/addsample");
  await settled(page);
  await fillNewSample(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Sample Added Successfully").waitFor();
  await person.leave();
});

test("a long page opens at its top, with its entry of the sidebar in view", async () => {
  const low = { width: 1280, height: 560 };
  const person = await signedIn(browser, product.url, sara, low);
  const { page } = person;
  await page.goto("/pages/settingsdroplist");
  await settled(page);
  const entry = await page.getByRole("link", { name: "Administration" }).boundingBox();
  expect(entry!.y + entry!.height).toBeLessThan(low.height);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await person.leave();
});

test("all entries of the sidebar are in sight at a height of 900 px", async () => {
  const person = await signedIn(browser, product.url, sara, { width: 1280, height: 900 });
  const { page } = person;
  await page.goto("/pages/inbox");
  await settled(page);
  const hidden = await page
    .locator("aside nav")
    .evaluate(({ parentElement: box }) => box!.scrollHeight - box!.clientHeight);
  expect(hidden).toBe(0);
  await person.leave();
});

test("a value of a pick list fits on one line on a laptop, next to its uses", async () => {
  const person = await signedIn(browser, product.url, sara);
  const { page } = person;
  await page.goto("/pages/settingsdroplist");
  const list = page.getByRole("list", { name: "Customers" });
  const value = list.getByText("Deutsche Telekom", { exact: true });
  await list
    .getByText(/^\d+ samples$/)
    .first()
    .waitFor();
  expect((await value.boundingBox())!.height).toBeLessThan(30);
  await person.leave();
});

async function fillNewSample(page: Page) {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  for (const section of [/^Device/, /^Manager and location/]) {
    await page.getByRole("button", { name: section }).click();
  }
  await field("Brand").fill("Samsung");
  await field("Model").fill("SM-A107M");
  await field("Device type").selectOption("Mobile");
  await field("Hardware type").selectOption("Signed");
  await field("Operating system").fill("Android");
  await field("Networks").fill("5G");
  await field("SIM card").fill("Nano SIM");
  await field("SIM slots").selectOption("Single");
  for (const [label, code] of [
    ["Serial Number", "E2E0000001"],
    ["IMEI 1", "356938035643809"],
  ] as const) {
    await field(label).focus();
    await scan(page, code);
    const value = async () => (await field(label).inputValue()).replaceAll(" ", "");
    await expect.poll(value).toBe(code); // an IMEI is shown in groups
  }
  expect(await field("IMEI 2").isDisabled()).toBe(true);
  await field("Customer sample manager").fill("J. Doe");
  await field("Delivered by").fill("DHL");
  await field("Delivery location").fill("Lisbon, Portugal");
  await field("Last Manager").fill(ana);
  await field("Country").fill("Portugal");
  await field("Location").fill("Lisbon, Portugal");
  await field("Phone number").fill("+351 911 222 333");
  await field("Comments").fill("Prototype");
}
