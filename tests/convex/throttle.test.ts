import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { networkOf } from "../../convex/lib/networks";
import type { Caller } from "../../convex/model/knownClients";
import * as Throttle from "../../convex/model/throttle";
import { accountsBackend, flow, type Backend } from "../support/accounts";

const ANA = "ana@company.com";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOON = Date.UTC(2026, 0, 1, 12);

let backend: Backend;
beforeEach(async () => {
  backend = await accountsBackend();
});
afterEach(() => vi.unstubAllEnvs());

const at = (network: string | null, standing: Caller["standing"] = "stranger"): Caller => ({
  standing,
  network,
  networkMark: network && `network ${network}`,
  browserMark: standing === "knownBrowser" ? "the owner's browser" : null,
});
const STRANGER = at("192.0.2.7");
const someNetwork = (number: number) =>
  at(`10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`);

const take = (flow: Throttle.ThrottledFlow, now: number, caller = STRANGER, email = ANA) =>
  backend.run((ctx) => Throttle.take(ctx, flow, { email, caller, now }));

async function useUp(flow: Throttle.ThrottledFlow, now: number, caller = STRANGER) {
  let taken = 0;
  while ((await take(flow, now, caller)) === null) taken++;
  return taken;
}

describe("one network at one address", () => {
  test("has ten sign-ins and five mails of a kind an hour", async () => {
    expect(await useUp("signIn", NOON)).toBe(10);
    expect(await useUp("reset", NOON)).toBe(5);
    expect(await useUp("resend", NOON)).toBe(5);
    expect(await useUp("signUp", NOON)).toBe(5);
  });

  test("is told how long to wait, to the millisecond", async () => {
    await useUp("signIn", NOON);
    const waitMs = await take("signIn", NOON);
    expect(waitMs).toBe(6 * MINUTE);
    expect(await take("signIn", NOON + 6 * MINUTE - 1)).toBe(1);
    expect(await take("signIn", NOON + 6 * MINUTE)).toBeNull();
    expect(await take("signIn", NOON + 6 * MINUTE)).not.toBeNull();
  });

  test("never saves up more than an hour's attempts", async () => {
    await take("signIn", NOON);
    expect(await useUp("signIn", NOON + 1000 * MINUTE)).toBe(10);
  });

  test("waits no longer for a clock that is set back than for one that was right", async () => {
    const owner = at("192.0.2.7", "knownBrowser");
    await useUp("signIn", NOON + 365 * DAY, owner);
    expect(await take("signIn", NOON, owner)).toBe(6 * MINUTE);
    expect(await take("signIn", NOON + 6 * MINUTE, owner)).toBeNull();
  });

  test("is counted for each address and each flow by itself", async () => {
    await useUp("signIn", NOON);
    expect(await take("signIn", NOON, STRANGER, "bea@company.com")).toBeNull();
    expect(await take("verify", NOON)).toBeNull();
  });

  test("loses nothing by an attempt that is refused", async () => {
    await useUp("signIn", NOON);
    for (let refused = 0; refused < 20; refused++) await take("signIn", NOON);
    expect(await take("signIn", NOON + 6 * MINUTE)).toBeNull();
  });
});

describe("strangers at one address", () => {
  /**
   * Attempts that get through in one day to whoever asks every three minutes, from `callers` in
   * turn.
   */
  async function attemptsInADay(flow: Throttle.ThrottledFlow, from: number, callers: Caller[]) {
    let attempts = 0;
    let next = 0;
    for (let now = from; now < from + DAY; now += 3 * MINUTE) {
      while ((await take(flow, now, callers[next++ % callers.length])) === null) attempts++;
    }
    return attempts;
  }
  const networks = (count: number) =>
    Array.from({ length: count }, (_, index) => someNetwork(index));

  test.each([
    ["1 network", networks(1), 146, 96],
    ["10,000 networks", networks(10_000), 146, 96],
    ["the owner's own network", [at("198.51.100.7", "knownNetwork")], 250, 240],
  ])("guess no more passwords with %s than is promised", async (_what, callers, first, later) => {
    const onFirstDay = await attemptsInADay("signIn", NOON, callers);
    expect(onFirstDay).toBeLessThanOrEqual(first);
    expect(onFirstDay).toBeGreaterThan(first - 5);
    const onNextDay = await attemptsInADay("signIn", NOON + DAY, callers);
    expect(onNextDay).toBeLessThanOrEqual(later + 1); // attempts a few minutes early fall into it
    expect(onNextDay).toBeGreaterThan(later - 5);
  });

  test("compare a code less than once in 20,000 codes a day", async () => {
    const many = networks(10_000);
    const mails = await attemptsInADay("reset", NOON, many);
    const strangersTries = await attemptsInADay("resetVerify", NOON, many);
    const own = { ...at(null, "knownBrowser"), browserMark: "the attacker's browser" };
    let ownTries = 0;
    for (let now = NOON; now < NOON + 10 * MINUTE; now += MINUTE) {
      ownTries += await useUp("resetVerify", now, own);
    }
    const goodAtOnce = 21; // mails that strangers cause in any ten minutes
    expect([mails, strangersTries, ownTries]).toEqual([139, 129, 11]);
    expect(mails * ownTries + strangersTries * goodAtOnce).toBeLessThan(10 ** 8 / 20_000);
  });

  test("cause 20 mails at once, whichever flow sends them, and 5 more an hour", async () => {
    const flows = ["signUp", "resend", "reset"] as const;
    let mails = 0;
    for (let number = 0; number < 60; number++) {
      const waitMs = await take(flows[number % 3] ?? "reset", NOON, someNetwork(number));
      if (waitMs === null) mails++;
      else expect(waitMs).toBe(12 * MINUTE);
    }
    expect(mails).toBe(20);
  });

  test("leave room in one mailbox when they are one network", async () => {
    for (const flow of ["signUp", "resend", "reset"] as const) await useUp(flow, NOON);
    expect(await take("signUp", NOON, at("198.51.100.1"))).toBeNull();
  });

  test("take nothing from a network or a browser that the account knows", async () => {
    for (let number = 0; number < 60; number++) await take("signIn", NOON, someNetwork(number));
    expect(await take("signIn", NOON, someNetwork(61))).toBe(15 * MINUTE);
    expect(await take("signIn", NOON, at("198.51.100.7", "knownNetwork"))).toBeNull();
    expect(await take("signIn", NOON, at("198.51.100.8", "knownBrowser"))).toBeNull();
  });
});

describe("somebody beside the owner, in the same network,", () => {
  test("takes nothing from the owner's browser", async () => {
    const office = "198.51.100.7";
    await useUp("signIn", NOON, at(office, "knownNetwork"));
    for (let number = 0; number < 700; number++) {
      await take("signIn", NOON, at(office), `p${number}@company.com`);
    }
    expect(await take("signIn", NOON, at(office, "knownNetwork"))).not.toBeNull();
    expect(await useUp("signIn", NOON, at(office, "knownBrowser"))).toBe(10);
  });
});

describe("one network", () => {
  test("has a hundred attempts at mails an hour, whatever the addresses", async () => {
    const attempt = (number: number, caller: Caller) =>
      take("reset", NOON, caller, `p${number}@company.com`);
    for (let number = 0; number < 100; number++) {
      expect(await attempt(number, STRANGER)).toBeNull();
    }
    expect(await attempt(100, STRANGER)).toBe(MINUTE * 0.6);
    expect(await attempt(100, at("198.51.100.1"))).toBeNull();
  });

  test("is not counted when it is this computer", async () => {
    for (let number = 0; number < 101; number++) {
      expect(await take("reset", NOON, at(null), `p${number}@company.com`)).toBeNull();
    }
  });

  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2::7", "2001:db8:1:2"],
    ["2001:0DB8:0001:0002:ffff::9", "2001:db8:1:2"],
    ["2001:db8::7", "2001:db8:0:0"],
    ["2001:db8:0:0:1::", "2001:db8:0:0"],
    ["::1", null],
    ["127.0.0.1", null],
    ["::ffff:127.0.0.1", null],
  ])("is of %s: %s", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  test("is told apart by every flow", async () => {
    const far = backend.withRequestMetadata({ ip: "192.0.2.7" });
    await flow(far, { flow: "reset", email: ANA });
    await flow(far, { flow: "signIn", email: ANA, password: "Wrong!pass1" });
    const buckets = await backend.run((ctx) => ctx.db.query("throttle").collect());
    const keys = buckets.map(({ key }) => key.replace(/[0-9a-f]{64}/, "<mark>"));
    expect(keys.sort()).toEqual([
      `mail:${ANA}:strangers`,
      "reset:192.0.2.7",
      `reset:${ANA}:<mark>`,
      "signIn:192.0.2.7",
      `signIn:${ANA}:<mark>`,
      `signIn:${ANA}:strangers`,
    ]);
  });
});

describe("a success", () => {
  test("forgives the slips of that place, and gives the strangers back one attempt", async () => {
    await useUp("signIn", NOON);
    for (let number = 0; number < 40; number++) await take("signIn", NOON, someNetwork(number));
    expect(await take("signIn", NOON, someNetwork(50))).not.toBeNull();
    await backend.run((ctx) => Throttle.forgive(ctx, "signIn", ANA, STRANGER));
    expect(await take("signIn", NOON, STRANGER)).toBeNull();
    expect(await take("signIn", NOON, someNetwork(51))).not.toBeNull();
  });

  test("in a known place gives strangers nothing", async () => {
    for (let number = 0; number < 60; number++) await take("signIn", NOON, someNetwork(number));
    const owner = at("198.51.100.7", "knownNetwork");
    await backend.run((ctx) => Throttle.forgive(ctx, "signIn", ANA, owner));
    expect(await take("signIn", NOON, someNetwork(61))).not.toBeNull();
  });
});

describe("the sweep", () => {
  test("deletes buckets that have refilled", async () => {
    await useUp("signIn", NOON, at("198.51.100.7", "knownNetwork"));
    await take("reset", NOON + 55 * MINUTE, at("198.51.100.7", "knownNetwork"));
    const isMore = await backend.run((ctx) => Throttle.sweep(ctx, NOON + 61 * MINUTE));
    expect(isMore).toBe(false);
    const left = await backend.run((ctx) => ctx.db.query("throttle").collect());
    expect(left.map(({ key }) => key)).toEqual([`reset:${ANA}:network 198.51.100.7`]);
  });
});
