import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { forgetLogin, readConfig, storeLogin } from "../../cli/config";

const LOGIN = { url: "https://sms.example", email: "ana@lab.example", refreshToken: "secret" };
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "sms-home-"));
});
const env = (settings: NodeJS.ProcessEnv = {}) => ({ XDG_CONFIG_HOME: home, ...settings });

describe("the stored login", () => {
  test("the stored login is readable only by its owner", async () => {
    await storeLogin(LOGIN, env());
    const file = join(home, "sms", "login.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(LOGIN);
  });

  test("the stored login names its server until it is deleted", async () => {
    await storeLogin(LOGIN, env());
    expect(await readConfig(env())).toEqual({
      url: LOGIN.url,
      refreshToken: "secret",
      isSmsToken: false,
      apiToken: null,
      loginUrl: LOGIN.url,
    });
    await forgetLogin(env());
    expect(await readConfig(env())).toEqual({
      url: "http://localhost:3210",
      refreshToken: null,
      isSmsToken: false,
      apiToken: null,
      loginUrl: null,
    });
  });

  test("the stored login is never sent to another server", async () => {
    await storeLogin(LOGIN, env());
    const config = await readConfig(env({ SMS_URL: "https://evil.example" }));
    expect(config).toEqual({
      url: "https://evil.example",
      refreshToken: null,
      isSmsToken: false,
      apiToken: null,
      loginUrl: LOGIN.url,
    });
  });

  test("SMS_TOKEN takes precedence over the stored login", async () => {
    await storeLogin(LOGIN, env());
    expect(await readConfig(env({ SMS_TOKEN: "other" }))).toMatchObject({
      refreshToken: "other",
      isSmsToken: true,
    });
  });

  test("a damaged stored login is named in the error", async () => {
    await storeLogin(LOGIN, env());
    writeFileSync(join(home, "sms", "login.json"), "{");
    await expect(readConfig(env())).rejects.toThrow(/login\.json cannot be read/);
  });
});

test.each(["localhost:3210", "ftp://sms.example", "sms"])("SMS_URL=%s is refused", async (url) => {
  await expect(readConfig(env({ SMS_URL: url }))).rejects.toMatchObject({ exitCode: 2 });
});
