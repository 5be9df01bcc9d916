/**
 * How many presses a day's work takes: a key or a click counts as one, a scan and a typed name as
 * none. The Enter that accepts a name belongs to the name.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { LAPTOP, launchBrowser, type Person } from "../../support/browser/browser";
import { demoClient } from "../../support/demoClient";
import { freshPeople } from "../../support/freshPeople";
import { pressByHand, typeByHand } from "../../support/browser/keyboard";
import { aSample, newTransactionId } from "../../support/samples";
import { scan } from "../../support/browser/scanner";
import { signedIn } from "../../support/browser/signedIn";

const product = inject("product");
let browser: Browser;
let ana: Person;
let emails: Record<"ana" | "zoq", string>;

beforeAll(async () => {
  browser = await launchBrowser();
  emails = await freshPeople(product, { ana: "user", zoq: "user" });
  ana = await signedIn(browser, product.url, emails.ana, LAPTOP);
});
afterAll(() => browser?.close());

async function register(email: string, count: number): Promise<string[]> {
  const client = await demoClient(product.url, email);
  const serials: string[] = [];
  for (let each = 0; each < count; each++) {
    const fields = aSample();
    await client.mutation(api.samples.register, {
      transactionId: newTransactionId(),
      duplicates: "flag",
      fields,
    });
    serials.push(fields.serialNumber);
  }
  return serials;
}

/** Counts the clicks and keys that a task takes. */
function counter(page: Page) {
  let presses = 0;
  return {
    click: async (name: string | RegExp, role: "button" | "link" = "button") => {
      await page.getByRole(role, { name }).filter({ visible: true }).first().click();
      presses++;
    },
    press: async (key: string) => {
      await pressByHand(page, key);
      presses++;
    },
    count: () => presses,
  };
}

/** Types the first letters of a colleague's name, and accepts the suggestion. */
async function typeName(page: Page, letters: string): Promise<void> {
  await typeByHand(page, letters);
  await page.getByRole("option").first().waitFor();
  await pressByHand(page, "Enter");
}

const nameOf = (email: string) => email.slice(0, 3);

test("transferring from a row takes two presses and three letters of a name", async () => {
  const { page } = ana;
  const [serial = ""] = await register(emails.ana, 1);
  await page.goto("/dashboard/homefstransfer");
  const task = counter(page);
  await task.click(`Transfer ${serial}`, "link");
  await page.getByLabel("Transfer Sample to").and(page.locator(":focus")).waitFor();
  await typeName(page, nameOf(emails.zoq));
  await task.click("Transfer");
  await page.getByText("Sample In Transit Successfully").first().waitFor();
  expect(task.count()).toBe(2);
});

test("receiving takes one press, declining two and a reason", async () => {
  const { page } = ana;
  const [received = "", declined = ""] = await register(emails.zoq, 2);
  const zoq = await demoClient(product.url, emails.zoq);
  for (const serial of [received, declined]) {
    const [found] = await zoq.query(api.baskets.resolve, { values: [serial] });
    await zoq.mutation(api.custody.transfer, {
      transactionId: newTransactionId(),
      sampleId: found?.sample?._id as never,
      recipient: emails.ana,
    });
  }
  await page.goto("/dashboard/homefs");
  const task = counter(page);
  await task.click(new RegExp(`^Receive .*${received}$`));
  await page.getByText("Sample Transferred Successfully").first().waitFor();
  expect(task.count()).toBe(1);
  await task.click(`Decline ${declined}`);
  await typeByHand(page, "broken");
  await task.press("Enter");
  await page.getByText("Transfer Declined Successfully").first().waitFor();
  expect(task.count()).toBe(3);
});

test("importing 300 rows takes one press after the file was chosen", async () => {
  const { page } = ana;
  await page.goto("/private/page");
  await page.locator("input[type=file]").setInputFiles("tests/data/samples-300.xlsx");
  const task = counter(page);
  await page.getByText(/Nothing is saved yet: 300/).waitFor();
  await task.click("UPLOAD EXCEL DATA");
  await page.getByText(/^upload action completed: 300 imported/).waitFor();
  expect(task.count()).toBe(1);
});

test("handing over a basket of 20 takes 20 scans, a name and two presses", async () => {
  const { page } = ana;
  const serials = await register(emails.ana, 20);
  await page.goto("/private/basket");
  await page.getByLabel("Serial numbers or IMEIs").and(page.locator(":focus")).waitFor();
  for (const serial of serials) await scan(page, serial);
  await page.getByRole("heading", { name: "20 samples" }).waitFor();
  await page.getByRole("radio", { name: /^Transfer/, checked: true }).waitFor();
  const task = counter(page);
  await page.getByLabel("Transfer Sample to").click();
  await typeName(page, nameOf(emails.zoq));
  await task.click("Transfer 20 samples");
  await page.getByText("Finished: 20 done, 0 refused.").waitFor();
  expect(task.count() + 1).toBe(2); // one puts the cursor into the recipient's field
});

test("filtering by status takes two presses", async () => {
  const { page } = ana;
  await register(emails.ana, 1);
  await page.goto("/dashboard/homefstransfer");
  await page.getByRole("columnheader", { name: "Status" }).hover();
  const task = counter(page);
  await task.click("Filter Status");
  await page.getByRole("option", { name: /^Registered/ }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("filter")).toBe("status=Registered");
  expect(task.count() + 1).toBe(2);
});
