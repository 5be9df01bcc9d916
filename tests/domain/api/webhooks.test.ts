import { describe, expect, test } from "vitest";
import { isInNetwork, isPublicAddress, parseNetworks } from "#domain/common/networkAddress";
import { mayConnectTo, parseWebhookUrl } from "#domain/api/webhooks";

const PUBLIC = { allowsLoopback: false, networks: [] };
const DEMO = { allowsLoopback: true, networks: [] };
const LAB = { allowsLoopback: false, networks: parseNetworks("10.1.0.0/16, fd00:1::/32") };

describe("a webhook's URL", () => {
  test.each([
    "https://hooks.example.com/sms?key=1",
    "https://hooks.example.com:8443/",
    "https://hooks.example.com./",
    "https://my_hooks.example.xn--p1ai/",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
  ])("may be %s", (url) => expect(parseWebhookUrl(url, PUBLIC)?.href).toBe(url));

  test.each([
    "http://hooks.example.com/",
    "ftp://hooks.example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://user:password@hooks.example.com/",
    "https://localhost/",
    "https://localhost./",
    "https://localhost../",
    "https://localhost.../",
    "https://LOCALHOST/",
    "https://sub.localhost/",
    "https://sub.localhost./",
    "https://localhost.localdomain/",
    "https://localhost.example.com/",
    "https://localhost6/",
    "https://ip6-localhost/",
    "https://ip6-localhost.a/",
    "https://ip6-loopback.example.com/",
    "https://hooks.a/",
    "https://hooks.1e/",
    "https://hooks..example.com/",
    "https://.example.com/",
    "https://intranet/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://metadata/",
    "https://127.0.0.1/",
    "https://127.0.0.1./",
    "https://127.0.0.1../",
    "https://017700000001/",
    "https://0x7f.1/",
    "https://0x7f.0x0.0x0.0x1/",
    "https://0.0.0.0/",
    "https://255.255.255.255/",
    "https://169.254.1.1/",
    "https://2852039166/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[0:0:0:0:0:ffff:a9fe:a9fe]/",
    "https://[::127.0.0.1]/",
    "https://[fd00:ec2::254]/",
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
  ])("may not be %s", (url) => expect(parseWebhookUrl(url, PUBLIC)).toBeNull());

  test.each(["https://10.1.2.3/", "https://[fd00:1::7]/", "https://hooks.lan/", "https://hooks/"])(
    "may be %s if the settings allow its network",
    (url) => expect(parseWebhookUrl(url, LAB)?.href).toBe(url),
  );

  test.each([
    ...["http://10.1.2.3/", "https://10.2.0.1/", "https://[fd00:2::7]/", "https://127.0.0.1/"],
    ...["https://169.254.169.254/latest/meta-data", "https://[::ffff:10.1.2.3]/"],
    ...["https://localhost/", "https://localhost../", "https://sub.localhost/"],
    ...["https://ip6-localhost.a/", "https://metadata.google.internal/", "https://hooks..lan/"],
  ])("may not be %s, whatever networks the settings allow", (url) =>
    expect(parseWebhookUrl(url, LAB)).toBeNull(),
  );

  test("may be of this computer in a demo, and of no other internal host", () => {
    for (const url of ["http://localhost:4000/", "http://127.0.0.1:4000/", "http://[::1]/"]) {
      expect(parseWebhookUrl(url, DEMO)?.href).toBe(url);
    }
    for (const url of ["http://10.0.0.8/", "https://192.168.1.1/", "http://example.com/"]) {
      expect(parseWebhookUrl(url, DEMO)).toBeNull();
    }
  });
});

describe("the IP address that a host name resolves to", () => {
  test.each(["8.8.8.8", "172.15.0.1", "172.32.0.1", "100.63.0.1", "2a00:1450::1", "2001:4860::8"])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each(["::ffff:8.8.8.8", "2001::1", "2001:db8::1", "3fff::1", "ff02::1", "224.0.0.1", "x"])(
    "%s is not public",
    (address) => expect(isPublicAddress(address)).toBe(false),
  );

  test("may be this computer's in a demo only", () => {
    expect(mayConnectTo("127.0.0.1", DEMO)).toBe(true);
    expect(mayConnectTo("::1", DEMO)).toBe(true);
    expect(mayConnectTo("127.0.0.1", PUBLIC)).toBe(false);
    expect(mayConnectTo("10.0.0.8", DEMO)).toBe(false);
  });

  test("may be in a network that the settings allow", () => {
    expect(mayConnectTo("10.1.255.255", LAB)).toBe(true);
    expect(mayConnectTo("fd00:1:ffff::9", LAB)).toBe(true);
    expect(mayConnectTo("10.2.0.0", LAB)).toBe(false);
    expect(mayConnectTo("8.8.8.8", LAB)).toBe(true);
  });
});

describe("the networks of a setting", () => {
  test.each([
    ["192.168.7.9/32", "192.168.7.9", "192.168.7.8"],
    ["192.168.7.77/24", "192.168.7.0", "192.168.8.0"],
    ["172.16.0.0/12", "172.31.255.255", "172.32.0.0"],
    ["fd12::/16", "fd12:ffff::1", "fd13::"],
    ["2001:db8::5/128", "2001:db8:0:0::5", "2001:db8::6"],
  ])("%s contains %s and not %s", (text, inside, outside) => {
    const [network, ...others] = parseNetworks(text);
    expect(others).toEqual([]);
    if (!network) throw new Error("no network");
    expect([isInNetwork(inside, network), isInNetwork(outside, network)]).toEqual([true, false]);
  });

  test("are those written correctly; the others allow nothing", () => {
    const slips = "10.0.0.0, 10.0.0.0/33 300.0.0.0/8,fd00::/129 fd00:::/8 ::1::/64 lab/8 /8 1:2/16";
    expect(parseNetworks(slips)).toEqual([]);
    expect(parseNetworks(`${slips}, 10.0.0.0/8`)).toHaveLength(1);
    const [all] = parseNetworks("0.0.0.0/0");
    expect(all && isInNetwork("::1", all)).toBe(false);
  });
});
