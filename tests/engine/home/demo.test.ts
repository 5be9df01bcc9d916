import { expect, test } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { STATUSES } from "#domain/custody/statuses";
import { embeddedBackend } from "../../support/deployments/embeddedBackend";
import { storedRecords, storedSamples } from "../../support/testFunctions";

// On the engine instead of convex-test, which takes half a minute for these documents.
test("the demo has samples in every status, consistent counters, and loads only once", async () => {
  const backend = await embeddedBackend();
  const { admin } = backend;
  const password = "Correct-horse!1";
  expect(await admin.action(internal.demo.seed, { password })).toEqual({ isDemo: true });
  const { samples, drift, faults } = await admin.action(internal.check.run, {});
  expect(samples).toBeGreaterThan(250);
  expect({ drift, faults }).toEqual({ drift: [], faults: [] });

  const found = await admin.query(storedSamples, {});
  for (const status of STATUSES) {
    expect(found.filter((sample) => sample.status === status).length).toBeGreaterThan(5);
  }
  expect(new Set(found.map(({ userLat }) => userLat)).size).toBeGreaterThan(8);

  const { history, notifications } = await admin.query(storedRecords, {});
  const declined = history.filter(({ action }) => action === "Transfer Declined");
  expect(declined.length).toBeGreaterThan(10);
  expect(declined.every(({ reason = "" }) => reason !== "")).toBe(true);
  const acknowledged = history.filter(({ action }) => action === "Transfer Acknowledge");
  expect(acknowledged.length).toBeGreaterThan(100);
  const dates = history.map(({ actiondate }) => actiondate);
  expect(dates).toEqual([...dates].sort((one, other) => one - other));
  expect(notifications.filter(({ notice }) => notice.kind === "registered")).toEqual([]);
  const { demo } = await admin.query(api.config.public, {});
  expect(demo).toBeNull(); // shown only where the demo's password is configured

  await admin.action(internal.demo.seed, { password });
  expect((await admin.action(internal.check.run, {})).samples).toBe(samples);
  await backend.close();
});
