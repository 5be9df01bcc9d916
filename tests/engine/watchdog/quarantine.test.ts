import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "../../../engine/functions/types";
import { Quarantine } from "../../../engine/watchdog/quarantine";
import { describeCall, fingerprintOf, partsOf } from "../../../engine/watchdog/watchedCall";
import { ADMIN, NOBODY, person, temporaryFolder } from "../support/testDeployment";

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 28, 12);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder.path, "held-calls.jsonl");
});
afterEach(() => folder.remove());

const fromAddress = (ip: string, credentialHash?: string): Caller => ({
  ...NOBODY,
  request: {
    ip,
    userAgent: null,
    requestId: "0".repeat(16),
    ...(credentialHash && { credentialHash }),
  },
});

/** Writes the line that the watchdog's thread writes. */
function hold(description: string, time = NOW): void {
  const call = { time, ...partsOf(description), fingerprint: fingerprintOf(description) };
  appendFileSync(file, `${JSON.stringify(call)}\n`);
}

const isRefused = (quarantine: Quarantine, description: string, now = NOW) => {
  try {
    quarantine.check(description, now);
    return false;
  } catch {
    return true;
  }
};

const callers: Record<string, Caller> = {
  "a person": person("ana"),
  "another person": person("bruno"),
  "an address": fromAddress("192.0.2.7"),
  "another address": fromAddress("192.0.2.8"),
  "an API token": fromAddress("192.0.2.7", "3fa9c1d27b604e18"),
  "another API token of the same address": fromAddress("192.0.2.7", "b604e183fa9c1d27"),
  "the admin key": ADMIN,
  "a job": { ...ADMIN, job: "reports:send" },
};

describe("a call that held the server", () => {
  test.each(Object.keys(callers))("of %s is refused to that caller alone", (name) => {
    const call = (caller: Caller) => describeCall("GET /export", caller, "https://sms/export");
    hold(call(callers[name] ?? NOBODY));
    const quarantine = new Quarantine(file, NOW);
    for (const [other, caller] of Object.entries(callers)) {
      expect([other, isRefused(quarantine, call(caller))]).toEqual([other, other === name]);
    }
  });

  test("is refused with its own arguments only", () => {
    hold(describeCall("samples:list", person("ana"), '[{"page":1}]'));
    const quarantine = new Quarantine(file, NOW);
    expect(isRefused(quarantine, describeCall("samples:list", person("ana"), '[{"page":1}]'))).toBe(
      true,
    );
    expect(isRefused(quarantine, describeCall("samples:list", person("ana"), '[{"page":2}]'))).toBe(
      false,
    );
  });

  test("is let through after an hour", () => {
    const call = describeCall("samples:list", person("ana"), "[{}]");
    hold(call);
    const quarantine = new Quarantine(file, NOW);
    expect(isRefused(quarantine, call, NOW + HOUR_MS - 1)).toBe(true);
    expect(isRefused(quarantine, call, NOW + HOUR_MS)).toBe(false);
    expect(new Quarantine(file, NOW + HOUR_MS).isEmpty).toBe(true);
    expect(existsSync(file)).toBe(false);
  });

  test("makes three of a function's calls a block of the whole function, for their caller", () => {
    for (const page of ["1", "2", "3"]) hold(describeCall("samples:list", person("ana"), page));
    const quarantine = new Quarantine(file, NOW);
    expect(isRefused(quarantine, describeCall("samples:list", person("ana"), "4"))).toBe(true);
    expect(isRefused(quarantine, describeCall("samples:get", person("ana"), "4"))).toBe(false);
    expect(isRefused(quarantine, describeCall("samples:list", person("bruno"), "4"))).toBe(false);
  });
});

describe("an administrator", () => {
  test("sees the path, the caller and the times of each block", () => {
    hold(describeCall("samples:list", person("ana"), "[{}]"));
    expect(new Quarantine(file, NOW).list(NOW)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
        path: "samples:list",
        caller: "test|ana",
        since: NOW,
        until: NOW + HOUR_MS,
      },
    ]);
  });

  test("lifts one block, now and for the next start", () => {
    const [lifted, kept] = [describeCall("a:b", ADMIN, "1"), describeCall("a:b", ADMIN, "2")];
    hold(lifted);
    hold(kept);
    const quarantine = new Quarantine(file, NOW);
    expect(quarantine.lift(quarantine.list(NOW)[0]?.id ?? "")).toBe(1);
    for (const each of [quarantine, new Quarantine(file, NOW)]) {
      expect([isRefused(each, lifted), isRefused(each, kept)]).toEqual([false, true]);
    }
  });

  test("lifts all blocks", () => {
    for (const args of ["1", "2"]) hold(describeCall("a:b", ADMIN, args));
    const quarantine = new Quarantine(file, NOW);
    expect(quarantine.lift("all")).toBe(2);
    expect(quarantine.list(NOW)).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });
});

test("reads lines without a caller, as earlier versions wrote them, and leaves out cut ones", () => {
  const call = describeCall("samples:list", person("ana"), "[{}]");
  const old = { time: NOW, path: "samples:list", fingerprint: fingerprintOf(call) };
  appendFileSync(file, `${JSON.stringify(old)}\n{"time":17`);
  const quarantine = new Quarantine(file, NOW);
  expect(quarantine.list(NOW)).toMatchObject([{ path: "samples:list", caller: null }]);
  expect(isRefused(quarantine, call)).toBe(true);
  expect(readFileSync(file, "utf8")).toContain('"time":17');
});
