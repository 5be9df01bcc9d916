import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as Throttle from "../../convex/model/throttle";
import { accountsBackend, flow, type Backend } from "../support/accounts";

const ANA = "ana@company.com";
const MINUTE = 60_000;
const NOON = Date.UTC(2026, 0, 1, 12);

let backend: Backend;
beforeEach(async () => {
  backend = await accountsBackend();
});
afterEach(() => vi.unstubAllEnvs());

const take = (flow: Throttle.ThrottledFlow, now: number, email = ANA) =>
  backend.run((ctx) => Throttle.take(ctx, flow, email, now));

async function useUp(flow: Throttle.ThrottledFlow, now: number) {
  let taken = 0;
  while ((await take(flow, now)) === null) taken++;
  return taken;
}

describe("throttle", () => {
  test("allows ten sign-ins and five mails an hour", async () => {
    expect(await useUp("signIn", NOON)).toBe(10);
    expect(await useUp("reset", NOON)).toBe(5);
    expect(await useUp("resend", NOON)).toBe(5);
    expect(await useUp("signUp", NOON)).toBe(5);
  });

  test("tells how long to wait, and allows an attempt after that time", async () => {
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

  test("counts each address and each flow separately", async () => {
    await useUp("signIn", NOON);
    expect(await take("signIn", NOON, "bea@company.com")).toBeNull();
    expect(await take("verify", NOON)).toBeNull();
  });

  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2::7", "2001:db8:1:2:ffff::9"],
    ["2001:db8::7", "2001:db8:0:0:1::"],
  ])(
    "counts the attempts from one network, whatever the address: %s and %s",
    async (ip, sameNetwork) => {
      const attempt = (number: number, from: string) =>
        backend.run((ctx) => Throttle.take(ctx, "reset", `p${number}@company.com`, NOON, from));
      for (let number = 0; number < 100; number++) expect(await attempt(number, ip)).toBeNull();
      expect(await attempt(100, sameNetwork)).toBe(MINUTE * 0.6);
      expect(await attempt(100, "198.51.100.1")).toBeNull();
      expect(await attempt(100, "2001:db8:1:3::7")).toBeNull();
    },
  );

  test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1"])(
    "counts no attempts from this computer: %s",
    async (ip) => {
      for (let number = 0; number < 101; number++) {
        const email = `p${number}@company.com`;
        expect(await backend.run((ctx) => Throttle.take(ctx, "reset", email, NOON, ip))).toBeNull();
      }
    },
  );

  test("counts the network of every flow", async () => {
    const far = backend.withRequestMetadata({ ip: "192.0.2.7" });
    await flow(far, { flow: "reset", email: ANA });
    await flow(far, { flow: "signIn", email: ANA, password: "Wrong!pass1" });
    const buckets = await backend.run((ctx) => ctx.db.query("throttle").collect());
    expect(buckets.map(({ key }) => key).sort()).toEqual([
      "reset:192.0.2.7",
      `reset:${ANA}`,
      "signIn:192.0.2.7",
      `signIn:${ANA}`,
    ]);
  });

  test("forgets failed attempts after a success", async () => {
    await useUp("signIn", NOON);
    await backend.run((ctx) => Throttle.forget(ctx, "signIn", ANA));
    expect(await useUp("signIn", NOON)).toBe(10);
  });

  test("deletes buckets that have refilled", async () => {
    await useUp("signIn", NOON);
    await take("reset", NOON + 55 * MINUTE);
    const isMore = await backend.run((ctx) => Throttle.sweep(ctx, NOON + 61 * MINUTE));
    expect(isMore).toBe(false);
    const left = await backend.run((ctx) => ctx.db.query("throttle").collect());
    expect(left.map(({ key }) => key)).toEqual([`reset:${ANA}`]);
  });
});
