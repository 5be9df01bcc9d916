import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/common/durations";
import { VERSION } from "#domain/common/version";
import { diagnose, type AppFacts, type Reader } from "#domain/operations/diagnosis";
import type { EngineFacts } from "#domain/operations/engineHealth";
import { WELL_ENGINE, wellApp } from "../../support/healthFacts";
import packageJson from "../../../package.json";

const NOW = Date.UTC(2026, 10, 28, 12);
const APP = wellApp(NOW, NOW - 10 * HOUR_MS);
const ENGINE = { ...WELL_ENGINE, lastCheck: { at: NOW - HOUR_MS, faults: [] } };
const READER: Reader = { name: "terminal", now: NOW, version: "1.6.5" };

/** Subjects that need attention. */
function problems(
  app: Partial<AppFacts>,
  engine: Partial<EngineFacts> = {},
  reader: Partial<Reader> = {},
) {
  return diagnose({ ...APP, ...app }, { ...ENGINE, ...engine }, { ...READER, ...reader })
    .filter(({ isWell }) => !isWell)
    .map(({ subject, text }) => `${subject}: ${text}`);
}

describe("sms doctor", () => {
  test("finds nothing wrong with a server that is well", () => {
    expect(problems({})).toEqual([]);
  });

  test("waits for the first check of the data", () => {
    expect(problems({}, { lastCheck: null })).toEqual([]);
  });

  test.each<[string, Partial<AppFacts>, Partial<EngineFacts>]>([
    ["Data: Damaged: a and 1 more", {}, { lastCheck: { at: NOW, faults: ["a", "b"] } }],
    ["Disk: 1.0 GB free, 1.0 GB used by the data", {}, { freeBytes: 1e9 }],
    [
      "Readers: The oldest has been open for 3 h",
      {},
      { dataFile: { ...ENGINE.dataFile, oldestReaderMs: 3 * HOUR_MS } },
    ],
    [
      "Jobs: Stuck: one has been due for 20 min",
      {},
      { jobs: { ...ENGINE.jobs, overdueMs: 20 * MINUTE_MS } },
    ],
    [
      "Jobs: 2 failed in the last 24 hours, most recently in reports.js:send",
      {},
      { jobs: { overdueMs: 0, failed: 2, lastFailed: "reports.js:send" } },
    ],
    ["Calls: 2 blocked for holding up the server", {}, { blockedCalls: 2 }],
    ["Backups: No automatic backups", { backups: { madeAt: null, failure: null } }, {}],
    [
      "Backups: The latest is from Nov 25, 2026",
      { backups: { madeAt: NOW - 3 * DAY_MS, failure: null } },
      {},
    ],
    [
      "Backups: The latest failed on Nov 28, 2026: no room",
      { backups: { madeAt: NOW - DAY_MS, failure: { at: NOW, error: "no room" } } },
      {},
    ],
    ["Mail: Not sent: no mail service is set up", { hasMailService: false }, {}],
    ["Mail: Stuck: one has waited for 40 min", { queuedSince: NOW - 40 * MINUTE_MS }, {}],
    ["Mail: 3 failed in the last 24 hours", { failedMails: 3 }, {}],
    [
      "Webhooks: Deliveries fail to a.example, b.example",
      { failingWebhooks: ["a.example", "b.example"] },
      {},
    ],
  ])("reports “%s”, with what to do", (expected, app, engine) => {
    expect(problems(app, engine)).toEqual([expected]);
    const found = diagnose({ ...APP, ...app }, { ...ENGINE, ...engine }, READER);
    expect(found.filter(({ isWell }) => !isWell)[0]?.remedy).toBeTruthy();
  });

  test("reports a clock that is off, and in which direction", () => {
    expect(problems({}, {}, { now: NOW + HOUR_MS })).toEqual(["Clock: 1 h behind this computer's"]);
    expect(problems({}, {}, { now: NOW - HOUR_MS })).toEqual([
      "Clock: 1 h ahead of this computer's",
    ]);
  });

  test.each([
    ["terminal", "Use the same version on both."],
    ["page", "Reload the page."],
  ] as const)("reports a %s of another version than the server's", (name, remedy) => {
    const found = diagnose(APP, ENGINE, { ...READER, name, version: "1.6.4" });
    expect(found.find(({ isWell }) => !isWell)).toEqual({
      subject: "Version",
      isWell: false,
      text: `1.6.5 on Node v24.1.0; this ${name} is version 1.6.4`,
      remedy,
    });
  });

  test("compares with the version that package.json names", () => {
    expect(VERSION).toBe(packageJson.version);
  });

  test("names the data that is kept for a rollback, and until when", () => {
    const previousState = { bytes: 1.24e9, until: Date.UTC(2026, 11, 6, 2) };
    const upgrade = diagnose(APP, { ...ENGINE, previousState }, READER).find(
      ({ subject }) => subject === "Upgrade",
    );
    expect(upgrade).toEqual({
      subject: "Upgrade",
      isWell: true,
      text: "The previous version's data is kept for a rollback (1.2 GB, until Dec 6, 2026)",
    });
  });

  test("says nothing about files and backups of a deployment that is not the embedded one", () => {
    const subjects = diagnose(APP, null, READER).map(({ subject }) => subject);
    expect(subjects).toEqual(["Mail", "Webhooks", "Clock", "Version"]);
  });
});
