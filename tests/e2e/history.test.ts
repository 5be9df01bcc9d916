import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Step } from "#domain/custody/workflow";
import { seriousFaults } from "../support/browser/accessibility";
import type { Caller } from "../support/deployments/backend";
import { LAPTOP, PHONE } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";
import { sharedPerson } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";
import { takeStep } from "../support/takeStep";

const product = inject("product");
let ana: Member;
let bruno: Member;
let admin: Member;
/** The admin's. */
let page: Page;

/** A person of the demo lab: their address, and a client. */
type Member = { email: string; calls: Caller };

beforeAll(async () => {
  const roles = { ana: "user", bruno: "user", adam: "admin" } as const;
  const people = await freshPeople(product, roles);
  const member = async (email: string): Promise<Member> => ({
    email,
    calls: await demoClient(product.url, email),
  });
  [ana, bruno, admin] = await Promise.all([
    member(people.ana),
    member(people.bruno),
    member(people.adam),
  ]);
  ({ page } = await sharedPerson(admin.email));
});

const LISBON = { lat: 38.7, lng: -9.1, location: "Lisbon, Portugal", country: "Portugal" };
async function register(by: Member) {
  const stated = aSample(LISBON);
  const { sampleId } = await by.calls.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields: stated,
  });
  return { sampleId, stated };
}
const take = (step: Step, by: Member, sampleId: string, said = "") =>
  takeStep(by.calls, step, { sampleId, transactionId: newTransactionId(), said });

/** The local part of the member's e-mail. */
const handle = ({ email }: Member) => email.split("@")[0] ?? "";
/** The name that screens show for the member. */
const name = (member: Member) => handle(member).replace("-", " ");

async function openTimeline(page: Page, sampleId: string): Promise<Locator> {
  await visit(page, `/private/viewfs/${sampleId}`);
  const timeline = page.getByRole("region", { name: "Custody timeline" });
  await timeline.getByRole("listitem").first().waitFor();
  return timeline;
}

test("the timeline names the holders, who declined and why, and the fields that an edit changed", async () => {
  const { sampleId, stated } = await register(ana);
  const person = await sharedPerson(bruno.email);
  const { page } = person;
  await take("transfer", ana, sampleId, bruno.email);
  const timeline = await openTimeline(page, sampleId);
  await timeline.getByText(`Waiting for ${name(bruno)}`).waitFor();

  // While the page is open, each step arrives live.
  await take("declineTransfer", bruno, sampleId, "Wrong model");
  await page.getByText("This sample is with someone else now.").waitFor();
  await take("transfer", ana, sampleId, bruno.email);
  await take("acknowledgeTransfer", bruno, sampleId);
  await timeline.getByRole("heading", { name: name(bruno) }).waitFor();
  await bruno.calls.mutation(api.samples.edit, {
    transactionId: newTransactionId(),
    sampleId,
    duplicates: "flag",
    fields: { ...stated, comments: "Back glass cracked" },
  });
  await timeline.getByText("Back glass cracked").waitFor();

  const stays = timeline.getByRole("region");
  expect(await stays.count()).toBe(2);
  const entries = await timeline.getByRole("listitem").allInnerTexts();
  const actions = ["Register", "Transfer Acknowledge", "Transfer", "Transfer Declined"];
  [...actions, "Transfer", "Register"].forEach((action, index) =>
    expect(entries[index]).toContain(`${action} ·`),
  );
  expect(entries[3]).toContain("Wrong model");
  expect(entries[0]).toContain(`Edited by ${name(bruno)}`);
  expect(await timeline.getByText("Waiting for").count()).toBe(0);

  expect(await seriousFaults(page, "main")).toEqual([]);
  await person.leave();
});

test("History on a phone is filtered by action, person and date, and keeps the filters through a reload", async () => {
  const { sampleId, stated } = await register(ana);
  await take("transfer", ana, sampleId, bruno.email);
  await take("declineTransfer", bruno, sampleId, "Not mine");
  await page.setViewportSize(PHONE);
  await visit(page, "/dashboard/history");

  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page
    .getByRole("button", { name: /^Person/ })
    .last()
    .click();
  await page.getByRole("combobox", { name: "Person: find a value" }).fill(handle(bruno));
  await page.getByRole("option", { name: bruno.email }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter, 1 active" }).click();
  await page
    .getByRole("button", { name: /^Action(?! Date)/ })
    .last()
    .click();
  await page.getByRole("option", { name: /^Transfer Declined/ }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter, 2 active" }).click();
  await page
    .getByRole("button", { name: /^Action Date/ })
    .last()
    .click();
  await page.getByRole("button", { name: "Today" }).click();
  await page.keyboard.press("Escape");

  const chips = page.getByRole("list", { name: "Active filters" });
  const shown = page.getByRole("article");
  const declined = shown.filter({ hasText: stated.serialNumber });
  await expect.poll(() => declined.count()).toBe(1);
  expect(await shown.filter({ hasText: "Transfer Acknowledge" }).count()).toBe(0);

  await chips.getByText(name(bruno)).waitFor(); // a name replaces its address once loaded
  const before = await chips.innerText();
  await page.reload();
  await declined.first().waitFor();
  await expect.poll(() => chips.innerText()).toBe(before);
  expect(before).toContain("Transfer Declined");
  expect(before).toContain("Action Date");
  await page.setViewportSize(LAPTOP);
});

test("a record arrives live in an open History, unless a filter excludes it", async () => {
  await visit(
    page,
    `/dashboard/history?filter=${encodeURIComponent(`person=${ana.email};action=Register`)}`,
  );
  await page.getByRole("row").nth(1).waitFor();
  const { sampleId, stated } = await register(ana);
  const rows = page.getByRole("row").filter({ hasText: stated.serialNumber });
  await rows.first().waitFor();
  await take("transfer", ana, sampleId, bruno.email);
  const later = await register(ana);
  await page.getByRole("row").filter({ hasText: later.stated.serialNumber }).waitFor();
  expect(await rows.count()).toBe(1);
});

test("an admin sees a deleted sample's history and who deleted it; its registrant does not", async () => {
  const { sampleId } = await register(ana);
  const registrant = await sharedPerson(ana.email);
  await openTimeline(registrant.page, sampleId);
  await ana.calls.mutation(api.samples.remove, { transactionId: newTransactionId(), sampleId });
  await registrant.page.getByText("Sample does not exist!").waitFor();
  await registrant.leave();

  const timeline = await openTimeline(page, sampleId);
  await page
    .getByText(`Deleted by ${name(ana)}`)
    .first()
    .waitFor();
  expect(await timeline.getByRole("listitem").allInnerTexts()).toHaveLength(2);
});
