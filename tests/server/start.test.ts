import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT, RunningProduct } from "../support/deployments/deployment";
import { freePort } from "../support/freePort";
import { ending, freshEnvironment, sms } from "../cli/support/sms";

/** Environment of the product; changes apply at its next start. */
const environment: Record<string, string> = {};
let product: RunningProduct;
beforeAll(async () => {
  product = await RunningProduct.start({ environment });
});
afterAll(() => product.stop());

/** Starts the product, expecting it to exit by itself. */
function start(settings: NodeJS.ProcessEnv, args: readonly string[] = []) {
  const env = { ...process.env, SMS_DEMO_PASSWORD: "", ...settings };
  return ending(spawn(process.execPath, ["scripts/start.mjs", ...args], { cwd: ROOT, env }));
}

describe("npm start", () => {
  test("hides its data from the computer's other users", () => {
    const modes = ["instance.json", "demo.json", join("store", "documents.mdb")].map(
      (file) => statSync(join(product.dataDir, file)).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  test("names the process that holds the data folder", async () => {
    const { code, stderr } = await start({
      SMS_DATA_DIR: product.dataDir,
      PORT: String(await freePort()),
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/is in use by process \d+/);
  });

  test("refuses a weak demo password before it creates or builds anything", async () => {
    const folder = join(mkdtempSync(join(tmpdir(), "sms-start-")), "data");
    const { code, stderr } = await start({ SMS_DATA_DIR: folder, SMS_DEMO_PASSWORD: "secret" });
    expect(code).toBe(1);
    expect(stderr.trim()).toMatch(/^SMS_DEMO_PASSWORD is too weak: .*$/);
    expect(existsSync(folder)).toBe(false);
  });

  test.each([
    ["a file where its store should be", "store"],
    ["a folder where its keys should be", "instance.json"],
  ])("refuses a data folder with %s in one sentence, without a stack", async (_what, name) => {
    const folder = mkdtempSync(join(tmpdir(), "sms-start-"));
    if (name === "store") writeFileSync(join(folder, name), "");
    else mkdirSync(join(folder, name));
    const { code, stderr } = await start({
      SMS_DATA_DIR: folder,
      PORT: String(await freePort()),
    });
    expect(code).toBe(1);
    expect(stderr).toContain(folder);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  // Only root may mount a small disk.
  test.runIf(process.getuid?.() === 0)(
    "reports a full disk at the first start and exits",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "sms-full-"));
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]);
      try {
        const { code, stderr } = await start({
          SMS_DATA_DIR: folder,
          PORT: String(await freePort()),
        });
        expect(code).toBe(1);
        expect(stderr).toMatch(/The disk of .* is full/);
        expect(stderr).not.toMatch(/^ {4}at /m);
      } finally {
        execFileSync("umount", [folder]);
      }
    },
  );

  test("reports that the port is taken, and how to choose another", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "sms-start-"));
    const settings = { SMS_DATA_DIR: dataDir, PORT: String(product.port) };
    const { code, stderr } = await start(settings);
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${product.port} is taken by another program.`);
    expect(stderr).toContain(`PORT=${product.port + 1} npm start`);
    expect(readdirSync(dataDir)).toEqual([]); // no demo was created before
  });

  test("keeps the demo and gives its accounts a changed password", async () => {
    await product.kill("SIGTERM");
    environment["SMS_DEMO_PASSWORD"] = "Other-pass-2!";
    await product.resume();
    const env = freshEnvironment({ SMS_URL: product.url, SMS_DATA_DIR: product.dataDir });
    const login = ["login", "--email", "ana.lima@lab.example", "--password-stdin"];
    expect((await sms(login, env, "Other-pass-2!")).code).toBe(0);
    expect((await sms(login, env, "Demo-pass-1!")).code).toBe(1);
    expect((await sms(["check"], env)).stdout).toBe("300 samples checked, all agrees\n");
  });
});
