import { describe, expect, test } from "vitest";
import { isPublicAddress } from "../../domain/networkAddress";
import { mayConnectTo, parseWebhookUrl } from "../../domain/webhooks";

describe("a webhook's address", () => {
  test.each([
    "https://hooks.example.com/sms?key=1",
    "https://hooks.example.com:8443/",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
  ])("may be %s", (url) => expect(parseWebhookUrl(url, false)?.href).toBe(url));

  test.each([
    "http://hooks.example.com/",
    "ftp://hooks.example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://user:password@hooks.example.com/",
    "https://localhost/",
    "https://localhost./",
    "https://sub.localhost/",
    "https://intranet/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://0x7f000001/",
    "https://2130706433/",
    "https://0/",
    "https://10.0.0.8/",
    "https://172.31.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/",
    "https://[::1]/",
    "https://[::]/",
    "https://[fe80::1]/",
    "https://[fd00::1]/",
    "https://[::ffff:10.0.0.8]/",
    "https://[64:ff9b::a00:8]/",
    "https://[2002:a00:8::1]/",
    `https://hooks.example.com/${"x".repeat(500)}`,
    "no address",
    "",
  ])("may not be %s", (url) => expect(parseWebhookUrl(url, false)).toBeNull());

  test("may be of this computer in a demo, and of no other inner host", () => {
    for (const url of ["http://localhost:4000/", "http://127.0.0.1:4000/", "http://[::1]/"]) {
      expect(parseWebhookUrl(url, true)?.href).toBe(url);
    }
    for (const url of ["http://10.0.0.8/", "https://192.168.1.1/", "http://example.com/"]) {
      expect(parseWebhookUrl(url, true)).toBeNull();
    }
  });
});

describe("the address that a name leads to", () => {
  test.each(["8.8.8.8", "172.15.0.1", "172.32.0.1", "100.63.0.1", "2a00:1450::1", "2001:4860::8"])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each(["::ffff:8.8.8.8", "2001::1", "2001:db8::1", "3fff::1", "ff02::1", "224.0.0.1", "x"])(
    "%s is not",
    (address) => expect(isPublicAddress(address)).toBe(false),
  );

  test("may be this computer's in a demo only", () => {
    expect(mayConnectTo("127.0.0.1", true)).toBe(true);
    expect(mayConnectTo("::1", true)).toBe(true);
    expect(mayConnectTo("127.0.0.1", false)).toBe(false);
    expect(mayConnectTo("10.0.0.8", true)).toBe(false);
  });
});
