/** docs/product.md, "The sheet of a sample" and "Way back". */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { PHONE } from "../support/browser/browser";
import { pressByHand } from "../support/browser/keyboard";
import { sharedPerson } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";

const product = inject("product");
let bruno: string;
let page: Page;

const LIST = "/dashboard/homefstransfer?sort=serialNumber";
const serialOf = (row: number) => `SHEET-ROW-${row}`;

beforeAll(async () => {
  const people = await freshPeople(product, { ana: "user", bruno: "user" });
  ({ bruno } = people);
  const calls = await demoClient(product.url, people.ana);
  for (const serialNumber of [0, 1, 2, 3].map(serialOf)) {
    await calls.mutation(api.samples.register, {
      transactionId: newTransactionId(),
      duplicates: "flag",
      fields: aSample({ serialNumber }),
    });
  }
  ({ page } = await sharedPerson(people.ana));
});

const sheet = () => page.getByRole("dialog");
const rows = () => page.locator("tbody tr[aria-rowindex]");
const cursorIsAt = (place: number) =>
  rows().nth(place).and(page.locator("[data-cursor]")).waitFor();
const hrefOf = () => page.url().slice(product.url.length);
const isClosed = () => sheet().waitFor({ state: "detached" });
const shows = (serial: string) => sheet().getByText(serial).first().waitFor();

/** Opens the sheet of the third row with keys alone. */
async function openThird(): Promise<void> {
  await visit(page, LIST);
  await rows().nth(3).waitFor();
  for (const place of [0, 1, 2]) {
    await page.keyboard.press("j");
    await cursorIsAt(place); // quicker keys would count as a scanner's
  }
  await page.keyboard.press("Enter");
  await shows(serialOf(2));
}

describe("the sheet of a row", () => {
  test("opens with Enter, follows j and k, opens the page with a second Enter, and gives the focus back", async () => {
    await openThird();
    const address = hrefOf();
    expect(new URL(page.url()).searchParams.get("sample")).toBeTruthy();
    await pressByHand(page, "j");
    await shows(serialOf(3));
    await cursorIsAt(3);
    await pressByHand(page, "k");
    await shows(serialOf(2));
    await page.keyboard.press("Enter");
    await page.waitForURL("**/private/viewfs/*");
    await page.getByRole("link", { name: "Go Back" }).click();
    await shows(serialOf(2));
    expect(hrefOf()).toBe(address);

    await page.keyboard.press("Escape");
    await isClosed();
    expect(hrefOf()).toBe(LIST);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toContain(serialOf(2));
  });

  test("leads by t to the step's form, which returns to list and sheet when it is done", async () => {
    await openThird();
    const address = hrefOf();
    await pressByHand(page, "t");
    await page.waitForURL("**/private/transferfs/*");
    await page.getByLabel("Transfer Sample to").fill(bruno);
    await page.getByRole("button", { name: "Transfer", exact: true }).click();
    await shows(serialOf(2));
    expect(hrefOf()).toBe(address);
    await sheet().getByText("In Transit", { exact: true }).first().waitFor();
  });

  test("opens by its address above the list, and closes to the list alone", async () => {
    await visit(page, LIST);
    const address = await page
      .getByRole("link", { name: serialOf(0) })
      .first()
      .getAttribute("href");
    await page.goto(address!);
    await shows(serialOf(0));
    await page.keyboard.press("Escape");
    await isClosed();
    await expect.poll(() => new URL(page.url()).searchParams.has("sample")).toBe(false);
    expect(new URL(page.url()).pathname).toBe("/dashboard/homefstransfer");
  });

  test("fills the screen of a phone, and the browser's Back closes it", async () => {
    await page.setViewportSize(PHONE);
    await visit(page, LIST);
    await page.locator("main li a").first().click();
    await sheet().getByRole("region", { name: "Custody timeline" }).waitFor();
    expect((await sheet().boundingBox())?.width).toBe(PHONE.width);
    await page.goBack();
    await isClosed();
    expect(new URL(page.url()).pathname).toBe("/dashboard/homefstransfer");
  });
});

test("copying a name includes its address, although only the name is shown", async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, LIST);
  const person = rows().first().locator("[title*='@']").first();
  const email = await person.getAttribute("title");
  const copied = await person.evaluate((element) => {
    const selection = window.getSelection();
    selection?.selectAllChildren(element);
    return selection?.toString() ?? "";
  });
  expect(copied).toContain(`<${email}>`);
  const widths = await person.evaluate((element) =>
    [...element.querySelectorAll<HTMLElement>("[aria-hidden]")]
      .filter((hidden) => hidden.textContent?.includes("@"))
      .map((hidden) => hidden.getBoundingClientRect().width),
  );
  expect(widths).toEqual([0]);
});
