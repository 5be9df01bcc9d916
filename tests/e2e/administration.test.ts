/** Changes of administrators, while the people concerned have a page open. */
import type { Page } from "playwright-core";
import { ConvexHttpClient } from "convex/browser";
import { beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";
import { takeStep } from "../support/takeStep";
import { sharedPerson } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";

const product = inject("product");
/** Una is Pia's report; Max becomes what a test makes of him. */
let emails: Record<"una" | "max" | "pia" | "adam", string>;
let calls: Awaited<ReturnType<typeof demoClient>>;
/** Adam's, who administers. */
let page: Page;

beforeAll(async () => {
  const [team, others] = [
    await freshPeople(product, { una: "user", pia: "supervisor", adam: "admin" }),
    await freshPeople(product, { max: "user" }),
  ];
  emails = { ...team, ...others };
  calls = await demoClient(product.url, emails.adam);
  ({ page } = await sharedPerson(emails.adam));
});

type Settings = (typeof api.users.update)["_args"]["settings"];
const change = (email: string, settings: Settings) =>
  calls.mutation(api.users.update, { email, settings });

test("a new role or supervisor changes open pages live: a refused page, a list with its parts, the menu", async () => {
  const client = await demoClient(product.url, emails.una);
  const fields = aSample();
  const transactionId = newTransactionId();
  await client.mutation(api.samples.register, { transactionId, duplicates: "flag", fields });

  const person = await sharedPerson(emails.max);
  const { page } = person;
  const entry = page.getByRole("link", { name: "Administration", exact: true });
  const refusal = page.getByText("Your role does not allow this.");
  await page.goto("/pages/settingsdroplist");
  await refusal.waitFor();
  expect(await entry.count()).toBe(0);
  await change(emails.max, { role: "supervisor" });
  await page.getByRole("button", { name: "Try the form" }).waitFor();
  await entry.waitFor();

  const sample = page.getByRole("link", { name: fields.serialNumber }).first();
  const part = (name: string) =>
    page.getByRole("group", { name: "Whose samples" }).getByRole("button", { name });
  await visit(page, "/dashboard/homefstransfer?scope=team");
  await part("Team").waitFor();
  await change(emails.una, { supervisor: emails.max });
  await sample.waitFor();
  await change(emails.una, { supervisor: emails.pia });
  await sample.waitFor({ state: "detached" });
  await change(emails.max, { role: "admin" });
  await part("All").click();
  await page.getByRole("searchbox", { name: "Search all columns" }).fill(fields.serialNumber);
  await sample.waitFor();

  await change(emails.max, { role: "user" });
  await sample.waitFor({ state: "detached" });
  for (const gone of [entry, part("Team")]) await gone.waitFor({ state: "detached" });
  await visit(page, "/pages/settingsdroplist");
  await refusal.waitFor();
  await person.leave();
});

test("an admin sees what another one changed in a field that both edit, and the audit log records both", async () => {
  const { una } = emails;
  await visit(page, `/pages/employees?q=${encodeURIComponent(una)}`);
  await page
    .getByRole("link", { name: `Edit ${una.replace(/@.*/, "").replace("-", " ")}` })
    .click();
  await page.getByRole("heading", { name: "SMS Setting" }).waitFor();
  await page.getByLabel("Days in transit", { exact: true }).fill("7");
  await change(una, { trInTransitDays: 6 });
  await page.getByText("Changed by another admin: Days in transit is now 6").waitFor();
  await page.getByRole("button", { name: "Keep mine" }).click();
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await page.getByText("Employee Updated Successfully").first().waitFor();
  await page.waitForURL("**/pages/employees");

  await visit(page, `/pages/audit?q=${encodeURIComponent(una)}`);
  await page.getByText("Days in transit: 6 → 7").first().waitFor();
  await page.getByText("Days in transit: 3 → 6").first().waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toBe("administration.csv");
});

test("a lost sample that is found is reopened by an admin with a reason, which its timeline shows", async () => {
  const una = await demoClient(product.url, emails.una);
  const fields = aSample();
  const { sampleId } = await una.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields,
  });
  for (const [step, by] of [
    ["requestLost", una],
    ["acknowledgeLost", await demoClient(product.url, emails.pia)],
  ] as const) {
    const transactionId = newTransactionId();
    await takeStep(by, step, { sampleId, transactionId, said: emails.pia });
  }
  await visit(page, `/private/viewfs/${sampleId}`);
  await page.getByRole("button", { name: `Reopen ${fields.serialNumber}` }).click();
  await page.getByLabel("Reason").fill("Found under a desk");
  await page.getByRole("alertdialog").getByRole("button", { name: "Reopen" }).click();
  await page.getByText("Sample Reopened Successfully").waitFor();
  const timeline = page.getByRole("region", { name: "Custody timeline" });
  await timeline.getByText(/Found under a desk/).waitFor();
});

test("a value that is added to a pick list is offered in a form that is already open", async () => {
  const value = `Brand of ${emails.una}`;
  await visit(page, "/dashboard/addsample");
  await page.getByRole("button", { name: /^Device/ }).click();
  await page.getByLabel("Brand", { exact: true }).fill(value.slice(0, -1));
  expect(await page.getByRole("option", { name: value }).count()).toBe(0);
  const other = await demoClient(product.url, emails.pia);

  await other.mutation(api.lookups.add, { kind: "brandModel", value });
  await page.getByRole("option", { name: value }).waitFor();
  await other.mutation(api.lookups.remove, { kind: "brandModel", selected: value });
  await page.getByRole("option", { name: value }).waitFor({ state: "detached" });
  await page.getByLabel("Brand", { exact: true }).fill("");
});

test("a mail's HTML renders in a frame that the page's policy allows, without scripts", async () => {
  await new ConvexHttpClient(product.url, { logger: false }).action(api.auth.signIn, {
    provider: "password",
    params: { flow: "reset", email: emails.una },
  });
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await visit(page, "/pages/mail");
  await page
    .getByRole("listitem")
    .filter({ hasText: emails.una })
    .first()
    .getByRole("button")
    .click();
  const frame = page.frameLocator('iframe[title^="HTML of"]');
  await frame.getByText(/\d{8}/).first().waitFor();
  await page.getByRole("button", { name: "Text" }).click();
  await page.getByText(/code: \d{8}/).waitFor();
  expect(refused).toEqual([]);
});
