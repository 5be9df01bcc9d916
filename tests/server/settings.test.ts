import { describe, expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { SETTING_NAMES } from "../../server/settingNames";
import { readSettings } from "../../server/settings";
import { tryPort } from "../../server/port";

describe("readSettings", () => {
  test("lets pages load from Google only with a key for its maps", () => {
    expect(readSettings({}, []).contentSources).toEqual([]);
    expect(readSettings({ VITE_GOOGLE_MAPS_API_KEY: "k" }, []).contentSources).toContain(
      "https://*.googleapis.com",
    );
  });

  test("binds to this computer, port 3210, by default", () => {
    expect(readSettings({}, [])).toMatchObject({
      host: "127.0.0.1",
      port: 3210,
      baseUrl: "http://localhost:3210",
      empty: false,
    });
  });

  test("reads port, folder and --empty", () => {
    const settings = readSettings({ PORT: "4201", SMS_DATA_DIR: "/data" }, ["--empty"]);
    expect(settings).toMatchObject({ port: 4201, dataDir: "/data", empty: true });
  });

  test("reads the allowed host names, separated by commas or spaces", () => {
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
  ])("prints an address that people can open for HOST=%s", (host, baseUrl) => {
    expect(readSettings({ HOST: host }, [])).toMatchObject({ host, baseUrl });
  });

  test.each([
    [{ SMS_BASE_URL: "https://sms.example.com/" }, { baseUrl: "https://sms.example.com" }],
    [{ SMS_BASE_URL: " HTTPS://SMS.Example.com:443// " }, { baseUrl: "https://sms.example.com" }],
    [{ SMS_BASE_URL: "https://sms.müller.de" }, { baseUrl: "https://sms.xn--mller-kva.de" }],
    [{ SMS_BEHIND_PROXY: "1" }, { isBehindProxy: true }],
    [{ SMS_BEHIND_PROXY: "0" }, { isBehindProxy: false }],
    [{ SMS_BASE_URL: "http://10.0.0.7:3210" }, { baseUrl: "http://10.0.0.7:3210" }],
    [{ SMS_BEHIND_PROXY: "1", SMS_LOG: "info", SMS_COMPANY_NAME: "Acme & Söhne" }, {}],
    [{ SMS_ALLOWED_HOSTS: "*" }, { allowedHosts: ["*"] }],
    [{ SMS_ALLOWED_HOSTS: "fd00::1, [fd00::2], SMS.lab:80 https://müller.de" }, {}],
    [{ SMS_GATEWAY_URL: "of another program", SMS_URL: "http://localhost:1", SMS_LOG: "" }, {}],
    [{ SMS_COMPANY_DOMAIN: " @Example.com. " }, {}],
    [{ SMS_COMPANY_DOMAIN: "müller.de" }, {}],
    [{ SMS_WEBHOOK_NETWORKS: "10.1.0.0/16,fd00:1::/32" }, {}],
    [
      { SMS_DATA_DIR: "/srv/sms", SMS_BACKUP_DIR: "/srv/sms-backups" },
      { backups: { folder: "/srv/sms-backups", command: null } },
    ],
  ])("accepts %j", (env, settings) => {
    expect(readSettings(env, [])).toMatchObject(settings);
  });

  test.each([
    [{ PORT: "http" }, [], /PORT is "http"/],
    [{ HOST: "http://sms" }, [], /HOST is "http:\/\/sms"; it must be an address/],
    [{ PORT: "70000" }, [], /from 1 to 65535/],
    [{ SMS_BASE_URL: "sms" }, [], /not a web address/],
    [{ SMS_BASE_URL: "sms.example.com:3210" }, [], /must begin with https/],
    [{ SMS_BASE_URL: "https://example.com/sms" }, [], /needs a host of its own/],
    [{ SMS_BASE_URL: "https://example.com/?lab=1" }, [], /only the address of the app, such as/],
    [{ SMS_BASE_URL: "http://ana:secret@example.com" }, [], /such as http:\/\/example\.com$/],
    [{ SMS_COMPANY_DOMAIN: "ana@example.com" }, [], /SMS_COMPANY_DOMAIN is "ana@example.com"/],
    [{ SMS_COMPANY_DOMAIN: "https://example.com" }, [], /such as example.com/],
    [{ SMS_COMPANY_DOMAIN: "example" }, [], /such as example.com/],
    [{ SMS_COMPANY_DOMAIN: "10.0.0.7" }, [], /such as example.com/],
    [{ SMS_DEFAULT_SUPERVISOR: "Helena" }, [], /it must be an e-mail address/],
    [{ SMS_COMPANY_URL: "example.com" }, [], /it must be a web address/],
    [{ SMS_ERASE_AFTER_DAYS: "three" }, [], /a whole number of days/],
    [{ ACCOUNT_MESSAGES: "verbose" }, [], /uniform or explicit/],
    [{ SMS_WEBHOOK_NETWORKS: "10.1.0.0/16, lab" }, [], /a list of networks/],
    [{ SMS_SMTP_URL: "mail.company.com" }, [], /SMS_SMTP_URL must be an address such as smtps/],
    [{ SMS_SMTP_URL: "smtp://a", RESEND_API_KEY: "b" }, [], /both set/],
    [{ SMS_MAIL_FROM: "SMS" }, [], /SMS_MAIL_FROM is "SMS"; it must be an e-mail address/],
    [{ SMS_BEHIND_PROXY: "true" }, [], /SMS_BEHIND_PROXY is "true"; it must be 1 behind a/],
    [{ SMS_RUNTIME: "24" }, [], /SMS_RUNTIME is "24"; it must be system/],
    [{ SMS_LOG: "debug" }, [], /SMS_LOG is "debug"; it must be info/],
    [{ SMS_ALLOWED_HOSTS: "sms.lab, sms.lab/pages" }, [], /a list of names such as sms.lab/],
    [{ SMS_ALLOWED_HOSTS: "sms.lab:port" }, [], /a list of names such as sms.lab/],
    [{ SMS_COMPANY_NAME: "Acme\nBcc: a@b.c" }, [], /one line of at most 100 characters/],
    [{ RESEND_API_KEY: "re_1 re_2" }, [], /a key without spaces/],
    [{ VITE_GOOGLE_MAPS_API_KEY: "key of Ana" }, [], /a key of letters, digits/],
    [{ SMS_BASEURL: "https://sms.lab" }, [], /SMS_BASEURL is no setting.*mean SMS_BASE_URL\?/],
    [{ SMS_OIDC_CLIENTID: "sms" }, [], /mean SMS_OIDC_CLIENT_ID\?/],
    [{ SMS_BACKUP_DIR: new URL(import.meta.url).pathname }, [], /which is a file. Choose a folder/],
    [{ SMS_BACKUP_COMMAND: "true" }, [], /set SMS_BACKUP_DIR too/],
    [
      { SMS_DATA_DIR: "/srv/sms", SMS_BACKUP_DIR: "/srv/sms/backups" },
      [],
      /SMS_BACKUP_DIR is \/srv\/sms\/backups, inside the data folder/,
    ],
    [{}, ["--emtpy"], /npm start -- --empty/],
  ])("refuses %j %j", (env, args, message) => {
    expect(() => readSettings(env, args)).toThrow(message);
  });
});

test("docs/operations.md names every setting, and no other", () => {
  const guide = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
  const named = new Set(guide.match(/\bSMS_[A-Z_]+\b/g));
  for (const other of ["SMS_URL", "SMS_ADMIN_KEY", "SMS_BACKUP_FILE"]) named.delete(other);
  expect([...named].sort()).toEqual([...SETTING_NAMES].sort());
});

test.each(["no.such.host.invalid", "192.0.2.7"])(
  "refuses to listen at HOST=%s, which is no address of this computer",
  async (host) => {
    await expect(tryPort({ host, port: 3210 })).rejects.toThrow(
      `HOST is "${host}", which is no address of this computer.`,
    );
  },
);
