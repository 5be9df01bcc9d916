/** Toasts cover nothing that can be pressed, and end with the screen that they are about. */
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { LAPTOP, PHONE } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";
import { sharedPerson } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";

const product = inject("product");
let page: Page;
let emails: Record<"ana" | "bruno", string>;

beforeAll(async () => {
  emails = await freshPeople(product, { ana: "user", bruno: "user" });
  ({ page } = await sharedPerson(emails.ana));
});

/** Registers samples for Bruno and sends them to Ana. */
async function sendToAna(count: number): Promise<string[]> {
  const bruno = await demoClient(product.url, emails.bruno);
  const serials: string[] = [];
  for (let each = 0; each < count; each++) {
    const fields = aSample();
    const registered = { transactionId: newTransactionId(), duplicates: "flag" as const, fields };
    const { sampleId } = await bruno.mutation(api.samples.register, registered);
    const transactionId = newTransactionId();
    await bruno.mutation(api.custody.transfer, { transactionId, sampleId, recipient: emails.ana });
    serials.push(fields.serialNumber);
  }
  return serials;
}

const toast = () => page.locator("[data-sonner-toast][data-visible=true]");

/** Whatever could be pressed under a visible toast. */
const covered = () =>
  page.evaluate(() => {
    const CONTROLS = "a, button, input, select, textarea, summary, [role=option], [data-row]";
    const toasts = [...document.querySelectorAll<HTMLElement>("[data-sonner-toast]")];
    const boxes = toasts
      .filter(({ dataset }) => dataset["visible"] === "true")
      .map((each) => each.getBoundingClientRect());
    const list = document.querySelector<HTMLElement>("[data-sonner-toaster]");
    if (list !== null) list.style.pointerEvents = "none";
    for (const each of toasts) each.style.pointerEvents = "none";
    const found = new Set<string>();
    for (const { left, top, width, height } of boxes) {
      for (let x = left + 1; x < left + width; x += 8) {
        for (let y = top + 1; y < top + height; y += 8) {
          const control = document.elementFromPoint(x, y)?.closest(CONTROLS);
          if (control) found.add(control.ariaLabel ?? control.textContent ?? "a control");
        }
      }
    }
    for (const each of toasts) each.style.pointerEvents = "";
    if (list !== null) list.style.pointerEvents = "";
    return [...found];
  });

test.each([
  ["laptop", LAPTOP],
  ["phone", PHONE],
])(
  "on a %s a toast covers nothing that can be pressed, in lists, forms and sheets",
  async (_, size) => {
    const [inList = "", inSheet = ""] = await sendToAna(2);
    await page.setViewportSize(size);
    await visit(page, "/dashboard/homefstransfer?scope=addressed");
    await page.getByRole("button", { name: `Receive ${inList}` }).click();
    await toast().getByText("Sample Transferred Successfully").waitFor();
    expect(await covered()).toEqual([]);
    await toast().getByRole("button", { name: "Hide message" }).click();
    await toast().waitFor({ state: "detached" });

    await page.getByRole("link", { name: inSheet }).first().click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `Receive ${inSheet}` })
      .click();
    await toast().getByText("Sample Transferred Successfully").waitFor();
    expect(await covered()).toEqual([]);
  },
);

test("a toast stays on the redirect after its step, and goes when the reader leaves", async () => {
  await page.setViewportSize(LAPTOP);
  const client = await demoClient(product.url, emails.ana);
  const fields = aSample();
  const registered = { transactionId: newTransactionId(), duplicates: "flag" as const, fields };
  await client.mutation(api.samples.register, registered);
  await visit(page, "/dashboard/homefstransfer");
  await page.getByRole("link", { name: `Transfer ${fields.serialNumber}` }).click();
  await page.getByLabel("Transfer Sample to").fill(emails.bruno);
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  await page.waitForURL("**/dashboard/homefstransfer*");
  await toast().getByText("Sample In Transit Successfully").waitFor();
  await page.getByRole("complementary").getByRole("link", { name: "History" }).click();
  await toast().waitFor({ state: "detached" });
});

test("many arrivals are one toast, which counts what is waiting", async () => {
  await visit(page, "/dashboard/history");
  const before = await demoClient(product.url, emails.ana);
  const { total } = await before.query(api.inbox.waiting, {});
  await sendToAna(4);
  await toast()
    .getByText(`${total + 4} samples are waiting for you`)
    .waitFor();
  expect(await page.locator("[data-sonner-toast]").count()).toBe(1);
});
