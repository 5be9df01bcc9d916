import { beforeAll, describe, expect, test } from "vitest";
import { SHEET_LIMITS } from "#domain/imports/spreadsheet/limits";
import { readSpreadsheet } from "../../../cli/spreadsheet/read";
import { DATA, fileWith, workbookOf } from "../support/files";
import { built } from "../support/sms";

const WORKER = new URL("../../../dist/spreadsheetWorker.mjs", import.meta.url);
const read = (file: string, limits = {}) =>
  readSpreadsheet(file, { limits: { ...SHEET_LIMITS, ...limits }, worker: WORKER });

beforeAll(built);

describe("readSpreadsheet", () => {
  test("parses in a thread and returns the rows", async () => {
    expect((await read(`${DATA}samples-300.xlsx`)).rows).toHaveLength(300);
  });

  test("names the file and what is wrong with it", async () => {
    const file = fileWith("broken.xlsx", Buffer.from("PK\x03\x04 and then nothing"));
    await expect(read(file)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/broken\.xlsx cannot be read: it is damaged/) as string,
    });
  });

  test.each([
    ["a file that is not there", "/nowhere/a.csv", /no such file/],
    ["a folder", DATA, /only \.xlsx, \.xls and \.csv/],
    ["another kind of file", fileWith("photo.png", "x"), /only \.xlsx, \.xls and \.csv/],
  ])("refuses %s", async (_what, file, message) => {
    await expect(read(file)).rejects.toThrow(message);
  });

  test("refuses a large file without reading it", async () => {
    const file = fileWith("large.csv", "model\n".repeat(1_000));
    await expect(read(file, { fileBytes: 1_000 })).rejects.toThrow(/at most .* are read/);
  });

  test("stops a parse that takes too long", async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [`model ${index}`, index]);
    const file = fileWith("slow.xlsx", workbookOf([["model", "serialNumber"], ...rows]));
    await expect(read(file, { parseMs: 20 })).rejects.toThrow(/more than 0.02 seconds/);
  });

  test("stops a parse that takes too much memory", async () => {
    const rows = Array.from({ length: 60_000 }, (_, index) => [`model ${index}`, index, index]);
    const file = fileWith("big.xlsx", workbookOf([["a", "b", "c"], ...rows]));
    await expect(read(file, { heapMiB: 16 })).rejects.toThrow(/more than 16 MiB of memory/);
  });
});
