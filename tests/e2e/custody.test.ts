/** The main job on real data, with two people in two browsers. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { DATA } from "../cli/support/files";
import { freshEnvironment, sms } from "../cli/support/sms";
import { launchBrowser, Person } from "../support/browser/browser";
import { DEMO_PASSWORD, RunningProduct } from "../support/deployments/deployment";
import { demoAccounts } from "../support/people";

let product: RunningProduct;
let browser: Browser;
let ana: Person;
let bruno: Person;
/** E-mail of a person who works in a terminal. */
let colleague: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    RunningProduct.start({ copyOf: inject("demoFolder") }),
    launchBrowser(),
  ]);
  const users = (await demoAccounts(product.url)).filter(({ role }) => role === "user");
  const [first, second, third] = users;
  if (!first || !second || !third) throw new Error("the demo has no three users");
  colleague = third.email;

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

/** Ana transfers the imported sample to Bruno, through the list and the form. */
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

/** Bruno, whose list is open, receives the sample that arrived in it. */
async function receive(serialNumber: string) {
  const { page } = bruno;
  await page.getByRole("button", { name: `Receive ${serialNumber}`, exact: true }).click();
  await page.getByText("Sample Transferred Successfully").waitFor();
}

/** The steps shown in the sample's sheet, newest first. */
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
  test("a transfer arrives live with a notice, is received, and appears in the history", async () => {
    await bruno.page.goto("/dashboard/homefstransfer");
    await bruno.page.getByText("To receive").first().waitFor();
    let reloads = 0;
    bruno.page.on("load", () => reloads++);

    await transfer("HQ3000000K");
    const notice = bruno.page.locator("[data-sonner-toast]", { hasText: ana.email });
    await notice.first().waitFor();
    await bruno.page.getByRole("button", { name: "Receive HQ3000000K" }).waitFor();
    await receive("HQ3000000K");
    // Received too early: after the undo, the sample waits for Bruno again.
    await bruno.page.getByRole("button", { name: "Undo", exact: true }).first().click();
    await bruno.page.getByText("Undone: the sample is as it was before").waitFor();
    // The toast of the first receipt must not be mistaken for the second's.
    const told = bruno.page.getByText("Sample Transferred Successfully");
    await told.waitFor({ state: "detached" });
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

  test("Bruno receives for Ana while she is away, history records it, and then he no longer sees her samples", async () => {
    const terminal = freshEnvironment({ SMS_URL: product.url, SMS_DATA_DIR: product.dataDir });
    await sms(["login", "--email", colleague, "--password-stdin"], terminal, DEMO_PASSWORD);
    const list = await sms(["samples", "list", "--status", "In Use", "--json"], terminal);
    const held = list.stdout.trim().split("\n");
    const [first = "", second = ""] = held.map(
      (line) => (JSON.parse(line) as { serialNumber: string }).serialNumber,
    );
    const sendToAna = async (serialNumber: string) => {
      const args = ["samples", "transfer", serialNumber, "--to", ana.email];
      expect(await sms(args, terminal)).toMatchObject({ code: 0 });
    };
    await sendToAna(first);

    await ana.page.goto("/pages/profile");
    const today = new Date().toLocaleDateString("en-CA"); // formatted as 2026-11-23
    await ana.page.getByLabel("First day").fill(today);
    await ana.page.getByLabel("Last day").fill(today);
    await ana.page.getByRole("combobox", { name: "Stand-in" }).fill(bruno.email.slice(0, 5));
    await ana.page.getByRole("option", { name: bruno.email }).click();
    const away = ana.page.locator("form", { has: ana.page.getByLabel("First day") });
    await away.getByRole("button", { name: "Save" }).click();
    await ana.page.getByText("Saved. Your stand-in answers for you during that time.").waitFor();

    await bruno.page.goto("/pages/inbox");
    await bruno.page.getByText("(away until").first().waitFor();
    await bruno.page.goto("/dashboard/homefstransfer");
    await receive(first);
    const [newest] = await history(bruno, first);
    expect(newest).toMatch(/Received by .+ for .+ from /);

    await ana.page.getByRole("button", { name: "I am back" }).click();
    await ana.page.getByText("You are no longer away.").waitFor();
    await sendToAna(second);
    await ana.page.goto("/pages/inbox");
    await ana.page.getByText(second).first().waitFor();
    expect(await bruno.page.getByText(second).count()).toBe(0);
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
