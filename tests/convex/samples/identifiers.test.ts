import { beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { adam, ana, bruno, ConvexLab } from "../../support/deployments/convexLab";
import { aSample } from "../../support/samples";

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
});

const check = (by: string, typed: Record<string, string>) =>
  lab.as(by).query(api.identifiers.check, typed);

test("the live check warns of each taken identifier and links to a sample that the caller may see", async () => {
  const { imei1, imei2, serialNumber } = aSample();
  const sampleId = await lab.register(ana, aSample({ imei1, imei2, serialNumber }));
  expect(
    await check(ana, { imei1: imei2, imei2: imei1, serialNumber: ` ${serialNumber} ` }),
  ).toEqual([
    { field: "imei1", sampleId, message: "IMEI1 already exists" },
    { field: "imei2", sampleId, message: "IMEI2 already exists" },
    { field: "serialNumber", sampleId, message: "Serial Number already exists" },
  ]);
  expect(await check(bruno, { imei1 })).toEqual([
    { field: "imei1", sampleId: null, message: "IMEI1 already exists" },
  ]);
  expect(await check(adam, { imei1 })).toMatchObject([{ sampleId }]);
});

test("the live check is silent about free and empty fields, and about the edited sample itself", async () => {
  const { imei1, imei2 } = aSample();
  const sampleId = await lab.register(ana, aSample({ imei1, imei2 }));
  expect(await check(ana, {})).toEqual([]);
  expect(await check(ana, { imei1: "", imei2: " ", serialNumber: "FREE" })).toEqual([]);
  expect(await check(ana, { imei1, imei2, exceptSampleId: sampleId })).toEqual([]);
});

test("the live check does not leave out a sample that the caller may not see", async () => {
  const { imei1, serialNumber } = aSample();
  const exceptSampleId = await lab.register(ana, aSample({ imei1, serialNumber }));
  const typed = { imei1, serialNumber };
  const warnings = await check(bruno, typed);
  expect(warnings).toHaveLength(2);
  expect(await check(bruno, { ...typed, exceptSampleId })).toEqual(warnings);
});

test("the live check warns of two equal IMEIs", async () => {
  expect(await check(ana, { imei1: "352099001761481", imei2: "352099001761481" })).toMatchObject([
    { field: "imei2", message: "IMEI1 and IMEI2 cannot be the same. Please change it." },
  ]);
});

test("the identifiers of a deleted sample are free again", async () => {
  const { serialNumber } = aSample();
  const sampleId = await lab.register(ana, aSample({ serialNumber }));
  await lab.as(ana).mutation(api.samples.remove, { transactionId: "gone", sampleId });
  expect(await check(ana, { serialNumber })).toEqual([]);
});
