import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATA } from "../cli/files";
import { freshEnvironment, sms } from "../cli/sms";
import { launchBrowser, Person } from "../support/browser";
import { DEMO_PASSWORD, RunningProduct } from "../support/deployment";
import { demoAccounts } from "../support/people";

/** Issue: the main job on real data, with two people in two browsers. */

let product: RunningProduct;
let browser: Browser;
let ana: Person;
let bruno: Person;

beforeAll(async () => {
  [product, browser] = await Promise.all([RunningProduct.start(), launchBrowser()]);
  const [first, second] = (await demoAccounts(product.url)).filter(({ role }) => role === "user");
  if (!first || !second) throw new Error("the demo has no two users");

  const env = freshEnvironment({ SMS_URL: product.url, SMS_DATA_DIR: product.dataDir });
  await sms(["login", "--email", first.email, "--password-stdin"], env, DEMO_PASSWORD);
  const imported = await sms(["import", `${DATA}samples-300.xlsx`], env);
  expect(imported.stdout).toContain("300 imported");

  ana = await Person.arrive(browser, product.url, first.email);
  bruno = await Person.arrive(browser, product.url, second.email);
  await ana.signIn(DEMO_PASSWORD);
  await bruno.signIn(DEMO_PASSWORD);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Ana hands the imported sample over to Bruno, through the list and the form. */
async function transfer(serialNumber: string) {
  const { page } = ana;
  await page.goto("/dashboard/homefstransfer");
  await page.getByLabel("Search all columns").fill(serialNumber);
  await page.getByRole("link", { name: `Transfer ${serialNumber}`, exact: true }).click();
  await page.waitForURL("**/private/transferfs/*");
  await page.getByLabel("Transfer Sample to").fill(bruno.email.slice(0, 5));
  await page.getByRole("option", { name: bruno.email }).click();
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  await page.getByText("Sample In Transit Successfully").waitFor();
  await page.waitForURL("**/dashboard/homefstransfer**");
}

/** Bruno, whose list is open, takes what arrived there. */
async function receive(serialNumber: string) {
  const { page } = bruno;
  await page.getByRole("button", { name: `Receive ${serialNumber}`, exact: true }).click();
  await page.getByText("Sample Transferred Successfully").waitFor();
}

/** The steps in the sample's sheet, newest first. */
async function history(person: Person, serialNumber: string): Promise<string[]> {
  const { page } = person;
  await page.getByLabel("Search all columns").fill(serialNumber);
  await page.getByRole("link", { name: serialNumber, exact: true }).click();
  const sheet = page.getByRole("dialog");
  const entries = sheet.getByRole("listitem").filter({ hasText: / · (Registered|In )/ });
  await entries.first().waitFor();
  return await entries.allInnerTexts();
}

describe("a hand-over between two browsers", () => {
  test("a transfer arrives in the other browser with a notice, is received, and is in the history", async () => {
    await bruno.page.goto("/dashboard/homefstransfer");
    await bruno.page.getByText("To receive").first().waitFor();
    let reloads = 0;
    bruno.page.on("load", () => reloads++);

    await transfer("HQ3000000K");
    const notice = bruno.page.locator("[data-sonner-toast]", { hasText: ana.email });
    await notice.first().waitFor();
    await bruno.page.getByRole("button", { name: "Receive HQ3000000K" }).waitFor();
    await receive("HQ3000000K");
    // Received too early: undone, the sample waits for Bruno again.
    await bruno.page.getByRole("button", { name: "Undo", exact: true }).first().click();
    await bruno.page.getByText("Undone: the sample is as it was before").waitFor();
    await receive("HQ3000000K");
    expect(reloads).toBe(0);

    const records = await history(bruno, "HQ3000000K");
    expect(records).toHaveLength(5);
    expect(records[0]).toContain("Transfer Acknowledge");
    expect(records[1]).toContain("Undone · In Transit");
    expect(records[2]).toContain("Transfer Acknowledge");
    expect(records[3]).toContain("Transfer · In Transit");
    expect(records[4]).toContain("Register");
  });

  test("a transfer survives kill -9 of the engine before it is received", async () => {
    await bruno.page.goto("/dashboard/homefstransfer");
    await transfer("QV6000001K");
    await bruno.page.getByRole("button", { name: "Receive QV6000001K" }).waitFor();
    await product.kill();
    await product.resume();
    await receive("QV6000001K");
    const records = await history(bruno, "QV6000001K");
    expect(
      records.map((record) => /Register\b|Transfer(?: Acknowledge)?/.exec(record)?.[0]),
    ).toEqual(["Transfer Acknowledge", "Transfer", "Register"]);
  });
});
