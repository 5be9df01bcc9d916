import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { fileHash, isFileHash } from "#domain/imports/imports";

const BYTES = Buffer.from("a workbook");
const SHA_256 = createHash("sha256").update(BYTES).digest("hex");

test.each([
  ["a CSV file", {}],
  ["a workbook of one sheet", { sheetName: "Sheet1", sheetNames: ["Sheet1"] }],
])("the hash of %s is its SHA-256", async (_what, sheet) => {
  expect(await fileHash(BYTES, sheet)).toBe(SHA_256);
});

test("each sheet of a workbook has a hash of its own", async () => {
  const sheetNames = ["Lisbon", "Porto"];
  const hashes = await Promise.all(
    sheetNames.map((sheetName) => fileHash(BYTES, { sheetName, sheetNames })),
  );
  expect(hashes.every(isFileHash)).toBe(true);
  expect(new Set([SHA_256, ...hashes]).size).toBe(3);
});
