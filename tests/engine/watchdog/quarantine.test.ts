import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CallBlocked } from "../../../engine/functions/errors";
import { Quarantine } from "../../../engine/watchdog/quarantine";
import { describeCall, fingerprintOf, partsOf } from "../../../engine/watchdog/watchedCall";
import { ANONYMOUS, temporaryFolder, TestDeployment } from "../support/testDeployment";

const HOUR_MS = 3_600_000;
const [ANA, BRUNO] = ["https://sms.example|ana", "https://sms.example|bruno"];
const NOW = Date.UTC(2026, 10, 28, 12);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder.path, "held-calls.jsonl");
});
afterEach(() => folder.remove());

/** Writes a line as the watchdog thread does. */
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

describe("a call that hung the server", () => {
  test("a call that hung the server is refused only to its caller", () => {
    hold(describeCall("GET /export", ANA, "https://sms/export"));
    const quarantine = new Quarantine(file, NOW);
    expect(isRefused(quarantine, describeCall("GET /export", ANA, "https://sms/export"))).toBe(
      true,
    );
    expect(isRefused(quarantine, describeCall("GET /export", BRUNO, "https://sms/export"))).toBe(
      false,
    );
  });

  test("a call that hung the server is refused only with the same arguments", () => {
    hold(describeCall("samples:list", ANA, '[{"page":1}]'));
    const quarantine = new Quarantine(file, NOW);
    expect(isRefused(quarantine, describeCall("samples:list", ANA, '[{"page":1}]'))).toBe(true);
    expect(isRefused(quarantine, describeCall("samples:list", ANA, '[{"page":2}]'))).toBe(false);
  });

  test("a call that hung the server is allowed again after an hour", () => {
    const call = describeCall("samples:list", ANA, "[{}]");
    hold(call);
    const quarantine = new Quarantine(file, NOW);
    expect(isRefused(quarantine, call, NOW + HOUR_MS - 1)).toBe(true);
    expect(isRefused(quarantine, call, NOW + HOUR_MS)).toBe(false);
    expect(new Quarantine(file, NOW + HOUR_MS).isEmpty).toBe(true);
    expect(existsSync(file)).toBe(false);
  });

  test("three calls of a function that hung the server block the whole function for their caller", () => {
    for (const page of ["1", "2", "3"]) hold(describeCall("samples:list", ANA, page));
    const quarantine = new Quarantine(file, NOW);
    expect(isRefused(quarantine, describeCall("samples:list", ANA, "4"))).toBe(true);
    expect(isRefused(quarantine, describeCall("samples:get", ANA, "4"))).toBe(false);
    expect(isRefused(quarantine, describeCall("samples:list", BRUNO, "4"))).toBe(false);
  });
});

describe("an administrator", () => {
  test("an administrator sees the path, the caller and the times of each block", () => {
    hold(describeCall("samples:list", ANA, "[{}]"));
    expect(new Quarantine(file, NOW).list(NOW)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
        path: "samples:list",
        caller: ANA,
        since: NOW,
        until: NOW + HOUR_MS,
      },
    ]);
  });

  test("an administrator lifts one block, even for the next start", () => {
    const [lifted, kept] = [describeCall("a:b", "admin", "1"), describeCall("a:b", "admin", "2")];
    hold(lifted);
    hold(kept);
    const quarantine = new Quarantine(file, NOW);
    expect(quarantine.lift(quarantine.list(NOW)[0]?.id ?? "")).toBe(1);
    for (const each of [quarantine, new Quarantine(file, NOW)]) {
      expect([isRefused(each, lifted), isRefused(each, kept)]).toEqual([false, true]);
    }
  });

  test("an administrator lifts all blocks", () => {
    for (const args of ["1", "2"]) hold(describeCall("a:b", "admin", args));
    const quarantine = new Quarantine(file, NOW);
    expect(quarantine.lift("all")).toBe(2);
    expect(quarantine.list(NOW)).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });
});

test("the quarantine reads lines of earlier versions without a caller, and skips truncated ones", () => {
  const call = describeCall("samples:list", ANA, "[{}]");
  const old = { time: NOW, path: "samples:list", fingerprint: fingerprintOf(call) };
  appendFileSync(file, `${JSON.stringify(old)}\n{"time":17`);
  const quarantine = new Quarantine(file, NOW);
  expect(quarantine.list(NOW)).toMatchObject([{ path: "samples:list", caller: null }]);
  expect(isRefused(quarantine, call)).toBe(true);
  expect(readFileSync(file, "utf8")).toContain('"time":17');
});

test("an HTTP action that calls a blocked function is refused with the same message", async () => {
  const call = describeCall(
    "messages:sendInternal",
    "deployment",
    '[{"body":"x","channel":"web"}]',
  );
  hold(call, Date.now());
  const app = await TestDeployment.openOn(folder.path);
  const request = new Request("http://site.test/channels/web", { method: "POST", body: "x" });
  await expect(app.deployment.functions.runHttpAction(request, ANONYMOUS)).rejects.toThrow(
    CallBlocked,
  );
  await app.close();
});
