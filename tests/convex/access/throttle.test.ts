import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { networkOf, siteOf } from "../../../convex/lib/networks";
import type { Caller } from "../../../convex/model/access/knownClients";
import * as Throttle from "../../../convex/model/access/throttle";
import { accountsBackend, flow, type Backend } from "../../support/accounts";

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
  site: network && siteOf(network),
  networkMark: network && `network ${network}`,
  browserMark: standing === "knownBrowser" ? "the owner's browser" : null,
});
const STRANGER = at("192.0.2.7");
/** A network at a site of its own. */
const someNetwork = (number: number) => at(`10.${number >> 8}.${number & 255}.1`);

const take = (flow: Throttle.ThrottledFlow, now: number, caller = STRANGER, email = ANA) =>
  backend.run((ctx) => Throttle.take(ctx, flow, { email, caller, now }));

/**
 * Number of attempts allowed if each of `callers` tries until it is refused, at each of `times`. In
 * one transaction, because thousands take longer than all other tests of this file.
 */
const takeAll = (
  flow: Throttle.ThrottledFlow,
  times: readonly number[],
  callers: readonly Caller[],
) =>
  backend.run(async (ctx) => {
    let taken = 0;
    for (const now of times) {
      for (const caller of callers) {
        while ((await Throttle.take(ctx, flow, { email: ANA, caller, now })) === null) taken++;
      }
    }
    return taken;
  });

const useUp = (flow: Throttle.ThrottledFlow, now: number, caller = STRANGER) =>
  takeAll(flow, [now], [caller]);

/** Number of attempts allowed at `count` addresses, one each. */
const takeAtMany = (
  flow: Throttle.ThrottledFlow,
  count: number,
  callerOf: (number: number) => Caller,
) =>
  backend.run(async (ctx) => {
    let taken = 0;
    for (let number = 0; number < count; number++) {
      const attempt = { email: `p${number}@company.com`, caller: callerOf(number), now: NOON };
      if ((await Throttle.take(ctx, flow, attempt)) === null) taken++;
    }
    return taken;
  });

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
  const attemptsInADay = (
    flow: Throttle.ThrottledFlow,
    from: number,
    callers: readonly Caller[],
    everyMs: number,
  ) => {
    const times = Array.from({ length: DAY / everyMs }, (_, index) => from + index * everyMs);
    return takeAll(flow, times, callers);
  };
  const sites = (count: number) => Array.from({ length: count }, (_, index) => someNetwork(index));

  test.each([
    ["1 site", sites(1), 121, 96, 20],
    // One more than the first attempts of all strangers that are allowed together.
    ["many sites", sites(26), 146, 96, 30],
    ["the owner's own network", [at("198.51.100.7", "knownNetwork")], 250, 240, 20],
  ])(
    "guess no more passwords with %s than is promised",
    async (_what, callers, first, later, every) => {
      const onFirstDay = await attemptsInADay("signIn", NOON, callers, every * MINUTE);
      expect(onFirstDay).toBeLessThanOrEqual(first);
      expect(onFirstDay).toBeGreaterThan(first - 5);
      const onNextDay = await attemptsInADay("signIn", NOON + DAY, callers, every * MINUTE);
      expect(onNextDay).toBeLessThanOrEqual(later + 1); // attempts a few minutes early fall into it
      expect(onNextDay).toBeGreaterThan(later - 5);
    },
  );

  test("guess a reset code with a daily chance below 1 in 35,000, a verification code 1 in 17,800", async () => {
    const many = sites(12);
    const day = (flow: Throttle.ThrottledFlow) => attemptsInADay(flow, NOON, many, 60 * MINUTE);
    const [codes, signUps] = [await day("reset"), await day("signUp")];
    const [resets, verifications] = [await day("resetVerify"), await day("verify")];
    expect([codes, signUps, resets, verifications]).toEqual([89, 89, 89, 89]);
    const own = await ownEntries(NOON);
    expect(own).toBe(5);
    // Twice: by the requesting browser and by its network. 21, 41: codes valid at the same time.
    expect(codes * 2 * own + resets * 21).toBeLessThan(10 ** 8 / 35_000);
    const mails = codes + signUps;
    expect(mails * 2 * own + verifications * 41).toBeLessThan(10 ** 8 / 17_800);
  });

  /** Number of tries that the requester has at a code while it is valid. */
  async function ownEntries(from: number): Promise<number> {
    const mailedCodeId = await backend.run((ctx) =>
      ctx.db.insert("mailedCodes", { email: ANA, purpose: "reset", hash: "", expiresAt: from }),
    );
    let entries = 0;
    for (let now = from; now < from + 10 * MINUTE; now += MINUTE / 2) {
      const waitMs = await backend.run((ctx) =>
        Throttle.takeForCode(ctx, mailedCodeId, "the asker", now),
      );
      if (waitMs === null) entries++;
    }
    return entries;
  }

  test("cause a burst of 40 mails and 6 more an hour", async () => {
    const mailsAt = async (now: number) => {
      let mails = 0;
      for (const flow of ["signUp", "resend", "reset"] as const) {
        for (const site of sites(25)) mails += await useUp(flow, now, site);
      }
      return mails;
    };
    expect(await mailsAt(NOON)).toBe(40);
    expect(await mailsAt(NOON + 60 * MINUTE)).toBe(6);
  });

  test("strangers at one address of few sites leave each other site its first attempt", async () => {
    const flows = ["signIn", "reset", "signUp", "verify", "resetVerify"] as const;
    for (const flow of flows) {
      for (let number = 0; number < 5; number++) await useUp(flow, NOON, someNetwork(number));
      expect(await take(flow, NOON, someNetwork(5))).toBeNull();
    }
  });

  test("strangers at one address who ask for codes leave a sign-up its room", async () => {
    for (let number = 0; number < 40; number++) await useUp("reset", NOON, someNetwork(number));
    expect(await take("reset", NOON, someNetwork(41))).not.toBeNull();
    expect(await take("signUp", NOON, someNetwork(41))).toBeNull();
  });

  test("strangers at one address in many networks of one IPv6 /48 are one site", async () => {
    const line = (number: number) => at(`2001:db8:7:${number.toString(16)}`);
    let attempts = 0;
    for (let number = 0; number < 50; number++) {
      if ((await take("signIn", NOON, line(number))) === null) attempts++;
    }
    expect(attempts).toBe(10);
  });

  test("strangers at one address of one site have four networks' attempts, whatever the addresses", async () => {
    const line = (number: number) => at(`2001:db8:7:${number.toString(16)}`);
    expect(await takeAtMany("reset", 410, line)).toBe(400);
  });

  test("leave room in one mailbox when they are one network", async () => {
    for (const flow of ["signUp", "resend", "reset"] as const) await useUp(flow, NOON);
    expect(await take("signUp", NOON, at("198.51.100.1"))).toBeNull();
  });

  test("take nothing from a network or a browser that the account knows", async () => {
    for (let number = 0; number < 60; number++) await take("signIn", NOON, someNetwork(number));
    expect(await take("signIn", NOON, someNetwork(61))).toBe(60 * MINUTE);
    expect(await take("signIn", NOON, at("198.51.100.7", "knownNetwork"))).toBeNull();
    expect(await take("signIn", NOON, at("198.51.100.8", "knownBrowser"))).toBeNull();
  });
});

describe("another person in the owner's network", () => {
  test("takes nothing from the owner's browser", async () => {
    const office = "198.51.100.7";
    await useUp("signIn", NOON, at(office, "knownNetwork"));
    await takeAtMany("signIn", 700, () => at(office));
    expect(await take("signIn", NOON, at(office, "knownNetwork"))).not.toBeNull();
    expect(await useUp("signIn", NOON, at(office, "knownBrowser"))).toBe(10);
  });
});

describe("one network", () => {
  test("has a hundred attempts at mails an hour, whatever the addresses", async () => {
    expect(await takeAtMany("reset", 100, () => STRANGER)).toBe(100);
    const another = "another@company.com";
    expect(await take("reset", NOON, STRANGER, another)).toBe(MINUTE * 0.6);
    expect(await take("reset", NOON, at("198.51.100.1"), another)).toBeNull();
  });

  test("is not counted when it is this computer", async () => {
    expect(await takeAtMany("reset", 101, () => at(null))).toBe(101);
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
    expect(buckets.map(({ key }) => key).sort()).toEqual([
      `codes:${ANA}:strangers' first`,
      "reset:192.0.2.7",
      `reset:${ANA}:192.0.2`,
      `reset:${ANA}:192.0.2:first`,
      "reset:site:192.0.2",
      "signIn:192.0.2.7",
      `signIn:${ANA}:192.0.2`,
      `signIn:${ANA}:192.0.2:first`,
      `signIn:${ANA}:strangers' first`,
      "signIn:site:192.0.2",
    ]);
  });
});

describe("a success", () => {
  test("forgives earlier failures of that place, and returns one attempt to the strangers", async () => {
    for (let number = 0; number < 30; number++) await take("signIn", NOON, someNetwork(number));
    expect(await take("signIn", NOON, someNetwork(50))).not.toBeNull();
    const first = { email: ANA, caller: someNetwork(0), now: NOON };
    await backend.run((ctx) => Throttle.forgive(ctx, "signIn", first));
    expect(await take("signIn", NOON, someNetwork(51))).toBeNull();
    expect(await take("signIn", NOON, someNetwork(52))).not.toBeNull();
    expect(await useUp("signIn", NOON, someNetwork(1))).toBe(9);
  });

  test("a success in a known place gives strangers nothing", async () => {
    for (let number = 0; number < 60; number++) await take("signIn", NOON, someNetwork(number));
    const owner = at("198.51.100.7", "knownNetwork");
    await backend.run((ctx) =>
      Throttle.forgive(ctx, "signIn", { email: ANA, caller: owner, now: NOON }),
    );
    expect(await take("signIn", NOON, someNetwork(61))).not.toBeNull();
  });
});

describe("an attempt that was turned away before it gained any information", () => {
  test("is returned to every bucket", async () => {
    for (const standing of ["stranger", "knownNetwork", "knownBrowser"] as const) {
      const caller = at("192.0.2.7", standing);
      const attempt = { email: ANA, caller, now: NOON };
      await backend.run(async (ctx) => {
        for (let turn = 0; turn < 100; turn++) {
          expect(await Throttle.take(ctx, "signIn", attempt)).toBeNull();
          await Throttle.giveBack(ctx, "signIn", attempt);
        }
      });
      expect(await useUp("signIn", NOON, caller)).toBe(10);
    }
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
