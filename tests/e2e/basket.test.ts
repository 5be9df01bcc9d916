/** docs/product.md, "Baskets": many samples together, with a laptop and a phone. */
import type { FunctionReturnType } from "convex/server";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { DATA } from "../cli/support/files";
import { freshEnvironment, sms } from "../cli/support/sms";
import { overflow, seriousFaults } from "../support/browser/accessibility";
import { firstAnswer } from "../support/answers";
import { launchBrowser, PHONE, type Person } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { DEMO_PASSWORD, RunningProduct } from "../support/deployments/deployment";
import { demoAccounts } from "../support/people";
import { scan } from "../support/browser/scanner";
import { signedIn } from "../support/browser/signedIn";

let product: RunningProduct;
let browser: Browser;
/** With a laptop. */
let ana: Person;
/** With a phone. */
let bruno: Person;
let anasTerminal: NodeJS.ProcessEnv;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    RunningProduct.start({ copyOf: inject("demoFolder") }),
    launchBrowser(),
  ]);
  const [first, second] = (await demoAccounts(product.url)).filter(({ role }) => role === "user");
  if (!first || !second) throw new Error("the demo has no two users");
  anasTerminal = freshEnvironment({ SMS_URL: product.url, SMS_DATA_DIR: product.dataDir });
  await sms(["login", "--email", first.email, "--password-stdin"], anasTerminal, DEMO_PASSWORD);
  const imported = await sms(["import", `${DATA}samples-300.xlsx`], anasTerminal);
  expect(imported.stdout).toContain("300 imported");
  ana = await signedIn(browser, product.url, first.email);
  bruno = await signedIn(browser, product.url, second.email, PHONE);
  await ana.context.grantPermissions(["clipboard-read", "clipboard-write"]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

type Listed = { serialNumber: string; imei1: string };

/**
 * The samples that the person signed in at the terminal holds in `status`, by `sms samples list`.
 */
async function held(status: string, limit: number): Promise<Listed[]> {
  const args = ["samples", "list", "--scope", "mine", "--status", status, "--json"];
  const { stdout } = await sms([...args, "--limit", String(limit)], anasTerminal);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Listed);
}

/** Subjects of the mails in the outbox to `email`. */
async function mailsTo(email: string): Promise<string[]> {
  const { stdout } = await sms(["mail", "list", "--limit", "200", "--json"], anasTerminal);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { to: string; message: { subject: string } })
    .filter(({ to }) => to === email)
    .map(({ message }) => message.subject);
}

/** Counts the history's transfers of each of Ana's samples. */
async function transfersBySerial(): Promise<Map<string, number>> {
  const client = await demoClient(product.url, ana.email);
  const counts = new Map<string, number>();
  let cursor: string | null = null;
  for (;;) {
    const paginationOpts = { numItems: 200, cursor };
    const answer: FunctionReturnType<typeof api.history.list> = await client.query(
      api.history.list,
      { scope: "mine", paginationOpts },
    );
    for (const { action, serialNumber } of answer.page) {
      if (action === "Transfer") counts.set(serialNumber, (counts.get(serialNumber) ?? 0) + 1);
    }
    if (answer.isDone) return counts;
    cursor = answer.continueCursor;
  }
}

async function paste(page: Page, text: string) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.getByLabel("Serial numbers or IMEIs").press("Control+V");
}

async function choose(page: Page, recipient: string) {
  await page.getByLabel("Transfer Sample to").fill(recipient.slice(0, 5));
  await page.getByRole("option", { name: recipient }).click();
}

async function expectNoSeriousFault(page: Page) {
  expect(await seriousFaults(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
}

describe("the handover basket", () => {
  test("three selected samples arrive live at a colleague, who receives all of them with one press", async () => {
    const three = (await held("Registered", 3)).map(({ serialNumber }) => serialNumber);
    await bruno.page.goto("/dashboard/homefstransfer?scope=addressed");
    await ana.page.goto("/dashboard/homefstransfer?scope=mine");
    for (const serial of three) {
      await ana.page.getByLabel("Search all columns").fill(serial);
      const box = ana.page.getByRole("checkbox", { name: `Select ${serial}` });
      await box.click();
      await box.and(ana.page.locator("[data-state=checked]")).waitFor();
    }
    const bar = ana.page.getByRole("region", { name: "Selected samples" });
    await bar.getByText("3 selected").waitFor();
    await bar.getByRole("button", { name: "Transfer" }).click();
    await choose(ana.page, bruno.email);
    await ana.page.getByText(/^3 samples → Bruno Costa/).waitFor();
    await ana.page.getByRole("button", { name: "Transfer 3 samples" }).click();
    await ana.page.getByText("Finished: 3 done, 0 refused.").waitFor();

    for (const serial of three) await bruno.page.getByText(serial).waitFor();
    await bruno.page.getByRole("button", { name: /^Receive all/ }).click();
    await bruno.page.getByRole("button", { name: /^Receive \d+ samples$/ }).click();
    await bruno.page.getByText(/^Finished: \d+ done, 0 refused\.$/).waitFor();
    for (const serial of three) await bruno.page.getByText(serial).waitFor();
    expect(await mailsTo(bruno.email)).toEqual(["3 samples are on their way to you"]);
    await expectNoSeriousFault(bruno.page);
  });

  test("cards selected on a phone are transferred as a basket", async () => {
    const { page } = bruno;
    await page.goto("/dashboard/homefstransfer?scope=mine");
    await page.getByRole("button", { name: "Select", exact: true }).click();
    const cards = page.getByRole("checkbox");
    await cards.nth(0).click();
    await cards.nth(1).click();
    await page.getByText("2 selected").waitFor();
    await expectNoSeriousFault(page);
    await page.getByRole("button", { name: "More for the selected samples" }).click();
    await page.getByRole("menuitem", { name: "Add to basket" }).click();
    await page.getByText("2 samples in the basket").waitFor();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("link", { name: "Handover basket" }).click();
    await page.getByRole("radio", { name: /^Transfer/ }).check();
    await choose(page, ana.email);
    await expectNoSeriousFault(page);
    await page.getByRole("button", { name: "Transfer 2 samples" }).click();
    await page.getByText("Finished: 2 done, 0 refused.").waitFor();
  });

  test("a basket keeps and explains unknown values, repeated samples, and samples that cannot be transferred", async () => {
    const { page } = ana;
    const [sample] = await held("Registered", 1);
    const [inTransit] = await held("In Transit", 1);
    if (!sample || !inTransit) throw new Error("Ana holds nothing");
    await page.goto("/private/basket");
    const values = [sample.serialNumber, sample.imei1, "NO-SUCH-1", inTransit.serialNumber];
    await paste(page, values.join(", "));
    await page.getByText("No sample that you may see has this number.").waitFor();
    await page.getByRole("radio", { name: /^Transfer/ }).check();
    await page.getByText(/^Transfer is not possible now: the sample is In Transit/).waitFor();
    await page.getByRole("heading", { name: "2 not included" }).waitFor();
    await page.getByRole("button", { name: "Transfer 1 sample" }).waitFor();
    await expectNoSeriousFault(page);

    await page.reload();
    await page.getByRole("heading", { name: "2 not included" }).waitFor();
    await page.getByRole("button", { name: "Remove these" }).click();
    await page.getByRole("button", { name: "Empty the basket" }).click();
    await page.getByText("The basket is empty").waitFor();
  });

  test("a scanner's digits and Enter add samples one after another, without the keyboard", async () => {
    const { page } = ana;
    const samples = await held("Registered", 3);
    await page.goto("/private/basket");
    await page.getByText("The basket is empty").waitFor();
    for (const { imei1 } of samples) await scan(page, imei1);
    await page.getByRole("heading", { name: "3 samples" }).waitFor();
    await page.getByRole("button", { name: "Empty the basket" }).click();
  });

  test("selected samples are edited together, with a receipt that lists each", async () => {
    const { page } = ana;
    await page.goto("/dashboard/homefstransfer?scope=mine&filter=status%3DRegistered");
    const boxes = page.getByRole("checkbox", { name: /^Select [A-Z0-9]/ });
    for (const place of [0, 1]) await boxes.nth(place).click();
    await page.getByText("2 selected").waitFor();
    await page.getByRole("button", { name: "More for the selected samples" }).click();
    await page.getByRole("menuitem", { name: /^Edit/ }).click();
    await page.getByLabel(/^Customers/).fill("Edited Customer");
    await expectNoSeriousFault(page);
    await page.getByRole("button", { name: "Edit 2 samples" }).click();
    await page.getByText("Finished: 2 done, 0 refused.").waitFor();
    const receipt = page.getByRole("region", { name: "Receipt" });
    await receipt.getByText("Edited Customer").waitFor();
    expect(await receipt.getByRole("row").count()).toBe(3);
    await expectNoSeriousFault(page);
  });

  test("300 pasted serial numbers survive kill -9 and a closed page: each is transferred once, with one mail", async () => {
    const serials = (await held("Registered", 297)).map(({ serialNumber }) => serialNumber);
    const inUse = (await held("In Use", 3)).map(({ serialNumber }) => serialNumber);
    const all = [...serials, ...inUse];
    expect(all).toHaveLength(300);
    const before = await transfersBySerial();

    const { page } = ana;
    const begun = firstAnswer(page, "baskets:start");
    await page.goto("/private/basket");
    await paste(page, all.join("\n"));
    await page.getByRole("heading", { name: "300 samples" }).waitFor();
    await page.getByRole("radio", { name: /^Transfer/ }).check();
    await choose(page, bruno.email);
    await page.getByRole("button", { name: "Transfer 300 samples" }).click();
    await begun;
    await product.kill();
    // The restarted engine does the rest.
    expect(await page.getByText("Finished: 300 done").count()).toBe(0);
    await page.goto("about:blank");
    await product.resume();

    await page.goto("/dashboard/homefs");
    const notice = page.getByText(/^Transfer of 300 samples:/);
    await notice.getByText("finished, 300 done, 0 refused.").waitFor();
    await notice.getByRole("link", { name: "Show" }).click();
    await page.getByText("Finished: 300 done, 0 refused.").waitFor();
    await expectNoSeriousFault(page);

    const after = await transfersBySerial();
    for (const serial of all) expect(after.get(serial)).toBe((before.get(serial) ?? 0) + 1);
    const subject = "300 samples are on their way to you";
    expect((await mailsTo(bruno.email)).filter((each) => each === subject)).toHaveLength(1);

    // The opened notification is no longer unseen.
    const client = await demoClient(product.url, ana.email);
    await expect.poll(() => client.query(api.baskets.unseen, {})).toEqual([]);
    await page.goto("/dashboard/homefs");
    await page.getByRole("heading", { name: "Analytics" }).first().waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    expect(await notice.count()).toBe(0);
  });
});
