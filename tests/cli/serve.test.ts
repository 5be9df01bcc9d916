import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalJWKSet, importPKCS8, jwtVerify, SignJWT } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { isStrongPassword } from "../../domain/password";
import { prepareDemo } from "../../scripts/serve/demo";
import { newDemoPassword, newSigningKeys } from "../../scripts/serve/secrets";
import { readSettings } from "../../scripts/serve/settings";

describe("readSettings", () => {
  test("lets pages load from Google only with a key for its maps", () => {
    expect(readSettings({}, []).contentSources).toEqual([]);
    expect(readSettings({ VITE_GOOGLE_MAPS_API_KEY: "k" }, []).contentSources).toContain(
      "https://*.googleapis.com",
    );
  });

  test("serves this computer on port 3210 by default", () => {
    expect(readSettings({}, [])).toMatchObject({
      host: "127.0.0.1",
      port: 3210,
      baseUrl: "http://localhost:3210",
      empty: false,
    });
  });

  test("takes port, folder and --empty", () => {
    const settings = readSettings({ PORT: "4201", SMS_DATA_DIR: "/data" }, ["--empty"]);
    expect(settings).toMatchObject({ port: 4201, dataDir: "/data", empty: true });
  });

  test.each([
    ["0.0.0.0", "http://localhost:3210"],
    ["192.0.2.7", "http://192.0.2.7:3210"],
    ["2001:db8::7", "http://[2001:db8::7]:3210"],
  ])("shows people an address they can open for HOST=%s", (host, baseUrl) => {
    expect(readSettings({ HOST: host }, [])).toMatchObject({ host, baseUrl });
  });

  test.each([
    [{ PORT: "http" }, [], /PORT is "http"/],
    [{ PORT: "70000" }, [], /from 1 to 65535/],
    [{ SMS_BASE_URL: "sms" }, [], /no web address/],
    [{}, ["--emtpy"], /npm start -- --empty/],
  ])("refuses %j %j", (env, args, message) => {
    expect(() => readSettings(env, args)).toThrow(message);
  });
});

describe("a demo", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "sms-serve-"));
  });
  const prepare = (isNew: boolean, env: NodeJS.ProcessEnv = {}, args: string[] = []) =>
    prepareDemo(readSettings({ SMS_DATA_DIR: dataDir, ...env }, args), isNew, env);

  test("is what a new folder gets, with a password kept for its owner only", async () => {
    const demo = await prepare(true);
    expect(demo).not.toBeNull();
    expect(statSync(join(dataDir, "demo.json")).mode & 0o777).toBe(0o600);
    expect(await prepare(false)).toEqual(demo);
  });

  test("takes its password from SMS_DEMO_PASSWORD", async () => {
    const demo = await prepare(true, { SMS_DEMO_PASSWORD: "Lab-pass-1!" });
    expect(demo).toEqual({ password: "Lab-pass-1!", loadedWith: null });
    await expect(prepare(true, { SMS_DEMO_PASSWORD: "secret" })).rejects.toThrow(/too weak/);
  });

  test("is neither made with --empty nor in a folder that has data", async () => {
    expect(await prepare(true, {}, ["--empty"])).toBeNull();
    expect(await prepare(false)).toBeNull();
  });

  test.each([
    { HOST: "0.0.0.0" },
    { SMS_BASE_URL: "https://sms.example" },
    { RESEND_API_KEY: "re_1" },
  ])("is refused where others could reach it: %j", async (env) => {
    await expect(prepare(true, env)).rejects.toThrow(/npm start -- --empty/);
    await prepare(true);
    await expect(prepare(false, env)).rejects.toThrow(/SMS_DATA_DIR=<a new folder>/);
  });

  test("is not left by --empty on its folder", async () => {
    await prepare(true);
    await expect(prepare(false, {}, ["--empty"])).rejects.toThrow(/holds demo data/);
  });
});

describe("secrets", () => {
  test("a made-up demo password satisfies the rule for passwords", () => {
    const passwords = Array.from({ length: 200 }, newDemoPassword);
    expect(passwords.filter((password) => !isStrongPassword(password))).toEqual([]);
    expect(new Set(passwords).size).toBe(200);
  });

  test("the private key signs what the public set verifies", async () => {
    const { JWT_PRIVATE_KEY, JWKS } = await newSigningKeys();
    expect(JWT_PRIVATE_KEY).not.toContain("\n");
    const key = await importPKCS8(JWT_PRIVATE_KEY, "RS256");
    const token = await new SignJWT({ sub: "ana" }).setProtectedHeader({ alg: "RS256" }).sign(key);
    const keys = createLocalJWKSet(JSON.parse(JWKS) as Parameters<typeof createLocalJWKSet>[0]);
    expect((await jwtVerify(token, keys)).payload.sub).toBe("ana");
  });
});
