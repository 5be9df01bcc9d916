/** docs/product.md, "Lists and tables": filters are in the address, and lists stay live. */
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";
import { sharedPerson } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";

const product = inject("product");
let ana: string;
let calls: Awaited<ReturnType<typeof demoClient>>;
let page: Page;

beforeAll(async () => {
  ({ ana } = await freshPeople(product, { ana: "user" }));
  calls = await demoClient(product.url, ana);
  ({ page } = await sharedPerson(ana));
});

const LIST = "/dashboard/homefstransfer";
const rows = () => page.locator("tbody tr[aria-rowindex]");
const chips = () => page.getByRole("list", { name: "Active filters" });

async function register(country: string) {
  const fields = aSample({ country });
  const { sampleId } = await calls.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields,
  });
  return { sampleId, serial: fields.serialNumber };
}
const sample = (serial: string) => page.getByRole("link", { name: serial, exact: true });

test("a list's filter is in the address, survives a reload, keeps the list live, and is removed by Clear all", async () => {
  const first = await register("Portugal");
  const other = await register("Brazil");
  await visit(page, LIST);
  await sample(other.serial).waitFor();
  await page.getByRole("button", { name: "Filter Country", exact: true }).click();
  await page.getByRole("option", { name: /^Portugal/ }).click();
  await page.keyboard.press("Escape");
  await sample(other.serial).waitFor({ state: "detached" });
  expect(new URL(page.url()).searchParams.get("filter")).toBe("country=Portugal");

  await page.reload();
  await sample(first.serial).waitFor();
  await chips().getByText("Portugal", { exact: true }).waitFor();
  expect(await rows().count()).toBe(1);
  // What arrives while the list is open is in it if it matches the filter.
  const excluded = await register("Brazil");
  const matching = await register("Portugal");
  await sample(matching.serial).waitFor();
  expect(await sample(excluded.serial).count()).toBe(0);

  await page.getByRole("button", { name: "Clear all" }).click();
  await sample(excluded.serial).waitFor();
  await expect.poll(() => rows().count()).toBe(4);
  expect(new URL(page.url()).searchParams.has("filter")).toBe(false);
});

test("a row that leaves the list under the pointer stays in place, with its button disabled", async () => {
  const { sampleId, serial } = await register("Portugal");
  await visit(page, "/dashboard/homefsedit");
  const button = page.getByRole("button", { name: `Delete ${serial}`, exact: true });
  await button.hover();
  const takesClicks = () => button.evaluate((it) => getComputedStyle(it).pointerEvents);
  expect(await takesClicks()).toBe("auto");
  await calls.mutation(api.samples.remove, { transactionId: newTransactionId(), sampleId });
  await expect.poll(takesClicks).toBe("none");
});
