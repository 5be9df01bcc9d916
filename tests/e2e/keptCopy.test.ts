/** docs/product.md, "Lists: what the browser keeps". */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { launchBrowser, Person } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { DEMO_PASSWORD } from "../support/deployments/deployment";
import { demoAccounts } from "../support/people";
import { aSample, newTransactionId } from "../support/samples";
import { Radio } from "../support/web/radio";
import { signedIn } from "../support/browser/signedIn";

/** A sample of the list. Its serial number is too long to occur in the stored bytes by chance. */
const SERIAL = `KEPTCOPY${Date.now()}`;

let browser: Browser;
let admin: Person;
const workers: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  const { url } = inject("product");
  const helena = (await demoAccounts(url)).find(({ role }) => role === "admin");
  if (!helena) throw new Error("the demo has no admin");
  const calls = await demoClient(url, helena.email);
  await calls.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields: aSample({ serialNumber: SERIAL }),
  });
  admin = await signedIn(browser, url, helena.email);
  admin.page.on("worker", (worker) => workers.push(worker.url()));
});
afterAll(() => browser?.close());

/** Every byte of the stored replica, as one text; "" if nothing is stored. */
function keptBytes(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("sms-copy", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("parts");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error("IndexedDB cannot be opened"));
    });
    const request = database.transaction("parts").objectStore("parts").getAll();
    await new Promise((resolve) => (request.onsuccess = resolve));
    database.close();
    const parts = request.result as { bytes: ArrayBuffer }[];
    return parts.map(({ bytes }) => new TextDecoder("latin1").decode(bytes)).join("");
  });
}

/** Waits until the whole replica is stored: its parts are written one after another. */
async function isKept(page: Page): Promise<void> {
  let before = 0;
  const hasSettled = async () => {
    const { length } = await keptBytes(page);
    const isSame = length > 1_000 && length === before;
    before = length;
    return isSame;
  };
  await expect.poll(hasSettled, { timeout: 60_000, interval: 500 }).toBe(true);
}

const rows = (page: Page) => page.locator("tbody tr[aria-rowindex]");

describe("the replica of all samples in an admin's browser", () => {
  test("a worker replicates an admin's list, and stores it unreadable", async () => {
    const { page } = admin;
    await page.goto("/private");
    await rows(page).first().waitFor();
    await isKept(page);
    expect(workers).toHaveLength(1);
    const kept = await keptBytes(page);
    for (const secret of [SERIAL, "Samsung", admin.email, "Registered"]) {
      expect(kept).not.toContain(secret);
    }
  });

  test("a second visit loads only changes, and no page of the replica", async () => {
    const { page } = admin;
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/query")) asked.push(request.postData() ?? "");
    });
    await page.reload();
    await rows(page).first().waitFor();
    const isAsked = (name: string) => asked.some((body) => body.includes(name));
    await expect.poll(() => isAsked("sampleFeed:changes")).toBe(true);
    expect(isAsked("sampleFeed:page")).toBe(false);
  });

  test("signing out deletes the stored replica", async () => {
    const { page } = admin;
    await page.getByRole("button", { name: /User menu/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("**/auth/sign-in");
    expect(await keptBytes(page)).toBe("");
    expect(await page.evaluate(() => localStorage.getItem("sms.copy"))).toBeNull();
  });

  test("an idle sign-out ends the worker, and keeps what cannot be read without signing in", async () => {
    const person = await signedIn(browser, inject("product").url, admin.email);
    const { page } = person;
    await page.clock.install();
    await page.goto("/private");
    await rows(page).first().waitFor();
    await isKept(page);
    expect(page.workers()).toHaveLength(1);
    await page.clock.fastForward("16:00");
    await page.getByText("You were signed out after 15 minutes").waitFor();
    await expect.poll(() => page.workers()).toHaveLength(0);
    const storedKeys = () => page.evaluate(() => Object.keys(localStorage).join());
    await expect.poll(storedKeys).not.toContain("Auth");
    expect(await keptBytes(page)).not.toContain(admin.email);
    await person.leave();
  });

  test("a session that is not remembered stores no replica", async () => {
    const { url } = inject("product");
    const person = await Person.arrive(browser, url, admin.email);
    const { page } = person;
    await page.goto("/auth/sign-in");
    await page.getByRole("checkbox", { name: "Remember me next time" }).click();
    await page.getByLabel("Email", { exact: true }).fill(admin.email);
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    const isComplete = page.waitForResponse((response) =>
      (response.request().postData() ?? "").includes("sampleFeed:changes"),
    );
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/dashboard/homefs");
    await page.goto("/private");
    await isComplete;
    await page.getByRole("checkbox", { name: /^Select all [\d,]+$/ }).waitFor();
    expect(await keptBytes(page)).toBe("");
    // A browser that stores a replica gets a name for it before loading begins.
    expect(await page.evaluate(() => localStorage.getItem("sms.copy"))).toBeNull();
    await person.leave();
  });

  test("signing out offline deletes both the replica and the session", async () => {
    const person = await signedIn(browser, inject("product").url, admin.email);
    const { page, context } = person;
    const radio = await Radio.of(context);
    await page.goto("/private");
    await rows(page).first().waitFor();
    await isKept(page);
    await radio.off();
    await page.getByRole("button", { name: /User menu/ }).click();
    const hasLeft = page.waitForEvent("requestfailed", (request) => request.isNavigationRequest());
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await hasLeft;
    await radio.on();
    await page.goto("/private");
    await page.waitForURL("**/auth/sign-in**");
    expect(await keptBytes(page)).toBe("");
    await context.close();
  });
});
