import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { LAPTOP, launchBrowser, PHONE } from "../support/browser";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";
import { signedIn } from "../support/signedIn";

/** The end of a sample's life: the Return, Lost and Delete lists with their forms. */

const product = inject("product");
let browser: Browser;
let user: string;
let supervisor: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const people = await freshPeople(product, { ana: "user", sara: "supervisor" });
  [user, supervisor] = [people.ana, people.sara];
});
afterAll(async () => {
  await browser?.close();
});

/** A Registered sample of the user's; its serial number. */
async function register(): Promise<string> {
  const fields = aSample();
  const client = await demoClient(product.url, user);
  await client.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields,
  });
  return fields.serialNumber;
}

async function choose(page: Page, label: string) {
  await page.getByLabel(label, { exact: true }).fill(supervisor.slice(0, 5));
  await page.getByRole("option", { name: supervisor }).click();
}

describe.each([
  { device: "laptop", viewport: LAPTOP },
  { device: "phone", viewport: PHONE },
])("on a $device", ({ viewport }) => {
  test("a return is requested in the manager's Return list and acknowledged in the recipient's", async () => {
    const serial = await register();
    const holder = await signedIn(browser, product.url, user, viewport);
    const recipient = await signedIn(browser, product.url, supervisor, viewport);
    await recipient.page.goto(`/dashboard/homefsreturn?q=${serial}&scope=addressed`);
    await holder.page.goto(`/dashboard/homefsreturn?q=${serial}`);
    await holder.page.getByRole("link", { name: `Return ${serial}` }).click();
    await choose(holder.page, "Return Sample to");
    await holder.page.getByRole("button", { name: "Return", exact: true }).click();
    await holder.page.getByText("Sample In Return Successfully").waitFor();
    await holder.page.waitForURL("**/dashboard/homefsreturn**");

    // Their list is open all the while.
    await recipient.page.getByRole("button", { name: `Receive ${serial}` }).click();
    await recipient.page.getByText("Sample Returned Successfully").waitFor();
    await recipient.leave();
    await holder.leave();
  });

  test("a loss is requested in the manager's Lost list and acknowledged in the approver's", async () => {
    const serial = await register();
    const holder = await signedIn(browser, product.url, user, viewport);
    const approver = await signedIn(browser, product.url, supervisor, viewport);
    await approver.page.goto(`/dashboard/homefsos?q=${serial}&scope=addressed`);
    await holder.page.goto(`/dashboard/homefsos?q=${serial}`);
    await holder.page.getByRole("link", { name: `Request Lost ${serial}` }).click();
    await choose(holder.page, "Lost request to");
    await holder.page.getByLabel("Last seen").fill("Gate 12, Lisbon airport");
    await holder.page.getByLabel("What happened").fill("The bag was stolen");
    await holder.page.getByRole("button", { name: "Request", exact: true }).click();
    await holder.page.getByText("Sample Request Lost Successfully").waitFor();
    await holder.page.waitForURL("**/dashboard/homefsos**");

    await approver.page.getByRole("link", { name: `Ack Lost ${serial}` }).click();
    await approver.page.getByRole("button", { name: "Ack Lost" }).click();
    await approver.page.getByText("Sample Returned Successfully").waitFor();
    await approver.page.waitForURL("**/dashboard/homefsos**");
    await approver.leave();
    await holder.leave();
  });

  test("the registrant deletes a Registered sample after the question", async () => {
    const serial = await register();
    const { page, context } = await signedIn(browser, product.url, user, viewport);
    await page.goto(`/dashboard/homefsedit?q=${serial}`);
    const button = page.getByRole("button", { name: `Delete ${serial}` });
    await button.click();
    const question = page.getByRole("alertdialog");
    await question.getByText("Are you sure you want to delete this item?").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await button.click();
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Sample deleted successfully!").waitFor();
    await page.goto(`/dashboard/homefsedit?q=${serial}`);
    await page.getByText(`Nothing matches`).waitFor();
    expect(await button.count()).toBe(0);
    await context.close();
  });
});
