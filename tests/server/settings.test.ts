import { describe, expect, test } from "vitest";
import { readSettings } from "../../server/settings";

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
    [{ SMS_BASE_URL: "sms" }, [], /no web address/],
    [{ SMS_BASE_URL: "sms.example.com:3210" }, [], /must begin with https/],
    [{ SMS_BASE_URL: "https://example.com/sms" }, [], /needs a host of its own/],
    [{ SMS_BASE_URL: "https://example.com/?lab=1" }, [], /only the address of the app, such as/],
    [{ SMS_BASE_URL: "http://ana:secret@example.com" }, [], /such as http:\/\/example\.com$/],
    [{ SMS_BEHIND_PROXY: "true" }, [], /SMS_BEHIND_PROXY is "true"; it must be 1 for yes/],
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
