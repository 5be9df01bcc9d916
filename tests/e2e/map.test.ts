import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { seriousFaults } from "../support/accessibility";
import { launchBrowser } from "../support/browser";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";
import { signedIn } from "../support/signedIn";

/** docs/product.md, "Map": the embedded one, in a browser that reaches nobody but the product. */

const product = inject("product");
let browser: Browser;
let people: Record<"ana" | "sara", string>;

beforeAll(async () => {
  browser = await launchBrowser();
  people = await freshPeople(product, { ana: "user", sara: "supervisor" });
});
afterAll(async () => {
  await browser?.close();
});

test("a supervisor sees a report's sample on the map, opens it, and sees a hand-over move it", async () => {
  const [ana, sara] = await Promise.all(
    [people.ana, people.sara].map((email) => demoClient(product.url, email)),
  );
  const porto = { location: "Porto, Portugal", lat: 41.1496, lng: -8.611 };
  const { serialNumber, ...fields } = aSample(porto);
  const { sampleId } = await ana!.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields: { serialNumber, ...fields },
  });

  const person = await signedIn(browser, product.url, people.sara);
  const { page } = person;
  await page.goto("/dashboard/vectormap");
  const places = page.getByRole("list", { name: "Places" });
  const mark = page.getByTitle(serialNumber, { exact: true });
  await mark.waitFor();
  expect(await places.getByRole("button").allInnerTexts()).toEqual([
    expect.stringMatching(/^Porto, /),
  ]);
  expect(await seriousFaults(page, { within: "main" })).toEqual([]);

  await mark.click();
  const samples = page.getByRole("list", { name: "Samples here" });
  await samples.getByRole("link").click();
  await page.getByRole("dialog").getByText(serialNumber).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "All places" }).click();
  expect(new URL(page.url()).searchParams.has("place")).toBe(false);

  await ana!.mutation(api.custody.transfer, {
    ...{ sampleId, recipient: people.sara, transactionId: newTransactionId() },
  });
  await sara!.mutation(api.custody.acknowledgeTransfer, {
    ...{ sampleId, transactionId: newTransactionId() },
  });
  await places.getByText("Lisbon, Portugal").waitFor();
  expect(await places.getByRole("button").count()).toBe(1);

  // A drag that begins on a mark moves the map, and does not open the mark where it ends.
  const box = (await mark.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 40, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => new URL(page.url()).searchParams.get("at")).toMatch(/,3$/);
  expect(new URL(page.url()).searchParams.has("place")).toBe(false);
  await person.leave();
});
