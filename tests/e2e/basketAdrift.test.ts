/** The handover basket on a phone with touch input that loses its network. */
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { DATA } from "../cli/support/files";
import { freshEnvironment, sms } from "../cli/support/sms";
import { launchBrowser, PHONE, signInThroughForm } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { DEMO_PASSWORD, RunningProduct } from "../support/deployments/deployment";
import { demoAccounts } from "../support/people";
import { Radio } from "../support/web/radio";
import { rowsOf } from "../support/realData";
import { eventually } from "../support/eventually";

let product: RunningProduct;
let browser: Browser;
let page: Page;
let radio: Radio;
let finger: CDPSession;
let owner: string;
let colleague: string;
/** Serial numbers of 300 samples that their owner registered. */
let imported: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([
    RunningProduct.start({ copyOf: inject("demoFolder") }),
    launchBrowser(),
  ]);
  const [ana, bruno] = (await demoAccounts(product.url)).filter(({ role }) => role === "user");
  if (!ana || !bruno) throw new Error("the demo has no two users");
  [owner, colleague] = [ana.email, bruno.email];
  imported = await importedBy(owner);
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: PHONE,
    reducedMotion: "reduce",
    isMobile: true,
    hasTouch: true,
  });
  radio = await Radio.of(context);
  page = await context.newPage();
  finger = await context.newCDPSession(page);
  await signInThroughForm(page, owner, DEMO_PASSWORD);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function importedBy(email: string): Promise<string[]> {
  const env = freshEnvironment({ SMS_URL: product.url, SMS_DATA_DIR: product.dataDir });
  await sms(["login", "--email", email, "--password-stdin"], env, DEMO_PASSWORD);
  const { stdout } = await sms(["import", `${DATA}samples-300.xlsx`], env);
  expect(stdout).toContain("300 imported");
  return rowsOf("samples-300.xlsx").map(({ fields }) => fields.serialNumber ?? "");
}

const noConnection = () => page.getByText(/^No connection since/);
const cards = () => page.getByRole("listitem").filter({ has: page.getByRole("link") });

test("a long press on a card selects it, and does not open it on release", async () => {
  await page.goto("/dashboard/homefstransfer?scope=mine&filter=status%3DIn%20Use");
  await cards().first().hover(); // waits until the card stops moving
  const box = await cards().first().boundingBox();
  if (box === null) throw new Error("the card is out of sight");
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + 24 }];
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.getByText("1 selected").waitFor();
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.getByRole("checkbox").nth(1).tap();
  await page.getByText("2 selected").waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/homefstransfer");
  await page.getByRole("button", { name: "Transfer" }).tap();
  await page.getByRole("button", { name: "Transfer 2 samples" }).waitFor();
  await page.getByRole("region", { name: "2 samples" }).getByRole("link").nth(1).waitFor();
});

test("values added offline are looked up after a reconnect", async () => {
  const lines = page.getByRole("region", { name: "2 samples" }).getByRole("listitem");
  const serials = await lines.locator(".font-mono").allTextContents();
  expect(serials).toHaveLength(2);
  await page.getByRole("button", { name: "Empty the basket" }).tap();
  await page.getByText("The basket is empty").waitFor();
  await radio.off();
  await noConnection().waitFor();
  const field = page.getByLabel("Serial numbers or IMEIs");
  await field.fill(serials.join(" "));
  await field.press("Enter");
  for (const serial of serials)
    await page.getByRole("button", { name: `Remove ${serial}` }).waitFor();
  await radio.on();
  await page.getByRole("heading", { name: `${serials.length} samples` }).waitFor();
  await noConnection().waitFor({ state: "detached" });
});

test("a basket's values, step and answers survive a reload", async () => {
  await page.getByRole("radio", { name: /^Transfer/ }).check();
  const recipient = page.getByLabel("Transfer Sample to");
  await recipient.fill(colleague.slice(0, 5));
  await page.getByRole("option", { name: colleague }).tap();
  await page.getByText("2 samples → Bruno Costa").waitFor();
  await page.reload();
  await page.getByText("2 samples → Bruno Costa").waitFor();
  expect(await recipient.inputValue()).toBe("Bruno Costa");
});

test("a basket started offline runs once after a reconnect", async () => {
  await radio.off();
  await page.getByRole("button", { name: "Transfer 2 samples" }).tap();
  await page.getByText(/waits for the network\.$/).waitFor();
  await radio.on();
  await page.getByText("Finished: 2 done, 0 refused.").waitFor();
});

test("a basket continues while its owner is offline, and then shows its results", async () => {
  const next = page.getByRole("button", { name: "Next basket" });
  await next.press("Enter"); // a toast may move it away from a finger
  await next.waitFor({ state: "detached" });
  const field = page.getByLabel("Serial numbers or IMEIs");
  await field.fill(imported.join(" "));
  await field.press("Enter");
  await page.getByRole("heading", { name: "300 samples" }).waitFor();
  await page.getByRole("radio", { name: /^Transfer/ }).check();
  await page.getByLabel("Transfer Sample to").fill(colleague);
  await page.getByText("300 samples → Bruno Costa").waitFor();
  await page.getByRole("button", { name: "Transfer 300 samples" }).tap();
  await page.getByRole("progressbar").waitFor();
  await radio.off();
  await noConnection().waitFor();
  const elsewhere = await demoClient(product.url, owner);
  const told = { total: 300, done: 300, finished: true };
  await eventually(
    async () => expect(await elsewhere.query(api.baskets.unseen, {})).toMatchObject([told]),
    { timeout: 60_000, interval: 100 },
  );
  expect(await page.getByText(/^Finished:/).count()).toBe(0);
  await radio.on();
  await page.getByText("Finished: 300 done, 0 refused.").waitFor();
});
