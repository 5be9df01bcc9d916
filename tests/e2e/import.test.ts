/** docs/product.md, "Import": a spreadsheet is imported in the browser and exported again. */
import { readFileSync } from "node:fs";
import Papa from "papaparse";
import type { Download, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { luhnDigit } from "#domain/identifiers/imei";
import { DATA, fileWith, workbookOf } from "../cli/support/files";
import { holdAfterFirst } from "../support/answers";
import { freshPeople } from "../support/freshPeople";
import { sharedPerson, sharedPersonAlone } from "../support/browser/signedIn";
import { ROUGH_FILES } from "../support/roughFiles";
import { visit } from "../support/browser/visit";

const product = inject("product");
let emails: Record<"ana" | "bea" | "boss", string>;
/** An admin's. */
let page: Page;

beforeAll(async () => {
  emails = await freshPeople(product, { ana: "user", bea: "user", boss: "admin" });
  ({ page } = await sharedPerson(emails.boss));
});

const HEADINGS = ["Asset no", "Brand", "Model", "Slots", "IMEI 1"];

/** Rows of new devices with one slot. @param tac first 8 digits of their IMEIs */
function devices(prefix: string, tac: number, count: number): string[][] {
  return Array.from({ length: count }, (_, index) => {
    const digits = `${tac}${String(index).padStart(6, "0")}`;
    return [`${prefix}${index}`, "Acme", "A1", "Single", `${digits}${luhnDigit(digits)}`];
  });
}

const said = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text }).waitFor({ timeout: 60_000 });

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).click();

async function choose(page: Page, file: string): Promise<void> {
  await visit(page, "/private/page");
  await page.getByLabel(/^Choose an?/).setInputFiles(file);
}

/** Maps the column with an unknown heading; the browser remembers the choice for the next file. */
async function chooseSerialNumber(page: Page): Promise<void> {
  await page.getByText(/^No column is Serial Number\. /).waitFor();
  await page.getByLabel("Asset no").selectOption({ label: "Serial Number (serialNumber)" });
}

/**
 * One of each format and of the encodings that the browser decodes; the terminal and the API read
 * all of them.
 */
const READ_HERE = /^(01|02|07|16|24|24b)-/;

test.each(ROUGH_FILES.filter(([file]) => READ_HERE.test(file)))(
  "%s, a file from a public bug report, is read in the browser as in the terminal",
  async (file, serials, refused) => {
    await choose(page, `${DATA}rough/${file}`);
    const answer = page.getByRole("status").filter({ hasText: "to import" });
    const figures = async () => {
      const text = (await answer.allTextContents()).join();
      const [, rows, faults = "0"] = /(\d+) to import(?:, (\d+) refused)?/.exec(text) ?? [];
      return [Number(rows), Number(faults)];
    };
    await expect.poll(figures).toEqual([serials.length, refused.length]);
  },
);

async function rowsOf(download: Promise<Download>): Promise<Record<string, string>[]> {
  const text = readFileSync(await (await download).path(), "utf8").replace(/^\ufeff/, "");
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

describe("an import in the browser", () => {
  test("names each refused cell, accepts a correction in place, takes one press, and can be undone", async () => {
    const [one, two, three, four] = devices("W", 86000001, 4) as [string[], ...string[][]];
    const short = [...(three ?? []).slice(0, 4), "12345"];
    const repeated = [one[0] ?? "", ...(four ?? []).slice(1)];
    const book = workbookOf([HEADINGS, one, two ?? [], short, repeated]);
    await choose(page, fileWith("lab.xlsx", book));
    await chooseSerialNumber(page);
    await said(page, "Nothing is saved yet: 2 to import, 2 refused.");
    const rows = page.getByRole("region", { name: "Rows of the file" });
    await rows.getByText(/^Serial Number already exists\. Row 2 of this file has it/).waitFor();
    const cell = rows.getByLabel("IMEI 1");
    expect(await cell.inputValue()).toBe("12345");
    await cell.fill(three?.[4] ?? "");
    await cell.press("Enter");
    await said(page, "Nothing is saved yet: 3 to import, 1 refused.");

    await press(page, "UPLOAD EXCEL DATA");
    await said(page, "upload action completed: 3 imported, 1 refused.");
    const file = page.waitForEvent("download");
    await press(page, "Refused rows");
    expect((await file).suggestedFilename()).toBe("refused-lab.csv");
    expect((await rowsOf(file)).map((row) => row["Asset no"])).toEqual([one[0]]);

    const past = page.getByRole("listitem").filter({ hasText: "lab.xlsx" });
    await past.getByText("3 imported, 1 refused").waitFor();
    await press(page, "Undo the import of lab.xlsx");
    await page
      .getByRole("alertdialog")
      .getByText(/^Of its 3 samples/)
      .waitFor();
    await press(page, "Undo the import");
    await past.getByText("Undone: 3 removed").waitFor();
  });

  test("an import in the browser of people invites the new ones, and an admin begins it from Users", async () => {
    const { bea } = emails;
    await visit(page, "/pages/users");
    await page.getByRole("link", { name: "Import people" }).click();
    const nora = bea.replace("bea", "nora");
    const rows = [
      ["E-mail", "Role", "Samples in use"],
      [nora, "supervisor", "25"],
    ];
    const staff = [...rows, [bea, "", "12"], [`x${bea}`, "king", "many"]];
    await page.getByLabel("Choose a file").setInputFiles(fileWith("staff.xlsx", workbookOf(staff)));
    await page
      .getByLabel("If a person already has an account or an invitation")
      .selectOption("Change their settings");
    await said(page, "Nothing is saved yet: 1 to invite, 1 to change, 1 refused.");
    await page.getByText("Samples in use must be a whole number, 0 or more").waitFor();
    await page.getByLabel("Role", { exact: true }).last().fill("user");
    await page.keyboard.press("Enter");
    await page.getByText(/^Role 'king'/).waitFor({ state: "detached" });
    await press(page, "Import people");
    await said(page, "Import completed: 1 invited, 1 changed, 1 refused.");
    await visit(page, "/pages/invitations");
    await page.getByRole("button", { name: `Revoke the invitation of ${nora}` }).waitFor();
  });

  test("continues in a new tab after its tab was closed, with no row twice", async () => {
    const { page, context } = await sharedPersonAlone(emails.ana);
    // Several batches of an upload.
    const sent = devices("V", 86000002, 300);
    const file = fileWith("shelf.csv", Papa.unparse([HEADINGS, ...sent]));
    await holdAfterFirst(page, "imports:commitBatch");
    await choose(page, file);
    await chooseSerialNumber(page);
    await said(page, "Nothing is saved yet: 300 to import, 0 refused.");
    await press(page, "UPLOAD EXCEL DATA");
    await said(page, /^Uploading: [1-9]/);
    await page.close({ runBeforeUnload: false });

    const later = await context.newPage();
    await choose(later, file);
    await later.getByText(/^An import of this file was interrupted .* continues/).waitFor();
    await press(later, "Check 300 rows");
    await said(later, /: [\d,]+ to import, [\d,]+ already there, 0 refused\.$/);
    await press(later, "UPLOAD EXCEL DATA");
    await said(later, /^upload action completed: /);
    const past = later.getByRole("listitem").filter({ hasText: "shelf.csv" });
    await past.getByText("300 imported, 0 refused", { exact: true }).waitFor();

    const csv = later.waitForEvent("download");
    await press(later, "CSV");
    expect((await csv).suggestedFilename()).toBe("samples.csv");
    const serials = (await rowsOf(csv)).map((row) => row["serialNumber"]);
    expect(serials.sort()).toEqual(sent.map(([serial]) => serial).sort());

    const json = later.waitForEvent("download");
    await press(later, "JSON");
    expect((await json).suggestedFilename()).toBe("file.json");
    const samples = JSON.parse(readFileSync(await (await json).path(), "utf8")) as unknown[];
    expect(samples).toHaveLength(300);
  });
});
