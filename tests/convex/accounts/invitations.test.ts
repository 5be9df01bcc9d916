import { afterEach, describe, expect, test } from "vitest";
import { INVITATION_DAYS, splitAddresses } from "#domain/accounts/invitations";
import {
  accountsBackendAtRest,
  api,
  codeFor,
  flow,
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
import { refusalIn } from "../../support/refusals";

/** Invitations (docs/product.md, "Inviting"). */

const DAY_MS = 24 * 60 * 60 * 1000;
const NEW = "nora@company.com";
const BOSS = "boss@company.com";
const SARA = "sara@company.com";

afterEach(restore);

async function lab() {
  const backend = await accountsBackendAtRest();
  const boss = await someone(backend, BOSS, { role: "admin", supervisor: BOSS });
  await someone(backend, SARA, { role: "supervisor", supervisor: BOSS });
  return { backend, boss: boss.as };
}

async function tokenFor(backend: Backend, email: string): Promise<string> {
  const text = (await mailsTo(backend, email)).at(-1)?.message.text ?? "";
  return /token=([\w-]+)/.exec(text)?.[1] ?? "no token";
}

function accept(backend: Backend, token: string, changes: Record<string, unknown> = {}) {
  const { email: _, ...form } = signUpForm(NEW);
  return flow(backend, { ...form, flow: "invited", token, ...changes });
}

const openList = async (boss: Pick<Backend, "query">) =>
  (await boss.query(api.invitations.list, { paginationOpts: { cursor: null, numItems: 10 } })).page;

describe("an invitation", () => {
  test("lets its person in with the role and supervisor set beforehand, once", async () => {
    const { backend, boss } = await lab();
    const supervisor = ` ${SARA.toUpperCase()} `;
    await boss.action(api.invitations.invite, { emails: [NEW], role: "supervisor", supervisor });
    const token = await tokenFor(backend, NEW);
    expect(await backend.query(api.invitations.opened, { token })).toMatchObject({ email: NEW });
    expect((await accept(backend, token)).tokens).not.toBeNull();
    expect(await userOf(backend, NEW)).toMatchObject({
      role: "supervisor",
      supervisor: SARA,
      isActive: true,
      displayName: "Ana Lima",
    });
    expect((await accept(backend, token)).code).toBe("INVITATION_WRONG");
    expect(await backend.query(api.invitations.opened, { token })).toBeNull();
    expect(await openList(boss)).toEqual([]);
    const again = await flow(backend, { flow: "signIn", email: NEW, password: PASSWORD });
    expect(again.code).toBeNull();
  });

  test("is void after seven days, when revoked, and when another one was sent", async () => {
    const { backend, boss } = await lab();
    const invite = () => boss.action(api.invitations.invite, { emails: [NEW] });
    await invite();
    const first = await tokenFor(backend, NEW);
    expect(await invite()).toEqual([{ email: NEW, outcome: "again" }]);
    expect((await accept(backend, first)).code).toBe("INVITATION_WRONG");
    const second = await tokenFor(backend, NEW);
    later(INVITATION_DAYS * DAY_MS);
    expect((await accept(backend, second)).code).toBe("INVITATION_WRONG");
    await invite();
    await boss.mutation(api.invitations.revoke, { email: NEW });
    expect((await accept(backend, await tokenFor(backend, NEW))).code).toBe("INVITATION_WRONG");
    await expect(userOf(backend, NEW)).rejects.toThrow();
  });

  test("lets its person in whatever codes strangers entered for the address", async () => {
    const { backend, boss } = await lab();
    await boss.action(api.invitations.invite, { emails: [NEW] });
    const token = await tokenFor(backend, NEW);
    const far = backend.withRequestMetadata({ ip: "203.0.113.7" });
    const verify = { flow: "verify", email: NEW, password: PASSWORD, code: "00000000" };
    for (let entry = 0; entry < 40; entry++) await flow(far, verify);
    expect((await flow(far, verify)).code).toBe("TOO_MANY_ATTEMPTS");
    expect((await accept(backend, token)).tokens).not.toBeNull();
  });

  test("asks the owner of its address who they are when they reset a password first", async () => {
    const { backend, boss } = await lab();
    await boss.action(api.invitations.invite, { emails: [NEW], role: "supervisor" });
    await flow(backend, signUpForm(NEW, { firstName: "Squatter", passport: "theirs" }));
    await flow(backend, { flow: "reset", email: NEW });
    const code = await codeFor(backend, NEW);
    const reset = { flow: "resetVerify", email: NEW, code, newPassword: PASSWORD };
    expect((await flow(backend, reset)).code).toBe("PROFILE_MISSING");
    const person = profileForm({ firstName: "Nora", passport: "hers" });
    expect((await flow(backend, { ...reset, person })).tokens).not.toBeNull();
    const nora = { displayName: "Nora Lima", passPort: "hers", role: "supervisor" };
    expect(await userOf(backend, NEW)).toMatchObject(nora);
  });

  test("keeps its token in the mail alone", async () => {
    const { backend, boss } = await lab();
    await boss.action(api.invitations.invite, { emails: [NEW] });
    const token = await tokenFor(backend, NEW);
    const rows = await backend.run((ctx) => ctx.db.query("invitations").collect());
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await openList(boss))).not.toContain("hash");
  });

  test("keeps role and supervisor when it is sent again without them", async () => {
    const { boss } = await lab();
    const given = { role: "admin", supervisor: SARA } as const;
    await boss.action(api.invitations.invite, { emails: [NEW], ...given });
    await boss.action(api.invitations.invite, { emails: [NEW] });
    expect(await openList(boss)).toMatchObject([{ email: NEW, ...given, invitedBy: BOSS }]);
  });

  test("an invitation with a role inherits nothing from an expired one", async () => {
    const { boss } = await lab();
    const expired = { role: "admin", supervisor: SARA } as const;
    await boss.action(api.invitations.invite, { emails: [NEW], ...expired });
    later(INVITATION_DAYS * DAY_MS);
    await boss.action(api.invitations.invite, { emails: [NEW] });
    expect(await openList(boss)).toMatchObject([expired]);
    later(INVITATION_DAYS * DAY_MS);
    await boss.action(api.invitations.invite, { emails: [NEW], role: "user" });
    const [invitation] = await openList(boss);
    expect(invitation?.role).toBe("user");
    expect(invitation?.supervisor).toBeUndefined();
  });

  test("gives its role and supervisor to an ordinary sign-up only once that is verified", async () => {
    const { backend, boss } = await lab();
    await boss.action(api.invitations.invite, { emails: [NEW], role: "admin" });
    await flow(backend, signUpForm(NEW));
    expect(await userOf(backend, NEW)).toMatchObject({ role: "user", isActive: false });
    const code = await codeFor(backend, NEW);
    await flow(backend, { flow: "verify", email: NEW, password: PASSWORD, code });
    expect(await userOf(backend, NEW)).toMatchObject({ role: "admin", isActive: true });
    expect(await openList(boss)).toEqual([]);
  });

  test("leaves a user on the supervisor list, where an admin entered the address", async () => {
    const { backend, boss } = await lab();
    await boss.mutation(api.supervisors.add, { email: NEW });
    await boss.action(api.invitations.invite, { emails: [NEW], role: "user" });
    expect((await accept(backend, await tokenFor(backend, NEW))).code).toBeNull();
    const listed = await boss.query(api.supervisors.list, {});
    expect(listed.filter(({ email }) => email === NEW)).toMatchObject([{ role: "user" }]);
  });

  test("gives nothing to an ordinary sign-up once it has expired", async () => {
    const { backend, boss } = await lab();
    await boss.action(api.invitations.invite, { emails: [NEW], role: "admin" });
    later(INVITATION_DAYS * DAY_MS);
    await flow(backend, signUpForm(NEW));
    const code = await codeFor(backend, NEW);
    await flow(backend, { flow: "verify", email: NEW, password: PASSWORD, code });
    expect(await userOf(backend, NEW)).toMatchObject({ role: "user", isActive: true });
    expect(await backend.run((ctx) => ctx.db.query("invitations").collect())).toEqual([]);
  });

  test("gives its supervisor to a person who signed up before there was an admin", async () => {
    const backend = await accountsBackendAtRest();
    await flow(backend, signUpForm(NEW));
    const boss = await someone(backend, BOSS, { role: "admin", supervisor: BOSS });
    await someone(backend, SARA, { role: "supervisor", supervisor: BOSS });
    await boss.as.action(api.invitations.invite, { emails: [NEW], supervisor: SARA });
    await accept(backend, await tokenFor(backend, NEW));
    expect(await userOf(backend, NEW)).toMatchObject({ supervisor: SARA, isActive: true });
  });

  test("voids what strangers signed up for its address", async () => {
    const { backend, boss } = await lab();
    await flow(backend, signUpForm(NEW, { password: "Squatter-pass!1" }));
    const code = await codeFor(backend, NEW);
    await boss.action(api.invitations.invite, { emails: [NEW] });
    expect((await accept(backend, await tokenFor(backend, NEW))).tokens).not.toBeNull();
    const squatter = { flow: "verify", email: NEW, password: "Squatter-pass!1", code };
    expect((await flow(backend, squatter)).code).toBe("CODE_WRONG");
  });

  test("leaves the default supervisor if the one set in advance has left", async () => {
    const { backend, boss } = await lab();
    await boss.action(api.invitations.invite, { emails: [NEW], supervisor: SARA });
    await boss.mutation(api.users.update, { email: SARA, settings: { disabled: true } });
    await accept(backend, await tokenFor(backend, NEW));
    expect(await userOf(backend, NEW)).toMatchObject({ supervisor: BOSS });
  });

  test("cannot be accepted with another field, a weak password or a guessed token", async () => {
    const { backend, boss } = await lab();
    await boss.action(api.invitations.invite, { emails: [NEW] });
    const token = await tokenFor(backend, NEW);
    expect((await accept(backend, token, { role: "admin" })).code).toBe("INPUT_INVALID");
    expect((await accept(backend, token, { email: SARA })).code).toBe("INPUT_INVALID");
    expect((await accept(backend, token, { password: "weak" })).code).toBe("PASSWORD_WEAK");
    expect((await accept(backend, "x".repeat(43))).code).toBe("INVITATION_WRONG");
  });
});

describe("a list of invitations", () => {
  test("each address has its own result", async () => {
    const { backend, boss } = await lab();
    await verified(backend, "ana@company.com");
    const emails = ["Ana@company.com", NEW, "x@elsewhere.com", "nonsense", "p@sub.company.com"];
    expect(await boss.action(api.invitations.invite, { emails })).toEqual([
      { email: "ana@company.com", outcome: "person" },
      { email: NEW, outcome: "invited" },
      { email: "x@elsewhere.com", outcome: "wrongDomain" },
      { email: "nonsense", outcome: "noAddress" },
      { email: "p@sub.company.com", outcome: "wrongDomain" },
    ]);
    expect(await mailsTo(backend, "x@elsewhere.com")).toEqual([]);
  });

  test("only admins invite, at most 200 addresses per call, with a supervisor who may supervise", async () => {
    const { backend, boss } = await lab();
    const sara = await someone(backend, "eva@company.com", { role: "supervisor" });
    const code = (as: Pick<Backend, "action">, emails: string[], supervisor?: string) =>
      as.action(api.invitations.invite, { emails, ...(supervisor && { supervisor }) }).then(
        () => "done",
        (error: unknown) => refusalIn(error).code,
      );
    expect(await code(backend, [NEW])).toBe("NOT_SIGNED_IN");
    expect(await code(sara.as, [NEW])).toBe("NOT_ALLOWED");
    expect(await code(boss, Array<string>(201).fill(NEW))).toBe("INVITED_TOO_MANY");
    expect(await code(boss, [NEW], "nobody@company.com")).toBe("SUPERVISOR_UNKNOWN");
    await verified(backend, "ana@company.com");
    expect(await code(boss, [NEW], "ana@company.com")).toBe("SUPERVISOR_ROLE");
    expect(await openList(boss)).toEqual([]);
  });

  test("a pasted text is split into distinct addresses", () => {
    expect(splitAddresses("ana@x.com, Bob@x.com;\n bob@x.com  eva@x.com")).toEqual([
      "ana@x.com",
      "bob@x.com",
      "eva@x.com",
    ]);
    expect(splitAddresses("Ana Lima <ana@x.com>, Bob <bob@x.com>")).toEqual([
      "ana@x.com",
      "bob@x.com",
    ]);
    expect(splitAddresses("nonsense")).toEqual(["nonsense"]);
  });
});
