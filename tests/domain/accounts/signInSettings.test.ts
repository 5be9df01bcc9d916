import { describe, expect, test } from "vitest";
import { readSignInSettings } from "#domain/accounts/signInSettings";

const GOOD = {
  SMS_OIDC_ISSUER: "https://login.example/tenant/v2.0",
  SMS_OIDC_CLIENT_ID: "sms",
  SMS_OIDC_CLIENT_SECRET: "secret",
};
const read = (values: Readonly<Record<string, string>>) =>
  readSignInSettings((name) => values[name] ?? null);

describe("the settings of the ways to sign in", () => {
  test("passwords are on and no issuer is set up by default", () => {
    expect(read({})).toEqual({ issuer: null, allowsPasswords: true, faults: [] });
  });

  test("an issuer needs its address, client id and client secret, and has a label", () => {
    expect(read(GOOD)).toEqual({
      issuer: {
        url: GOOD.SMS_OIDC_ISSUER,
        clientId: "sms",
        clientSecret: "secret",
        label: "Sign in with your company account",
        trustsEmail: false,
      },
      allowsPasswords: true,
      faults: [],
    });
    const others = { SMS_OIDC_LABEL: "Sign in with Acme", SMS_OIDC_TRUST_EMAIL: "1" };
    expect(read({ ...GOOD, ...others, SMS_PASSWORDS: "off" })).toMatchObject({
      issuer: { label: "Sign in with Acme", trustsEmail: true },
      allowsPasswords: false,
      faults: [],
    });
  });

  test.each([
    [{ ...GOOD, SMS_OIDC_ISSUER: "http://127.0.0.1:9000" }],
    [{ ...GOOD, SMS_OIDC_ISSUER: "http://localhost:9000" }],
    [{ ...GOOD, SMS_OIDC_ISSUER: "http://[::1]:9000" }],
  ])("an issuer on this computer may be without TLS: %j", (values) => {
    expect(read(values).faults).toEqual([]);
  });

  test.each([
    [
      { ...GOOD, SMS_OIDC_CLIENT_SECRET: "" },
      /SMS_OIDC_ISSUER is set, but SMS_OIDC_CLIENT_SECRET is not\./,
    ],
    [
      { SMS_OIDC_LABEL: "Acme" },
      /SMS_OIDC_LABEL is set, but SMS_OIDC_ISSUER and SMS_OIDC_CLIENT_ID and/,
    ],
    [
      { ...GOOD, SMS_OIDC_ISSUER: "login.example" },
      /SMS_OIDC_ISSUER is "login\.example", which is not a web/,
    ],
    [{ ...GOOD, SMS_OIDC_ISSUER: "http://login.example" }, /must begin with https/],
    [{ ...GOOD, SMS_OIDC_ISSUER: "https://me:pass@login.example" }, /must have no name/],
    [{ ...GOOD, SMS_OIDC_ISSUER: "https://login.example/?a=1" }, /no \?/],
    [
      { ...GOOD, SMS_OIDC_ISSUER: "https://login.example/.well-known/openid-configuration" },
      /leave out \/\.well-known and what follows it/,
    ],
    [{ ...GOOD, SMS_OIDC_LABEL: "x".repeat(61) }, /61 characters; it may have 60/],
    [{ ...GOOD, SMS_OIDC_TRUST_EMAIL: "yes" }, /SMS_OIDC_TRUST_EMAIL is "yes"; it must be "1"/],
    [{ ...GOOD, SMS_PASSWORDS: "no" }, /SMS_PASSWORDS is "no"; it must be "on" or "off"/],
    [{ SMS_PASSWORDS: "off" }, /there is no way to sign in/],
  ])("%j is refused", (values: Record<string, string>, fault) => {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
    expect(read(given).faults).toEqual([expect.stringMatching(fault)]);
  });
});
