// @vitest-environment node
/** Attacks on accounts with a second factor (docs/product.md, "Second factor"). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as Throttle from "../../../convex/model/access/throttle";
import * as UserWrites from "../../../convex/model/accounts/userWrites";
import {
  accountsBackendAtRest,
  api,
  codeFor,
  exchange,
  flow,
  identityOf,
  internal,
  later,
  mailsTo,
  PASSWORD,
  restore,
  signUpForm,
  userOf,
  type Backend,
} from "../../support/accounts";
import { APP_SECRET, appCode } from "../../support/authenticator";
import { protectedPerson, secondFactorNews, STEP } from "../../support/secondFactor";

const ANA = "ana@company.com";
const BRUNO = "bruno@company.com";
const WRONG = "Wrong-horse!1";
const NEW_PASSWORD = "Another-horse!2";
const BRUNOS_SECRET = "B".repeat(32);
const HOUR = 60 * 60_000;
const HOME = "198.51.100.7";
const BROWSER = "the-owners-browser-token";

let backend: Backend;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
});
afterEach(restore);

const from = (ip: string) => backend.withRequestMetadata({ ip });
const signIn = (changes: Record<string, unknown> = {}, caller: Pick<Backend, "action"> = backend) =>
  flow(caller, { flow: "signIn", email: ANA, password: PASSWORD, ...changes });
const requireFor = (role: "user") =>
  backend.mutation(internal.secondFactors.setRolesFromTerminal, { roles: [role] });
const eventsOf = async (email: string) =>
  (await secondFactorNews(backend, email)).map(({ event }) => event);

describe("a hostile sign-in is refused", () => {
  type Case = () => Promise<{ tokens: unknown; code: string | null }>;
  const cases: [string, string, Case][] = [
    [
      "with a code that was used",
      "SECOND_FACTOR_WRONG",
      async () => {
        await protectedPerson(backend, ANA);
        const secondCode = appCode();
        await signIn({ secondCode });
        return await signIn({ secondCode });
      },
    ],
    [
      "with the code of an earlier step than the last accepted one",
      "SECOND_FACTOR_WRONG",
      async () => {
        await protectedPerson(backend, ANA);
        later(2 * STEP);
        const earlier = appCode(APP_SECRET, -1);
        await signIn({ secondCode: appCode() });
        return await signIn({ secondCode: earlier });
      },
    ],
    [
      "with the code that turned the second factor on",
      "SECOND_FACTOR_WRONG",
      async () => {
        const { as } = await protectedPerson(backend, ANA);
        await as.action(api.secondFactors.turnOff, { password: PASSWORD, code: appCode() });
        later(STEP * 2);
        const code = appCode();
        const given = { password: PASSWORD, secret: APP_SECRET, code };
        await as.action(api.secondFactors.turnOn, given);
        return await signIn({ secondCode: code });
      },
    ],
    [
      "with a code that is two steps old",
      "SECOND_FACTOR_WRONG",
      async () => {
        await protectedPerson(backend, ANA);
        later(2 * STEP);
        return await signIn({ secondCode: appCode(APP_SECRET, -2) });
      },
    ],
    [
      "with a code that is two steps early",
      "SECOND_FACTOR_WRONG",
      async () => {
        await protectedPerson(backend, ANA);
        return await signIn({ secondCode: appCode(APP_SECRET, 2) });
      },
    ],
    [
      "with another account's code",
      "SECOND_FACTOR_WRONG",
      async () => {
        await protectedPerson(backend, ANA);
        await protectedPerson(backend, BRUNO, BRUNOS_SECRET);
        return await signIn({ secondCode: appCode(BRUNOS_SECRET) });
      },
    ],
    [
      "with another account's recovery code",
      "SECOND_FACTOR_WRONG",
      async () => {
        await protectedPerson(backend, ANA);
        const { recoveryCodes } = await protectedPerson(backend, BRUNO, BRUNOS_SECRET);
        return await signIn({ secondCode: recoveryCodes[0] });
      },
    ],
    [
      "with a recovery code that was used",
      "SECOND_FACTOR_WRONG",
      async () => {
        const { recoveryCodes } = await protectedPerson(backend, ANA);
        await signIn({ secondCode: recoveryCodes[0] });
        return await signIn({ secondCode: recoveryCodes[0] });
      },
    ],
    [
      "with a recovery code that was replaced",
      "SECOND_FACTOR_WRONG",
      async () => {
        const { as, recoveryCodes } = await protectedPerson(backend, ANA);
        await as.action(api.secondFactors.newRecoveryCodes, { password: PASSWORD });
        return await signIn({ secondCode: recoveryCodes[0] });
      },
    ],
    [
      "with a code and a wrong password",
      "CREDENTIALS_WRONG",
      async () => {
        await protectedPerson(backend, ANA);
        return await signIn({ password: WRONG, secondCode: appCode() });
      },
    ],
    [
      "with a secret of the attacker's in place of the owner's",
      "SECOND_FACTOR_WRONG",
      async () => {
        await requireFor("user");
        await protectedPersonOfRole();
        const secondCode = appCode(BRUNOS_SECRET);
        return await signIn({ newSecret: BRUNOS_SECRET, secondCode });
      },
    ],
    [
      "to a locked account, whatever the code",
      "DISABLED",
      async () => {
        await protectedPerson(backend, ANA);
        const ana = await userOf(backend, ANA);
        await backend.run((ctx) => UserWrites.setDisabled(ctx, ana, true));
        return await signIn({ secondCode: appCode() });
      },
    ],
    [
      "as a terminal without a code",
      "SECOND_FACTOR_NEEDED",
      async () => {
        await protectedPerson(backend, ANA);
        return await signIn({ client: "terminal" });
      },
    ],
    [
      "with an odd text as the code",
      "SECOND_FACTOR_WRONG",
      async () => {
        await protectedPerson(backend, ANA);
        return await signIn({ secondCode: "__proto__" });
      },
    ],
    [
      "with an unknown field",
      "INPUT_INVALID",
      async () => {
        await protectedPerson(backend, ANA);
        return await signIn({ secondFactor: false });
      },
    ],
  ];
  test.each(cases)("%s: %s", async (_what, code, attack) => {
    const outcome = await attack();
    expect([outcome.tokens, outcome.code]).toEqual([null, code]);
  });

  test("a hostile sign-in is refused by a wrong password without using the owner's code up", async () => {
    await protectedPerson(backend, ANA);
    const secondCode = appCode();
    await signIn({ password: WRONG, secondCode });
    expect((await signIn({ secondCode })).tokens).not.toBeNull();
  });

  test.each(["code of the app", "recovery code"])(
    "a hostile sign-in is refused to one of two that use the same %s at the same moment",
    async (kind) => {
      const { recoveryCodes } = await protectedPerson(backend, ANA);
      const secondCode = kind === "recovery code" ? recoveryCodes[0] : appCode();
      const outcomes = await Promise.all([signIn({ secondCode }), signIn({ secondCode })]);
      expect(outcomes.filter(({ tokens }) => tokens !== null)).toHaveLength(1);
      expect(outcomes.map(({ code }) => code).sort()).toEqual(["SECOND_FACTOR_WRONG", null]);
    },
  );
});

/** A person whose role needs a second factor, and who set it up while signing in. */
async function protectedPersonOfRole() {
  await flow(backend, signUpForm(ANA));
  const code = await codeFor(backend, ANA);
  await flow(backend, { flow: "verify", email: ANA, password: PASSWORD, code });
  const { tokens } = await signIn({ newSecret: APP_SECRET, secondCode: appCode() });
  later(2 * STEP);
  return backend.withIdentity(identityOf(tokens!));
}

describe("guessing codes", () => {
  const wrongCode = () => (appCode() === "000000" ? "000001" : "000000");

  test("stops after ten at one place; the owner is told once, and is let in elsewhere", async () => {
    await flow(from(HOME), signUpForm(ANA, { browser: BROWSER }));
    const verify = { flow: "verify", email: ANA, password: PASSWORD, browser: BROWSER };
    const code = await codeFor(backend, ANA);
    const { tokens } = await flow(from(HOME), { ...verify, code });
    const as = backend.withIdentity(identityOf(tokens!));
    const given = { password: PASSWORD, secret: APP_SECRET, code: appCode() };
    await as.action(api.secondFactors.turnOn, given);
    later(2 * STEP);

    const guess = (secondCode: string) => signIn({ secondCode }, from("203.0.113.9"));
    for (let count = 0; count < 10; count++) {
      // Spread over two hours, so that the limit of passwords is not what refuses.
      if (count === 5) later(HOUR);
      expect((await guess(wrongCode())).code).toBe("SECOND_FACTOR_WRONG");
    }
    const codes = [];
    for (let count = 0; count < 12; count++) codes.push((await guess(wrongCode())).code);
    expect(codes).toContain("TOO_MANY_ATTEMPTS");
    expect((await guess(appCode())).code).toBe("TOO_MANY_ATTEMPTS");
    expect((await eventsOf(ANA)).filter((event) => event === "wrongCodes")).toHaveLength(1);

    const owner = { browser: BROWSER, secondCode: appCode() };
    expect((await signIn(owner, from(HOME))).tokens).not.toBeNull();
  });

  test("is limited to 92 codes on the first day and 72 on each later one, from any number of sites", async () => {
    const take = (number: number, now: number) => {
      const site = `10.${number >> 8}.${number & 255}`;
      const network = `${site}.1`;
      const marks = { networkMark: network, browserMark: null };
      const caller = { standing: "stranger", network, site, ...marks } as const;
      return backend.run((ctx) => Throttle.take(ctx, "secondFactor", { email: ANA, caller, now }));
    };
    const start = Date.now();
    const perDay = [0, 0];
    let sites = 0;
    for (let hour = 0; hour < 48; hour++) {
      const now = start + hour * HOUR;
      const day = Math.floor(hour / 24);
      // First attempts of new sites, then repeated ones of the first site.
      while ((await take(sites++, now)) === null) perDay[day]!++;
      while ((await take(0, now)) === null) perDay[day]!++;
    }
    expect(perDay[0]).toBeLessThanOrEqual(92);
    expect(perDay[1]).toBeLessThanOrEqual(72);
  });

  test("guessing codes by strangers without the password uses up nothing of the owner's", async () => {
    await protectedPerson(backend, ANA);
    await signIn({ browser: BROWSER, secondCode: appCode() }, from(HOME));
    later(2 * STEP);
    const buckets = async () => {
      const rows = await backend.run((ctx) => ctx.db.query("throttle").collect());
      return rows.filter(({ key }) => key.startsWith("secondFactor"));
    };
    const before = await buckets();
    for (let number = 0; number < 30; number++) {
      const given = { password: WRONG, secondCode: "000000" };
      await signIn(given, from(`203.0.${number}.7`));
    }
    expect(await buckets()).toEqual(before);
    const owner = { browser: BROWSER, secondCode: appCode() };
    expect((await signIn(owner, from(HOME))).tokens).not.toBeNull();
  });
});

describe("a code by mail", () => {
  test("changes the password and opens no session without the second factor", async () => {
    const { as, tokens } = await protectedPerson(backend, ANA);
    await as.action(api.tokens.create, { name: "Nightly", scopes: ["samples"], days: null });
    await flow(backend, { flow: "reset", email: ANA });
    const code = await codeFor(backend, ANA);
    const reset = { flow: "resetVerify", email: ANA, code, newPassword: NEW_PASSWORD };
    expect(await flow(backend, reset)).toMatchObject({
      tokens: null,
      code: "SECOND_FACTOR_NEEDED",
    });
    expect(await exchange(backend, tokens.refreshToken)).toBeNull();
    expect((await mailsTo(backend, ANA)).at(-1)?.message.text).toContain("- Nightly");
    const audit = await backend.run((ctx) => ctx.db.query("audit").collect());
    expect(audit.at(-1)).toMatchObject({ action: "API Token Revoked", origin: "web" });
    expect((await signIn()).code).toBe("CREDENTIALS_WRONG");
    const given = { password: NEW_PASSWORD, secondCode: appCode() };
    expect((await signIn(given)).tokens).not.toBeNull();
  });

  test("keeps a known browser known, so that strangers cannot keep its owner out", async () => {
    await protectedPerson(backend, ANA);
    const home = { browser: BROWSER, secondCode: appCode() };
    await signIn(home, from(HOME));
    later(2 * STEP);
    await flow(from(HOME), { flow: "reset", email: ANA, browser: BROWSER });
    const code = await codeFor(backend, ANA);
    const reset = { flow: "resetVerify", email: ANA, code, newPassword: NEW_PASSWORD };
    await flow(from(HOME), { ...reset, browser: BROWSER });
    for (let attempt = 0; attempt < 52; attempt++) {
      const begin = from(`203.0.${attempt % 26}.7`);
      await begin.mutation(internal.accounts.begin, { flow: "signIn", email: ANA });
    }
    const given = { password: NEW_PASSWORD, secondCode: appCode(), browser: BROWSER };
    expect((await signIn(given, from(HOME))).tokens).not.toBeNull();
  });

  test("verifies an address, and opens no session where the role needs a second factor", async () => {
    await requireFor("user");
    await flow(backend, signUpForm(ANA));
    const code = await codeFor(backend, ANA);
    const verify = { flow: "verify", email: ANA, password: PASSWORD, code };
    expect(await flow(backend, verify)).toMatchObject({
      tokens: null,
      code: "SECOND_FACTOR_MISSING",
    });
    expect((await userOf(backend, ANA)).isActive).toBe(true);
  });
});
