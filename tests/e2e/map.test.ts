/** docs/product.md, "Map": the embedded map, in a browser that can reach only the product. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { seriousFaults } from "../support/browser/accessibility";
import { launchBrowser, PHONE } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { Fingers } from "../support/web/fingers";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";
import { signedIn } from "../support/browser/signedIn";

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

test("a supervisor sees a report's samples on the map, opens one, and sees a hand-over move it", async () => {
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
  await expect
    .poll(() => places.getByRole("button").allInnerTexts())
    .toEqual([expect.stringMatching(/^Porto, /)]);
  expect(await seriousFaults(page, "main")).toEqual([]);

  await mark.click();
  const samples = page.getByRole("list", { name: "Samples here" });
  await samples.getByRole("link").click();
  await page.getByRole("dialog").getByText(serialNumber).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "All places" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.has("place")).toBe(false);

  await ana!.mutation(api.custody.transfer, {
    sampleId,
    recipient: people.sara,
    transactionId: newTransactionId(),
  });
  await sara!.mutation(api.custody.acknowledgeTransfer, {
    sampleId,
    transactionId: newTransactionId(),
  });
  await places.getByText("Lisbon, Portugal").waitFor();
  expect(await places.getByRole("button").count()).toBe(1);

  // A drag that begins on a mark moves the map, and does not open the mark on release.
  await mark.hover(); // waits until the mark stops moving in Lisbon
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

test("every place is visible beside the list of places, however far apart", async () => {
  const owner = await freshPeople(product, { olga: "user" });
  const client = await demoClient(product.url, owner.olga);
  const places = [
    { location: "Guadalajara, Mexico", lat: 20.67, lng: -103.35 },
    { location: "Tokyo, Japan", lat: 35.68, lng: 139.69 },
  ];
  const serials: string[] = [];
  for (const place of places) {
    const { serialNumber, ...fields } = aSample(place);
    await client.mutation(api.samples.register, {
      transactionId: newTransactionId(),
      duplicates: "flag",
      fields: { serialNumber, ...fields },
    });
    serials.push(serialNumber);
  }
  const person = await signedIn(browser, product.url, owner.olga);
  const { page } = person;
  await page.goto("/dashboard/vectormap");
  // Hovering waits until the mark is still, and fails if something covers it.
  for (const serial of serials) await page.getByTitle(serial, { exact: true }).hover();
  await person.leave();
});

test("on a phone one finger drags the map, two zoom it, and a tap opens a mark", async () => {
  const ana = await demoClient(product.url, people.ana);
  const { serialNumber, ...fields } = aSample({ location: "Oslo, Norway", lat: 59.91, lng: 10.75 });
  await ana.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields: { serialNumber, ...fields },
  });
  const person = await signedIn(browser, product.url, people.ana, PHONE);
  const { page } = person;
  const fingers = await Fingers.on(page);
  await page.goto("/dashboard/vectormap");
  const mark = page.getByTitle(serialNumber, { exact: true });
  await mark.hover(); // waits until the mark stops moving
  const place = () => new URL(page.url()).searchParams.get("place");
  const at = async () => {
    await expect.poll(() => new URL(page.url()).searchParams.get("at")).not.toBe(null);
    const [lat, lng, zoom] = new URL(page.url()).searchParams.get("at")!.split(",").map(Number);
    return { lat: lat!, lng: lng!, zoom: zoom! };
  };
  const middle = async () => {
    const { x, y, width, height } = (await mark.boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };

  // The drag begins on the mark, but does not open it.
  const { x, y } = await middle();
  await fingers.drag([{ x, y }], [{ x: x + 40, y: y + 60 }]);
  const dragged = await at();
  const moved = await middle();
  expect([moved.x - x, moved.y - y].map(Math.round)).toEqual([40, 60]);
  expect(place()).toBe(null);

  // Around the mark, which therefore stays in sight.
  const [left, right] = [moved.x - 20, moved.x + 20];
  await fingers.drag(
    [
      { x: left, y: moved.y },
      { x: right, y: moved.y },
    ],
    [
      { x: left - 60, y: moved.y },
      { x: right + 60, y: moved.y },
    ],
  );
  await expect.poll(async () => (await at()).zoom).toBe(dragged.zoom + 2);
  expect(place()).toBe(null);

  await mark.hover();
  await fingers.tap(await middle());
  // The list begins below the map, above the bar.
  const row = page.getByRole("list", { name: "Samples here" }).getByText(serialNumber);
  await row.waitFor();
  const bar = (await page.getByRole("navigation", { name: "Main" }).boundingBox())!;
  await expect.poll(async () => endOf((await row.boundingBox())!)).toBeLessThanOrEqual(bar.y);
  expect(place()).not.toBe(null);
  await person.leave();
});

const endOf = ({ y, height }: { y: number; height: number }) => y + height;
