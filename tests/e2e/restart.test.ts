/** A hand-over and a basket on real data, while the server is killed. It has its own product. */
import type { FunctionReturnType } from "convex/server";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { DATA } from "../cli/support/files";
import { freshEnvironment, sms } from "../cli/support/sms";
import { firstAnswer } from "../support/answers";
import type { Person } from "../support/browser/browser";
import { signedIn } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";
import { workerBrowser } from "../support/browser/workerBrowser";
import { demoClient } from "../support/demoClient";
import { DEMO_PASSWORD, RunningProduct } from "../support/deployments/deployment";
import { demoAccounts } from "../support/people";

let product: RunningProduct;
let ana: Person;
let bruno: Person;
let anasTerminal: NodeJS.ProcessEnv;

beforeAll(async () => {
  product = await RunningProduct.start({ copyOf: inject("demoFolder") });
  const [first, second] = (await demoAccounts(product.url)).filter(({ role }) => role === "user");
  if (!first || !second) throw new Error("the demo has no two users");
  anasTerminal = freshEnvironment({ SMS_URL: product.url, SMS_DATA_DIR: product.dataDir });
  await sms(["login", "--email", first.email, "--password-stdin"], anasTerminal, DEMO_PASSWORD);
  const imported = await sms(["import", `${DATA}samples-300.xlsx`], anasTerminal);
  expect(imported.stdout).toContain("300 imported");
  const browser = await workerBrowser();
  ana = await signedIn(browser, product.url, first.email);
  bruno = await signedIn(browser, product.url, second.email);
});
afterAll(() => product?.stop());

/** Serial numbers of samples that Ana holds in `status`, by `sms samples list`. */
async function held(status: string, limit: number): Promise<string[]> {
  const args = ["samples", "list", "--scope", "mine", "--status", status, "--json"];
  const { stdout } = await sms([...args, "--limit", String(limit)], anasTerminal);
  const lines = stdout.trim().split("\n");
  return lines.map((line) => (JSON.parse(line) as { serialNumber: string }).serialNumber);
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

test("a transfer and a basket of 300 pasted numbers survive kill -9: each is transferred once, with one mail", async () => {
  const [single = "", ...registered] = await held("Registered", 298);
  const all = [...registered, ...(await held("In Use", 3))];
  expect(all).toHaveLength(300);
  const before = await transfersBySerial();

  const { page } = ana;
  await visit(bruno.page, "/dashboard/homefstransfer");
  await visit(page, `/dashboard/homefstransfer?q=${single}`);
  await page.getByRole("link", { name: `Transfer ${single}`, exact: true }).click();
  await page.getByLabel("Transfer Sample to").fill(bruno.email.slice(0, 5));
  await page.getByRole("option", { name: bruno.email }).click();
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  await page.getByText("Sample In Transit Successfully").waitFor();
  await bruno.page.getByRole("button", { name: `Receive ${single}` }).waitFor();

  const begun = firstAnswer(page, "baskets:start");
  await ana.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/private/basket");
  await page.evaluate((text) => navigator.clipboard.writeText(text), all.join("\n"));
  await page.getByLabel("Serial numbers or IMEIs").press("Control+V");
  await page.getByRole("heading", { name: "300 samples" }).waitFor();
  await page.getByRole("radio", { name: /^Transfer/ }).check();
  await page.getByLabel("Transfer Sample to").fill(bruno.email.slice(0, 5));
  await page.getByRole("option", { name: bruno.email }).click();
  await page.getByRole("button", { name: "Transfer 300 samples" }).click();
  await begun;
  await product.kill();
  // The restarted engine does the rest.
  expect(await page.getByText("Finished: 300 done").count()).toBe(0);
  await page.goto("about:blank");
  await product.resume();

  // Bruno's page has been open all along.
  await bruno.page.getByLabel("Search all columns").fill(single);
  await bruno.page.getByRole("button", { name: `Receive ${single}` }).click();
  await bruno.page.getByText("Sample Transferred Successfully").waitFor();
  await bruno.page.getByRole("link", { name: single, exact: true }).click();
  const entries = bruno.page
    .getByRole("dialog")
    .getByRole("listitem")
    .filter({ hasText: / · (Registered|In )/ });
  await entries.filter({ hasText: "Transfer Acknowledge" }).waitFor();
  const steps = await entries.allInnerTexts();
  expect(steps.map((text) => /Register\b|Transfer(?: Acknowledge)?/.exec(text)?.[0])).toEqual([
    ...["Transfer Acknowledge", "Transfer", "Register"],
  ]);

  await page.goto("/pages/inbox");
  const notice = page.getByText(/^Transfer of 300 samples:/);
  await notice.getByText("finished, 300 done, 0 refused.").waitFor();
  await notice.getByRole("link", { name: "Show" }).click();
  await page.getByText("Finished: 300 done, 0 refused.").waitFor();

  const after = await transfersBySerial();
  for (const serial of all) expect(after.get(serial)).toBe((before.get(serial) ?? 0) + 1);
  const subject = "300 samples are on their way to you";
  expect((await mailsTo(bruno.email)).filter((each) => each === subject)).toHaveLength(1);

  // The opened notification is no longer unseen.
  const client = await demoClient(product.url, ana.email);
  await expect.poll(() => client.query(api.baskets.unseen, {})).toEqual([]);
  await visit(page, "/pages/inbox");
  expect(await notice.count()).toBe(0);
});
