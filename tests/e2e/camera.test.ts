import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { sampleAddress } from "../../domain/sampleAddress";
import { seriousFaults } from "../support/accessibility";
import { launchBrowser, PHONE } from "../support/browser";
import { writeCameraFile } from "../support/cameraFile";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";
import { signedIn } from "../support/signedIn";

/** docs/product.md, "Scans": a phone's camera reads codes where a scanner would type them. */

const product = inject("product");
let ana: string;
let folder: string;
let browser: Browser | undefined;

beforeAll(async () => {
  ({ ana } = await freshPeople(product, { ana: "user" }));
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sms-camera-"));
});
afterEach(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
});

/** A phone whose camera shows `codes`, on the dashboard. */
async function phoneThatSees(codes: Parameters<typeof writeCameraFile>[1]) {
  const film = join(folder, "camera.y4m");
  await writeCameraFile(film, codes);
  browser = await launchBrowser([
    ...["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"],
    `--use-file-for-fake-video-capture=${film}`,
  ]);
  return (await signedIn(browser, product.url, ana, PHONE)).page;
}

async function register(): Promise<{ sampleId: string; serialNumber: string }> {
  const client = await demoClient(product.url, ana);
  const fields = aSample();
  const { sampleId } = await client.mutation(api.samples.register, {
    ...{ transactionId: newTransactionId(), duplicates: "flag", fields },
  });
  return { sampleId, serialNumber: fields.serialNumber };
}

describe("a phone's camera", () => {
  test("opens the sample whose label it sees", async () => {
    const { sampleId, serialNumber } = await register();
    const text = sampleAddress("https://sms.example.com", sampleId);
    const page = await phoneThatSees([{ kind: "qr", text }]);
    await page.getByRole("button", { name: "Scan" }).click();
    await page.waitForURL(`**/*sample=${sampleId}*`);
    await page.getByRole("dialog").getByText(serialNumber).first().waitFor();
  });

  test("offers the codes of a box to pick from", async () => {
    const { sampleId, serialNumber } = await register();
    const texts = [serialNumber, "356938035643809", "356938035643817", "BOX-2026-11"];
    const page = await phoneThatSees(texts.map((text) => ({ kind: "code128", text })));
    await page.getByRole("button", { name: "Scan" }).click();
    const offered = page.getByRole("list", { name: "Codes in the picture" });
    await expect.poll(() => offered.getByRole("button").count()).toBe(4);
    expect(await seriousFaults(page)).toEqual([]);
    await offered.getByRole("button", { name: serialNumber }).click();
    await page.waitForURL(`**/*sample=${sampleId}*`);
  });

  test("puts the codes of a box into the fields of New Sample, as they are picked", async () => {
    const box = ["BOX-SERIAL-1", "356938035643809", "356938035643817", "7891234567895"];
    const page = await phoneThatSees(box.map((text) => ({ kind: "code128", text })));
    await page.goto("/dashboard/addsample");
    await page.getByRole("button", { name: "Scan with the camera" }).click();
    const offered = page.getByRole("list", { name: "Codes in the picture" });
    await expect.poll(() => offered.getByRole("button").count()).toBe(4);
    for (const text of box.slice(0, 3)) await offered.getByRole("button", { name: text }).click();
    await page.getByRole("button", { name: "Close" }).click();
    const value = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
    expect(await value("Serial Number")).toBe("BOX-SERIAL-1");
    expect(await value("IMEI 1")).toBe("35 693803 564380 9");
    expect(await value("IMEI 2")).toBe("35 693803 564381 7");
  });

  test("adds to the basket code after code", async () => {
    const { serialNumber } = await register();
    const page = await phoneThatSees([{ kind: "code128", text: serialNumber }]);
    await page.goto("/private/basket");
    await page.getByRole("heading", { name: "Handover basket" }).waitFor();
    await page.getByRole("button", { name: "Scan" }).click();
    await page.getByText(`Taken: ${serialNumber}`).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("main").getByText(serialNumber).first().waitFor();
  });
});
