/**
 * How many presses a day's work takes: a key or a click counts as one, a scan and a typed name as
 * none. The Enter that accepts a name belongs to the name.
 */
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { luhnDigit } from "#domain/identifiers/imei";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { pressByHand, typeByHand } from "../support/browser/keyboard";
import { aSample, newTransactionId } from "../support/samples";
import { scan } from "../support/browser/scanner";
import { sharedPerson } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";

const product = inject("product");
let page: Page;
let emails: Record<"ana" | "zoq", string>;
let calls: Record<"ana" | "zoq", Awaited<ReturnType<typeof demoClient>>>;

beforeAll(async () => {
  emails = await freshPeople(product, { ana: "user", zoq: "user" });
  calls = {
    ana: await demoClient(product.url, emails.ana),
    zoq: await demoClient(product.url, emails.zoq),
  };
  ({ page } = await sharedPerson(emails.ana));
});

async function register(by: "ana" | "zoq", stated: Parameters<typeof aSample>[0] = {}) {
  const fields = aSample(stated);
  const { sampleId } = await calls[by].mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields,
  });
  return { ...fields, sampleId };
}

/** Counts the clicks and keys that a task takes. */
function counter() {
  let presses = 0;
  return {
    click: async (name: string | RegExp, role: "button" | "link" | "option" = "button") => {
      await page.getByRole(role, { name }).filter({ visible: true }).first().click();
      presses++;
    },
    press: async (...keys: readonly string[]) => {
      for (const key of keys) await pressByHand(page, key);
      presses += keys.length;
    },
    count: () => presses,
  };
}

/** Types the first letters of a colleague's name, and accepts the suggestion. */
async function typeName(letters: string): Promise<void> {
  await typeByHand(page, letters);
  await page.getByRole("option").first().waitFor();
  await pressByHand(page, "Enter");
}

const nameOf = (email: string) => email.slice(0, 3);
const isFocused = (label: string) =>
  page.getByLabel(label, { exact: true }).and(page.locator(":focus")).waitFor();

test("receiving takes one press, declining two and a reason", async () => {
  const received = await register("zoq");
  const declined = await register("zoq");
  for (const { sampleId } of [received, declined]) {
    const transactionId = newTransactionId();
    await calls.zoq.mutation(api.custody.transfer, {
      transactionId,
      sampleId,
      recipient: emails.ana,
    });
  }
  await visit(page, "/pages/inbox");
  const task = counter();
  await task.click(new RegExp(`^Receive .*${received.serialNumber}$`));
  await page.getByText("Sample Transferred Successfully").first().waitFor();
  expect(task.count()).toBe(1);
  await task.click(`Decline ${declined.serialNumber}`);
  await typeByHand(page, "broken");
  await task.press("Enter");
  await page.getByText("Transfer Declined Successfully").first().waitFor();
  expect(task.count()).toBe(3);
});

test("a status filter takes two presses; a transfer from the row two and three letters of a name", async () => {
  const { serialNumber } = await register("ana");
  await visit(page, "/dashboard/homefstransfer");
  await page.getByRole("link", { name: `Transfer ${serialNumber}` }).waitFor();
  await page.getByRole("columnheader", { name: "Status" }).hover();
  const filter = counter();
  await filter.click("Filter Status");
  await filter.click(/^Registered/, "option");
  await expect.poll(() => new URL(page.url()).searchParams.get("filter")).toBe("status=Registered");
  expect(filter.count()).toBe(2);
  await page.keyboard.press("Escape");

  const task = counter();
  await task.click(`Transfer ${serialNumber}`, "link");
  await isFocused("Transfer Sample to");
  await typeName(nameOf(emails.zoq));
  await task.click("Transfer");
  await page.getByText("Sample In Transit Successfully").first().waitFor();
  expect(task.count()).toBe(2);
});

test("handing over a basket of scanned samples takes a name and one press", async () => {
  const samples = [await register("ana"), await register("ana"), await register("ana")];
  await visit(page, "/private/basket");
  await isFocused("Serial numbers or IMEIs");
  for (const { serialNumber } of samples) await scan(page, serialNumber);
  await page.getByRole("heading", { name: "3 samples" }).waitFor();
  await page.getByRole("radio", { name: /^Transfer/, checked: true }).waitFor();
  const task = counter();
  await isFocused("Serial numbers or IMEIs");
  await typeName(nameOf(emails.zoq));
  await page
    .getByRole("button", { name: "Transfer 3 samples" })
    .and(page.locator(":focus"))
    .waitFor();
  // A late scan goes into the basket, and its Enter does not press the button.
  const late = await register("ana");
  await scan(page, late.serialNumber);
  await page.getByRole("heading", { name: "4 samples" }).waitFor();
  await task.press("Enter");
  await page.getByText("Finished: 4 done, 0 refused.").waitFor();
  expect(task.count()).toBe(1);
});

/** A TAC that Ana's lab has registered before. */
const TAC = "35200077";
let made = 0;
function newDevice() {
  const number = String(++made).padStart(5, "0");
  const imei = (slot: number) => `${TAC}${slot}${number}`;
  const [imei1 = "", imei2 = ""] = [1, 2].map((slot) => imei(slot) + luhnDigit(imei(slot)));
  return { serialNumber: `PRESS${number}`, imei1, imei2 };
}

/** Scans serial number and IMEIs of a new device, one after another. */
async function scanDevice() {
  const { serialNumber, imei1, imei2 } = newDevice();
  for (const [label, code] of [
    ["Serial Number", serialNumber],
    ["IMEI 1", imei1],
    ["IMEI 2", imei2],
  ] as const) {
    await isFocused(label);
    await scan(page, code);
  }
  return serialNumber;
}

test("a known device takes 3 scans and its delivery; the next one of the delivery 3 scans and 1 press", async () => {
  await register("ana", { ...newDevice(), brand: "Fairphone", model: "FP5" });
  await visit(page, "/dashboard/addsample");
  await scanDevice();
  await isFocused("Delivered by"); // the device and its place are filled in
  const task = counter();
  await task.press(
    ...["X", "Enter", "L", "Enter", "J", "Enter"], // deliverer, place, customer's contact
    ...["ArrowDown", "Enter", "Enter"], // the first suggestion for the last manager
    ...["Enter", "N"], // skips today's date, to the comments
    ...["Tab", "Enter"],
  );
  await page.getByText("Sample Added Successfully").first().waitFor();
  await page.getByRole("heading", { name: "Registered just now (1)" }).waitFor();

  const serialNumber = await scanDevice();
  await page
    .getByRole("button", { name: "Save and add another" })
    .and(page.locator(":focus"))
    .waitFor();
  await task.press("Enter");
  await page.getByRole("heading", { name: "Registered just now (2)" }).waitFor();
  await isFocused("Serial Number");

  const [found] = await calls.ana.query(api.baskets.resolve, { values: [serialNumber] });
  const sampleId = found?.sample?._id ?? "";
  expect(await calls.ana.query(api.samples.get, { sampleId })).toMatchObject({
    ...{ brand: "Fairphone", model: "FP5", hwtype: "Mobile", tNetworks: "5G", slots: "Dual" },
    ...{ simCard: "Nano SIM", os: "Android", deliveredBy: "X", lastmanag: emails.ana },
  });
});

test("a sample is found by six digits of its IMEI with 8 presses", async () => {
  const { imei1 } = await register("ana", { brand: "Fairphone", model: "FP4" });
  await visit(page, "/pages/inbox");
  const task = counter();
  await task.press("Control+k");
  await task.press(...imei1.slice(-6));
  await page.getByRole("option", { name: /^Fairphone FP4/ }).waitFor();
  await task.press("Enter");
  await page.getByRole("dialog").getByText("Fairphone FP4").first().waitFor();
  expect(task.count()).toBe(8);
});
