import { expect, test } from "vitest";
import { identifyScan } from "#domain/samples/scannedIdentifier";

const FIRST = "356938035643809";
const SECOND = "356938035643817";
const empty = { serialNumber: "", imei1: "", imei2: "", slots: "" };

test.each([
  ["a serial number", "R5CT01", empty, "serialNumber"],
  ["15 digits with a wrong check digit", "356938035643801", empty, "serialNumber"],
  ["the first IMEI", FIRST, empty, "imei1"],
  ["an IMEI in groups", "35 693803 564380 9", empty, "imei1"],
  ["the second IMEI", SECOND, { ...empty, imei1: FIRST }, "imei2"],
  ["the first IMEI again", FIRST, { ...empty, imei1: FIRST }, "imei1"],
  ["another IMEI of a single slot", SECOND, { ...empty, imei1: FIRST, slots: "Single" }, "imei1"],
] as const)("%s goes into its field", (_, text, form, field) => {
  expect(identifyScan(text, form).field).toBe(field);
});

test("an IMEI loses its groups, a serial number its outer blanks", () => {
  expect(identifyScan("35 693803 564380 9", empty).value).toBe(FIRST);
  expect(identifyScan(" R5CT 01\t", empty).value).toBe("R5CT 01");
});
