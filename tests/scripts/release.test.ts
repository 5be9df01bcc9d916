import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ending, freshEnvironment } from "../cli/support/sms";
import { END_WITH_RUNNER } from "../support/endWithRunner";
import { freePort } from "../support/freePort";
import { PLATFORMS } from "../../scripts/lib/platforms.mjs";
import { stageApp, stagePackages } from "../../scripts/lib/releaseApp.mjs";

const folder = mkdtempSync(join(tmpdir(), "sms-release-"));
const app = join(folder, "app");
const dataDir = join(folder, "data");
beforeAll(async () => {
  await stageApp(app);
  await stagePackages(app, `${process.platform}-${process.arch}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a command of the release, in a folder without packages. */
function run(command: "sms" | "engine", args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const isServer = args[0] === "start" && args[1] === "--empty";
  const program = join(app, "bin", `${command}.mjs`);
  return spawn(process.execPath, [...(isServer ? END_WITH_RUNNER : []), program, ...args], {
    cwd: folder,
    env: freshEnvironment({ SMS_DATA_DIR: dataDir, ...env }),
  });
}

describe("an installed release", () => {
  test("serves the pages and obeys its command line, without the repository", async () => {
    const port = await freePort();
    const settings = { PORT: String(port), SMS_COMPANY_DOMAIN: "example.com" };
    const server = run("sms", ["start", "--empty"], settings);
    const url = `http://localhost:${port}`;
    const printed: string[] = [];
    for await (const line of createInterface(server.stdout)) {
      printed.push(line);
      if (line.includes("Ctrl-C")) break;
    }
    const page = await (await fetch(url)).text();
    const check = await ending(run("sms", ["check"], { SMS_URL: url }));
    const doctor = await ending(run("sms", ["doctor"], { SMS_URL: url }));
    const backup = join(folder, "backup.zip");
    const saved = await ending(run("engine", ["backup", backup, "--data", dataDir, "--url", url]));
    server.kill("SIGTERM");
    const [code] = (await once(server, "exit")) as [number];

    expect(printed.join("\n")).toContain(` SMS_URL=${url} sms users set-role <e-mail> admin`);
    expect(page).toContain('<div id="root">');
    expect(check).toMatchObject({ code: 0 });
    expect([doctor.code, doctor.stdout.match(/^!!\s+\w+/gm)]).toEqual([
      1,
      ["!!  Backups", "!!  Mail"],
    ]);
    expect(saved).toMatchObject({ code: 0, stderr: `Backed up to ${backup}\n` });
    expect(existsSync(backup)).toBe(true);
    expect(code).toBe(0);
  });

  test("names its own commands in refusals and help", async () => {
    const { stderr } = await ending(run("sms", ["start", "--emtpy"]));
    const { stdout } = await ending(run("sms", ["--help"]));
    expect(stderr).toContain("sms start takes one option: sms start --empty");
    expect(stdout).toContain("sms start [--empty]");
  });

  test("contains no sources, no source maps and no path of the computer that built it", () => {
    const files = readdirSync(app, { recursive: true, encoding: "utf8" });
    const own = files.filter((file) => !file.startsWith("node_modules"));
    expect(own.filter((file) => /\.(map|tsx?)$/.test(file))).toEqual([]);
    const repository = join(import.meta.dirname, "../..");
    const texts = own.filter((file) => /\.(mjs|js|json|html)$/.test(file));
    const leaks = texts.filter((file) =>
      readFileSync(join(app, file), "utf8").includes(repository),
    );
    expect(leaks).toEqual([]);
  });
});

test("each platform of a release has the machine code of lmdb in the lock file", () => {
  const lock = createRequire(import.meta.url)("../../package-lock.json") as {
    packages: Record<string, { version: string }>;
  };
  const { version } = lock.packages["node_modules/lmdb"]!;
  const versions = Object.keys(PLATFORMS).map(
    (platform) => lock.packages[`node_modules/@lmdb/lmdb-${platform}`]?.version,
  );
  expect(versions).toEqual(versions.map(() => version));
});
