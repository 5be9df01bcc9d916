/** Add Sample, New Sample and Edit against the server, and the keyboard alone. */
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { luhnDigit } from "#domain/identifiers/imei";
import { PHONE } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { press, tabTo, typeByHand } from "../support/browser/keyboard";
import { aSample, newTransactionId } from "../support/samples";
import { scan } from "../support/browser/scanner";
import { sharedPerson } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";

const product = inject("product");
let ana: string;
let bruno: string;
/** Ana's, on a laptop. */
let page: Page;

beforeAll(async () => {
  ({ ana, bruno } = await freshPeople(product, { ana: "user", bruno: "user" }));
  ({ page } = await sharedPerson(ana));
});

let made = 0;

/** Identifiers that no other sample has. */
function newIdentifiers() {
  const number = String(++made).padStart(5, "0");
  const imei = (slot: number) => `86100000${slot}${number}`;
  return {
    serial: `E2EFORM${number}`,
    imei1: imei(1) + luhnDigit(imei(1)),
    imei2: imei(2) + luhnDigit(imei(2)),
  };
}
type Identifiers = ReturnType<typeof newIdentifiers>;

/** By its label, which may end with "optional". */
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Opens the folded sections of the form. */
async function unfold(page: Page) {
  const folded = page.locator("form").getByRole("button", { expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Fills in every field that Add Sample requires; identifiers are typed as by a scanner. */
async function fillAdd(page: Page, { serial, imei1, imei2 }: Identifiers) {
  await page.getByRole("button", { name: "Submit" }).waitFor();
  await field(page, "Serial Number").click();
  for (const code of [serial, imei1, imei2]) await scan(page, code);
  // Enter moved the focus past the identifiers, to the first missing field.
  await page.locator("[data-section=identifiers] :focus").waitFor({ state: "detached" });
  await unfold(page);
  await field(page, "Brand").fill("Samsung");
  await field(page, "Model").fill("SM-A107M");
  await field(page, "Device type").selectOption("Mobile");
  await field(page, "Hardware Version").fill("DVT");
  await field(page, "Customers").fill("Vivo");
  await field(page, "SIM slots").selectOption("Dual");
  await field(page, "Delivered by").fill("DHL");
  await field(page, "Delivery location").fill("Lisbon, Portugal");
  await field(page, "Phone number").fill("+55 11 91234 5678");
  await field(page, "Location").fill("Berl");
  await page
    .getByRole("option", { name: /^Berlin,/ })
    .first()
    .click();
  await field(page, "Comments").fill("Prototype");
}

/** Fills in every field of New Sample except the ones that it fills in itself. */
async function fillNewSample(page: Page, { serial, imei1, imei2 }: Identifiers) {
  await page.getByRole("button", { name: "Save", exact: true }).waitFor();
  const texts = {
    Brand: "Samsung",
    Model: "SM-A107M",
    "Operating system": "Android",
    Networks: "5G",
    "SIM card": "Nano SIM",
    "Serial Number": serial,
    "IMEI 1": imei1,
    "IMEI 2": imei2,
    "Customer sample manager": "J. Doe",
    "Delivered by": "DHL",
    "Last Manager": bruno,
    "Delivery location": "Lisbon, Portugal",
    Comments: "Prototype",
  };
  await unfold(page);
  await field(page, "Device type").selectOption("Mobile");
  await field(page, "Hardware type").selectOption("Signed");
  await field(page, "SIM slots").selectOption("Dual");
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
}

/** Registers a sample as Ana, without the form. */
async function register() {
  const identifiers = newIdentifiers();
  const { serial: serialNumber, imei1, imei2 } = identifiers;
  const client = await demoClient(product.url, ana);
  const { sampleId } = await client.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields: aSample({ serialNumber, imei1, imei2 }),
  });
  return { sampleId, ...identifiers };
}

/** Opens the sample's page. */
async function openSample(page: Page, sampleId: string) {
  await visit(page, `/private/viewfs/${sampleId}`);
  await page.getByRole("region", { name: "Custody timeline" }).waitFor();
}

test("Add Sample on a phone refuses a known device, names the existing sample, and registers another one", async () => {
  const known = await register();
  const phone = await sharedPerson(ana, PHONE);
  const { page } = phone;
  const submit = page.getByRole("button", { name: "Submit" });
  await visit(page, "/dashboard/addfs");
  await fillAdd(page, known);
  await page.getByText(/^Serial Number already exists, so this cannot be saved/).waitFor();
  await page.getByText(/^IMEI1 already exists, so this cannot be saved/).waitFor();
  await submit.click();
  await page.getByText("Please fulfill all fields or resolve duplicate entries").waitFor();

  const { serial, imei1, imei2 } = newIdentifiers();
  await field(page, "Serial Number").fill(serial);
  await field(page, "IMEI 1").fill(imei1);
  await field(page, "IMEI 2").fill(imei2);
  await submit.click();
  await page.getByText("Form submitted successfully!").waitFor();
  await page.waitForURL("**/dashboard/homefs");
  await phone.leave();
});

test("New Sample refuses a known serial number, and flags a known IMEI", async () => {
  const known = await register();
  const { serial } = newIdentifiers();
  await visit(page, "/dashboard/addsample");
  await fillNewSample(page, known);
  await page.getByText(/^IMEI1 already exists. It will be flagged as a duplicate/).waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "Serial Number already exists" }).waitFor();
  await field(page, "Serial Number").fill(serial);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Sample Added Successfully").waitFor();
  await page.getByText(/flagged as duplicates/).waitFor();
  await page.waitForURL("**/private");
  const row = page.locator("[data-row]").filter({ hasText: serial });
  await row.locator(".animate-glow").first().waitFor({ state: "attached" });
});

test("Edit opens from the sample, changes it, and history records the changed fields", async () => {
  const { sampleId } = await register();
  await openSample(page, sampleId);
  await page.getByRole("link", { name: "Edit" }).click();
  await page.waitForURL("**/private/editsample/*");
  await field(page, "SIM slots").selectOption("Single");
  expect(await field(page, "IMEI 2").isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: /^Add to/ }).count()).toBe(0); // a user's form
  await field(page, "Model").fill("SM-A107F");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByText("Form updated successfully!").waitFor();
  await page.waitForURL("**/dashboard/homefs");
  await openSample(page, sampleId);
  const timeline = page.getByRole("region", { name: "Custody timeline" });
  await timeline.getByText("Model: SM-A107M → SM-A107F").waitFor();
});

/** Opens the list of transfers by its shortcut, and moves the cursor to the sample's row. */
async function goToRow(page: Page, serial: string) {
  await typeByHand(page, "gt");
  // The previous screen may show the sample too, until the list is open.
  await page.getByRole("heading", { level: 1, name: "Transfer Sample", exact: true }).waitFor();
  await page.locator("tbody tr[aria-rowindex]").getByText(serial).first().waitFor();
  await press(page, "/");
  await page.getByRole("searchbox").and(page.locator(":focus")).waitFor();
  await page.keyboard.insertText(serial);
  await expect.poll(() => page.locator("tbody tr[aria-rowindex]").count()).toBe(1);
  await press(page, "ArrowDown");
  await page.locator("[data-cursor]").getByText(serial).waitFor();
}

test("a sample is transferred and received with the keyboard alone; Tab marks every stop in sight", async () => {
  const recipient = await sharedPerson(bruno);
  const { serial } = await register();
  for (const each of [page, recipient.page]) {
    await visit(each, "/pages/inbox");
    await each.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  }
  await goToRow(page, serial);
  await press(page, "Enter");
  await page.getByRole("dialog").getByText(serial).first().waitFor();
  await tabTo(page, page.getByRole("link", { name: `Transfer ${serial}` }));
  await press(page, "Enter");
  await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
  await page.keyboard.insertText(bruno.slice(0, 8));
  // Until the search has finished, other people are suggested as well.
  await page.getByRole("option", { name: bruno }).waitFor();
  await expect.poll(() => page.getByRole("option").count()).toBe(1);
  await press(page, "ArrowDown", "Enter");
  await tabTo(page, page.getByRole("button", { name: "Transfer", exact: true }));
  await press(page, "Enter");
  await page.getByText("Sample In Transit Successfully").waitFor();

  await goToRow(recipient.page, serial);
  await typeByHand(recipient.page, "r");
  await recipient.page.getByText("Sample Transferred Successfully").waitFor();

  // All fields of the longest form. It opens its sections for an IMEI of an unknown model.
  await visit(page, "/pages/inbox");
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  await typeByHand(page, "gn");
  await field(page, "Serial Number").and(page.locator(":focus")).waitFor();
  const { imei1, imei2 } = newIdentifiers();
  for (const code of [`${serial}-2`, imei1, imei2]) {
    await page.keyboard.insertText(code);
    await press(page, "Enter");
  }
  await field(page, "Brand").and(page.locator(":focus")).waitFor();
  await tabTo(page, page.getByRole("button", { name: "Save", exact: true }));
});
