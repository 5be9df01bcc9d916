/** docs/product.md, "Lists: what the browser keeps". */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { Person } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { DEMO_PASSWORD } from "../support/deployments/deployment";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";
import { Radio } from "../support/web/radio";
import { sharedPersonAlone } from "../support/browser/signedIn";
import { workerBrowser } from "../support/browser/workerBrowser";

const product = inject("product");
/** A sample of the list. Its serial number is too long to occur in the stored bytes by chance. */
const SERIAL = `KEPTCOPY${Date.now()}`;

let admin: Person;
let radio: Radio;
const workers: string[] = [];

beforeAll(async () => {
  const { adam } = await freshPeople(product, { adam: "admin" });
  const calls = await demoClient(product.url, adam);
  await calls.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields: aSample({ serialNumber: SERIAL }),
  });
  admin = await sharedPersonAlone(adam);
  radio = await Radio.of(admin.context);
  admin.page.on("worker", (worker) => workers.push(worker.url()));
});

/** Every byte of the stored replica, or of one part, as one text; "" if nothing is stored. */
function keptBytes(page: Page, part?: string): Promise<string> {
  return page.evaluate(async (part) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("sms-copy", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("parts");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error("IndexedDB cannot be opened"));
    });
    const request = database.transaction("parts").objectStore("parts").getAll(part);
    await new Promise((resolve) => (request.onsuccess = resolve));
    database.close();
    const parts = request.result as { bytes: ArrayBuffer }[];
    return parts.map(({ bytes }) => new TextDecoder("latin1").decode(bytes)).join("");
  }, part);
}

/** Waits until the whole replica is stored: its header is written last. */
async function isKept(page: Page): Promise<void> {
  await expect.poll(() => keptBytes(page, "header")).not.toBe("");
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
    expect(kept.length).toBeGreaterThan(1_000);
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

  test("signing out offline deletes both the replica and the session", async () => {
    const { page } = admin;
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
    expect(await page.evaluate(() => localStorage.getItem("sms.copy"))).toBeNull();
  });

  test("an idle sign-out ends the worker, and keeps what cannot be read without signing in", async () => {
    const { page } = await sharedPersonAlone(admin.email);
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
  });

  test("a session that is not remembered stores no replica", async () => {
    const { page } = await Person.arrive(await workerBrowser(), product.url, admin.email);
    await page.goto("/auth/sign-in?redirect=%2Fprivate");
    await page.getByRole("checkbox", { name: "Remember me next time" }).click();
    await page.getByLabel("Email", { exact: true }).fill(admin.email);
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    const isComplete = page.waitForResponse((response) =>
      (response.request().postData() ?? "").includes("sampleFeed:changes"),
    );
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/private");
    await isComplete;
    await page.getByRole("checkbox", { name: /^Select all [\d,]+$/ }).waitFor();
    expect(await keptBytes(page)).toBe("");
    // A browser that stores a replica gets a name for it before loading begins.
    expect(await page.evaluate(() => localStorage.getItem("sms.copy"))).toBeNull();
  });
});
