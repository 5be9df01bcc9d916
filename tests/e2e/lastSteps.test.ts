/** The end of a sample's life: the Return and Lost lists with their forms. */
import type { Page } from "playwright-core";
import { beforeAll, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { LAPTOP, PHONE } from "../support/browser/browser";
import { sharedPerson } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";

const product = inject("product");
let user: string;
let supervisor: string;
/** Pages of the user and of the supervisor, whom each step asks for an answer. */
let holder: Page;
let recipient: Page;

beforeAll(async () => {
  const people = await freshPeople(product, { ana: "user", sara: "supervisor" });
  [user, supervisor] = [people.ana, people.sara];
  holder = (await sharedPerson(user)).page;
  recipient = (await sharedPerson(supervisor, PHONE)).page;
});

/** A Registered sample of the user. */
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

async function choose(label: string) {
  await holder.getByLabel(label, { exact: true }).fill(supervisor.slice(0, 5));
  await holder.getByRole("option", { name: supervisor }).click();
}

test("a return shows its sender's note, is received in the inbox of a phone, and undone", async () => {
  const serial = await register();
  await visit(recipient, "/pages/inbox");
  await visit(holder, `/dashboard/homefsreturn?q=${serial}`);
  await holder.getByRole("link", { name: `Return ${serial}` }).click();
  await choose("Return Sample to");
  await holder.getByLabel(/^Note/).fill("In the blue box");
  await holder.getByLabel(/^Tracking number/).fill("1Z 999");
  await holder.getByRole("button", { name: "Return", exact: true }).click();
  await holder.getByText("Sample In Return Successfully").waitFor();
  await holder.waitForURL("**/dashboard/homefsreturn**");

  // Their inbox has been open all along.
  const request = recipient.getByRole("main").getByRole("listitem").filter({ hasText: serial });
  await request.getByText("In the blue box").waitFor();
  await request.getByText("1Z 999").waitFor();
  const receive = request.getByRole("button", { name: /^Receive / });
  await receive.click();
  await recipient.getByText("Sample Returned Successfully").waitFor();
  // By key: another toast may move this one away from a finger.
  await recipient.getByRole("button", { name: "Undo", exact: true }).press("Enter");
  await recipient.getByText("Undone: the sample is as it was before").waitFor();
  await receive.click();
  await receive.waitFor({ state: "detached" });
});

test("a loss is requested on a phone, and acknowledged in the Lost list", async () => {
  const serial = await register();
  await holder.setViewportSize(PHONE);
  await recipient.setViewportSize(LAPTOP);
  await visit(recipient, `/dashboard/homefsos?q=${serial}&scope=addressed`);
  await visit(holder, `/dashboard/homefsos?q=${serial}`);
  await holder.getByRole("link", { name: `Request Lost ${serial}` }).click();
  await choose("Lost request to");
  await holder.getByLabel("Last seen").fill("Gate 12, Lisbon airport");
  await holder.getByLabel("What happened").fill("The bag was stolen");
  await holder.getByRole("button", { name: "Request", exact: true }).click();
  await holder.getByText("Sample Request Lost Successfully").waitFor();

  await recipient.getByRole("link", { name: `Ack Lost ${serial}` }).click();
  await recipient.getByRole("button", { name: "Ack Lost" }).click();
  await recipient.getByText("Sample Returned Successfully").waitFor();
  await recipient.waitForURL("**/dashboard/homefsos**");
});
