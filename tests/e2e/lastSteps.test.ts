/** The end of a sample's life: the Return, Lost and Delete lists with their forms. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { LAPTOP, launchBrowser, PHONE } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";
import { signedIn } from "../support/browser/signedIn";
import { takeStep } from "../support/takeStep";

const product = inject("product");
let browser: Browser;
let user: string;
let supervisor: string;
let admin: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const people = await freshPeople(product, { ana: "user", sara: "supervisor", adam: "admin" });
  [user, supervisor, admin] = [people.ana, people.sara, people.adam];
});
afterAll(async () => {
  await browser?.close();
});

/** A Registered sample of the user. */
async function register(): Promise<{ serial: string; sampleId: string }> {
  const fields = aSample();
  const client = await demoClient(product.url, user);
  const { sampleId } = await client.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields,
  });
  return { serial: fields.serialNumber, sampleId };
}

async function choose(page: Page, label: string) {
  await page.getByLabel(label, { exact: true }).fill(supervisor.slice(0, 5));
  await page.getByRole("option", { name: supervisor }).click();
}

test("a return shows its sender's note, is received in the inbox of a phone, and undone", async () => {
  const { serial } = await register();
  const holder = await signedIn(browser, product.url, user, LAPTOP);
  const recipient = await signedIn(browser, product.url, supervisor, PHONE);
  await recipient.page.goto("/pages/inbox");
  await holder.page.goto(`/dashboard/homefsreturn?q=${serial}`);
  await holder.page.getByRole("link", { name: `Return ${serial}` }).click();
  await choose(holder.page, "Return Sample to");
  await holder.page.getByLabel(/^Note/).fill("In the blue box");
  await holder.page.getByLabel(/^Tracking number/).fill("1Z 999");
  await holder.page.getByRole("button", { name: "Return", exact: true }).click();
  await holder.page.getByText("Sample In Return Successfully").waitFor();
  await holder.page.waitForURL("**/dashboard/homefsreturn**");

  // Their inbox has been open all along.
  const { page } = recipient;
  const request = page.getByRole("main").getByRole("listitem").filter({ hasText: serial });
  await request.getByText("In the blue box").waitFor();
  await request.getByText("1Z 999").waitFor();
  const receive = request.getByRole("button", { name: /^Receive / });
  await receive.click();
  await page.getByText("Sample Returned Successfully").waitFor();
  // By key: another toast may move this one away from a finger.
  await page.getByRole("button", { name: "Undo", exact: true }).press("Enter");
  await page.getByText("Undone: the sample is as it was before").waitFor();
  await receive.click();
  await receive.waitFor({ state: "detached" });
  await recipient.leave();
  await holder.leave();
});

test("a loss is requested in the Lost list of the manager's phone and acknowledged on the approver's", async () => {
  const { serial } = await register();
  const holder = await signedIn(browser, product.url, user, PHONE);
  const approver = await signedIn(browser, product.url, supervisor, LAPTOP);
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

test("a lost sample that is found is reopened with a reason, which its timeline shows", async () => {
  const { serial, sampleId } = await register();
  for (const [step, by] of [
    ["requestLost", user],
    ["acknowledgeLost", supervisor],
  ] as const) {
    const transactionId = newTransactionId();
    const said = supervisor;
    await takeStep(await demoClient(product.url, by), step, { sampleId, transactionId, said });
  }
  const person = await signedIn(browser, product.url, admin, LAPTOP);
  const { page } = person;
  await page.goto(`/private/viewfs/${sampleId}`);
  await page.getByRole("button", { name: `Reopen ${serial}` }).click();
  await page.getByLabel("Reason").fill("Found under a desk");
  await page.getByRole("alertdialog").getByRole("button", { name: "Reopen" }).click();
  await page.getByText("Sample Reopened Successfully").waitFor();
  const timeline = page.getByRole("region", { name: "Custody timeline" });
  await timeline.getByText(/Found under a desk/).waitFor();
  await person.leave();
});

test("the registrant deletes a Registered sample on a phone, after a confirmation", async () => {
  const { serial } = await register();
  const person = await signedIn(browser, product.url, user, PHONE);
  const { page } = person;
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
  await person.leave();
});
