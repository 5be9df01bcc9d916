import { expect, test } from "vitest";
import { callerKeyOf, credentialHashOf, turnKeyOf } from "../../../engine/auth/callerKey";
import type { Caller } from "../../../engine/functions/types";
import { ADMIN, ANONYMOUS, person } from "../support/testDeployment";

const SITE = "https://sms.example";

const signedIn = (subject: string): Caller => ({
  isAdmin: false,
  identity: { issuer: SITE, subject, tokenIdentifier: `${SITE}|${subject}` },
});

const from = (ip: string, authorization?: string): Caller => ({
  ...ANONYMOUS,
  request: {
    ip,
    userAgent: null,
    requestId: "0".repeat(16),
    ...(authorization && { credentialHash: credentialHashOf(authorization) }),
  },
});

test.each([
  ["a person in two browsers", signedIn("ana|browser 1"), signedIn("ana|browser 2")],
  ["an API token at two addresses", from("192.0.2.7", "Bearer a"), from("192.0.2.8", "Bearer a")],
  ["two addresses of one IPv6 network", from("2001:db8:1:2::7"), from("2001:db8:1:2:3::8")],
] as const)("%s has one caller key", (_who, one, other) => {
  expect(callerKeyOf(one, SITE)).toBe(callerKeyOf(other, SITE));
});

test("people, tokens, networks, jobs and the admin key have different caller keys", () => {
  const callers = [
    signedIn("ana|browser 1"),
    signedIn("bruno|browser 1"),
    person("ana"), // of another issuer
    from("192.0.2.7"),
    from("192.0.2.8"),
    from("192.0.2.7", "Bearer a"),
    from("192.0.2.7", "Bearer b"),
    ADMIN,
    { ...ADMIN, job: "reports:send" },
    { ...ADMIN, job: "inbox:runDigests" },
    ANONYMOUS,
  ];
  expect(new Set(callers.map((caller) => callerKeyOf(caller, SITE))).size).toBe(callers.length);
});

test("a caller's key does not reveal its token", () => {
  expect(callerKeyOf(from("192.0.2.7", "Bearer secret"), SITE)).toMatch(/^token [0-9a-f]{16}$/);
});

test.each([
  ["a made-up header", from("192.0.2.7", "Bearer made up")],
  ["no header", from("192.0.2.7")],
  ["a made-up header of another network", from("2001:db8:1:2::7", "Bearer made up")],
])("a call with %s takes the turns of its address", (_who, caller) => {
  const { caller: turns } = turnKeyOf(caller, SITE);
  const { ip } = caller.request ?? {};
  expect(turns).toBe(callerKeyOf(from(String(ip)), SITE));
});

test("people, jobs and the admin key take turns of their own, whatever header they send", () => {
  const { request } = from("192.0.2.7", "Bearer a");
  for (const caller of [signedIn("ana|browser 1"), ADMIN, { ...ADMIN, job: "reports:send" }]) {
    const withRequest = { ...caller, request: request! };
    const key = { caller: callerKeyOf(caller, SITE), part: "" };
    expect(turnKeyOf(withRequest, SITE)).toEqual(key);
  }
});
