/** docs/product.md, "Baskets": with a laptop, and with a phone that loses its network. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { overflow, seriousFaults } from "../support/browser/accessibility";
import { PHONE } from "../support/browser/browser";
import { sharedPerson, session } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";
import { workerBrowser } from "../support/browser/workerBrowser";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";
import { Radio } from "../support/web/radio";

const product = inject("product");
let ana: string;
let bruno: string;
/** Ana's, on a laptop. */
let laptop: Page;
/** Bruno's, with touch. */
let phone: Page;
let radio: Radio;

beforeAll(async () => {
  ({ ana, bruno } = await freshPeople(product, { ana: "user", bruno: "user" }));
  laptop = (await sharedPerson(ana)).page;
  const localStorage = await session(product.url, bruno);
  const browser = await workerBrowser();
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: PHONE,
    reducedMotion: "reduce",
    serviceWorkers: "block",
    isMobile: true,
    hasTouch: true,
    storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] },
  });
  radio = await Radio.of(context);
  phone = await context.newPage();
});

/** Registers samples as the person does, without the form. Returns their serial numbers. */
async function register(email: string, count: number): Promise<string[]> {
  const client = await demoClient(product.url, email);
  const serials: string[] = [];
  for (let each = 0; each < count; each++) {
    const fields = aSample();
    const transactionId = newTransactionId();
    await client.mutation(api.samples.register, { transactionId, duplicates: "flag", fields });
    serials.push(fields.serialNumber);
  }
  return serials;
}

const nameOf = (email: string) => email.replace(/@.*/, "").replace("-", " ");
const noConnection = () => phone.getByText(/^No connection since/);
const field = () => phone.getByLabel("Serial numbers or IMEIs");

test("three samples selected on a laptop arrive live on a phone, where one press receives all of them", async () => {
  const three = await register(ana, 3);
  await phone.goto("/dashboard/homefstransfer?scope=addressed");
  await visit(laptop, "/dashboard/homefstransfer?scope=mine");
  for (const serial of three) {
    const box = laptop.getByRole("checkbox", { name: `Select ${serial}` });
    await box.click();
    await box.and(laptop.locator("[data-state=checked]")).waitFor();
  }
  const bar = laptop.getByRole("region", { name: "Selected samples" });
  await bar.getByText("3 selected").waitFor();
  await bar.getByRole("button", { name: "Transfer" }).click();
  await laptop.getByLabel("Transfer Sample to").fill(bruno.slice(0, 5));
  await laptop.getByRole("option", { name: bruno }).click();
  await laptop.getByText(`3 samples → ${nameOf(bruno)}`).waitFor();
  await laptop.getByRole("button", { name: "Transfer 3 samples" }).click();
  await laptop.getByText("Finished: 3 done, 0 refused.").waitFor();

  for (const serial of three) await phone.getByText(serial).waitFor();
  await phone.getByRole("button", { name: /^Receive all/ }).click();
  await phone.getByRole("button", { name: /^Receive \d+ samples$/ }).click();
  await phone.getByText(/^Finished: \d+ done, 0 refused\.$/).waitFor();
  for (const serial of three) await phone.getByText(serial).waitFor();
  expect(await seriousFaults(phone)).toEqual([]);
  expect(await overflow(phone)).toBe(0);
});

describe("on a phone", () => {
  const cards = () => phone.getByRole("listitem").filter({ has: phone.getByRole("link") });

  test("a long press on a card selects it, and does not open it on release", async () => {
    await visit(phone, "/dashboard/homefstransfer?scope=mine");
    await cards().first().hover(); // waits until the card stops moving
    const box = await cards().first().boundingBox();
    if (box === null) throw new Error("the card is out of sight");
    const finger = await phone.context().newCDPSession(phone);
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + 24 }];
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await phone.getByText("1 selected").waitFor();
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await finger.detach();
    await phone.getByRole("checkbox").nth(1).tap();
    await phone.getByText("2 selected").waitFor();
    expect(new URL(phone.url()).pathname).toBe("/dashboard/homefstransfer");
    await phone.getByRole("button", { name: "Transfer" }).tap();
    await phone.getByRole("button", { name: "Transfer 2 samples" }).waitFor();
  });

  test("values added offline are looked up after a reconnect, and survive a reload with step and answers", async () => {
    const lines = phone.getByRole("region", { name: "2 samples" }).getByRole("listitem");
    await lines.nth(1).getByRole("link").waitFor();
    const serials = await lines.locator(".font-mono").allTextContents();
    expect(serials).toHaveLength(2);
    await phone.getByRole("button", { name: "Empty the basket" }).tap();
    await phone.getByText("The basket is empty").waitFor();
    await radio.off();
    await noConnection().waitFor();
    await field().fill(serials.join(" "));
    await field().press("Enter");
    for (const serial of serials)
      await phone.getByRole("button", { name: `Remove ${serial}` }).waitFor();
    await radio.on();
    await phone.getByRole("heading", { name: `${serials.length} samples` }).waitFor();
    await noConnection().waitFor({ state: "detached" });

    await phone.getByRole("radio", { name: /^Transfer/ }).check();
    const recipient = phone.getByLabel("Transfer Sample to");
    await recipient.fill(ana.slice(0, 5));
    await phone.getByRole("option", { name: ana }).tap();
    await phone.getByText(`2 samples → ${nameOf(ana)}`).waitFor();
    await phone.reload();
    await phone.getByText(`2 samples → ${nameOf(ana)}`).waitFor();
    expect((await recipient.inputValue()).toLowerCase()).toBe(nameOf(ana));
  });

  test("a basket started offline runs once after a reconnect", async () => {
    await radio.off();
    await phone.getByRole("button", { name: "Transfer 2 samples" }).tap();
    await phone.getByText(/waits for the network\.$/).waitFor();
    await radio.on();
    await phone.getByText("Finished: 2 done, 0 refused.").waitFor();
  });
});
