import { describe, expect, test } from "vitest";
import { networkOf, siteOf } from "../../../engine/http/clientIp";
import { HttpError } from "../../../engine/http/messages";
import { NetworkLimits } from "../../../engine/http/networkLimits";

const AT_ONCE = 10;

function limitAt(clock = { ms: 1_000_000 }) {
  const limit = new NetworkLimits(
    { now: () => clock.ms },
    { requestsAtOnce: AT_ONCE, bytesAtOnce: 1_000_000 },
  );
  /** Returns how many of `count` requests from `ip` are allowed. */
  const letThrough = (ip: string | null, count: number) => {
    let through = 0;
    for (let request = 0; request < count; request++) {
      try {
        limit.takeRequest(ip);
        through++;
      } catch (error) {
        expect(error).toBeInstanceOf(HttpError);
        expect(error).toMatchObject({ status: 429 });
      }
    }
    return through;
  };
  return { limit, clock, letThrough };
}

describe("requests of one network", () => {
  test("a network's requests are allowed until its allowance is used up", () => {
    const { letThrough } = limitAt();
    expect(letThrough("192.0.2.7", 12)).toBe(AT_ONCE);
    expect(letThrough("192.0.2.8", 1)).toBe(1);
  });

  test("a network's allowance refills by 200 requests a second, up to its maximum", () => {
    const { letThrough, clock } = limitAt();
    letThrough("192.0.2.7", 20);
    clock.ms += 15;
    expect(letThrough("192.0.2.7", 5)).toBe(3);
    clock.ms += 60_000;
    expect(letThrough("192.0.2.7", 20)).toBe(AT_ONCE);
  });

  test("setting the clock back changes no network's allowance", () => {
    const { letThrough, clock } = limitAt();
    letThrough("192.0.2.7", 4);
    clock.ms -= 60_000;
    expect(letThrough("192.0.2.7", 20)).toBe(AT_ONCE - 4);
  });

  test.each([null, "127.0.0.1", "::1", "::ffff:127.0.0.1"])(
    "requests from %s are not counted",
    (ip) => {
      const { limit, letThrough } = limitAt();
      expect(letThrough(ip, 100)).toBe(100);
      expect(limit.size).toBe(0);
    },
  );

  test("10,000 networks are remembered; the least recently seen is forgotten for another", () => {
    const { limit, letThrough } = limitAt();
    letThrough("192.0.2.7", AT_ONCE);
    for (let network = 0; network < 20_000; network++) {
      limit.takeRequest(`10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`);
      if (network % 5_000 === 0) expect(letThrough("192.0.2.7", 1)).toBe(0);
    }
    expect(limit.size).toBe(10_000);
    expect(letThrough("192.0.2.7", 1)).toBe(0);
    expect(letThrough("10.0.0.0", AT_ONCE)).toBe(AT_ONCE); // forgotten
  });
});

describe("bytes of one network", () => {
  test("a network's bytes are refused until the debt beyond its allowance is repaid", () => {
    const { limit, clock } = limitAt();
    limit.takeBytes("192.0.2.7", 1_000_000);
    expect(() => limit.takeBytes("192.0.2.7", 100_000)).toThrow("Too many bytes");
    clock.ms += 1_000; // 8 MiB/s
    expect(() => limit.takeBytes("192.0.2.7", 900_000)).not.toThrow();
    expect(() => limit.takeBytes("192.0.2.8", 1_000_000)).not.toThrow();
  });

  test("a network's byte debt delays all of its sockets until it is repaid", () => {
    const { limit, clock } = limitAt();
    limit.delayAfterBytes("192.0.2.7", 1_000_000);
    const debt = 8 * 1024 * 1024 * 0.05;
    expect(limit.delayAfterBytes("192.0.2.7", debt)).toBeCloseTo(50);
    expect(limit.delayAfterBytes("192.0.2.7", debt)).toBeCloseTo(100);
    clock.ms += 100;
    expect(limit.delayAfterBytes("192.0.2.7", 0)).toBe(0);
  });
});

describe("frames of visitors", () => {
  test.each(["192.0.2.7", "127.0.0.1"])(
    "the frames of visitors at %s delay its sockets once their allowance is used up",
    (ip) => {
      const clock = { ms: 1_000_000 };
      const limit = new NetworkLimits({ now: () => clock.ms }, { visitorFramesAtOnce: 100 });
      expect(limit.delayAfterVisitorFrames(ip, 100)).toBe(0);
      expect(limit.delayAfterVisitorFrames(ip, 20)).toBeCloseTo(20); // 1,000 a second
      expect(limit.delayAfterVisitorFrames("192.0.2.8", 1)).toBe(0);
      clock.ms += 20;
      expect(limit.delayAfterVisitorFrames(ip, 0)).toBe(0);
    },
  );
});

describe("the network of an address", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "::ffff:192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::7", "2001:db8:1:2"],
    ["2001:db8::7", "2001:db8:0:0"],
    ["::", "0:0:0:0"],
    ["1:2:3:4:5:6:7::", "1:2:3:4"],
    ["unknown", "unknown"],
  ])("the network of %s is %s", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2::7", "2001:db8:1"],
    ["2001:db8:1:ffff::7", "2001:db8:1"],
  ])("the site of %s is %s", (ip, site) => {
    expect(siteOf(ip)).toBe(site);
  });
});
