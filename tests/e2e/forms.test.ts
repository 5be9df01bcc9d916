/** Add Sample, New Sample, Edit, decline and take back, as people use them in a browser. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { luhnDigit } from "#domain/identifiers/imei";
import { seriousFaults } from "../support/browser/accessibility";
import { LAPTOP, launchBrowser, PHONE } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { press, tabTo, typeByHand } from "../support/browser/keyboard";
import { aSample, newTransactionId } from "../support/samples";
import { scan } from "../support/browser/scanner";
import { signedIn } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";

const product = inject("product");
let browser: Browser;
let ana: string;
let bruno: string;
let admin: string;
let supervisor: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const roles = { ana: "user", bruno: "user", adam: "admin", sara: "supervisor" } as const;
  ({ ana, bruno, adam: admin, sara: supervisor } = await freshPeople(product, roles));
});
afterAll(async () => {
  await browser?.close();
});

let made = 0;

/** Identifiers that no other sample has. @param tac 8 digits that determine the model */
function newIdentifiers(tac = "86100000") {
  const number = String(++made).padStart(5, "0");
  const imei = (slot: number) => `${tac}${slot}${number}`;
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
  await field(page, "Phone number").fill("");
  await field(page, "Phone number").pressSequentially("5511912345678");
  await field(page, "Location").fill("Berl");
  await page
    .getByRole("option", { name: /^Berlin,/ })
    .first()
    .click();
  await field(page, "Comments").fill("Prototype");
}

/**
 * Fills in every field of New Sample except the ones that it fills in itself.
 * @param changes texts by label, in place of the usual ones
 */
async function fillNewSample(
  page: Page,
  { serial, imei1, imei2 }: Identifiers,
  changes: Readonly<Record<string, string>> = {},
) {
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
    ...changes,
  };
  await unfold(page);
  await field(page, "Device type").selectOption("Mobile");
  await field(page, "Hardware type").selectOption("Signed");
  await field(page, "SIM slots").selectOption("Dual");
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
}

const submit = (page: Page) => page.getByRole("button", { name: "Submit" }).click();

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

test("Add Sample on a phone registers a device, refuses it a second time, and names the existing sample", async () => {
  const person = await signedIn(browser, product.url, ana, PHONE);
  const { page } = person;
  const identifiers = newIdentifiers();
  await visit(page, "/dashboard/addfs");
  await fillAdd(page, identifiers);
  expect(await field(page, "Phone number").inputValue()).toBe("+55 11 91234 5678");
  await submit(page);
  await page.getByText("Form submitted successfully!").waitFor();
  await page.waitForURL("**/dashboard/homefs");

  await page.goto("/dashboard/addfs");
  await fillAdd(page, identifiers);
  await page.getByText(/^Serial Number already exists, so this cannot be saved/).waitFor();
  await page.getByText(/^IMEI1 already exists, so this cannot be saved/).waitFor();
  await submit(page);
  await page.getByText("Please fulfill all fields or resolve duplicate entries").waitFor();
  expect(await seriousFaults(page)).toEqual([]);

  await field(page, "IMEI 2").fill(identifiers.imei1);
  await submit(page);
  await page
    .getByRole("alert")
    .filter({ hasText: "IMEI1 and IMEI2 cannot be the same" })
    .first()
    .waitFor();
  await field(page, "Customers").fill("");
  await field(page, "IMEI 2").fill(newIdentifiers().imei2);
  await submit(page);
  await page.getByText("Please fill all the fields.").waitFor();
  await person.leave();
});

test("New Sample flags a known IMEI, and refuses a known serial number", async () => {
  const person = await signedIn(browser, product.url, ana, LAPTOP);
  const { page } = person;
  const known = await register();
  const { serial } = newIdentifiers();
  await page.goto("/dashboard/addsample");
  await fillNewSample(page, { ...known, serial });
  await page.getByText(/^IMEI1 already exists. It will be flagged as a duplicate/).waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Sample Added Successfully").waitFor();
  await page.getByText(/flagged as duplicates/).waitFor();
  await page.waitForURL("**/private");
  const row = page.locator("[data-row]").filter({ hasText: serial });
  await row.locator(".animate-glow").first().waitFor({ state: "attached" });

  await visit(page, "/dashboard/addsample");
  await fillNewSample(page, { ...newIdentifiers(), serial });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "Serial Number already exists" }).waitFor();
  await field(page, "Comments").fill("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Please provide value in each input field").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await person.leave();
});

test("an IMEI fills in its model, and Save and add another keeps everything but the identifiers", async () => {
  const known = newIdentifiers("35200011");
  const client = await demoClient(product.url, ana);
  await client.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields: aSample({ imei1: known.imei1, brand: "Fairphone", model: "FP5" }),
  });
  const person = await signedIn(browser, product.url, ana, LAPTOP);
  const { page } = person;
  const [first, second] = [newIdentifiers("35200011"), newIdentifiers("35200011")];
  const value = (label: string) => field(page, label).inputValue();
  await page.goto("/dashboard/addsample");
  await field(page, "IMEI 1").fill(first.imei1);
  await expect.poll(() => value("Brand")).toBe("Fairphone");
  const labels = ["Model", "Device type", "Networks", "SIM slots", "SIM card", "Operating system"];
  expect(await Promise.all(labels.map(value))).toEqual([
    ...["FP5", "Mobile", "5G", "Dual", "Nano SIM", "Android"],
  ]);
  await fillNewSample(page, first, { Brand: "Fairphone", Model: "FP5" });
  for (const { serial, imei1, imei2 } of [first, second]) {
    await field(page, "Serial Number").fill(serial);
    await field(page, "IMEI 1").fill(imei1);
    await field(page, "IMEI 2").fill(imei2);
    await page.getByRole("button", { name: "Save and add another" }).click();
    await expect.poll(() => value("Serial Number")).toBe("");
    await field(page, "Serial Number").and(page.locator(":focus")).waitFor();
    const rest = ["IMEI 1", "IMEI 2", "Brand", "SIM card", "Comments"].map(value);
    expect(await Promise.all(rest)).toEqual(["", "", "Fairphone", "Nano SIM", "Prototype"]);
  }
  const saved = await client.query(api.baskets.resolve, {
    values: [first.serial, second.serial],
  });
  expect(saved.map(({ outcome }) => outcome)).toEqual(["found", "found"]);
  await person.leave();
});

test("a transfer is declined with a reason on a phone, and the next one undone", async () => {
  const [sender, recipient] = [
    await signedIn(browser, product.url, ana, LAPTOP),
    await signedIn(browser, product.url, bruno, PHONE),
  ];
  const { sampleId, serial } = await register();
  await openSample(sender.page, sampleId);
  await transfer(sender.page, serial);

  await openSample(recipient.page, sampleId);
  await recipient.page.getByRole("button", { name: `Decline ${serial}` }).click();
  const dialog = recipient.page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await dialog.getByText("Reason is required").waitFor();
  expect(await seriousFaults(recipient.page)).toEqual([]);
  await dialog.getByLabel("Reason").fill("Wrong desk");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await recipient.page.getByText("Transfer Declined Successfully").waitFor();
  await recipient.page.waitForURL("**/private/viewfs/*");

  // The sender's page has been open all along.
  await sender.page
    .getByText(/Wrong desk/)
    .first()
    .waitFor();
  await sender.page.getByRole("link", { name: `Transfer ${serial}` }).waitFor();
  await transfer(sender.page, serial);
  // The recipient's page has been open too, and shows the second transfer live.
  await recipient.page.getByRole("button", { name: `Receive ${serial}` }).waitFor();
  // Within a minute, Undo takes the place of Take back.
  expect(await sender.page.getByRole("button", { name: `Take back ${serial}` }).count()).toBe(0);
  await sender.page.getByRole("button", { name: "Undo Transfer" }).click();
  await sender.page.getByText("Undone: the sample is as it was before").waitFor();
  await sender.page.getByRole("link", { name: `Transfer ${serial}` }).waitFor();
  await recipient.page.getByText("This sample is with someone else now.").waitFor();
  await sender.leave();
  await recipient.leave();
});

/** Transfers the page's sample to Bruno, and returns to the page. */
async function transfer(page: Page, serial: string) {
  await page.getByRole("link", { name: `Transfer ${serial}` }).click();
  await page.getByLabel("Transfer Sample to").fill(bruno.slice(0, 5));
  await page.getByRole("option", { name: bruno }).click();
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  await page.waitForURL("**/private/viewfs/*");
}

test("typed values survive a link, a reload and the switch to the other form", async () => {
  const person = await signedIn(browser, product.url, ana, LAPTOP);
  const { page } = person;
  await page.goto("/dashboard/addfs");
  await field(page, "Comments").fill("half a sentence");
  await page
    .getByRole("link", { name: /Transfer|Samples/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Stay here" }).click();
  expect(await field(page, "Comments").inputValue()).toBe("half a sentence");

  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole("button", { name: "Start over" }).waitFor();
  await page.getByRole("button", { name: "Allow and flag" }).click();
  await page.waitForURL("**/dashboard/addsample");
  await page.getByRole("heading", { name: "New Sample" }).waitFor();
  expect(await field(page, "Comments").inputValue()).toBe("half a sentence");
  await person.leave();
});

test("Edit opens from the sample, changes it, and history records the changed fields", async () => {
  const person = await signedIn(browser, product.url, ana, LAPTOP);
  const { page } = person;
  const { sampleId } = await register();
  await openSample(page, sampleId);
  await page.getByRole("link", { name: "Edit" }).click();
  await page.waitForURL("**/private/editsample/*");
  await field(page, "SIM slots").selectOption("Single");
  expect(await field(page, "IMEI 2").isDisabled()).toBe(true);
  expect(await field(page, "IMEI 2").inputValue()).toBe("");
  await field(page, "Model").fill("SM-A107F");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByText("Form updated successfully!").waitFor();
  await page.waitForURL("**/dashboard/homefs");
  await openSample(page, sampleId);
  const timeline = page.getByRole("region", { name: "Custody timeline" });
  await timeline.getByText("Model: SM-A107M → SM-A107F").waitFor();
  await person.leave();
});

test("an admin can add to a pick list while editing, a user cannot", async () => {
  const person = await signedIn(browser, product.url, ana);
  const { sampleId } = await register();
  await openSample(person.page, sampleId);
  await person.page.getByRole("link", { name: "Edit" }).click();
  await field(person.page, "Customers").waitFor();
  const { pathname } = new URL(person.page.url());
  expect(await person.page.getByRole("button", { name: /^Add to/ }).count()).toBe(0);
  await person.leave();

  const boss = await signedIn(browser, product.url, admin);
  await boss.page.goto(pathname);
  await boss.page.getByRole("button", { name: "Add to Customers" }).click();
  await boss.page.getByLabel("New value").fill("Oi");
  await boss.page.getByRole("button", { name: "Add", exact: true }).click();
  await boss.page.getByText("Added Customers Successfully").waitFor();
  await expect.poll(() => field(boss.page, "Customers").inputValue()).toBe("Oi");
  await boss.leave();
});

test("a sample is registered, transferred, received and returned with the keyboard alone", async () => {
  const [boss, holder] = [
    await signedIn(browser, product.url, supervisor, LAPTOP),
    await signedIn(browser, product.url, ana, LAPTOP),
  ];
  for (const { page } of [boss, holder]) {
    await page.goto("/dashboard/homefs");
    await page.getByRole("heading", { level: 1, name: "Analytics" }).waitFor();
  }
  const { serial, imei1, imei2 } = newIdentifiers();
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const choose = async (page: Page, email: string) => {
    await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
    await page.keyboard.insertText(email.slice(0, 8));
    // Until the search has finished, other people are suggested as well.
    await page.getByRole("option", { name: email }).waitFor();
    await expect.poll(() => page.getByRole("option").count()).toBe(1);
    await press(page, "ArrowDown", "Enter");
  };
  /** Opens a list by its shortcut, and moves the cursor to the sample's row. */
  const goToRow = async (page: Page, letter: string, heading: string) => {
    await typeByHand(page, `g${letter}`);
    // The previous screen may show the sample too, until the list is open.
    await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
    await page.locator("tbody tr[aria-rowindex]").getByText(serial).first().waitFor();
    await press(page, "/");
    await page.getByRole("searchbox").and(page.locator(":focus")).waitFor();
    await page.keyboard.insertText(serial);
    await expect.poll(() => page.locator("tbody tr[aria-rowindex]").count()).toBe(1);
    await press(page, "ArrowDown");
    await page.locator("[data-cursor]").getByText(serial).waitFor();
  };

  const { page } = boss;
  await typeByHand(page, "gn");
  await field(page, "Serial Number").and(page.locator(":focus")).waitFor();
  for (const code of [serial, imei1, imei2]) {
    await page.keyboard.insertText(code);
    await press(page, "Enter");
  }
  const answers = {
    Model: "SM-A107M",
    "Device type": "Mobile",
    "SIM slots": "Dual",
    Networks: "5G",
    "SIM card": "Nano SIM",
    "Operating system": "Android",
    "Hardware type": "Signed",
    "Delivered by": "DHL",
    "Delivery location": "Lisbon, Portugal",
    "Customer sample manager": "J. Doe",
    "Last Manager": ana,
    Comments: "Prototype",
  };
  await field(page, "Brand").and(page.locator(":focus")).waitFor(); // Enter moved the focus to it
  await page.keyboard.insertText("Samsung");
  for (const [label, answer] of Object.entries(answers)) {
    await tabTo(page, field(page, label));
    const input = field(page, label);
    // A select picks its entry by typed letters.
    if (await input.evaluate((element) => element.matches("select"))) {
      await typeByHand(page, answer);
    } else {
      await page.keyboard.insertText(answer);
    }
  }
  await tabTo(page, button(page, "Save"));
  await press(page, "Enter");
  await page.getByText("Sample Added Successfully").waitFor();
  await page.waitForURL("**/private");
  await page.locator("[data-cursor]").getByText(serial).waitFor();
  await typeByHand(page, "t");
  await choose(page, ana);
  await tabTo(page, button(page, "Transfer"));
  await press(page, "Enter");
  await page.getByText("Sample In Transit Successfully").waitFor();

  await goToRow(holder.page, "t", "Transfer Sample");
  await typeByHand(holder.page, "r");
  await holder.page.getByText("Sample Transferred Successfully").waitFor();
  await goToRow(holder.page, "r", "Return Sample to Customer");
  await press(holder.page, "Enter");
  await holder.page.getByRole("dialog").getByText(serial).first().waitFor();
  await tabTo(holder.page, holder.page.getByRole("link", { name: `Return ${serial}` }));
  await press(holder.page, "Enter");
  await choose(holder.page, supervisor);
  await tabTo(holder.page, button(holder.page, "Return"));
  await press(holder.page, "Enter");
  await holder.page.getByText("Sample In Return Successfully").waitFor();

  await page.waitForURL("**/private"); // the form closes itself
  await goToRow(page, "r", "Return Sample to Customer");
  await typeByHand(page, "r");
  await page.getByText("Sample Returned Successfully").waitFor();
  await holder.leave();
  await boss.leave();
});
