import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { prepareDemo } from "../../server/demo";
import { readSettings } from "../../server/settings";

describe("a demo", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "sms-serve-"));
  });
  const prepare = (isNew: boolean, env: NodeJS.ProcessEnv = {}, args: string[] = []) =>
    prepareDemo(readSettings({ SMS_DATA_DIR: dataDir, ...env }, args), isNew, env);

  test("a new data folder gets a demo whose password only the folder's owner can read", async () => {
    const demo = await prepare(true);
    expect(demo).not.toBeNull();
    expect(statSync(join(dataDir, "demo.json")).mode & 0o777).toBe(0o600);
    expect(await prepare(false)).toEqual(demo);
  });

  test("writing demo.json again replaces it with one rename and leaves no other file", async () => {
    await prepare(true);
    const { ino } = statSync(join(dataDir, "demo.json"));
    await prepare(false, { SMS_DEMO_PASSWORD: "Lab-pass-1!" });
    expect(statSync(join(dataDir, "demo.json")).ino).not.toBe(ino);
    expect(readdirSync(dataDir)).toEqual(["demo.json"]);
  });

  test("a demo takes its password from SMS_DEMO_PASSWORD", async () => {
    const demo = await prepare(true, { SMS_DEMO_PASSWORD: "Lab-pass-1!" });
    expect(demo).toEqual({ password: "Lab-pass-1!", loadedWith: null });
    await expect(prepare(true, { SMS_DEMO_PASSWORD: "secret" })).rejects.toThrow(/too weak/);
  });

  test("no demo is made with --empty or in a folder that has data", async () => {
    expect(await prepare(true, {}, ["--empty"])).toBeNull();
    expect(await prepare(false)).toBeNull();
  });

  test.each([
    { HOST: "0.0.0.0" },
    { SMS_BASE_URL: "https://sms.example" },
    { RESEND_API_KEY: "re_1" },
    { SMS_SMTP_URL: "smtp://localhost" },
    { SMS_BEHIND_PROXY: "1" },
    { SMS_ALLOWED_HOSTS: "localhost,sms.lab" },
  ])("a demo is refused where others could reach it: %j", async (env) => {
    await expect(prepare(true, env)).rejects.toThrow(/npm start -- --empty/);
    await prepare(true);
    await expect(prepare(false, env)).rejects.toThrow(/SMS_DATA_DIR=<a new folder>/);
  });

  test("--empty is refused for a folder that holds demo data", async () => {
    await prepare(true);
    await expect(prepare(false, {}, ["--empty"])).rejects.toThrow(/holds demo data/);
  });
});
