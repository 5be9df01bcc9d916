// @vitest-environment node
/** Turning a second factor off, resetting another person's, and who reads what about it. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  accountsBackendAtRest,
  api,
  exchange,
  flow,
  identityOf,
  internal,
  mailsTo,
  PASSWORD,
  restore,
  userOf,
  verified,
  type Backend,
} from "../../support/accounts";
import { APP_SECRET, appCode } from "../../support/authenticator";
import { outcomeOf, protectedPerson, secondFactorNews } from "../../support/secondFactor";

const ANA = "ana@company.com";
const HELENA = "helena@company.com";

let backend: Backend;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
});
afterEach(restore);

const signIn = (changes: object = {}) =>
  flow(backend, { flow: "signIn", email: ANA, password: PASSWORD, ...changes });

const protectedAna = () => protectedPerson(backend, ANA);

async function helena() {
  const as = backend.withIdentity(identityOf(await verified(backend, HELENA)));
  const settings = { role: "admin" } as const;
  await backend.mutation(internal.users.updateFromTerminal, { email: HELENA, settings });
  return as;
}

const newsOf = (email: string) => secondFactorNews(backend, email);

describe("turning a second factor off", () => {
  test("takes the password and a code, and tells the owner", async () => {
    const { as } = await protectedAna();
    const off = (password: string, code: string) =>
      outcomeOf(as.action(api.secondFactors.turnOff, { password, code }));
    expect(await off("Wrong-horse!1", appCode())).toBe("PASSWORD_WRONG");
    expect(await off(PASSWORD, "000000")).toBe("SECOND_FACTOR_WRONG");
    expect(await off(PASSWORD, appCode())).toBe("done");
    expect(await off(PASSWORD, appCode())).toBe("SECOND_FACTOR_OFF");
    expect((await signIn()).tokens).not.toBeNull();
    expect((await newsOf(ANA)).at(-1)).toEqual({ kind: "secondFactor", event: "turnedOff" });
  });

  test("is limited to ten attempts an hour per session", async () => {
    const { as } = await protectedAna();
    const guess = () =>
      outcomeOf(as.action(api.secondFactors.turnOff, { password: PASSWORD, code: "000000" }));
    // Turning it on took one.
    for (let count = 1; count < 10; count++) expect(await guess()).toBe("SECOND_FACTOR_WRONG");
    expect(await guess()).toBe("TOO_MANY_ATTEMPTS");
  });

  test("signs the person out if their role needs one, so that they set up another", async () => {
    const { as } = await protectedAna();
    await backend.mutation(internal.secondFactors.setRolesFromTerminal, { roles: ["user"] });
    await as.action(api.secondFactors.turnOff, { password: PASSWORD, code: appCode() });
    expect(await outcomeOf(as.query(api.inbox.waiting, {}))).toBe("NOT_SIGNED_IN");
    expect((await signIn()).code).toBe("SECOND_FACTOR_MISSING");
  });
});

describe("resetting another person's second factor", () => {
  test("ends their sessions, is recorded with its reason, and both are told", async () => {
    const { tokens, recoveryCodes } = await protectedAna();
    const admin = await helena();
    await admin.mutation(api.secondFactors.reset, { email: ANA, reason: "Lost her phone" });
    expect(await exchange(backend, tokens.refreshToken)).toBeNull();
    expect((await signIn({ secondCode: recoveryCodes[0] })).tokens).not.toBeNull();
    expect(await userOf(backend, ANA)).not.toHaveProperty("secondFactorSince");
    expect(await backend.run((ctx) => ctx.db.query("secondFactors").collect())).toEqual([]);
    const audit = await backend.run((ctx) => ctx.db.query("audit").collect());
    expect(audit.at(-1)).toMatchObject({
      action: "Second Factor Reset",
      email: HELENA,
      person: ANA,
      reason: "Lost her phone",
      origin: "web",
    });
    expect((await newsOf(ANA)).at(-1)).toEqual({ kind: "secondFactor", event: "reset" });
    const told = { kind: "secondFactor", event: "resetForOther", person: ANA };
    expect(await newsOf(HELENA)).toEqual([told]);
    const subject = async (email: string) =>
      (await mailsTo(backend, email)).at(-1)?.message.subject;
    expect(await subject(ANA)).toBe("An admin reset your second factor in SMS");
    expect(await subject(HELENA)).toBe("You reset the second factor of Ana Lima");
  });

  test("works from the terminal, which has nobody else to tell", async () => {
    await protectedAna();
    const given = { email: ANA, reason: "Lost her phone" };
    await backend.mutation(internal.secondFactors.resetFromTerminal, given);
    const audit = await backend.run((ctx) => ctx.db.query("audit").collect());
    expect(audit.at(-1)).toMatchObject({ action: "Second Factor Reset", origin: "terminal" });
    expect((await signIn()).tokens).not.toBeNull();
  });

  test("is refused without a reason, for oneself, and where there is none", async () => {
    await protectedAna();
    const admin = await helena();
    const reset = (email: string, reason = "Lost") =>
      outcomeOf(admin.mutation(api.secondFactors.reset, { email, reason }));
    expect(await reset(ANA, "  ")).toBe("FIELD_MISSING");
    expect(await reset(HELENA)).toBe("SECOND_FACTOR_OWN");
    expect(await reset("nobody@company.com")).toBe("USER_UNKNOWN");
    expect(await reset(ANA)).toBe("done");
    expect(await reset(ANA)).toBe("SECOND_FACTOR_OFF");
  });
});

describe("requiring a second factor of a role", () => {
  test("is refused while it would sign out the admin who does it", async () => {
    const admin = await helena();
    const requireFor = (...roles: ("user" | "admin")[]) =>
      outcomeOf(admin.mutation(api.secondFactors.setRoles, { roles }));
    expect(await requireFor("admin")).toBe("SECOND_FACTOR_FIRST");
    expect(await requireFor("user")).toBe("done");
    const given = { password: PASSWORD, secret: APP_SECRET, code: appCode() };
    await admin.action(api.secondFactors.turnOn, given);
    expect(await requireFor("user", "admin")).toBe("done");
    expect(await admin.query(api.secondFactors.roles, {})).toEqual(["user", "admin"]);
  });
});

describe("what is read about a second factor", () => {
  test("contains no secret and no recovery code, for the owner, their supervisor and admins", async () => {
    const { as, recoveryCodes } = await protectedAna();
    const admin = await helena();
    await as.action(api.secondFactors.newRecoveryCodes, { password: PASSWORD });
    const paginationOpts = { cursor: null, numItems: 100 };
    const uid = (await userOf(backend, ANA))._id;
    const answers = [
      await as.query(api.users.viewer, {}),
      await as.query(api.ownData.outline, {}),
      await as.query(api.secondFactors.mine, {}),
      await as.query(api.inbox.news, { paginationOpts }),
      await admin.query(api.users.get, { uid }),
      await admin.query(api.users.listWithCounts, { paginationOpts }),
      await admin.query(api.audit.list, { paginationOpts }),
      await admin.query(api.mail.list, { paginationOpts }),
      await backend.run((ctx) => ctx.db.query("mail").collect()),
    ];
    const rows = await backend.run((ctx) => ctx.db.query("secondFactors").collect());
    const hidden = [APP_SECRET, ...recoveryCodes, ...rows.flatMap((row) => row.recoveryCodes)];
    const text = JSON.stringify(answers);
    expect(text).toContain("secondFactorSince");
    expect(hidden.filter((secret) => text.includes(secret))).toEqual([]);
    // Recovery codes are stored as digests only.
    expect(recoveryCodes.filter((code) => JSON.stringify(rows).includes(code))).toEqual([]);
  });

  test("is for admins and the person, not for their supervisor", async () => {
    const { as } = await protectedAna();
    const admin = await helena();
    const boss = backend.withIdentity(identityOf(await verified(backend, "boss@company.com")));
    const promote = { email: "boss@company.com", settings: { role: "supervisor" } } as const;
    await backend.mutation(internal.users.updateFromTerminal, promote);
    const assign = { email: ANA, settings: { supervisor: "boss@company.com" } };
    await backend.mutation(internal.users.updateFromTerminal, assign);
    const read = async (reader: Pick<Backend, "query">) =>
      await reader.query(api.users.getByEmail, { email: ANA });
    expect(await read(as)).toHaveProperty("secondFactorSince");
    expect(await read(admin)).toHaveProperty("secondFactorSince");
    const seen = await read(boss);
    expect(seen).toMatchObject({ email: ANA });
    expect(seen).not.toHaveProperty("secondFactorSince");
  });
});
