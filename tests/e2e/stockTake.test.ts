/**
 * Two people take stock of one shelf, one of them with a phone (docs/product.md, "Stock-takes").
 */
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { LAPTOP, PHONE, type Person } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { Radio } from "../support/web/radio";
import { aSample } from "../support/samples";
import { scan } from "../support/browser/scanner";
import { sharedPersonAlone } from "../support/browser/signedIn";

const product = inject("product");
let ana: Person;
let bea: Person;
let radio: Radio;
let serials: string[];

beforeAll(async () => {
  const people = await freshPeople(product, { ana: "user", bea: "user", boss: "supervisor" });
  const register = async (email: string, count: number) => {
    const calls = await demoClient(product.url, email);
    const registered = [];
    while (registered.length < count) {
      const fields = aSample({ location: "Lisbon, Portugal" });
      const transactionId = `${email} ${registered.length}`;
      await calls.mutation(api.samples.register, { transactionId, duplicates: "reject", fields });
      registered.push(fields.serialNumber);
    }
    return registered;
  };
  serials = [...(await register(people.ana, 3)), ...(await register(people.bea, 1))];
  ana = await sharedPersonAlone(people.ana, LAPTOP);
  bea = await sharedPersonAlone(people.bea, PHONE);
  radio = await Radio.of(ana.context);
  // Headless Chromium has no audio, so the started tones are counted.
  for (const { context } of [ana, bea]) {
    await context.addInitScript(() => {
      const Silent = window.OscillatorNode;
      window.OscillatorNode = class extends Silent {
        override start(at?: number) {
          const heard = Number(document.documentElement.dataset.tones ?? 0);
          document.documentElement.dataset.tones = String(heard + 1);
          super.start(at);
        }
      };
    });
  }
});

const verdict = (page: Page, words: string) => page.locator("[data-verdict]").getByText(words);
const figure = (page: Page, name: string) =>
  page.getByLabel("Figures").locator("div").filter({ hasText: name }).locator("dd");
const tones = (page: Page) =>
  page.evaluate(() => Number(document.documentElement.dataset.tones ?? 0));

test("two people scan one shelf, see each other's scans live, and close it with a record", async () => {
  const [found, seenByBea, missed, beas] = serials as [string, string, string, string];
  const { page } = ana;
  await page.goto("/private/stocktakes");
  await page.getByRole("button", { name: "New stock-take" }).first().click();
  await page.getByLabel("Name").fill("Shelf 3");
  await page.getByLabel("City").fill("Lisbon");
  await page.getByLabel("City").press("Tab");
  await page.getByRole("button", { name: "Start count" }).click();
  await page.getByText("0 of 3").waitFor();

  await page.getByRole("button", { name: "Share" }).click();
  await page.getByLabel("Who helps").fill(bea.email);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("dialog").getByText("helps", { exact: true }).waitFor();
  await page.keyboard.press("Escape");

  const other = bea.page;
  await other.goto("/private/stocktakes");
  await other.getByRole("link", { name: "Shelf 3" }).click();
  await other.getByText("0 of 3").waitFor();

  // Outside of every field, as a scanner types while the person looks at the shelf.
  await page.getByRole("heading", { level: 1 }).click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await scan(page, found);
  await verdict(page, "Found").waitFor();
  await expect.poll(() => tones(page)).toBe(1);
  await other.getByText("1 of 3").waitFor();
  await scan(other, found);
  await verdict(other, "Already scanned").waitFor();
  await scan(other, seenByBea);
  await verdict(other, "Found").waitFor();
  await page.getByText("2 of 3").waitFor();

  await scan(page, beas);
  await verdict(page, "Unexpected").waitFor();
  await page.getByText("Held by someone outside your team.").waitFor();
  await expect.poll(() => tones(page)).toBe(3);
  await other.getByRole("button", { name: /^Unexpected/ }).click();
  await other.getByRole("list", { name: "Unexpected" }).getByText(beas).waitFor();
  await scan(page, "nobodys-number-1");
  await verdict(page, "Unknown number").waitFor();
  await expect.poll(() => figure(other, "Unknown number").textContent()).toBe("1");

  // A scan made offline waits, and is sent after a reconnect.
  await radio.off();
  await scan(page, missed);
  await verdict(page, "Waiting").waitFor();
  await page.getByText(/^1 scan is waiting for the connection/).waitFor();
  await radio.on();
  await other.getByText("3 of 3").waitFor();
  await verdict(page, "Found").waitFor();

  await page.getByRole("button", { name: "Finish count" }).click();
  await page.getByRole("button", { name: "Finish count" }).click();
  await other.getByText("Closed", { exact: true }).waitFor();
  expect(await other.getByLabel("Serial number or IMEI").count()).toBe(0);
  await page.getByRole("button", { name: "Other formats" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export CSV" }).click();
  const chunks = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  const csv = Buffer.concat(chunks).toString();
  expect(csv).toContain("number");
  for (const serial of serials) expect(csv).toContain(serial);
  await page.getByRole("link", { name: "Print" }).click();
  await page.getByRole("heading", { name: "Shelf 3" }).waitFor();
  await page.getByText(/^Found: 3/).waitFor();
});
