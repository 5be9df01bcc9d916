/**
 * Real keys reach the reader of scans, wherever scans are taken (docs/product.md, "Scans"). What it
 * makes of them at each speed and with each terminator: tests/domain/keys.
 */
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { LAPTOP, type Person } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";
import { ENDS, scan } from "../support/browser/scanner";
import { sharedPerson } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";

const product = inject("product");
/** Its letters are shortcuts of lists and screens. */
const SERIAL = `xtr${Date.now().toString(36)}jk00`;
const AWAITED = `awaited-${Date.now()}`;
const UNKNOWN = "transfer/?rxjk000001";

const FAST = { gapMs: 5, end: ENDS.CR };
/** At this speed, a code looks like typing. */
const SLOW = { gapMs: 120, end: ENDS.Tab };
const SPEEDS = [5, 35, 60, 120];

let page: Page;
let calls: Awaited<ReturnType<typeof demoClient>>;
/** A sample that waits for Ana. */
let awaited: Id<"samples">;

beforeAll(async () => {
  const people = await freshPeople(product, { ana: "user", bea: "user" });
  calls = await demoClient(product.url, people.ana);
  const beas = await demoClient(product.url, people.bea);
  const register = (client: typeof calls, serialNumber: string) => {
    const fields = aSample({ serialNumber });
    const transactionId = newTransactionId();
    return client.mutation(api.samples.register, { transactionId, duplicates: "reject", fields });
  };
  await register(calls, SERIAL);
  awaited = (await register(beas, AWAITED)).sampleId;
  await beas.mutation(api.custody.transfer, {
    sampleId: awaited,
    recipient: people.ana,
    transactionId: newTransactionId(),
  });
  const ana: Person = await sharedPerson(people.ana, LAPTOP);
  ({ page } = ana);
});

const sheet = () => page.getByRole("dialog");
const palette = () => page.getByRole("dialog", { name: "Search and go anywhere" });
const statusOf = async (sampleId: Id<"samples">) =>
  (await calls.query(api.samples.get, { sampleId }))?.status;
const leaveFields = () =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

/** Opens the list with the cursor on the awaited sample, which `r` would receive. */
async function openList(search = ""): Promise<void> {
  await visit(page, `/dashboard/homefstransfer${search}`);
  await page.locator(`tr[data-row="${awaited}"]`).waitFor();
  await page.keyboard.press("j");
  await page.locator(`tr[data-row="${awaited}"][data-cursor]`).waitFor();
}

async function closeSheet(): Promise<void> {
  await sheet().getByText(SERIAL).first().waitFor();
  await page.keyboard.press("Escape");
  await sheet().waitFor({ state: "detached" });
}

test("a code scanned on a list opens its sample's sheet, and none of its keys takes a step", async () => {
  for (const scanner of [SLOW, FAST]) {
    await openList();
    await scan(page, SERIAL, scanner);
    await closeSheet();
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, searchParams.get("q")]).toEqual(["/dashboard/homefstransfer", SERIAL]);
    await expect.poll(() => page.locator("tbody tr[aria-rowindex]").count()).toBe(1);
  }
  expect(await statusOf(awaited)).toBe("In Transit");
});

test("a code scanned into a search replaces the text there, also if the list already shows the code", async () => {
  const search = page.getByRole("searchbox");
  await visit(page, `/dashboard/homefstransfer?q=${SERIAL}`);
  for (const gapMs of SPEEDS) {
    await search.fill("something else");
    await scan(page, SERIAL, { gapMs });
    await closeSheet();
    expect(await search.inputValue()).toBe(SERIAL);
    expect(new URL(page.url()).searchParams.get("q")).toBe(SERIAL);
  }
});

test("a part of a code receives no sample; r alone does, after announcing it", async () => {
  await openList(`?q=${AWAITED}`);
  await scan(page, "7rr", { ...SLOW, end: ENDS.none });
  await page.getByText("Scan again", { exact: true }).waitFor();
  expect(await statusOf(awaited)).toBe("In Transit");
  await scan(page, "r", { end: ENDS.none });
  await page.getByText("Receiving…").waitFor();
  await expect.poll(() => statusOf(awaited)).toBe("In Use");
});

test("a code scanned on another screen opens the sheet there, or is named as unknown", async () => {
  await visit(page, "/pages/inbox");
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  await scan(page, UNKNOWN, FAST);
  await page.getByText(`No sample has the number “${UNKNOWN}”`).waitFor();
  await scan(page, SERIAL, FAST);
  await closeSheet();
  expect(new URL(page.url()).pathname).toBe("/pages/inbox");
});

test("a code during which the palette opens is dropped; one in the palette opens its sample", async () => {
  await visit(page, "/pages/inbox");
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  await leaveFields();
  const { gapMs } = FAST;
  const startMs = await scan(page, SERIAL.slice(0, 5), { end: ENDS.none, gapMs });
  await page
    .locator("button[aria-keyshortcuts='Control+K Meta+K']")
    .evaluate((button: HTMLElement) => button.click());
  const field = page.getByRole("combobox").and(page.locator(":focus"));
  await field.waitFor();
  await scan(page, SERIAL.slice(5), { gapMs, startMs });
  await page.getByText("Scan again", { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe("");

  await field.fill("");
  await scan(page, SERIAL, { gapMs, end: ENDS.none });
  await page.waitForURL(/[?&]sample=/);
  await palette().waitFor({ state: "detached" });
  await closeSheet();
});

test("the basket takes codes outside of its field and in it, each once", async () => {
  await visit(page, "/private/basket");
  await page.getByText("The basket is empty").waitFor();
  const field = page.getByLabel("Serial numbers or IMEIs");
  await leaveFields();
  await scan(page, SERIAL, SLOW);
  await page.getByRole("button", { name: `Remove ${SERIAL}` }).waitFor();
  await field.focus();
  await scan(page, AWAITED, FAST);
  await page.getByRole("button", { name: `Remove ${AWAITED}` }).waitFor();
  await scan(page, SERIAL, FAST);
  await page.getByText(`${SERIAL} is already in the basket`).waitFor();
  expect(await field.inputValue()).toBe("");
  expect(await page.getByRole("button", { name: /^Remove / }).count()).toBe(2);
  await page.getByRole("button", { name: "Empty the basket" }).click();
});

test("the fields of New Sample get one code each, also behind the camera's dialog", async () => {
  await visit(page, "/dashboard/addsample");
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const value = (label: string) => field(label).inputValue();
  await field("Serial Number").focus();
  await scan(page, "new-0007", SLOW);
  await field("IMEI 1").and(page.locator(":focus")).waitFor();
  await scan(page, "356938035643809", SLOW);
  await field("IMEI 2").and(page.locator(":focus")).waitFor();
  await scan(page, "356938035643817", SLOW);
  await expect.poll(() => value("IMEI 2")).toBe("35 693803 564381 7");
  expect([await value("Serial Number"), await value("IMEI 1")]).toEqual([
    ...["new-0007", "35 693803 564380 9"],
  ]);

  for (const gapMs of SPEEDS) {
    for (const [label, code] of [
      ["Serial Number", "new-0007"],
      ["IMEI 1", gapMs === 5 ? "356938035643825" : "356938035643809"],
    ] as const) {
      await field(label).click();
      await page.keyboard.press("End");
      await scan(page, code, { gapMs });
      await field(label).and(page.locator(":not(:focus)")).waitFor();
      expect((await value(label)).replaceAll(" ", "")).toBe(code);
    }
  }

  await field("Serial Number").fill("");
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  const dialog = page.getByRole("dialog", { name: "Scan" });
  await dialog.getByLabel("Serial number or IMEI").and(page.locator(":focus")).waitFor();
  await scan(page, "cam-0001", FAST);
  await expect.poll(() => value("Serial Number")).toBe("cam-0001");
  expect(await dialog.count()).toBe(1);
});
