/**
 * Scanners at every speed and with every terminator, wherever scans are taken (docs/product.md,
 * "Scans").
 */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { LAPTOP, launchBrowser, type Person } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";
import { ENDS, scan } from "../support/browser/scanner";
import { signedIn } from "../support/browser/signedIn";

const SPEEDS = [5, 35, 60, 120] as const;
const ALL_ENDS = Object.values(ENDS);
/**
 * A pair for each terminator, with the speeds moved on from place to place: four places have all
 * twenty pairs.
 */
const casesOf = (place: number) =>
  ALL_ENDS.map((end, index) => ({ end, gapMs: SPEEDS[(index + place) % SPEEDS.length]! }));
const PLACES = { list: 0, newSample: 1, basket: 2, stockTake: 3, camera: 3, palette: 0 };

const product = inject("product");
const unique = Date.now().toString(36);
/** Letters of a code that are shortcuts, and that no other code contains. */
const serialOf = (index: number) => `xtr-${unique}r${index}jk00`;

let browser: Browser;
let ana: Person;
let calls: Awaited<ReturnType<typeof demoClient>>;
/** A sample that waits for Ana. */
let awaited: Id<"samples">;

beforeAll(async () => {
  browser = await launchBrowser();
  const people = await freshPeople(product, { ana: "user", bea: "user", boss: "supervisor" });
  calls = await demoClient(product.url, people.ana);
  const beas = await demoClient(product.url, people.bea);
  const register = (client: typeof calls, serialNumber: string) => {
    const fields = aSample({ serialNumber, location: "Lisbon, Portugal" });
    const transactionId = newTransactionId();
    return client.mutation(api.samples.register, { transactionId, duplicates: "reject", fields });
  };
  for (let index = 0; index < ALL_ENDS.length; index++) await register(calls, serialOf(index));
  awaited = (await register(beas, `awaited-${unique}`)).sampleId;
  await beas.mutation(api.custody.transfer, {
    sampleId: awaited,
    recipient: people.ana,
    transactionId: newTransactionId(),
  });
  ana = await signedIn(browser, product.url, people.ana, LAPTOP);
});
afterAll(() => browser?.close());

/** At 120 ms per key, a code without a terminator looks like typing: in a field it needs Enter. */
const endInField = (end: readonly string[], gapMs: number) =>
  gapMs > 70 && end.length === 0 ? ENDS.CR : end;

/**
 * Reloads the page, which forgets the reader: of a second one that types differently, the first
 * code could be that of both, and is refused once.
 */
async function anotherReader(page: Page, ready: Locator): Promise<void> {
  await page.reload();
  await ready.waitFor();
}

const sheet = (page: Page) => page.getByRole("dialog");
const statusOf = async (sampleId: Id<"samples">) =>
  (await calls.query(api.samples.get, { sampleId }))?.status;
/** Moves the focus out of every field. */
const leaveFields = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

test("a code scanned on a list finds its sample and receives none; r alone receives, after announcing it", async () => {
  const { page } = ana;
  await page.goto("/dashboard/homefstransfer");
  await page.locator(`tr[data-row="${awaited}"]`).waitFor();
  for (const [index, { end, gapMs }] of casesOf(PLACES.list).entries()) {
    await page.keyboard.press("j");
    await page.locator("[data-cursor]").waitFor();
    await scan(page, serialOf(index), { end, gapMs });
    await sheet(page).getByText(serialOf(index)).first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard/homefstransfer");
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "detached" });
  }
  expect(await statusOf(awaited)).toBe("In Transit");
  expect(await page.locator("[role=checkbox][data-state=checked]").count()).toBe(0);

  await page.goto(`/dashboard/homefstransfer?q=awaited-${unique}`);
  await page.locator(`tr[data-row="${awaited}"]`).waitFor();
  await page.keyboard.press("j");
  await page.locator(`tr[data-row="${awaited}"][data-cursor]`).waitFor();
  for (const gapMs of SPEEDS) {
    await scan(page, "7rr", { end: ENDS.none, gapMs }); // the rest of it was lost
    await page.getByText("Scan again", { exact: true }).waitFor();
    expect(await statusOf(awaited)).toBe("In Transit");
  }
  await scan(page, "r", { end: ENDS.none });
  await page.getByText("Receiving…").waitFor();
  await expect.poll(() => statusOf(awaited)).toBe("In Use");
});

test("a stock-take records whole codes, outside of its field and in it", async () => {
  const { page } = ana;
  await page.goto("/private/stocktakes");
  await page.getByRole("button", { name: "New stock-take" }).first().click();
  await page.getByLabel("Name").fill(`Speeds ${unique}`);
  await page.getByLabel("City").fill("Lisbon");
  await page.getByLabel("City").press("Tab");
  await page.getByRole("button", { name: "Start count" }).click();
  const field = page.getByLabel("Serial number or IMEI");
  await field.waitFor();
  const taken = async (serial: string, verdict: string) => {
    const latest = page.locator("[data-verdict]").filter({ hasText: serial });
    await latest.getByText(verdict, { exact: true }).waitFor();
  };
  for (const [index, { end, gapMs }] of casesOf(PLACES.stockTake).entries()) {
    await leaveFields(page);
    await scan(page, serialOf(index), { end, gapMs });
    await taken(serialOf(index), "Found");
    await field.focus();
    await scan(page, serialOf(index), { end: endInField(end, gapMs), gapMs });
    await taken(serialOf(index), "Already scanned");
    expect(await field.inputValue()).toBe("");
  }
  const unknown = page.getByLabel("Figures").locator("div").filter({ hasText: "Unknown number" });
  expect(await unknown.locator("dd").textContent()).toBe("0");
});

test("the basket takes whole codes, outside of its field and in it", async () => {
  const { page } = ana;
  await page.goto("/private/basket");
  await page.getByText("The basket is empty").waitFor();
  const field = page.getByLabel("Serial numbers or IMEIs");
  for (const [index, { end, gapMs }] of casesOf(PLACES.basket).entries()) {
    await anotherReader(page, field);
    if (index % 2 === 0) await leaveFields(page);
    else await field.focus();
    await scan(page, serialOf(index), { end, gapMs });
    await page.getByRole("button", { name: `Remove ${serialOf(index)}` }).waitFor();
    expect(await field.inputValue()).toBe("");
  }
  expect(await page.getByRole("button", { name: /^Remove / }).count()).toBe(ALL_ENDS.length);
  await page.getByRole("button", { name: "Empty the basket" }).click();
});

test("the fields of New Sample get one code each, whatever its terminator", async () => {
  const { page } = ana;
  await page.goto("/dashboard/addsample");
  const fields = ["Serial Number", "IMEI 1", "IMEI 2"].map((name) => page.getByLabel(name));
  const [serial, imei1, imei2] = fields as [
    (typeof fields)[0],
    (typeof fields)[0],
    (typeof fields)[0],
  ];
  await serial.waitFor();
  for (const { end, gapMs } of casesOf(PLACES.newSample)) {
    for (const field of fields) await field.fill("");
    await serial.focus();
    await scan(page, "new-0007", { end, gapMs });
    await imei1.and(page.locator(":focus")).waitFor();
    await scan(page, "356938035643809", { end, gapMs });
    await imei2.and(page.locator(":focus")).waitFor();
    await scan(page, "356938035643817", { end, gapMs });
    await expect.poll(() => imei2.inputValue()).toBe("35 693803 564381 7");
    expect([await serial.inputValue(), await imei1.inputValue()]).toEqual([
      ...["new-0007", "35 693803 564380 9"],
    ]);
  }
});

test("a scanner fills New Sample behind the camera's dialog, on a device without a camera", async () => {
  const { page } = ana;
  await page.goto("/dashboard/addsample");
  const serial = page.getByLabel("Serial Number", { exact: true });
  const dialog = page.getByRole("dialog", { name: "Scan" });
  for (const [index, { end, gapMs }] of casesOf(PLACES.camera).entries()) {
    await anotherReader(page, serial);
    await page.getByRole("button", { name: "Scan with the camera" }).click();
    await dialog.getByLabel("Serial number or IMEI").and(page.locator(":focus")).waitFor();
    await scan(page, `cam-000${index}`, { end: endInField(end, gapMs), gapMs });
    await expect.poll(() => serial.inputValue()).toBe(`cam-000${index}`);
    expect(await dialog.count()).toBe(1);
  }
});

test("the palette finds the sample of a scanned code, and opens it for every scanner with an end", async () => {
  const { page } = ana;
  await page.goto("/dashboard/homefs");
  for (const [index, { end, gapMs }] of casesOf(PLACES.palette).entries()) {
    await anotherReader(page, page.getByRole("heading", { level: 1, name: "Analytics" }));
    await page.keyboard.press("Control+K");
    await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
    await scan(page, serialOf(index), { end, gapMs });
    // If the keys arrive no faster than a person types, only Enter distinguishes a code from a
    // search.
    const isOpened = gapMs <= 5 || end.some((key) => key === "Enter" || key === "Control+j");
    if (isOpened) await page.waitForURL(/[?&]sample=/);
    const opened = sheet(page).and(page.locator(":not(:has([role=combobox]))"));
    const found = isOpened
      ? opened.getByText(serialOf(index))
      : page.getByRole("option").filter({ hasText: serialOf(index) });
    await found.first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
});

test("a code during which a dialog opens is dropped, and takes no step in the dialog", async () => {
  const { page } = ana;
  await page.goto("/dashboard/homefs");
  await page.getByRole("heading", { level: 1, name: "Analytics" }).waitFor();
  const palette = page.getByRole("dialog", { name: "Search and go anywhere" });
  for (const gapMs of SPEEDS) {
    await leaveFields(page);
    const startMs = await scan(page, serialOf(0).slice(0, 5), { end: ENDS.none, gapMs });
    await page.locator("button[aria-keyshortcuts='Control+K Meta+K']").evaluate((button) => {
      (button as HTMLElement).click();
    });
    await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
    await scan(page, serialOf(0).slice(5), { gapMs, startMs });
    await page.getByText("Scan again", { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe("");
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached" });
  }
});
