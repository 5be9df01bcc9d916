import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { clientIp } from "../../../engine/http/clientIp";
import { Origins } from "../../../engine/http/origins";

/** The parts of a request that are read. */
const aRequest = (headers: Record<string, string>, remoteAddress = "10.0.0.7") =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;

describe("who may call from a browser", () => {
  const origins = new Origins(["https://app.company.com"]);

  test.each([
    [{}, true],
    [{ origin: "https://sms.company.com", host: "sms.company.com" }, true],
    [{ origin: "https://app.company.com", host: "sms.company.com" }, true],
    [{ origin: "http://localhost:5173", host: "127.0.0.1:3210" }, true],
    [{ origin: "http://[::1]:5173", host: "127.0.0.1:3210" }, true],
    [{ origin: "https://evil.example", host: "sms.company.com" }, false],
    [{ origin: "https://app.company.com.evil.example", host: "sms.company.com" }, false],
    [{ origin: "null", host: "sms.company.com" }, false],
  ])("the Origin check of a request with the headers %o allows it: %s", (headers, expected) => {
    expect(origins.mayCall(aRequest(headers))).toBe(expected);
  });

  test("pages of every origin may call the API when so configured", () => {
    expect(new Origins(["*"]).mayCall(aRequest({ origin: "https://evil.example" }))).toBe(true);
  });
});

describe("a client's address", () => {
  const forwarded = aRequest({ "x-forwarded-for": "6.6.6.6, 192.0.2.1" });

  test("a client's address is the connection's, whatever the client claims", () => {
    expect(clientIp(forwarded, false)).toBe("10.0.0.7");
  });

  test("a client's address behind a proxy is the last entry that the proxy added", () => {
    expect(clientIp(forwarded, true)).toBe("192.0.2.1");
    expect(clientIp(aRequest({}), true)).toBe("10.0.0.7");
  });

  test.each([
    ["192.0.2.1:50123", "192.0.2.1"],
    ["[2001:db8::7]:50123", "2001:db8::7"],
    ["[2001:db8::7]", "2001:db8::7"],
    ["2001:db8::7", "2001:db8::7"],
  ])("a client's address behind a proxy that writes %s is %s", (entry, ip) => {
    expect(clientIp(aRequest({ "x-forwarded-for": `6.6.6.6, ${entry}` }), true)).toBe(ip);
  });
});
