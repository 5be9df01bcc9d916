// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as KnownClients from "../../../convex/model/access/knownClients";
import {
  accountsBackendAtRest,
  api,
  codeFor,
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
import { holdingHashes } from "../../support/cheapPasswords";

/** Attacks by strangers who know an owner's address, while the owner continues to work. */

const ANA = "ana@company.com";
const WRONG = "Wrong-horse!1";
const NEW_PASSWORD = "Another-horse!2";
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

const HOME = "198.51.100.7";
const BROWSER = "the-owners-browser-token";

let backend: Backend;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
});
afterEach(restore);

const from = (ip: string) => backend.withRequestMetadata({ ip });
/** Each stranger is at a different site. */
const stranger = (number: number) => from(`203.0.${number}.7`);

/** An account whose owner signed in from HOME with BROWSER. */
async function anAccount() {
  await flow(from(HOME), signUpForm(ANA, { browser: BROWSER }));
  const verify = { flow: "verify", email: ANA, password: PASSWORD, browser: BROWSER };
  return await flow(from(HOME), { ...verify, code: await codeFor(backend, ANA) });
}

const signIn = (ip: string, changes: object = {}) =>
  flow(from(ip), { flow: "signIn", email: ANA, password: PASSWORD, ...changes });

/** Makes `count` attempts at one flow, each from a different address. */
async function attempts(count: number, params: Record<string, unknown>) {
  const codes: (string | null)[] = [];
  for (let number = 0; number < count; number++) {
    codes.push((await flow(stranger(number), { email: ANA, ...params })).code);
  }
  return codes;
}

/** Empties the strangers' shared buckets, for first and repeated attempts, without hashing. */
async function useUp(flowName: "signIn" | "verify" | "resetVerify") {
  const sites = flowName === "signIn" ? 26 : 11;
  for (let attempt = 0; attempt < 2 * sites; attempt++) {
    const begin = stranger(attempt % sites);
    if (flowName === "signIn") {
      await begin.mutation(internal.accounts.begin, { flow: flowName, email: ANA });
    } else {
      const entry = { flow: flowName, email: ANA, code: "00000000" };
      await begin.mutation(internal.accounts.beginWithCode, entry);
    }
  }
}

describe("wrong passwords of strangers", () => {
  test("wrong passwords of strangers from a dozen addresses do not close the account, not even in a new place", async () => {
    await anAccount();
    const codes = await attempts(12, { flow: "signIn", password: WRONG });
    expect(new Set(codes)).toEqual(new Set(["CREDENTIALS_WRONG"]));
    expect((await signIn("192.0.2.1")).tokens).not.toBeNull();
  });

  test("wrong passwords of strangers in any number leave the owner's network and the owner's browser alone", async () => {
    await anAccount();
    await useUp("signIn");
    expect((await signIn("192.0.2.1")).code).toBe("TOO_MANY_ATTEMPTS");
    expect((await signIn("192.0.2.1", { browser: BROWSER })).tokens).not.toBeNull();
    expect((await signIn(HOME)).tokens).not.toBeNull();
  });

  test("wrong passwords of strangers from the owner's own network leave the owner's browser alone", async () => {
    await anAccount();
    for (let guess = 0; guess < 12; guess++) await signIn(HOME, { password: WRONG });
    expect((await signIn(HOME)).code).toBe("TOO_MANY_ATTEMPTS");
    expect((await signIn(HOME, { browser: BROWSER })).tokens).not.toBeNull();
  });

  test("are not helped by a browser token that the account does not know", async () => {
    await anAccount();
    await flow(
      from("192.0.2.9"),
      signUpForm("bea@company.com", { browser: "bea-browser-token-0000" }),
    );
    await useUp("signIn");
    for (const browser of ["bea-browser-token-0000", "a-made-up-token-0000000"]) {
      expect((await signIn("192.0.2.9", { browser })).code).toBe("TOO_MANY_ATTEMPTS");
    }
  });

  test("stop the owner in a new place only until a reset mail arrives", async () => {
    await anAccount();
    await useUp("signIn");
    await useUp("resetVerify");
    const away = { email: ANA, browser: "a-new-browser-token-000" };
    const elsewhere = from("192.0.2.1");
    expect((await flow(elsewhere, { flow: "reset", ...away })).code).toBeNull();
    const reset = { flow: "resetVerify", ...away, newPassword: NEW_PASSWORD };
    const entered = await flow(elsewhere, { ...reset, code: await codeFor(backend, ANA) });
    expect(entered.tokens).not.toBeNull();
  });
});

test("a burst of sign-ins from one site lets another site's pass", async () => {
  await anAccount();
  const answered: string[] = [];
  const note = (who: string) => () => void answered.push(who);
  const burst = Array.from({ length: 40 }, (_, number) => {
    const nobody = { flow: "signIn", email: `p${number}@company.com`, password: WRONG };
    return flow(from(`203.0.113.${number}`), nobody).then(note("burst"));
  });
  const owner = signIn("192.0.2.1").then(note("owner"));
  await Promise.all([...burst, owner]);
  expect(answered.indexOf("owner")).toBeLessThan(20);
});

describe("more passwords than can be hashed", () => {
  const crowd = { rank: "stranger", line: "192.0.2.1", site: "192.0.2" } as const;
  /** Requests more hashes than may wait, and waits until the last request is turned away. */
  async function fillQueue() {
    const password = { password: WRONG, secret: null, place: crowd };
    const asked = Array.from({ length: 303 }, () =>
      backend.action(internal.passwords.verify, password),
    );
    expect(await asked.at(-1)).toBeNull();
  }

  test("turn strangers away, known address or not, and cost them no attempt", async () => {
    await anAccount();
    await holdingHashes(async () => {
      await fillQueue();
      for (let attempt = 0; attempt < 12; attempt++) {
        expect((await signIn("192.0.2.1")).code).toBe("PASSWORDS_BUSY");
      }
      const nobody = { flow: "signIn", email: "nobody@company.com", password: WRONG };
      expect((await flow(from("192.0.2.1"), nobody)).code).toBe("PASSWORDS_BUSY");
      const newcomer = signUpForm("new@company.com");
      expect((await flow(from("192.0.2.1"), newcomer)).code).toBe("PASSWORDS_BUSY");
    });
  });

  test("turn away neither a known browser or network nor a stranger elsewhere", async () => {
    await anAccount();
    await holdingHashes(async (release) => {
      await fillQueue();
      const people = [
        signIn("192.0.2.1", { browser: BROWSER }),
        signIn(HOME),
        signIn("198.51.100.200"),
      ];
      release();
      for (const { tokens } of await Promise.all(people)) expect(tokens).not.toBeNull();
    });
  });

  test("never turn away a person who has proved the mailbox or is signed in", async () => {
    await anAccount();
    const bea = from("192.0.2.1").withIdentity(
      identityOf(await verified(backend, "bea@company.com")),
    );
    await flow(from(HOME), { flow: "reset", email: ANA });
    const code = await codeFor(backend, ANA);
    await holdingHashes(async (release) => {
      await fillQueue();
      const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
      const changed = bea.action(api.profile.changePassword, passwords);
      const reset = { flow: "resetVerify", email: ANA, code, newPassword: NEW_PASSWORD };
      const entered = flow(from("192.0.2.1"), reset);
      release();
      expect(await changed).toBeNull();
      expect((await entered).tokens).not.toBeNull();
    });
  });
});

describe("mails that strangers cause", () => {
  test.each([
    ["sign-ups", signUpForm(ANA)],
    ["resets", { flow: "reset" }],
  ])(
    "mails that strangers cause by %s are few, and the owner still gets a code",
    async (_what, params) => {
      await anAccount();
      later(DAY);
      const before = (await mailsTo(backend, ANA)).length;
      const codes = await attempts(30, params);
      expect(codes.filter((code) => code === null)).toHaveLength(10);
      expect(await mailsTo(backend, ANA)).toHaveLength(before + 10);

      for (const owner of [{ ip: HOME }, { ip: "192.0.2.1", browser: BROWSER }]) {
        const { ip, ...client } = owner;
        const { code } = await flow(from(ip), { flow: "reset", email: ANA, ...client });
        expect(code).toBeNull();
      }
      expect(await mailsTo(backend, ANA)).toHaveLength(before + 12);
      const code = await codeFor(backend, ANA);
      const reset = { flow: "resetVerify", email: ANA, code, newPassword: NEW_PASSWORD };
      expect((await flow(from(HOME), reset)).tokens).not.toBeNull();
    },
  );

  test("mails that strangers cause by requests from five networks leave the owner of a new address their sign-up", async () => {
    for (let request = 0; request < 25; request++) {
      const flowName = request % 2 === 0 ? "reset" : "resend";
      await flow(stranger(request % 5), { flow: flowName, email: ANA });
    }
    await attempts(5, signUpForm(ANA));
    const elsewhere = from("192.0.2.1");
    expect((await flow(elsewhere, signUpForm(ANA))).code).toBeNull();
    const verify = { flow: "verify", email: ANA, password: PASSWORD };
    const entered = await flow(elsewhere, { ...verify, code: await codeFor(backend, ANA) });
    expect(entered.tokens).not.toBeNull();
  });

  test("do not void the code that the owner asked for before", async () => {
    await anAccount();
    await flow(from(HOME), { flow: "reset", email: ANA });
    const code = await codeFor(backend, ANA);
    await attempts(5, { flow: "reset" });
    const reset = { flow: "resetVerify", email: ANA, code, newPassword: NEW_PASSWORD };
    expect((await flow(from(HOME), reset)).tokens).not.toBeNull();
  });
});

describe("wrong codes of strangers", () => {
  test("leave the browser that asked for a code its own attempts", async () => {
    const owner = { email: ANA, browser: BROWSER };
    await flow(from(HOME), signUpForm(ANA, { browser: BROWSER }));
    const code = await codeFor(backend, ANA);
    await useUp("verify");
    const verify = { flow: "verify", email: ANA, password: PASSWORD, code };
    expect((await flow(from("192.0.2.1"), verify)).code).toBe("TOO_MANY_ATTEMPTS");
    expect((await flow(from(HOME), { ...verify, ...owner, code: "00000000" })).code).toBe(
      "CODE_WRONG",
    );
    expect((await flow(from(HOME), { ...verify, ...owner })).tokens).not.toBeNull();
  });

  test("are compared with the codes of their own browser once the strangers' are used up", async () => {
    await anAccount();
    await flow(from(HOME), { flow: "reset", email: ANA, browser: BROWSER });
    const ownersCode = await codeFor(backend, ANA);
    const attacker = { email: ANA, browser: "an-attackers-token-0000" };
    await flow(stranger(1), { flow: "reset", ...attacker });
    await useUp("resetVerify");
    const reset = { flow: "resetVerify", ...attacker, newPassword: NEW_PASSWORD };
    expect((await flow(stranger(2), { ...reset, code: ownersCode })).code).toBe("CODE_WRONG");
  });

  test("leave the network that asked for a code its own attempts, with whichever browser", async () => {
    await flow(from(HOME), signUpForm(ANA, { browser: BROWSER }));
    const code = await codeFor(backend, ANA);
    await useUp("verify");
    const verify = { flow: "verify", email: ANA, password: PASSWORD, code };
    const phone = { browser: "the-owners-phone-token0" };
    expect((await flow(from("192.0.2.1"), { ...verify, ...phone })).code).toBe("TOO_MANY_ATTEMPTS");
    expect((await flow(from(HOME), { ...verify, ...phone })).tokens).not.toBeNull();
  });

  test("are five for a code, and another code brings five more", async () => {
    await flow(from(HOME), signUpForm(ANA));
    const verify = { flow: "verify", email: ANA, password: PASSWORD };
    const enter = async (code: string) => (await flow(from(HOME), { ...verify, code })).code;
    await useUp("verify");
    for (let entry = 0; entry < 5; entry++) expect(await enter("00000000")).toBe("CODE_WRONG");
    expect(await enter(await codeFor(backend, ANA))).toBe("TOO_MANY_ATTEMPTS");
    await flow(from(HOME), { flow: "resend", email: ANA });
    expect(await enter(await codeFor(backend, ANA))).toBeNull();
  });

  test("wrong codes of strangers from one network leave a person elsewhere their first entry", async () => {
    await anAccount();
    await flow(from(HOME), { flow: "reset", email: ANA, browser: BROWSER });
    const reset = { flow: "resetVerify", email: ANA, newPassword: NEW_PASSWORD };
    for (let entry = 0; entry < 30; entry++) {
      await flow(stranger(1), { ...reset, code: "00000000" });
    }
    const code = await codeFor(backend, ANA);
    expect((await flow(from("192.0.2.1"), { ...reset, code })).tokens).not.toBeNull();
  });

  test("are refused after as many entries whether the address has an account or not", async () => {
    await anAccount();
    const refusedAfter = async (flowName: "reset" | "resend", email: string) => {
      const verb = flowName === "reset" ? "resetVerify" : "verify";
      const secret = flowName === "reset" ? { newPassword: NEW_PASSWORD } : { password: WRONG };
      await flow(stranger(1), { flow: flowName, email });
      const entry = { flow: verb, email, code: "00000000", ...secret };
      for (let entries = 0; ; entries++) {
        if ((await flow(stranger(1), entry)).code === "TOO_MANY_ATTEMPTS") return entries;
      }
    };
    for (const flowName of ["reset", "resend"] as const) {
      const known = await refusedAfter(flowName, ANA);
      expect(await refusedAfter(flowName, "nobody@company.com")).toBe(known);
    }
  });

  test("do not matter to a second device on which the mail is opened", async () => {
    await anAccount();
    await flow(from(HOME), { flow: "reset", email: ANA, browser: BROWSER });
    const code = await codeFor(backend, ANA);
    const phone = { browser: "the-owners-phone-token0", newPassword: NEW_PASSWORD };
    const reset = { flow: "resetVerify", email: ANA, code, ...phone };
    expect((await flow(from("192.0.2.1"), reset)).tokens).not.toBeNull();
  });
});

describe("several sign-ups for one address", () => {
  const squat = signUpForm(ANA, { password: "Squatter-pass!1", firstName: "Squatter" });
  const verify = (code: string, password: string) =>
    flow(backend, { flow: "verify", email: ANA, password, code });

  test("do not void the code of the one before", async () => {
    await flow(backend, signUpForm(ANA));
    const code = await codeFor(backend, ANA);
    await flow(stranger(1), squat);
    expect((await verify(code, PASSWORD)).tokens).not.toBeNull();
    expect((await userOf(backend, ANA)).displayName).toBe("Ana Lima");
  });

  test("leave a squatter nothing: neither their password nor, with it, their code", async () => {
    await flow(stranger(1), squat);
    const squattersCode = await codeFor(backend, ANA);
    await flow(backend, signUpForm(ANA));
    const code = await codeFor(backend, ANA);
    // The owner of the mailbox does not know the squatter's password, and the squatter reads no
    // mail.
    expect((await verify(squattersCode, PASSWORD)).code).toBe("CODE_WRONG");
    expect((await verify(code, "Squatter-pass!1")).code).toBe("CODE_WRONG");
    expect((await verify(code, PASSWORD)).tokens).not.toBeNull();
    expect((await verify(squattersCode, "Squatter-pass!1")).code).toBe("CODE_WRONG");
    expect((await signIn(HOME, { password: "Squatter-pass!1" })).code).toBe("CREDENTIALS_WRONG");
    expect(await backend.run((ctx) => ctx.db.query("signUps").collect())).toEqual([]);
  });

  test("end when the owner chooses a password by mail instead", async () => {
    await flow(stranger(1), squat);
    const squattersCode = await codeFor(backend, ANA);
    await flow(from(HOME), { flow: "reset", email: ANA });
    const code = await codeFor(backend, ANA);
    const reset = { flow: "resetVerify", email: ANA, code, newPassword: PASSWORD };
    await flow(from(HOME), { ...reset, person: profileForm() });
    expect((await verify(squattersCode, "Squatter-pass!1")).code).toBe("CODE_WRONG");
    expect((await signIn(HOME)).tokens).not.toBeNull();
  });

  test("each mail their own code again, to the browser that made them", async () => {
    await flow(from(HOME), signUpForm(ANA, { browser: BROWSER }));
    await flow(stranger(1), squat);
    later(HOUR);
    await flow(from(HOME), { flow: "resend", email: ANA, browser: BROWSER });
    expect((await verify(await codeFor(backend, ANA), PASSWORD)).tokens).not.toBeNull();
  });

  test("each let their own password ask for the code, by signing in", async () => {
    await flow(from(HOME), signUpForm(ANA));
    await flow(stranger(1), squat);
    later(HOUR);
    expect((await signIn(HOME)).code).toBe("EMAIL_UNVERIFIED");
    expect((await verify(await codeFor(backend, ANA), PASSWORD)).tokens).not.toBeNull();
  });

  test("several sign-ups for one address from one browser are one: the last replaces the others", async () => {
    const browser = BROWSER;
    await flow(from(HOME), signUpForm(ANA, { browser, password: "Mistyped-horse!1" }));
    const firstCode = await codeFor(backend, ANA);
    await flow(from(HOME), signUpForm(ANA, { browser }));
    expect((await verify(firstCode, "Mistyped-horse!1")).code).toBe("CODE_WRONG");
    expect((await verify(await codeFor(backend, ANA), PASSWORD)).tokens).not.toBeNull();
  });

  test("are sixty at most, and one whose code is good makes no room", async () => {
    const attempt = (number: number) =>
      backend.mutation(internal.accounts.signUp, {
        person: {
          email: ANA,
          displayName: `Ana ${number}`,
          passPort: "",
          country: "",
          city: "",
          phoneNumber: "",
          userLocation: "",
        },
        secret: `secret ${number}`,
        code: String(10_000_000 + number),
      });
    for (let number = 0; number < 60; number++) await attempt(number);
    later(HOUR);
    await attempt(60);
    const names = await backend.run(async (ctx) =>
      (await ctx.db.query("signUps").collect()).map(({ person }) => person.displayName),
    );
    expect(names).toHaveLength(60);
    expect(names).toContain("Ana 60");
    expect(names).not.toContain("Ana 0");
  });

  test("are deleted after thirty days", async () => {
    await flow(backend, squat);
    vi.setSystemTime(Date.now() + 30 * DAY + HOUR);
    await backend.mutation(internal.sessions.sweep, {});
    expect(await backend.run((ctx) => ctx.db.query("signUps").collect())).toEqual([]);
  });

  test("stored in the account itself by an earlier version can still be verified", async () => {
    const secret = (await backend.action(internal.passwords.hash, { password: PASSWORD })) ?? "";
    const { userId } = await someone(backend, ANA, { isVerified: false, displayName: "Ana Lima" });
    await backend.run((ctx) =>
      ctx.db.insert("authAccounts", {
        userId,
        provider: "password",
        providerAccountId: ANA,
        secret,
      }),
    );
    expect((await signIn(HOME)).code).toBe("EMAIL_UNVERIFIED");
    expect((await verify(await codeFor(backend, ANA), PASSWORD)).tokens).not.toBeNull();
    expect((await userOf(backend, ANA)).displayName).toBe("Ana Lima");
  });
});

describe("known browsers and networks", () => {
  const rows = () => backend.run((ctx) => ctx.db.query("knownClients").collect());

  test("are kept as digests, which show neither address nor token", async () => {
    await anAccount();
    expect(await rows()).toHaveLength(2);
    expect(JSON.stringify(await rows())).not.toContain(BROWSER);
    expect(JSON.stringify(await rows())).not.toContain(HOME);
  });

  test("are recorded neither by a failed sign-in nor for this computer", async () => {
    await verified(backend, ANA);
    await signIn("192.0.2.1", { password: WRONG, browser: "a-made-up-token-0000000" });
    expect(await rows()).toEqual([]);
  });

  test("are twenty for one account: the one unused for longest makes room", async () => {
    const use = (mark: string, now: number) =>
      backend.run((ctx) =>
        KnownClients.remember(
          ctx,
          ANA,
          { standing: "stranger", network: null, site: null, networkMark: null, browserMark: mark },
          now,
        ),
      );
    for (let number = 0; number < 20; number++) await use(`browser ${number}`, number);
    await use("browser 0", 100);
    await use("browser 20", 101);
    const marks = (await rows()).map(({ mark }) => mark);
    expect(marks).toHaveLength(20);
    expect(marks).toContain("browser 0");
    expect(marks).not.toContain("browser 1");
  });

  test("are forgotten 90 days after their last use", async () => {
    await anAccount();
    later(90 * DAY);
    await useUp("signIn");
    expect((await signIn(HOME, { browser: BROWSER })).code).toBe("TOO_MANY_ATTEMPTS");
    await backend.mutation(internal.sessions.sweep, {});
    expect(await rows()).toEqual([]);
  });

  test("are forgotten with the old password, except the browser and network that set the new one", async () => {
    await anAccount();
    await flow(from("192.0.2.1"), { flow: "reset", email: ANA });
    const code = await codeFor(backend, ANA);
    const reset = { flow: "resetVerify", email: ANA, code, newPassword: NEW_PASSWORD };
    await flow(from("192.0.2.1"), reset);
    await useUp("signIn");
    const password = NEW_PASSWORD;
    expect((await signIn(HOME, { password, browser: BROWSER })).code).toBe("TOO_MANY_ATTEMPTS");
    expect((await signIn("192.0.2.1", { password })).tokens).not.toBeNull();
  });
});
