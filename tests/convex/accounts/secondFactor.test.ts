// @vitest-environment node
/** Setting up a second factor and signing in with it (docs/product.md, "Second factor"). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { RECOVERY_CODES } from "#domain/accounts/secondFactor";
import * as Policy from "../../../convex/model/accounts/secondFactorPolicy";
import {
  accountsBackendAtRest,
  api,
  exchange,
  flow,
  identityOf,
  internal,
  later,
  mailsTo,
  PASSWORD,
  restore,
  signUpForm,
  someone,
  userOf,
  verified,
  type Backend,
} from "../../support/accounts";
import { APP_SECRET, appCode } from "../../support/authenticator";
import { eventually } from "../../support/eventually";
import { outcomeOf, protectedPerson, secondFactorNews, STEP } from "../../support/secondFactor";

const ANA = "ana@company.com";
const BRUNO = "bruno@company.com";
const WRONG = "Wrong-horse!1";
const BRUNOS_SECRET = "B".repeat(32);

let backend: Backend;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
});
afterEach(restore);

const signIn = (changes: Record<string, unknown> = {}) =>
  flow(backend, { flow: "signIn", email: ANA, password: PASSWORD, ...changes });
const requireFor = (...roles: ("user" | "supervisor" | "admin")[]) =>
  backend.mutation(internal.secondFactors.setRolesFromTerminal, { roles });
const eventsOf = async (email: string) =>
  (await secondFactorNews(backend, email)).map(({ event }) => event);
/** Waits for the batches that end sessions. */
const scheduledWorkIsDone = () =>
  eventually(async () => {
    const jobs = await backend.run((ctx) => ctx.db.system.query("_scheduled_functions").collect());
    expect(new Set(jobs.map(({ state }) => state.kind))).toEqual(new Set(["success"]));
  });
const lastSubject = async (email: string) =>
  (await mailsTo(backend, email)).at(-1)?.message.subject;

describe("turning a second factor on", () => {
  test("gives ten recovery codes, ends the other sessions, and tells the owner", async () => {
    const elsewhere = await verified(backend, ANA);
    const { tokens } = await signIn();
    const ana = backend.withIdentity(identityOf(tokens!));
    const given = { password: PASSWORD, secret: APP_SECRET, code: appCode() };
    const codes = await ana.action(api.secondFactors.turnOn, given);
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    expect(await ana.query(api.secondFactors.mine, {})).toEqual({
      isOn: true,
      recoveryCodesLeft: RECOVERY_CODES,
      isRequired: false,
      hasPassword: true,
    });
    expect(await exchange(backend, elsewhere.refreshToken)).toBeNull();
    expect(await eventsOf(ANA)).toEqual(["turnedOn"]);
    expect(await lastSubject(ANA)).toBe("Your SMS account now has a second factor");
  });

  test.each([
    ["a wrong password", { password: WRONG }, "PASSWORD_WRONG"],
    ["a wrong code", { code: "000000" }, "SECOND_FACTOR_WRONG"],
    ["a code of another secret", { code: appCode(BRUNOS_SECRET, 0, 0) }, "SECOND_FACTOR_WRONG"],
    ["no code", { code: "" }, "SECOND_FACTOR_WRONG"],
    ["a secret that is too short", { secret: "ABCDEFGH" }, "INPUT_INVALID"],
    ["a secret that is not base32", { secret: "1".repeat(32) }, "INPUT_INVALID"],
  ])("is refused with %s", async (_what, change, code) => {
    const ana = backend.withIdentity(identityOf(await verified(backend, ANA)));
    const given = { password: PASSWORD, secret: APP_SECRET, code: appCode(), ...change };
    expect(await outcomeOf(ana.action(api.secondFactors.turnOn, given))).toBe(code);
    expect((await signIn()).tokens).not.toBeNull();
  });

  test("is refused while one is on, whose secret stays", async () => {
    const { as } = await protectedPerson(backend, ANA);
    const code = appCode(BRUNOS_SECRET);
    const given = { password: PASSWORD, secret: BRUNOS_SECRET, code };
    expect(await outcomeOf(as.action(api.secondFactors.turnOn, given))).toBe("SECOND_FACTOR_ON");
    expect((await signIn({ secondCode: appCode() })).tokens).not.toBeNull();
  });
});

describe("signing in", () => {
  test("asks for a code after the right password, and takes one of the app", async () => {
    await protectedPerson(backend, ANA);
    expect((await signIn()).code).toBe("SECOND_FACTOR_NEEDED");
    expect((await signIn({ secondCode: appCode() })).tokens).not.toBeNull();
  });

  test.each([-1, 0, 1])("tolerates a phone's clock that is %i steps off", async (steps) => {
    await protectedPerson(backend, ANA);
    later(2 * STEP);
    expect((await signIn({ secondCode: appCode(APP_SECRET, steps) })).tokens).not.toBeNull();
  });

  test("takes a code with spaces, and a recovery code in any spelling", async () => {
    const { recoveryCodes } = await protectedPerson(backend, ANA);
    const code = appCode();
    const spaced = `${code.slice(0, 3)} ${code.slice(3)} `;
    expect((await signIn({ secondCode: spaced })).tokens).not.toBeNull();
    const [first = ""] = recoveryCodes;
    const typed = `${first.slice(0, 4)}-${first.slice(4, 8)} ${first.slice(8)}`.toLowerCase();
    expect((await signIn({ secondCode: typed })).tokens).not.toBeNull();
  });

  test("signing in with a recovery code tells the owner, and warns when few are left", async () => {
    const { as, recoveryCodes } = await protectedPerson(backend, ANA);
    for (const secondCode of recoveryCodes.slice(0, 7)) {
      expect((await signIn({ secondCode })).tokens).not.toBeNull();
    }
    expect(await as.query(api.secondFactors.mine, {})).toMatchObject({ recoveryCodesLeft: 3 });
    expect((await eventsOf(ANA)).slice(-2)).toEqual(["codeUsed", "fewCodes"]);
    const mail = (await mailsTo(backend, ANA)).at(-1)?.message.text;
    expect(mail).toContain("You have 3 recovery codes left. Make new ones in your profile.");
  });

  test("signing in of a person without a second factor ignores a code and a secret", async () => {
    await verified(backend, ANA);
    const given = { secondCode: "000000", newSecret: APP_SECRET };
    expect((await signIn(given)).tokens).not.toBeNull();
    expect((await userOf(backend, ANA)).secondFactorSince).toBeUndefined();
  });
});

describe("a role that needs a second factor", () => {
  test("takes a person who has none through its set-up before there is a session", async () => {
    await verified(backend, ANA);
    await requireFor("user");
    expect((await signIn()).code).toBe("SECOND_FACTOR_MISSING");
    expect((await signIn({ secondCode: appCode() })).code).toBe("SECOND_FACTOR_MISSING");
    const wrong = { newSecret: APP_SECRET, secondCode: appCode(BRUNOS_SECRET) };
    expect((await signIn(wrong)).code).toBe("SECOND_FACTOR_WRONG");
    const { tokens } = await signIn({ newSecret: APP_SECRET, secondCode: appCode() });
    const ana = backend.withIdentity(identityOf(tokens!));
    expect(await ana.query(api.secondFactors.mine, {})).toMatchObject({
      isOn: true,
      isRequired: true,
      recoveryCodesLeft: 0,
    });
    const codes = await ana.action(api.secondFactors.newRecoveryCodes, { password: PASSWORD });
    expect((await signIn({ secondCode: codes[0] })).tokens).not.toBeNull();
  });

  test("signs its people out who have none, and no function answers them", async () => {
    const ana = backend.withIdentity(identityOf(await verified(backend, ANA)));
    const bruno = await protectedPerson(backend, BRUNO, BRUNOS_SECRET);
    await requireFor("user");
    await scheduledWorkIsDone();
    expect(await outcomeOf(ana.query(api.inbox.waiting, {}))).toBe("NOT_SIGNED_IN");
    const turnOn = { password: PASSWORD, secret: APP_SECRET, code: appCode() };
    expect(await outcomeOf(ana.action(api.secondFactors.turnOn, turnOn))).toBe("NOT_SIGNED_IN");
    expect(await outcomeOf(bruno.as.query(api.inbox.waiting, {}))).toBe("done");
  });

  test("leaves people signed in who came from the company's sign-in", async () => {
    const tokens = await verified(backend, ANA);
    const { subject } = identityOf(tokens);
    const ana = backend.withIdentity(identityOf(tokens));
    await backend.run(async (ctx) => {
      const sessionId = ctx.db.normalizeId("authSessions", subject.split("|")[1]!)!;
      await ctx.db.insert("issuerSessions", { sessionId });
    });
    await requireFor("user");
    await scheduledWorkIsDone();
    expect(await outcomeOf(ana.query(api.inbox.waiting, {}))).toBe("done");
  });

  test("signs out a person who gets it and has no second factor", async () => {
    const ana = backend.withIdentity(identityOf(await verified(backend, ANA)));
    await requireFor("supervisor");
    const settings = { role: "supervisor" } as const;
    await backend.mutation(internal.users.updateFromTerminal, { email: ANA, settings });
    expect(await outcomeOf(ana.query(api.inbox.waiting, {}))).toBe("NOT_SIGNED_IN");
    expect((await signIn()).code).toBe("SECOND_FACTOR_MISSING");
  });

  test("asks an invited admin for one before the first session", async () => {
    const token = "t".repeat(43);
    const invited = { emails: [ANA], tokens: [token], role: "admin" as const };
    const { as: helena } = await someone(backend, "helena@company.com", { role: "admin" });
    await helena.mutation(internal.invitations.inviteAll, invited);
    await requireFor("admin");
    const { email: _, ...form } = signUpForm("", { flow: "invited", token });
    expect(await flow(backend, form)).toMatchObject({
      tokens: null,
      code: "SECOND_FACTOR_MISSING",
    });
    expect((await userOf(backend, ANA)).role).toBe("admin");
  });

  test("is stored by role, once", async () => {
    await requireFor("admin", "user", "admin");
    await requireFor("admin", "user");
    expect(await backend.run((ctx) => Policy.requiredRoles(ctx))).toEqual(["user", "admin"]);
    const audit = await backend.run((ctx) => ctx.db.query("audit").collect());
    expect(audit).toMatchObject([
      {
        action: "Second Factor Required",
        changes: [{ field: "secondFactorRoles", to: "User, Admin" }],
      },
    ]);
  });
});
