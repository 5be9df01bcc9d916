import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dayOf } from "#domain/common/days";
import { NO_TEXTS } from "#domain/samples/fields";
import { Database } from "../../../engine/commit/database";
import { storePath } from "../../../engine/dataFolder";
import { openDeployment } from "../../../engine/deployment";
import type { JSONObject } from "../../../engine/values/json";
import { UPGRADES } from "../../../server/upgrades";
import { bundleWithTestFunctions } from "../../support/deployments/home";

/** A sample as the previous version stored it, without its owner's id. */
const SAMPLE = {
  ...NO_TEXTS,
  brand: "OnePlus",
  model: "Pad",
  serialNumber: "ON9K0209",
  slots: "Single",
  imei1: "001000590002092",
  imei2: "",
  imeis: ["001000590002092"],
  duplicate: "none",
  devTypes: "Signed",
  hwtype: "Tablet",
  hwVersion: "MP",
  os: "Android",
  simCard: "Nano SIM",
  tNetworks: "4G",
  customers: "Orange",
  custsamplmanag: "Device lab",
  deliveredBy: "DHL",
  country: "Portugal",
  city: "Lisbon",
  location: "Lisbon, Portugal",
  comments: "",
  locationR: "",
  userLocation: "Lisbon, Portugal",
  phoneNumber: "+351 21 555 1209",
  email: "ana@company.com",
  registeredby: "ana@company.com",
  registereddate: 1_000,
  samplmanag: "ana@company.com",
  samplmanagname: "Ana",
  supervisor: "sara@company.com",
  status: "In Transit",
  inTransitTo: "bruno@company.com",
  inTransitDate: 2_000,
};
const OLD_SORT_KEYS = { transferSort: 2_000, returnSort: 0, lostSort: Number.MAX_SAFE_INTEGER };

test("a sample stored before a text field existed gets it, not entered", () => {
  const whole = { ...SAMPLE, listDate: 2_000 };
  const { comments, ...stored } = whole;
  expect(UPGRADES["samples"]?.(stored)).toEqual({ ...stored, comments });
  expect(UPGRADES["samples"]?.(whole)).toBe(whole);
});

test("a sample of the previous version appears in this version's lists", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "sms-upgrade-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const before = await Database.open({
    path: storePath(dataDir),
    clock: { now: () => 3_000 },
    onFatal: (error) => {
      throw error;
    },
  });
  const { value: id } = await before.write((tx) => {
    const uid = tx.insert("users", {});
    tx.remove(uid);
    return tx.insert("samples", { ...SAMPLE, ...OLD_SORT_KEYS, uid });
  });
  await before.close();

  const options = { dataDir, cloudUrl: "http://localhost", siteUrl: "http://localhost" };
  const pushRequest = await bundleWithTestFunctions();
  await expect(openDeployment({ ...options, pushRequest })).rejects.toThrow("`listDate`");
  const deployment = await openDeployment({ ...options, pushRequest, upgrades: UPGRADES });
  onTestFinished(() => deployment.close());
  const tx = deployment.database.beginRead();
  onTestFinished(() => tx.close());
  const toBruno = tx.indexRange("samples.by_pendingWith_and_status_and_listDate", [
    { type: "Eq", fieldPath: "pendingWith", value: "bruno@company.com" },
    { type: "Eq", fieldPath: "status", value: "In Transit" },
    { type: "Eq", fieldPath: "listDate", value: 2_000 },
  ]);
  const found = [...tx.scan("samples.by_pendingWith_and_status_and_listDate", toBruno, "asc")];
  expect(found.map((row) => row.id)).toEqual([id]);
  const stored = JSON.parse(found[0]!.json) as JSONObject;
  expect(stored).toMatchObject(SAMPLE);
  for (const key in OLD_SORT_KEYS) expect(stored).not.toHaveProperty(key);
});

test("a counter of the previous version gets its total, and a trend from today on", () => {
  const counts = { Registered: 2, "In Use": 3 };
  const upgraded = UPGRADES["counterSamples"]!({ email: "ana@company.com", counts });
  expect(upgraded).toMatchObject({ counts, total: 5, since: dayOf(Date.now()) });
  expect(UPGRADES["counterSamples"]!(upgraded)).toBe(upgraded);
});

test("an identifier of the version before is found by every spelling", () => {
  const upgrade = UPGRADES["identifiers"]!;
  const row = { kind: "serialNumber", field: "serialNumber", sampleId: "s1", uid: "u1" };
  const upgraded = upgrade({ ...row, value: "RT\u20139001\u2013\u0410" });
  expect(upgraded).toEqual({ ...row, key: "RT-9001-A" });
  expect(upgrade(upgraded)).toBe(upgraded);
  expect(upgrade({ ...row, key: "'RT-9001-A" })).toEqual({ ...row, key: "RT-9001-A" });
  const imei = { kind: "imei", field: "imei1", sampleId: "s1", uid: "u1" };
  expect(upgrade({ ...imei, value: "352099001761481" })).toEqual({
    ...imei,
    key: "352099001761481",
  });
});

test("an upgrade returns the same object for a document that is up to date", () => {
  const [sample, user] = [{ ...SAMPLE, listDate: 0 }, { email: "ana@company.com" }];
  expect(UPGRADES["samples"]!(sample)).toBe(sample);
  expect(UPGRADES["users"]!(user)).toBe(user);
  expect(UPGRADES["users"]!({ ...user, searchName: "ana" })).toEqual(user);
});
