import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PEOPLE } from "../screens/scene";
import { Stage } from "../screens/stage";
import { settled } from "../screens/scene";
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

describe("a visitor who is not signed in", () => {
  test.each(PROTECTED)("a visitor is sent from %s to sign-in, and back after it", async (path) => {
    const { page, context } = await Person.arrive(stage.browser, stage.product.url, PEOPLE.ana);
    await page.goto(path);
    await page.waitForURL("**/auth/sign-in**");
    await page.getByLabel("Email", { exact: true }).fill(PEOPLE.ana);
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    // By its path: the way back stands in the address of the sign-in page, too.
    await page.waitForURL(({ pathname }) => pathname === path);
    await page.getByRole("button", { name: "Sign in" }).waitFor({ state: "detached" });
    await context.close();
  });
});

describe("New Sample", () => {
  test("New Sample saves a scanned device, and refuses its serial number the second time", async () => {
    const { page, context } = await signedIn(stage.browser, stage.product.url, PEOPLE.ana);
    for (const attempt of ["first", "second"]) {
      await page.goto("/dashboard/addsample");
      await settled(page);
      await fillNewSample(page);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      // An alert: that it is taken is also said while it is typed, as a status.
      const answer =
        attempt === "first"
          ? page.getByText("Sample Added Successfully")
          : page.getByRole("alert").filter({ hasText: "Serial Number already exists" });
      await answer.waitFor();
    }
    await context.close();
  });

  test("New Sample says what is missing when nothing was filled in", async () => {
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
