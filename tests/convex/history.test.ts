import { beforeEach, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { adam, ana, bruno, ConvexLab, sara } from "../support/convexLab";
import { refusedCode } from "../support/refusals";
import { aSample, FIRST_PAGE } from "../support/samples";

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
});

const ofSample = async (by: string, sampleId: string) =>
  (await lab.as(by).query(api.history.forSample, { sampleId, paginationOpts: FIRST_PAGE })).page;
const list = (by: string, scope: "all" | "mine" | "team") =>
  lab.as(by).query(api.history.list, { scope, paginationOpts: FIRST_PAGE });
const actions = async (by: string, scope: "all" | "mine" | "team") =>
  (await list(by, scope)).page.map(({ action }) => action);

test("every step leaves one record with a copy of the sample's key fields", async () => {
  const fields = aSample();
  const sampleId = await lab.register(ana, fields);
  await lab.take("transfer", ana, sampleId, bruno);
  await lab.take("acknowledgeTransfer", bruno, sampleId);
  await lab.take("returnToCustomer", bruno, sampleId, sara);
  await lab.take("acknowledgeReturn", sara, sampleId);
  const records = await ofSample(sara, sampleId);
  expect(records.map(({ action, status }) => [action, status])).toEqual([
    ["Return Acknowledge", "Returned"],
    ["Return", "In Return"],
    ["Transfer Acknowledge", "In Use"],
    ["Transfer", "In Transit"],
    ["Register", "Registered"],
  ]);
  const { brand, model, serialNumber, imei1, imei2, customers } = fields;
  for (const record of records) {
    expect(record).toMatchObject({ brand, model, serialNumber, imei1, imei2, customers });
  }
  expect(records[0]).toMatchObject({ samplmanag: sara, lastmanag: bruno, email: sara });
});

test("an admin sees everything, a user what happened while they were the manager", async () => {
  const sampleId = await lab.register(ana);
  await lab.take("transfer", ana, sampleId, bruno);
  await lab.take("acknowledgeTransfer", bruno, sampleId);
  expect(await actions(adam, "all")).toEqual(["Transfer Acknowledge", "Transfer", "Register"]);
  expect(await actions(ana, "mine")).toEqual(["Transfer", "Register"]);
  expect(await actions(bruno, "mine")).toEqual(["Transfer Acknowledge"]);
  expect(await actions(sara, "team")).toEqual(["Transfer", "Register"]);
  expect(await actions(sara, "mine")).toEqual([]);
});

test("scopes beyond one's role are refused", async () => {
  expect(await refusedCode(list(ana, "all"))).toBe("NOT_ALLOWED");
  expect(await refusedCode(list(ana, "team"))).toBe("NOT_ALLOWED");
  expect(await refusedCode(list(sara, "all"))).toBe("NOT_ALLOWED");
});

test("whoever may not see a sample sees no history of it", async () => {
  const sampleId = await lab.register(ana);
  expect(await ofSample(sara, sampleId)).toHaveLength(1);
  expect(await ofSample(bruno, sampleId)).toEqual([]);
  expect(await ofSample(adam, "no-such-sample")).toEqual([]);
});

test("a refused step leaves no record", async () => {
  const sampleId = await lab.register(ana);
  await refusedCode(lab.take("transfer", bruno, sampleId, bruno));
  expect(await ofSample(ana, sampleId)).toHaveLength(1);
});
