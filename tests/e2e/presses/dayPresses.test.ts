/** How many presses daily tasks take: a key or a click counts as one. */
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { launchBrowser, LAPTOP, type Person } from "../../support/browser/browser";
import { pressByHand } from "../../support/browser/keyboard";
import { signedIn } from "../../support/browser/signedIn";
import { demoClient } from "../../support/demoClient";
import { freshPeople } from "../../support/freshPeople";
import { aSample, newTransactionId } from "../../support/samples";

const product = inject("product");
let browser: Browser;
let ana: Person;
let imei1: string;

/** Presses of the running test. */
let presses = 0;
async function press(key: string): Promise<void> {
  presses++;
  await pressByHand(ana.page, key);
}
async function click(target: Locator): Promise<void> {
  presses++;
  await target.click();
}

beforeAll(async () => {
  browser = await launchBrowser();
  const people = await freshPeople(product, { ana: "user" });
  const client = await demoClient(product.url, people.ana);
  const fields = aSample({ brand: "Fairphone", model: "FP5" });
  imei1 = fields.imei1;
  await client.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields,
  });
  ana = await signedIn(browser, product.url, people.ana, LAPTOP);
  await ana.page.goto("/private");
  await ana.page.getByRole("link", { name: fields.serialNumber }).first().waitFor();
});
afterAll(() => browser?.close());

test("a sample is found by six digits of its IMEI with 8 presses", async () => {
  const { page } = ana;
  presses = 0;
  presses++;
  await page.keyboard.press("Control+k");
  for (const digit of imei1.slice(-6)) await press(digit);
  await page.getByRole("option", { name: /^Fairphone FP5/ }).waitFor();
  await press("Enter");
  await page.getByRole("dialog").getByText("Fairphone FP5").first().waitFor();
  expect(presses).toBe(8);
  await page.keyboard.press("Escape");
});

test("a list is filtered by a status with 2 presses", async () => {
  const { page } = ana;
  presses = 0;
  const header = page.getByRole("columnheader", { name: /^Status/ });
  await click(header.getByRole("button", { name: /Filter/ }));
  await click(page.getByRole("option", { name: /^Registered/ }).first());
  await page.getByRole("button", { name: /Remove the filter.*Status/ }).waitFor();
  expect(presses).toBe(2);
});
