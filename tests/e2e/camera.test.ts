/** docs/product.md, "Scans": a phone's camera reads codes wherever a scanner could type them. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { api } from "../../convex/_generated/api";
import { sampleAddress } from "#domain/identifiers/sampleAddress";
import { seriousFaults } from "../support/browser/accessibility";
import { launchBrowser, PHONE } from "../support/browser/browser";
import { cameraSwitches, writeCameraFile } from "../support/browser/cameraFile";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { aSample, newTransactionId } from "../support/samples";
import { signedIn } from "../support/browser/signedIn";
import { visit } from "../support/browser/visit";

const DASHBOARD = "/dashboard/homefs";

const product = inject("product");
let ana: string;
let folder: string;
let browser: Browser | undefined;

beforeAll(async () => {
  ({ ana } = await freshPeople(product, { ana: "user" }));
  folder = await mkdtemp(join(tmpdir(), "sms-camera-"));
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
});

/** A phone of Ana's, in a browser of its own. */
async function aPhone(switches: readonly string[] = []): Promise<Page> {
  await browser?.close();
  browser = await launchBrowser(switches);
  return (await signedIn(browser, product.url, ana, PHONE)).page;
}

/** A phone whose camera shows `codes`: a browser has one film for its whole life. */
async function phoneWith(codes: Parameters<typeof writeCameraFile>[1]): Promise<Page> {
  const film = join(folder, "camera.y4m");
  await writeCameraFile(film, codes);
  return await aPhone(cameraSwitches(film));
}

/** Adds a torch to the page's cameras, which the fake camera lacks. */
const addTorch = (page: Page) =>
  page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      for (const track of stream.getVideoTracks()) {
        const capabilities = { ...track.getCapabilities(), torch: true };
        track.getCapabilities = () => capabilities;
        track.applyConstraints = async ({ advanced } = {}) => {
          document.documentElement.dataset["torch"] = JSON.stringify(advanced);
        };
      }
      return stream;
    };
  });

async function register(): Promise<{ sampleId: string; serialNumber: string }> {
  const client = await demoClient(product.url, ana);
  const fields = aSample();
  const { sampleId } = await client.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields,
  });
  return { sampleId, serialNumber: fields.serialNumber };
}

describe("a phone's camera with one label in view", () => {
  let sampleId: string;
  let serialNumber: string;
  let page: Page;
  beforeAll(async () => {
    ({ sampleId, serialNumber } = await register());
    const text = sampleAddress("https://sms.example.com", sampleId);
    page = await phoneWith([{ kind: "qr", text }]);
  });

  test("opens the sample whose label is in view", async () => {
    await page.goto(DASHBOARD);
    await page.getByRole("button", { name: "Scan" }).click();
    await page.waitForURL(`**/*sample=${sampleId}*`);
    await page.getByRole("dialog").getByText(serialNumber).first().waitFor();
  });

  test("adds a sample in view to the basket, once", async () => {
    await visit(page, "/private/basket");
    await page.getByRole("heading", { name: "Handover basket" }).waitFor();
    await page.getByRole("button", { name: "Scan" }).click();
    const camera = page.getByRole("dialog", { name: "Scan" });
    await camera.getByText(`${serialNumber}: Registered`).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("main").getByText(serialNumber).first().waitFor();
    await page.getByRole("button", { name: "Scan" }).click();
    await camera.getByText(`${serialNumber} is already in the basket`).waitFor();
  });
});

describe("a phone's camera with a box in view", () => {
  let sampleId: string;
  let serialNumber: string;
  let page: Page;
  beforeAll(async () => {
    ({ sampleId, serialNumber } = await register());
    const texts = [serialNumber, "356938035643809", "356938035643817", "BOX-2026-11"];
    page = await phoneWith(texts.map((text) => ({ kind: "code128", text })));
  });
  const offered = () => page.getByRole("list", { name: "Codes in the picture" });

  test("offers all codes of a box to pick from", async () => {
    await page.goto(DASHBOARD);
    await page.getByRole("button", { name: "Scan" }).click();
    await expect.poll(() => offered().getByRole("button").count()).toBe(4);
    expect(await page.getByRole("button", { name: "Light" }).count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await offered().getByRole("button", { name: serialNumber }).click();
    await page.waitForURL(`**/*sample=${sampleId}*`);
  });

  test("offers to switch a torch on and off only if the phone has one", async () => {
    await addTorch(page);
    await page.goto(DASHBOARD);
    await page.getByRole("button", { name: "Scan" }).click();
    const light = page.getByRole("button", { name: "Light" });
    const torch = () => page.evaluate(() => document.documentElement.dataset["torch"]);
    await light.click();
    await light.and(page.locator("[aria-pressed=true]")).waitFor();
    expect(await torch()).toBe('[{"torch":true}]');
    await light.click();
    await light.and(page.locator("[aria-pressed=false]")).waitFor();
    expect(await torch()).toBe('[{"torch":false}]');
  });

  test("fills the fields of New Sample with the codes of a box, in the order they are picked", async () => {
    await visit(page, "/dashboard/addsample");
    await page.getByRole("button", { name: "Scan with the camera" }).click();
    await expect.poll(() => offered().getByRole("button").count()).toBe(4);
    for (const text of ["BOX-2026-11", "356938035643809", "356938035643817"]) {
      await offered().getByRole("button", { name: text }).click();
    }
    await page.getByRole("button", { name: "Close" }).click();
    const value = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
    expect(await value("Serial Number")).toBe("BOX-2026-11");
    expect(await value("IMEI 1")).toBe("35 693803 564380 9");
    expect(await value("IMEI 2")).toBe("35 693803 564381 7");
  });
});

describe("printing", () => {
  /**
   * Prints the page as a PDF, and takes screenshots of the printed layout until the code on it can
   * be read. Headless Chromium has no PDF viewer.
   */
  async function printed(page: Page, text: string): Promise<Buffer> {
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize(A4);
    let picture: Buffer = Buffer.of();
    const codes = async () => {
      picture = await page.screenshot();
      const found = await readBarcodes(new Uint8Array(picture), { formats: ["QRCode"] });
      return found.map((code) => code.text);
    };
    await expect.poll(codes).toEqual([text]);
    await page.emulateMedia({ media: null });
    await page.setViewportSize(PHONE);
    return picture;
  }

  test("a certificate and a label print as PDFs with the sample's code; a photo of it opens the sample", async () => {
    prepareZXingModule({ overrides: { wasmBinary: await readFile(DECODER) } });
    const { sampleId, serialNumber } = await register();
    const address = sampleAddress(product.url, sampleId);
    const page = await aPhone();
    await page.goto(`/private/viewfs/${sampleId}`);
    await page.getByRole("button", { name: `More for ${serialNumber}` }).click();
    await page.getByRole("menuitem", { name: "Label" }).click();
    await page.getByRole("article").getByText(serialNumber).first().waitFor();
    await printed(page, address);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "ZPL" }).click();
    expect(await readFile(await (await download).path(), "utf8")).toContain(address);

    await visit(page, `/private/certificate/${sampleId}`);
    await page.getByRole("article").getByText(serialNumber).first().waitFor();
    const photo = {
      name: "photo.png",
      mimeType: "image/png",
      buffer: await printed(page, address),
    };
    await page.getByRole("button", { name: "Scan" }).click();
    await page.getByText("This page cannot use a camera.").waitFor();
    await page.getByLabel("Photo").setInputFiles(photo);
    await page.waitForURL(`**/*sample=${sampleId}*`);
  });
});

/** A4 at 96 pixels per inch. */
const A4 = { width: 794, height: 1123 };

/** The decoder that the app ships; by default, the library loads it from a CDN. */
const DECODER = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
