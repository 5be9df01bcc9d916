// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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
  profileForm,
  restore,
  signUpForm,
  someone,
  userOf,
  verified,
  type Backend,
} from "../../support/accounts";
import { atRealCost } from "../../support/cheapPasswords";

const ANA = "ana@company.com";
const MINUTE = 60_000;

let backend: Backend;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
});
afterEach(restore);

const signIn = (email: string, password = PASSWORD) =>
  flow(backend, { flow: "signIn", email, password });

describe("signing up", () => {
  test("makes a user with the default thresholds, who cannot sign in yet", async () => {
    vi.stubEnv("SMS_DEFAULT_SUPERVISOR", "Boss@company.com");
    const { tokens, code } = await flow(backend, signUpForm(ANA));
    expect({ tokens, code }).toEqual({ tokens: null, code: null });
    expect(await userOf(backend, ANA)).toMatchObject({
      displayName: "Ana Lima",
      passPort: "P1234567",
      userLocation: "Av. Paulista 1000, São Paulo",
      location: "Av. Paulista 1000, São Paulo",
      userLat: -23.56,
      role: "user",
      disabled: false,
      supervisor: "boss@company.com",
      trInTransitDays: 3,
      trInTransitDaysRec: 1,
      trInReturnDays: 3,
      trInReturnDaysRec: 1,
      trOSRequestDays: 3,
      trOSRequestDaysRec: 1,
      trOwnerSamples: 10,
      trOwnerSamplesRec: 3,
      samplmax: 10,
      samplmaxr: 1,
      maxsamplstartTime: Date.now(),
      createdAt: Date.now(),
    });
    expect((await userOf(backend, ANA)).emailVerificationTime).toBeUndefined();
  });

  test("queues the mail with the code, naming the account", async () => {
    await flow(backend, signUpForm(ANA));
    const { _id } = await userOf(backend, ANA);
    expect(await mailsTo(backend, ANA)).toMatchObject([
      { status: "queued", uid: _id, displayName: "Ana Lima", email: ANA },
    ]);
  });

  test.each([
    ["another host", "ana@evil.com"],
    ["a subdomain", "ana@x.company.com"],
    ["a host that ends like it", "ana@notcompany.com"],
    ["two @", "ana@evil.com@company.com"],
    ["a Kelvin sign", "\u212Aurt@company.com"],
    ["a quoted local part", '"ana"@company.com'],
    ["a header in it", "ana@company.com\nbcc:x@evil.com"],
  ])("refuses an address with %s", async (_what, email) => {
    expect((await flow(backend, signUpForm(email))).code).toBe("EMAIL_NOT_COMPANY");
    expect(await backend.run((ctx) => ctx.db.query("users").collect())).toEqual([]);
  });

  test("stores the address trimmed and in lower case", async () => {
    await flow(backend, signUpForm("  Ana@Company.COM "));
    expect((await userOf(backend, ANA)).email).toBe(ANA);
  });

  test("refuses a weak password in the text that people know", async () => {
    const { code, message } = await flow(backend, signUpForm(ANA, { password: "short" }));
    expect(code).toBe("PASSWORD_WEAK");
    expect(message).toBe("Password is too weak. Please enter a stronger password.");
  });

  test("refuses everyone while no company domain is configured", async () => {
    vi.stubEnv("SMS_COMPANY_DOMAIN", "");
    expect((await flow(backend, signUpForm("ana@"))).code).toBe("EMAIL_NOT_COMPANY");
    expect((await flow(backend, signUpForm(ANA))).code).toBe("EMAIL_NOT_COMPANY");
  });
});

describe("verifying an address", () => {
  test("needs the password and the code", async () => {
    await flow(backend, signUpForm(ANA));
    const code = await codeFor(backend, ANA);
    const verify = (changes: object) =>
      flow(backend, { flow: "verify", email: ANA, password: PASSWORD, code, ...changes });
    expect((await verify({ password: "Wrong-horse!1" })).code).toBe("CODE_WRONG");
    expect((await verify({ code: "00000000" })).code).toBe("CODE_WRONG");
    expect((await signIn(ANA)).code).toBe("EMAIL_UNVERIFIED");
    const renewed = await codeFor(backend, ANA); // the sign-in sent a new one
    expect(renewed).not.toBe(code);
    expect((await verify({ code: renewed })).tokens).not.toBeNull();
    // A sign-up gives one session only.
    expect((await verify({ code })).code).toBe("CODE_WRONG");
  });

  test("ends in a session that can read", async () => {
    const tokens = await verified(backend, ANA);
    const ana = backend.withIdentity(identityOf(tokens));
    expect(await ana.query(api.users.viewer, {})).toMatchObject({ email: ANA, role: "user" });
  });

  test("dates every sign-in and keeps the account's creation date", async () => {
    await verified(backend, ANA);
    const { creationTime, createdAt, lastSignInTime } = await userOf(backend, ANA);
    expect([creationTime, createdAt, lastSignInTime]).toEqual(Array(3).fill(Date.now()));
    later(MINUTE);
    await signIn(ANA);
    expect(await userOf(backend, ANA)).toMatchObject({
      creationTime,
      createdAt,
      lastSignInTime: creationTime + MINUTE,
    });
  });

  test("accepts a code once and for ten minutes", async () => {
    await flow(backend, signUpForm(ANA));
    const code = await codeFor(backend, ANA);
    later(10 * MINUTE);
    const verify = { flow: "verify", email: ANA, password: PASSWORD };
    expect((await flow(backend, { ...verify, code })).code).toBe("CODE_WRONG");
    await flow(backend, { flow: "resend", email: ANA });
    const renewed = await codeFor(backend, ANA);
    expect((await flow(backend, { ...verify, code: renewed })).code).toBeNull();
    expect((await flow(backend, { ...verify, code: renewed })).code).toBe("CODE_WRONG");
  });

  test("uses a code that resets no password and that the library itself refuses", async () => {
    await flow(backend, signUpForm(ANA));
    const code = await codeFor(backend, ANA);
    const reset = { flow: "resetVerify", email: ANA, code, newPassword: "Another-horse!2" };
    expect((await flow(backend, reset)).code).toBe("CODE_WRONG");
    const stock = await backend.action(api.auth.signIn, { params: { code, email: ANA } });
    expect(stock).toEqual({ tokens: null });
  });

  test("sends a new code when an unverified person signs in", async () => {
    await flow(backend, signUpForm(ANA));
    const { message } = await signIn(ANA);
    expect(message).toBe("Please go to your email to verify");
    expect(await mailsTo(backend, ANA)).toHaveLength(2);
  });
});

describe("a password that changed while another was being checked", () => {
  test("no longer signs in with the old one", async () => {
    await flow(backend, signUpForm(ANA));
    const code = await codeFor(backend, ANA);
    const old = { email: ANA, secret: "the hash that the old password was compared with" };
    const wrong = { kind: "wrong" };
    const begun = await backend.mutation(internal.accounts.beginWithCode, {
      flow: "verify",
      email: ANA,
      code,
    });
    const mailedCodeId = "mailedCodeId" in begun ? begun.mailedCodeId : null;
    if (mailedCodeId === null) throw new Error("the code was not found");
    const verify = backend.mutation(internal.accounts.verify, { ...old, mailedCodeId });
    expect(await verify).toEqual(wrong);
    await flow(backend, { flow: "verify", email: ANA, password: PASSWORD, code });
    const terminal = { client: "terminal", newCode: "12345678" } as const;
    expect(await backend.mutation(internal.accounts.enter, { ...old, ...terminal })).toEqual(wrong);
  });
});

describe("a password reset", () => {
  test("opens no session for a person disabled since the code was mailed", async () => {
    await verified(backend, ANA);
    await flow(backend, { flow: "reset", email: ANA });
    const code = await codeFor(backend, ANA);
    const admin = await someone(backend, "boss@company.com", { role: "admin" });
    await admin.as.mutation(api.users.update, { email: ANA, settings: { disabled: true } });
    const reset = { flow: "resetVerify", email: ANA, code, newPassword: "Another-horse!2" };
    expect(await flow(backend, reset)).toMatchObject({ code: "DISABLED", tokens: null });
    const sessions = await backend.run((ctx) => ctx.db.query("authSessions").collect());
    expect(sessions.map(({ userId }) => userId)).toEqual([admin.userId]);
  });

  test("has a code of its own, separate from a verification's", async () => {
    await flow(backend, signUpForm(ANA));
    const verify = { flow: "verify", email: ANA, password: PASSWORD };
    const code = await codeFor(backend, ANA);
    await flow(backend, { flow: "reset", email: ANA });
    const reset = { flow: "resetVerify", email: ANA, code: await codeFor(backend, ANA) };
    expect((await flow(backend, { ...verify, code })).code).toBeNull();
    expect((await flow(backend, { ...reset, newPassword: "Another-horse!2" })).code).toBeNull();
  });

  test("sets a new password, ends every session and lets its owner in", async () => {
    const old = await verified(backend, ANA);
    await flow(backend, { flow: "reset", email: ANA });
    const code = await codeFor(backend, ANA);
    const newPassword = "Another-horse!2";
    const entered = await flow(backend, { flow: "resetVerify", email: ANA, code, newPassword });
    expect(entered.tokens).not.toBeNull();
    expect(await exchange(backend, old.refreshToken)).toBeNull();
    expect((await signIn(ANA)).code).toBe("CREDENTIALS_WRONG");
    expect((await signIn(ANA, newPassword)).tokens).not.toBeNull();
  });

  test("replaces no profile of an address that is verified", async () => {
    await verified(backend, ANA);
    await flow(backend, { flow: "reset", email: ANA });
    const code = await codeFor(backend, ANA);
    const person = profileForm({ firstName: "Another" });
    const reset = { flow: "resetVerify", email: ANA, code, newPassword: "Another-horse!2" };
    expect((await flow(backend, { ...reset, person })).tokens).not.toBeNull();
    expect((await userOf(backend, ANA)).displayName).toBe("Ana Lima");
  });

  test("revokes the API tokens, with a record of each, and mails which", async () => {
    const ana = backend.withIdentity(identityOf(await verified(backend, ANA)));
    for (const name of ["Nightly export", "Dashboard"]) {
      await ana.action(api.tokens.create, { name, scopes: ["samples"], days: null });
    }
    await flow(backend, { flow: "reset", email: ANA });
    const code = await codeFor(backend, ANA);
    const reset = { flow: "resetVerify", email: ANA, code, newPassword: "Another-horse!2" };
    await flow(backend, reset);
    expect(await backend.run((ctx) => ctx.db.query("apiTokens").collect())).toEqual([]);
    const records = await backend.run((ctx) => ctx.db.query("audit").collect());
    expect(records.map(({ action, origin }) => [action, origin])).toEqual([
      ["API Token Created", "web"],
      ["API Token Created", "web"],
      ["API Token Revoked", "web"],
      ["API Token Revoked", "web"],
    ]);
    const mail = (await mailsTo(backend, ANA)).at(-1)?.message;
    expect(mail?.subject).toBe("You have a new SMS password");
    expect(mail?.text).toContain("- Nightly export\n- Dashboard");
  });

  test("refuses a weak new password and keeps the code", async () => {
    await verified(backend, ANA);
    await flow(backend, { flow: "reset", email: ANA });
    const reset = { flow: "resetVerify", email: ANA, code: await codeFor(backend, ANA) };
    expect((await flow(backend, { ...reset, newPassword: "weak" })).code).toBe("PASSWORD_WEAK");
    const entered = await flow(backend, { ...reset, newPassword: "Another-horse!2" });
    expect(entered.tokens).not.toBeNull();
  });
});

/**
 * Seven weaknesses of @convex-dev/auth's password provider, each with tests that SMS does not share
 * it.
 */
describe("the seven weaknesses of the stock provider", () => {
  test("1. no flow lets passwords be guessed without end", async () => {
    await verified(backend, ANA);
    const answers = [];
    for (let guess = 0; guess < 40; guess++) {
      answers.push(await flow(backend, signUpForm(ANA, { password: PASSWORD })));
    }
    expect(answers.every(({ tokens }) => tokens === null)).toBe(true);
    expect(answers.filter(({ code }) => code === "TOO_MANY_ATTEMPTS")).toHaveLength(36);
    const signIns = [];
    for (let guess = 0; guess < 12; guess++)
      signIns.push(await signIn(ANA, `Wrong-horse!${guess}`));
    expect(signIns.at(-1)?.code).toBe("TOO_MANY_ATTEMPTS");
    // By now, even the right one is refused.
    expect((await signIn(ANA)).code).toBe("TOO_MANY_ATTEMPTS");
  });

  test("2. known and unknown addresses get the same answers", async () => {
    await verified(backend, ANA);
    const flows: ((email: string) => Record<string, unknown>)[] = [
      (email) => ({ flow: "signIn", email, password: "Wrong-horse!1" }),
      (email) => signUpForm(email),
      (email) => ({ flow: "resend", email }),
      (email) => ({ flow: "reset", email }),
      (email) => ({ flow: "verify", email, password: "Wrong-horse!1", code: "12345678" }),
      (email) => ({ flow: "resetVerify", email, code: "12345678", newPassword: PASSWORD }),
    ];
    for (const [index, params] of flows.entries()) {
      const unknown = await flow(backend, params(`nobody${index}@company.com`));
      expect(unknown).toEqual(await flow(backend, params(ANA)));
    }
  });

  test("2. many requests send few mails", async () => {
    await verified(backend, ANA);
    const before = (await mailsTo(backend, ANA)).length;
    for (let request = 0; request < 50; request++) {
      await flow(backend, { flow: "reset", email: ANA });
    }
    expect((await mailsTo(backend, ANA)).length - before).toBe(5);
  });

  test("3. mail goes to the normalised address, and nothing overwrites it", async () => {
    await verified(backend, ANA);
    await flow(backend, { flow: "reset", email: "  ANA@company.com " });
    const mails = await backend.run((ctx) => ctx.db.query("mail").collect());
    expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([ANA]));
    expect((await userOf(backend, ANA)).email).toBe(ANA);
  });

  test.each([
    ["role", "admin"],
    ["emailVerified", true],
    ["emailVerificationTime", 1],
    ["supervisor", ANA],
    ["disabled", false],
    ["isActive", true],
    ["samplmax", 1000],
  ])("4. a caller's %s refuses the sign-up", async (field, value) => {
    const { code } = await flow(backend, signUpForm(ANA, { [field]: value }));
    expect(code).toBe("INPUT_INVALID");
    expect(await backend.run((ctx) => ctx.db.query("users").collect())).toEqual([]);
  });

  test("5. a squatter keeps nothing: not when the owner signs up, not when they reset", async () => {
    const place = { realLocation: "Somewhere", realLat: 1, realLng: 1 };
    const squat = signUpForm(ANA, { password: "Squatter-pass!1", passport: "theirs", ...place });
    await flow(backend, squat);
    const tokens = await verified(backend, ANA); // the owner signs up, with their own password
    expect(tokens).not.toBeNull();
    expect((await signIn(ANA, "Squatter-pass!1")).code).toBe("CREDENTIALS_WRONG");

    const BEA = "bea@company.com";
    await flow(backend, { ...squat, email: BEA });
    await flow(backend, { flow: "reset", email: BEA });
    const code = await codeFor(backend, BEA);
    const reset = { flow: "resetVerify", email: BEA, code, newPassword: PASSWORD };
    expect((await flow(backend, reset)).code).toBe("PROFILE_MISSING");
    expect(await userOf(backend, BEA)).toMatchObject({ isActive: false });
    const person = profileForm({ firstName: "Bea", lastName: "Ruiz", passport: "hers" });
    expect((await flow(backend, { ...reset, person })).tokens).not.toBeNull();
    const bea = await userOf(backend, BEA);
    expect(bea).toMatchObject({ displayName: "Bea Ruiz", passPort: "hers", isActive: true });
    expect(bea).not.toHaveProperty("realLocation");
    expect((await signIn(BEA, "Squatter-pass!1")).code).toBe("CREDENTIALS_WRONG");
  });

  test("5. the owner's code does not verify the squatter's password", async () => {
    await flow(backend, signUpForm(ANA));
    await flow(backend, signUpForm(ANA, { password: "Squatter-pass!1" }));
    const code = await codeFor(backend, ANA);
    const verify = { flow: "verify", email: ANA, code, password: PASSWORD };
    expect((await flow(backend, verify)).code).toBe("CODE_WRONG");
  });

  test("6. a disabled user is out at once: queries, tokens, sign-in, reset", async () => {
    const tokens = await verified(backend, ANA);
    const ana = backend.withIdentity(identityOf(tokens));
    const admin = await someone(backend, "boss@company.com", { role: "admin" });
    await admin.as.mutation(api.users.update, { email: ANA, settings: { disabled: true } });
    await expect(ana.query(api.users.list, page)).rejects.toThrow("disabled");
    expect(await ana.query(api.users.viewer, {})).toBeNull();
    expect(await exchange(backend, tokens.refreshToken)).toBeNull();
    expect((await signIn(ANA)).code).toBe("DISABLED");
    const mails = (await mailsTo(backend, ANA)).length;
    await flow(backend, { flow: "reset", email: ANA });
    expect(await mailsTo(backend, ANA)).toHaveLength(mails);
  });

  test("6. an access token lives five minutes, a session twelve hours", async () => {
    const tokens = await verified(backend, ANA);
    const { iat, exp } = identityOf(tokens);
    expect(exp - iat).toBe(5 * 60);
    later(12 * 60 * MINUTE + 1);
    expect(await exchange(backend, tokens.refreshToken)).toBeNull();
  });

  test("7. hashing leaves the event loop free, and long passwords are refused before it", async () => {
    let ticks = 0;
    const clock = setInterval(() => ticks++, 1);
    await atRealCost(() => flow(backend, signUpForm(ANA)));
    clearInterval(clock);
    expect(ticks).toBeGreaterThan(10);
    const long = "Aa1!".repeat(500_000);
    expect((await flow(backend, signUpForm(ANA, { password: long }))).code).toBe("PASSWORD_WEAK");
    expect((await signIn(ANA, long)).code).toBe("INPUT_INVALID");
  });
});

describe("explicit messages", () => {
  beforeEach(() => vi.stubEnv("ACCOUNT_MESSAGES", "explicit"));

  test("tell whether an address has an account, in the texts that people know", async () => {
    await verified(backend, ANA);
    const unknown = "User is not registered. Please register again";
    expect((await signIn("nobody@company.com")).message).toBe(unknown);
    const reset = await flow(backend, { flow: "reset", email: "nobody@company.com" });
    expect(reset.message).toBe(unknown);
    expect((await flow(backend, signUpForm(ANA))).message).toBe(
      "Email is already registered. Please use another one.",
    );
  });
});

describe("sign-in params that no form sends", () => {
  test.each([
    ["nothing", {}],
    ["an unknown flow", { flow: "email-verification", email: ANA }],
    ["a flow without its fields", { flow: "signIn" }],
    ["wrong types", { flow: "signIn", email: 7, password: { gt: "" } }],
    ["another flow's field", { flow: "reset", email: ANA, password: PASSWORD }],
  ])("are refused without a crash: %s", async (_what, params) => {
    expect((await flow(backend, params)).code).toBe("INPUT_INVALID");
  });

  test.each(["", "garbage", "a|b", "a|b|c", "|"])(
    "the refresh token %j gets no tokens",
    async (refreshToken) => {
      expect(await exchange(backend, refreshToken)).toBeNull();
    },
  );

  test("a call without a provider or a refresh token gets no tokens", async () => {
    expect(await backend.action(api.auth.signIn, {})).toEqual({ tokens: null });
  });
});

const page = { paginationOpts: { cursor: null, numItems: 10 } };
