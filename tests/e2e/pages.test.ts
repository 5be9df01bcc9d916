import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LAPTOP, launchBrowser, Person, PHONE } from "../support/browser";
import { DEMO_PASSWORD, RunningProduct } from "../support/deployment";
import { demoAccounts } from "../support/people";
import { signedIn } from "../support/signedIn";

let product: RunningProduct;
let browser: Browser;
let email: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([RunningProduct.start(), launchBrowser()]);
  email = (await demoAccounts(product.url)).find(({ role }) => role === "user")?.email ?? "";
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const PUBLIC = ["/", "/auth/sign-in", "/auth/sign-up", "/auth/reset-password", "/docs", "/500"];
const PROTECTED = [
  "/dashboard/homefs",
  "/dashboard/homefstransfer",
  "/dashboard/homefsreturn",
  "/dashboard/homefsos",
  "/dashboard/homefsedit",
  "/dashboard/addsample",
  "/dashboard/history",
];

async function shown(page: Page, path: string) {
  await page.goto(path);
  await page.getByRole("heading").first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
}

/** Faults that shut people out; the lesser ones are advice. */
async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

/** Nothing to scroll sideways: the page is no wider than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

describe("a visitor who is not signed in", () => {
  test.each(PROTECTED)("is sent from %s to sign-in, and back after it", async (path) => {
    const { page, context } = await Person.arrive(browser, product.url, email);
    await page.goto(path);
    await page.waitForURL("**/auth/sign-in**");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`**${path}**`);
    await context.close();
  });

  test("reads 'Page not found.' on an unknown path, with a way back", async () => {
    const { page, context } = await Person.arrive(browser, product.url, email);
    await page.goto("/no/such/page");
    await page.getByText("Page not found.").waitFor();
    await page.getByRole("link", { name: "Return to website" }).waitFor();
    await page.goto("/500");
    await page.getByText("Internal server error.").waitFor();
    await context.close();
  });
});

describe.each([
  { device: "laptop", viewport: LAPTOP },
  { device: "phone", viewport: PHONE },
])("on a $device", ({ viewport }) => {
  for (const scheme of ["light", "dark"]) {
    test(`no page shuts people out or scrolls sideways (${scheme})`, async () => {
      const visitor = await Person.arrive(browser, product.url, email, viewport);
      const faults: string[] = [];
      const look = async (page: Page, path: string) => {
        await shown(page, `${path}?theme=${scheme}`);
        faults.push(...(await seriousFaults(page)).map((fault) => `${path} ${fault}`));
        if ((await overflow(page)) > 0) faults.push(`${path} scrolls sideways`);
      };
      for (const path of PUBLIC) await look(visitor.page, path);
      await visitor.leave();
      const person = await signedIn(browser, product.url, email, viewport);
      for (const path of PROTECTED) await look(person.page, path);
      await person.leave();
      expect(faults).toEqual([]);
    });
  }
});

describe("New Sample", () => {
  test("saves a device that is typed as a scanner types, and refuses its serial number again", async () => {
    const { page, context } = await signedIn(browser, product.url, email);
    for (const attempt of ["first", "second"]) {
      await shown(page, "/dashboard/addsample");
      await fillNewSample(page);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      const answer =
        attempt === "first" ? "Sample Added Successfully" : "Serial Number already exists";
      await page.getByText(answer).first().waitFor();
    }
    await context.close();
  });

  test("says what is missing when nothing was filled in", async () => {
    const { page, context } = await signedIn(browser, product.url, email);
    await shown(page, "/dashboard/addsample");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Please provide value in each input field").waitFor();
    await context.close();
  });
});

async function fillNewSample(page: Page) {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field("Brand").fill("Samsung");
  await field("Model").fill("SM-A107M");
  await field("Device type").selectOption("Mobile");
  await field("Hardware type").selectOption("Signed");
  await field("Operating system").fill("Android");
  await field("Networks").fill("5G");
  await field("SIM card").fill("Nano SIM");
  await field("SIM slots").selectOption("Single");
  await field("Serial Number").pressSequentially("E2E0000001\n");
  await field("IMEI 1").pressSequentially("356938035643809\n");
  expect(await field("IMEI 2").isDisabled()).toBe(true);
  await field("Customer sample manager").fill("J. Doe");
  await field("Delivered by").fill("DHL");
  await field("Delivery location").fill("Lisbon, Portugal");
  await field("Last Manager").fill(email);
  await field("Country").fill("Portugal");
  await field("Location").fill("Lisbon, Portugal");
  await field("Phone number").fill("+351 911 222 333");
  await field("Comments").fill("Prototype");
}
