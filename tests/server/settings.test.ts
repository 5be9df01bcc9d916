import { describe, expect, test } from "vitest";
import { readSettings } from "../../server/settings";

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

  test("takes the names that it answers to, separated by commas or blanks", () => {
    expect(readSettings({}, []).allowedHosts).toEqual([]);
    const allowedHosts = ["sms.lab", "10.0.0.7", "sms"];
    expect(readSettings({ SMS_ALLOWED_HOSTS: "sms.lab,10.0.0.7, sms" }, [])).toMatchObject({
      allowedHosts,
    });
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
