import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { Hosts } from "../../../engine/http/hosts";

const aRequest = (host?: string) => ({ headers: { host } }) as unknown as IncomingMessage;

describe("the Host header", () => {
  const hosts = new Hosts(
    ["https://sms.company.com", "lab-server:3210", "Desk.Local", ""],
    "HOSTS",
  );

  test.each([
    [undefined],
    ["localhost"],
    ["LOCALHOST:9999"],
    ["sms.localhost:3210"],
    ["127.0.0.1:3210"],
    ["192.0.2.7"],
    ["[::1]:3210"],
    ["[2001:db8::7]"],
    ["sms.company.com"],
    ["SMS.company.com.:8443"],
    ["lab-server"],
    ["desk.local:80"],
  ])("the Host header %s is accepted", (host) => {
    expect(hosts.refusal(aRequest(host))).toBeNull();
  });

  test.each([
    ["evil.example"],
    ["evil.example:3210"],
    ["sms.company.com.evil.example"],
    ["evil-sms.company.com"],
    ["notlocalhost"],
    ["localhost.evil.example"],
    ["127.0.0.1.evil.example"],
    ["localhost@evil.example"],
    ["evil.example/localhost"],
    [""],
    ["a b"],
  ])("the Host header %j is refused", (host) => {
    expect(hosts.refusal(aRequest(host))).toContain("does not answer to the name");
  });

  test("the refusal of a Host header names it, and the setting that would allow it", () => {
    expect(hosts.refusal(aRequest("Evil.example:3210"))).toBe(
      'This server does not answer to the name "evil.example". If it should, add the name to HOSTS.',
    );
    expect(hosts.refusal(aRequest("e".repeat(10_000)))?.length).toBeLessThan(250);
  });

  test("any Host header is accepted when so configured", () => {
    expect(new Hosts(["*"]).refusal(aRequest("evil.example"))).toBeNull();
  });
});
