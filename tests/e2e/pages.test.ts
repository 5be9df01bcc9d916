import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scenesOn } from "../screens/scenes";
import { PEOPLE, Stage } from "../screens/stage";
import { DEVICES, settled, type Scheme } from "../screens/scene";
import { Person } from "../support/browser";
import { DEMO_PASSWORD } from "../support/deployment";
import { signedIn } from "../support/signedIn";

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await stage?.close();
});

const PROTECTED = [
  "/dashboard/homefs",
  "/dashboard/homefstransfer",
  "/dashboard/homefsreturn",
  "/dashboard/homefsos",
  "/dashboard/homefsedit",
  "/dashboard/addsample",
  "/dashboard/addfs",
  "/pages/employees",
  "/dashboard/history",
  "/private/basket",
];

/** Faults that shut people out; the lesser ones are advice. In the dark, only colours differ. */
async function seriousFaults(page: Page, scheme: Scheme): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  if (scheme === "dark") axe.withRules(["color-contrast"]);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

/** Nothing to scroll sideways: the page is no wider than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

describe("a visitor who is not signed in", () => {
  test.each(PROTECTED)("is sent from %s to sign-in, and back after it", async (path) => {
    const { page, context } = await Person.arrive(stage.browser, stage.product.url, PEOPLE.ana);
    await page.goto(path);
    await page.waitForURL("**/auth/sign-in**");
    await page.getByLabel("Email", { exact: true }).fill(PEOPLE.ana);
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`**${path}**`);
    await context.close();
  });

  test("reads 'Page not found.' on an unknown path, with a way back", async () => {
    const { page, context } = await Person.arrive(stage.browser, stage.product.url, PEOPLE.ana);
    await page.goto("/no/such/page");
    await page.getByText("Page not found.").waitFor();
    await page.getByRole("link", { name: "Return to website" }).waitFor();
    await page.goto("/500");
    await page.getByText("Internal server error.").waitFor();
    await context.close();
  });
});

describe.each(DEVICES)("on a %s", (device) => {
  test.each(scenesOn(device))("$name shuts nobody out and fits the window", async (scene) => {
    const faults: string[] = [];
    await stage.show(scene, device, async (page, scheme) => {
      faults.push(...(await seriousFaults(page, scheme)).map((fault) => `${scheme}: ${fault}`));
      if ((await overflow(page)) > 0) faults.push(`${scheme}: scrolls sideways`);
    });
    expect(faults).toEqual([]);
  });
});

describe("New Sample", () => {
  test("saves a device that is typed as a scanner types, and refuses its serial number again", async () => {
    const { page, context } = await signedIn(stage.browser, stage.product.url, PEOPLE.ana);
    for (const attempt of ["first", "second"]) {
      await page.goto("/dashboard/addsample");
      await settled(page);
      await fillNewSample(page);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      const answer =
        attempt === "first" ? "Sample Added Successfully" : "Serial Number already exists";
      await page.getByText(answer).first().waitFor();
    }
    await context.close();
  });

  test("says what is missing when nothing was filled in", async () => {
    const { page, context } = await signedIn(stage.browser, stage.product.url, PEOPLE.ana);
    await page.goto("/dashboard/addsample");
    await settled(page);
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
  await field("Last Manager").fill(PEOPLE.ana);
  await field("Country").fill("Portugal");
  await field("Location").fill("Lisbon, Portugal");
  await field("Phone number").fill("+351 911 222 333");
  await field("Comments").fill("Prototype");
}
