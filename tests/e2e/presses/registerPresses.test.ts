/** How many presses a registration takes: a key or a click counts as one, a scan as none. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { luhnDigit } from "#domain/identifiers/imei";
import { LAPTOP, launchBrowser, type Person } from "../../support/browser/browser";
import { demoClient } from "../../support/demoClient";
import { freshPeople } from "../../support/freshPeople";
import { pressByHand } from "../../support/browser/keyboard";
import { aSample, newTransactionId } from "../../support/samples";
import { scan } from "../../support/browser/scanner";
import { signedIn } from "../../support/browser/signedIn";

const product = inject("product");
let browser: Browser;
let ana: Person;

/** A TAC that Ana's lab has registered before. */
const TAC = "35200077";
let made = 0;
function newDevice() {
  const number = String(++made).padStart(5, "0");
  const imei = (slot: number) => `${TAC}${slot}${number}`;
  return [`PRESS${number}`, ...[1, 2].map((slot) => imei(slot) + luhnDigit(imei(slot)))];
}

beforeAll(async () => {
  browser = await launchBrowser();
  const people = await freshPeople(product, { ana: "user" });
  const [serialNumber = "", imei1 = "", imei2 = ""] = newDevice();
  const client = await demoClient(product.url, people.ana);
  await client.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields: aSample({ serialNumber, imei1, imei2, brand: "Fairphone", model: "FP5" }),
  });
  ana = await signedIn(browser, product.url, people.ana, LAPTOP);
});
afterAll(() => browser?.close());

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const isFocused = (page: Page, label: string) =>
  field(page, label).and(page.locator(":focus")).waitFor();

/** Scans serial number and IMEIs of a new device, one after another. */
async function scanDevice(page: Page): Promise<void> {
  const labels = ["Serial Number", "IMEI 1", "IMEI 2"];
  for (const [index, code] of newDevice().entries()) {
    await isFocused(page, labels[index]!);
    await scan(page, code);
  }
}

test("a known device takes 3 scans and its delivery; the next one of the delivery 3 scans and 1 press", async () => {
  const { page } = ana;
  await page.goto("/dashboard/addsample");
  await scanDevice(page);
  await isFocused(page, "Delivered by"); // the device and its place are filled in
  const presses = [
    ...["X", "Enter", "L", "Enter", "J", "Enter"], // deliverer, place, customer's contact
    ...["ArrowDown", "Enter", "Enter"], // the first suggestion for the last manager
    ...["Enter", "N"], // skips today's date, to the comments
    ...["Tab", "Enter"],
  ];
  for (const key of presses) await pressByHand(page, key);
  await page.getByText("Sample Added Successfully").first().waitFor();
  await page.getByRole("heading", { name: "Registered just now (1)" }).waitFor();

  await scanDevice(page);
  await page
    .getByRole("button", { name: "Save and add another" })
    .and(page.locator(":focus"))
    .waitFor();
  await pressByHand(page, "Enter");
  await page.getByRole("heading", { name: "Registered just now (2)" }).waitFor();
  await isFocused(page, "Serial Number");

  const client = await demoClient(product.url, ana.email);
  const [found] = await client.query(api.baskets.resolve, { values: [`PRESS0000${made}`] });
  const sampleId = found?.sample?._id ?? "";
  expect(await client.query(api.samples.get, { sampleId })).toMatchObject({
    ...{ brand: "Fairphone", model: "FP5", hwtype: "Mobile", tNetworks: "5G", slots: "Dual" },
    ...{ simCard: "Nano SIM", os: "Android", deliveredBy: "X", lastmanag: ana.email },
  });
});
