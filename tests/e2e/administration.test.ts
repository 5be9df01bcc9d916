/** Tasks of administrators, while the people concerned watch the effect in another browser. */
import type { Browser, Page } from "playwright-core";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { launchBrowser, type Person } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";
import { signedIn } from "../support/browser/signedIn";

const product = inject("product");
let browser: Browser;
let admin: Person;
let emails: Record<"ana" | "sara" | "lea" | "helena", string>;

beforeAll(async () => {
  browser = await launchBrowser();
  emails = await freshPeople(product, {
    ana: "user",
    sara: "supervisor",
    lea: "supervisor",
    helena: "admin",
  });
  admin = await signedIn(browser, product.url, emails.helena);
});
afterAll(async () => {
  await browser?.close();
});

/** The name that freshPeople gives: "ana 3f9c1a" for ana-3f9c1a@…. */
const nameOf = (email: string) => email.replace(/@.*/, "").replace("-", " ");

/** Opens a person's settings as an admin does: through the table of employees. */
async function openSettings(page: Page, email: string) {
  await page.goto(`/pages/employees?q=${encodeURIComponent(email)}`);
  await page.getByRole("link", { name: `Edit ${nameOf(email)}` }).click();
  await page.getByRole("heading", { name: "SMS Setting" }).waitFor();
}

/** @returns the serial number of a new sample that the person registered */
async function registerAs(email: string): Promise<string> {
  const client = await demoClient(product.url, email);
  const fields = aSample();
  const transactionId = newTransactionId();
  await client.mutation(api.samples.register, { transactionId, duplicates: "flag", fields });
  return fields.serialNumber;
}

async function save(page: Page) {
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await page.getByText("Employee Updated Successfully").first().waitFor();
  await page.waitForURL("**/pages/employees");
}

describe("a change of role", () => {
  test("opens and closes a page and its menu entry, live, for a person who was refused it", async () => {
    const person = await signedIn(browser, product.url, emails.ana);
    const { page } = person;
    await page.goto("/pages/settingsdroplist");
    const refusal = page.getByText("Your role does not allow this.");
    const entry = page.getByRole("link", { name: "Administration" });
    await refusal.waitFor();
    expect(await entry.count()).toBe(0);

    await openSettings(admin.page, emails.ana);
    await admin.page.getByLabel("Role").selectOption("supervisor");
    await save(admin.page);
    await page.getByRole("heading", { name: "SMS New Settings" }).waitFor();
    await page.getByRole("button", { name: "Try the form" }).waitFor();
    await entry.waitFor();

    await openSettings(admin.page, emails.ana);
    await admin.page.getByLabel("Role").selectOption("user");
    await save(admin.page);
    await refusal.waitFor();
    await entry.waitFor({ state: "detached" });
    await person.leave();
  });
});

describe("a change of supervisor", () => {
  test("moves a person from one supervisor's open list to the other's", async () => {
    const sara = await signedIn(browser, product.url, emails.sara);
    const lea = await signedIn(browser, product.url, emails.lea);
    for (const { page } of [sara, lea]) await page.goto("/pages/employees");
    const ana = (page: Page) => page.getByRole("link", { name: nameOf(emails.ana) }).first();
    await ana(sara.page).waitFor();
    await lea.page
      .getByRole("link", { name: nameOf(emails.lea) })
      .first()
      .waitFor();
    expect(await ana(lea.page).count()).toBe(0);

    await openSettings(admin.page, emails.ana);
    await admin.page.getByLabel("Supervisor", { exact: true }).first().selectOption(emails.lea);
    await save(admin.page);
    await ana(lea.page).waitFor();

    // The former supervisor can no longer open the person's page by its address either.
    const address = (await ana(lea.page).getAttribute("href")) ?? "";
    await sara.page.goto(address);
    await sara.page.getByText("No such person, or you have no access").waitFor();
    await Promise.all([sara.leave(), lea.leave()]);
  });
});

describe("an open list of samples", () => {
  test("follows a new supervisor and a new role live, as do its parts and the menu", async () => {
    const lab = await freshPeople(product, { una: "user", max: "supervisor", pia: "supervisor" });
    const serial = await registerAs(lab.una);
    const person = await signedIn(browser, product.url, lab.max);
    const { page } = person;
    await page.goto("/dashboard/homefstransfer?scope=team");
    const sample = page.getByRole("link", { name: serial }).first();
    const part = (name: string) =>
      page.getByRole("group", { name: "Whose samples" }).getByRole("button", { name });
    const entry = (name: string) => page.getByRole("link", { name, exact: true });
    await sample.waitFor();
    await entry("Administration").waitFor();

    await openSettings(admin.page, lab.una);
    await admin.page.getByLabel("Supervisor", { exact: true }).first().selectOption(lab.pia);
    await save(admin.page);
    await sample.waitFor({ state: "detached" });

    await openSettings(admin.page, lab.max);
    await admin.page.getByLabel("Role").selectOption("admin");
    await save(admin.page);
    await part("All").click();
    await page.getByRole("searchbox", { name: "Search all columns" }).fill(serial);
    await sample.waitFor();

    await openSettings(admin.page, lab.max);
    await admin.page.getByLabel("Role").selectOption("user");
    await save(admin.page);
    await sample.waitFor({ state: "detached" });
    for (const gone of [entry("Administration"), part("Team")]) {
      await gone.waitFor({ state: "detached" });
    }
    await person.leave();
  });
});

describe("two admins at one form", () => {
  test("the second admin sees what the first changed in a field that both edit", async () => {
    const other = await signedIn(browser, product.url, emails.helena);
    await openSettings(admin.page, emails.ana);
    await openSettings(other.page, emails.ana);
    await other.page.getByLabel("Samples in use", { exact: true }).fill("7");
    await admin.page.getByLabel("Samples in use", { exact: true }).fill("9");
    await save(admin.page);
    await other.page.getByText("Changed by another admin: Samples in use is now 9").waitFor();
    await other.page.getByRole("button", { name: "Update", exact: true }).click();
    await other.page.getByText(/^Employee Updated Error: /).waitFor();
    await other.page.getByRole("button", { name: "Keep mine" }).click();
    await save(other.page);
    await other.leave();
  });

  test("leaving with unsaved settings asks for confirmation", async () => {
    const { page } = admin;
    await openSettings(page, emails.ana);
    await page.getByLabel("Samples in use", { exact: true }).fill("8");
    await page.getByRole("link", { name: "Go Back" }).click();
    await page.getByRole("alertdialog", { name: "Leave without saving?" }).waitFor();
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await page.waitForURL("**/pages/employees**");
  });
});

describe("the pick lists", () => {
  test("adding a value to a pick list offers it in a form that is already open", async () => {
    const value = `Brand of ${nameOf(emails.ana)}`;
    const person = await signedIn(browser, product.url, emails.ana);
    const { page } = person;
    await page.goto("/dashboard/addsample");
    await page.getByRole("button", { name: /^Device/ }).click();
    await page.getByLabel("Brand", { exact: true }).fill(value.slice(0, -1));
    expect(await page.getByRole("option", { name: value }).count()).toBe(0);

    await admin.page.goto("/pages/settingsdroplist?list=brandModel");
    await admin.page.getByLabel("New value", { exact: true }).fill(value);
    await admin.page.getByRole("button", { name: "ADD", exact: true }).click();
    await admin.page.getByText("Added Brand Successfully").waitFor();
    await page.getByRole("option", { name: value }).waitFor();

    await admin.page.getByPlaceholder("Search all columns...").fill(value);
    await admin.page.getByRole("button", { name: `More for ${value}` }).click();
    await admin.page.getByRole("menuitem", { name: /^DELETE/ }).click();
    await admin.page.getByRole("button", { name: "Delete", exact: true }).click();
    await admin.page.getByText("Deleted Brand Successfully").waitFor();
    await person.leave();
  });
});

describe("the audit log and the mail", () => {
  test("the audit log records a change of settings with old and new values", async () => {
    const { page } = admin;
    await openSettings(page, emails.ana);
    await page.getByLabel("Days in transit", { exact: true }).fill("6");
    await save(page);
    await page.goto(`/pages/audit?q=${encodeURIComponent(emails.ana)}`);
    await page.getByText("Days in transit: 3 → 6").first().waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toBe("administration.csv");
  });

  test("a mail's HTML renders in a frame that the page's policy allows, without scripts", async () => {
    await new ConvexHttpClient(product.url, { logger: false }).action(api.auth.signIn, {
      provider: "password",
      params: { flow: "reset", email: emails.ana },
    });
    const { page } = admin;
    const refused: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    await page.goto("/pages/mail");
    await page
      .getByRole("listitem")
      .filter({ hasText: emails.ana })
      .first()
      .getByRole("button")
      .click();
    const frame = page.frameLocator('iframe[title^="HTML of"]');
    await frame.getByText(/\d{8}/).first().waitFor();
    await page.getByRole("button", { name: "Text" }).click();
    await page.getByText(/code: \d{8}/).waitFor();
    expect(refused).toEqual([]);
  });
});
