import { mkdtemp, rm } from "node:fs/promises";
import { createHash, randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { asTerminal } from "../../../cli/admin";
import { api, internal } from "../../../convex/_generated/api";
import type { Person } from "../../support/deployments/backend";
import { EmbeddedHome, type Session } from "../../support/deployments/embeddedHome";
import { bundleWithTestFunctions } from "../../support/deployments/home";
import { signInAtIssuer } from "../../support/issuer/atIssuer";
import { ACCEPTED, HOSTILE_CASES, path } from "../../support/issuer/hostileCases";
import { HostileIssuer, signed, type Misbehaviour } from "../../support/issuer/hostileIssuer";
import { RealIssuer } from "../../support/issuer/realIssuer";
import { refusedCode } from "../../support/refusals";

/** Sign-in through an OpenID Connect issuer (docs/product.md, "Company sign-in"). */

const createPeople = makeFunctionReference<"mutation", { people: Person[] }, Session[]>(
  "testing:createPeople",
);

let dataDir: string;
let home: EmbeddedHome;
let admin: ConvexHttpClient;
let real: RealIssuer;
let hostile: HostileIssuer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sms-issuer-"));
  home = await EmbeddedHome.open({ dataDir, pushRequest: await bundleWithTestFunctions() });
  [real, hostile] = await Promise.all([RealIssuer.start(home.url), HostileIssuer.start()]);
  const people = ["admin", "linda", "disabled", "tom", "terry"].map((name): Person => ({
    email: `${name}@company.com`,
    role: name === "admin" ? "admin" : "user",
  }));
  const [session] = await home.admin.mutation(createPeople, { people });
  if (session === undefined) throw new Error("the admin has no session");
  admin = signedIn({ token: await home.tokenFor(session) });
});
afterEach(() => vi.useRealTimers());

/**
 * Sets the clock ahead. `vi.setSystemTime` alone would put back a `Date` that functions no longer
 * recognise as the engine's, for this file and those after it.
 */
const passMinutes = (minutes: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });

afterAll(async () => {
  await Promise.all([real.close(), hostile.close()]);
  await home.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Sets variables of the deployment, which loads its functions anew: over a second of work. */
const set = (values: Record<string, string | null>) =>
  home.deployment.environment.set(Object.entries(values).map(([name, value]) => ({ name, value })));

const anonymous = () => new ConvexHttpClient(home.url, { logger: false });
type Begun = { readonly url: URL; readonly verifier: string };

async function begin(asksAgain = false): Promise<Begun> {
  const { url, verifier } = await anonymous().action(api.issuer.begin, { asksAgain });
  return { url: new URL(url), verifier };
}

const stateOf = ({ url }: Begun) => url.searchParams.get("state") ?? "";
const finish = ({ verifier }: Begun, answer: string) =>
  anonymous().action(api.issuer.finish, { answer, verifier });
const exchange = async (params: Record<string, unknown>) =>
  (await anonymous().action(api.auth.signIn, { provider: "ticket", params })).tokens;
const enter = (begun: Begun) =>
  exchange({ flow: "issuer", state: stateOf(begun), verifier: begun.verifier });

/** Signs in as `sub` at the real issuer. @returns what the product then asks for */
async function proveAs(sub: string) {
  const begun = await begin();
  return { begun, next: await finish(begun, await signInAtIssuer(begun.url.href, sub)) };
}

/** @returns a client that acts as the owner of the tokens */
function signedIn(tokens: { token: string } | null): ConvexHttpClient {
  if (tokens === null) throw new Error("there are no tokens");
  const client = anonymous();
  client.setAuth(tokens.token);
  return client;
}

const viewer = (client: ConvexHttpClient) => client.query(api.users.viewer, {});
const profile = {
  firstName: "Nora",
  lastName: "Berg",
  userLocation: "Rua Augusta 12, Lisbon",
  country: "Portugal",
  city: "Lisbon",
  passport: "P1",
  phoneNumber: "+351 21 000 0000",
  userLat: 38.7,
  userLng: -9.1,
};

test("without an issuer, no sign-in begins or ends", async () => {
  expect(await refusedCode(begin())).toBe("ISSUER_OFF");
  const nothing = { url: new URL(home.url), verifier: "" };
  expect(await refusedCode(finish(nothing, "?code=1"))).toBe("ISSUER_OFF");
  expect(await anonymous().query(api.config.public, {})).toMatchObject({
    allowsPasswords: true,
    issuerLabel: null,
  });
});

describe("at a real issuer", () => {
  beforeAll(() => set({ SMS_BASE_URL: home.url, ...real.settings }));

  test("a person whom nobody knows signs up with what the issuer says of them", async () => {
    const claims = { email: "nora@company.com", email_verified: true, name: "Nora Berg" };
    real.add({ sub: "nora", ...claims, role: "admin" });
    const { begun, next } = await proveAs("nora");
    expect(next).toEqual({
      kind: "signUp",
      email: "nora@company.com",
      firstName: "Nora",
      lastName: "Berg",
      phoneNumber: "",
    });
    expect(await refusedCode(enter(begun))).toBe("PROFILE_MISSING");
    const proof = { flow: "issuerSignUp", state: stateOf(begun), verifier: begun.verifier };
    const nora = signedIn(await exchange({ ...proof, ...profile }));
    expect(await viewer(nora)).toMatchObject({ email: "nora@company.com", role: "user" });
    expect(await nora.query(api.ownData.outline, {})).toMatchObject({
      companySignIn: { issuer: real.url, subject: "nora" },
    });
    expect((await proveAs("nora")).next).toMatchObject({ kind: "enter" });
  });

  test("a person who has an account is linked by e-mail, told by mail, and keeps their role", async () => {
    real.add({ sub: "li-1", email: "Linda@Company.com", email_verified: true, role: "admin" });
    const { begun, next } = await proveAs("li-1");
    expect(next).toMatchObject({ kind: "enter" });
    const linda = signedIn(await enter(begun));
    expect(await viewer(linda)).toMatchObject({ email: "linda@company.com", role: "user" });
    const { mails } = await linda.query(api.ownData.outline, {});
    expect(mails.map(({ subject }) => subject)).toContain(
      "You can sign in to SMS with your company account",
    );
  });

  test("a linked person is found by subject, whatever their e-mail is at the issuer", async () => {
    real.add({ sub: "li-1", email: "linda.married@other.example", email_verified: false });
    const { begun } = await proveAs("li-1");
    expect(await viewer(signedIn(await enter(begun)))).toMatchObject({
      email: "linda@company.com",
    });
  });

  test("a second subject with a linked person's e-mail is refused until an admin unlinks", async () => {
    real.add({ sub: "li-2", email: "linda@company.com", email_verified: true });
    expect(await refusedCode(proveAs("li-2"))).toBe("ISSUER_LINKED");
    const email = "linda@company.com";
    expect(
      await home.admin.mutation(asTerminal(internal.issuer.unlinkFromTerminal), { email }),
    ).toBe(true);
    expect((await proveAs("li-2")).next).toMatchObject({ kind: "enter" });
  });

  test("an e-mail that was corrected keeps the link", async () => {
    const terry = { email: "terry@company.com", email_verified: true };
    real.add({ sub: "terry", ...terry });
    await enter((await proveAs("terry")).begun);
    const change = { email: terry.email, newEmail: "theresa@company.com" };
    await home.admin.mutation(asTerminal(internal.users.setEmailFromTerminal), change);
    const { begun } = await proveAs("terry");
    expect(await viewer(signedIn(await enter(begun)))).toMatchObject({
      email: "theresa@company.com",
    });
    real.add({ sub: "another-terry", ...terry });
    expect(await refusedCode(proveAs("another-terry"))).toBe("EMAIL_FORMER");
  });

  test.each([
    ["an e-mail that is not verified", { email: "tom@company.com", email_verified: false }],
    ["an e-mail of which the token does not say", { email: "tom@company.com" }],
  ])("%s opens no account", async (_name, claims) => {
    real.add({ sub: "tom-1", ...claims });
    expect(await refusedCode(proveAs("tom-1"))).toBe("ISSUER_EMAIL_UNVERIFIED");
  });

  test.each([
    ["tom@company.com.evil.example", "ISSUER_EMAIL_FOREIGN"],
    ["tom@sub.company.com", "ISSUER_EMAIL_FOREIGN"],
    ["tom@company.com\u0000@evil.example", "ISSUER_EMAIL_FOREIGN"],
    ["\u212Aate@company.com", "ISSUER_EMAIL_FOREIGN"],
    [undefined, "ISSUER_EMAIL_MISSING"],
  ])("a newcomer with the e-mail %j is refused", async (email, code) => {
    real.add({ sub: "foreign", ...(email !== undefined && { email }), email_verified: true });
    expect(await refusedCode(proveAs("foreign"))).toBe(code);
  });

  test("a disabled person stays out, linked or not, and is out at once when disabled", async () => {
    const disable = (email: string) =>
      home.admin.mutation(asTerminal(internal.users.updateFromTerminal), {
        email,
        settings: { disabled: true },
      });
    await disable("disabled@company.com");
    real.add({ sub: "dis-1", email: "disabled@company.com", email_verified: true });
    expect(await refusedCode(proveAs("dis-1"))).toBe("DISABLED");

    real.add({ sub: "dina", email: "dina@company.com", email_verified: true });
    const { begun } = await proveAs("dina");
    const proof = { flow: "issuerSignUp", state: stateOf(begun), verifier: begun.verifier };
    const dina = signedIn(await exchange({ ...proof, ...profile }));
    const waiting = await proveAs("dina");
    await disable("dina@company.com");
    expect(await refusedCode(dina.query(api.sessions.list, {}))).toBe("DISABLED");
    expect(await refusedCode(enter(waiting.begun))).toBe("DISABLED");
    expect(await refusedCode(proveAs("dina"))).toBe("DISABLED");
  });

  test("an invited person begins with the role of their invitation", async () => {
    const emails = ["ivy@company.com"];
    await admin.action(api.invitations.invite, { emails, role: "supervisor" });
    real.add({ sub: "ivy", email: "ivy@company.com", email_verified: true });
    const { begun } = await proveAs("ivy");
    const proof = { flow: "issuerSignUp", state: stateOf(begun), verifier: begun.verifier };
    const ivy = signedIn(await exchange({ ...proof, ...profile }));
    expect(await viewer(ivy)).toMatchObject({ role: "supervisor" });
  });

  test("nothing of a stranger's sign-up for the address outlives its owner's sign-in", async () => {
    const email = "quentin@company.com";
    const password = "Correct-horse!1";
    const signUp = { flow: "signUp", email, password, ...profile, firstName: "Squatter" };
    const passwordFlow = (params: Record<string, unknown>) =>
      anonymous().action(api.auth.signIn, { provider: "password", params });
    await passwordFlow(signUp);
    real.add({ sub: "quentin", email, email_verified: true, name: "Quentin Roy" });
    const { begun } = await proveAs("quentin");
    const proof = { flow: "issuerSignUp", state: stateOf(begun), verifier: begun.verifier };
    const quentin = signedIn(await exchange({ ...proof, ...profile, firstName: "Quentin" }));
    expect(await viewer(quentin)).toMatchObject({ displayName: "Quentin Berg" });
    const stolen = passwordFlow({ flow: "signIn", email, password });
    expect(await refusedCode(stolen)).toBe("CREDENTIALS_WRONG");
  });

  test("an answer is good once, and only for the browser that began", async () => {
    const begun = await begin();
    const answer = await signInAtIssuer(begun.url.href, "nora");
    const other = await begin();
    const stolen = finish({ ...begun, verifier: other.verifier }, answer);
    expect(await refusedCode(stolen)).toBe("ISSUER_SIGN_IN_OVER");
    expect(await finish(begun, answer)).toMatchObject({ kind: "enter" });
    expect(await refusedCode(finish(begun, answer))).toBe("ISSUER_SIGN_IN_OVER");
    const stolenEntry = enter({ ...begun, verifier: other.verifier });
    expect(await refusedCode(stolenEntry)).toBe("ISSUER_SIGN_IN_OVER");
    expect(await enter(begun)).not.toBeNull();
    expect(await refusedCode(enter(begun))).toBe("ISSUER_SIGN_IN_OVER");
  });

  test("a code of another sign-in is refused, and so is one that was used", async () => {
    const [used, begun] = [await begin(), await begin()];
    const answer = new URLSearchParams(await signInAtIssuer(used.url.href, "nora"));
    const swapped = new URLSearchParams(answer);
    swapped.set("state", stateOf(begun));
    // PKCE: the issuer gives tokens for a code only to the sign-in that asked for it.
    expect(await refusedCode(finish(begun, swapped.toString()))).toBe("ISSUER_REFUSED");
    const again = await begin();
    swapped.set("state", stateOf(again));
    await finish(used, answer.toString()).catch(() => undefined);
    expect(await refusedCode(finish(again, swapped.toString()))).toBe("ISSUER_REFUSED");
  });

  test("a sign-in that waited too long is refused", async () => {
    const begun = await begin();
    const answer = await signInAtIssuer(begun.url.href, "nora");
    passMinutes(16);
    expect(await refusedCode(finish(begun, answer))).toBe("ISSUER_SIGN_IN_OVER");
  });

  test("a session at the issuer ends with the one here, if it began there", async () => {
    const { begun } = await proveAs("nora");
    const nora = signedIn(await enter(begun));
    const url = new URL((await nora.action(api.issuer.signOutUrl, {})) ?? "");
    expect(url.origin).toBe(real.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      post_logout_redirect_uri: `${home.url}/auth/sign-in`,
      id_token_hint: expect.stringMatching(/^\w+\./) as unknown,
    });
    expect((await fetch(url)).status).toBe(200);
    expect(await nora.action(api.issuer.signOutUrl, {})).toBeNull();
  });

  test("the issuer asks again for the credentials after an idle sign-out", async () => {
    expect((await begin(true)).url.searchParams.get("prompt")).toBe("login");
    expect((await begin()).url.searchParams.has("prompt")).toBe(false);
  });
});

describe("at a hostile issuer, whose addresses the operator trusts", () => {
  beforeAll(() => set({ ...hostile.settings, SMS_OIDC_TRUST_EMAIL: "1" }));
  afterEach(() => {
    hostile.misbehaviour = {};
    vi.restoreAllMocks();
  });

  /** Begins, misbehaves, and brings an answer back. */
  async function proveThrough(misbehaviour: Misbehaviour, answer: Record<string, string> = {}) {
    const begun = await begin();
    hostile.nonce = begun.url.searchParams.get("nonce") ?? "";
    hostile.misbehaviour = misbehaviour;
    const given = { code: "any", state: stateOf(begun), ...answer };
    return finish(begun, `?${new URLSearchParams(given).toString()}`);
  }
  test.each(HOSTILE_CASES)("%s: %s", async (_name, outcome, misbehaviour, answer) => {
    const proof = proveThrough(misbehaviour(hostile), answer);
    expect(outcome === ACCEPTED ? (await proof).kind : await refusedCode(proof)).toBe(outcome);
  });

  test("a key that the issuer rotated in is good at once, and the former one no more", async () => {
    const former = hostile.key;
    expect(await proveThrough({})).toMatchObject({ kind: ACCEPTED });
    await hostile.rotateKeys();
    expect(await proveThrough({})).toMatchObject({ kind: ACCEPTED });
    const byFormer: Misbehaviour = {
      sign: (claims) => signed(claims, { key: former } as HostileIssuer),
    };
    expect(await refusedCode(proveThrough(byFormer))).toBe("ISSUER_REFUSED");
  });

  test("an issuer that does not answer is given up, and its sign-ins with it", async () => {
    const late = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => late.signal);
    const slow = path("/token", () => {
      late.abort(new DOMException("The time is over", "TimeoutError"));
      return true; // it never answers
    });
    expect(await refusedCode(proveThrough(slow))).toBe("ISSUER_UNREACHABLE");
  });

  test("while the issuer is down no sign-in begins, and the next one does once it is back", async () => {
    await hostile.close();
    expect(await refusedCode(begin())).toBe("ISSUER_UNREACHABLE");
    expect(await home.admin.action(asTerminal(internal.issuer.probe), {})).toMatch(/fetch failed/);
    await hostile.reopen();
    expect(await home.admin.action(asTerminal(internal.issuer.probe), {})).toBeNull();
    expect((await begin()).url.origin).toBe(hostile.url);
  });

  test("a link to a former issuer is replaced, and its subject opens nothing here", async () => {
    const claims = { sub: "nora", email: "nora@company.com" };
    expect(await proveThrough({ claims: { ...claims, email: "mallory@company.com" } })).toEqual(
      expect.objectContaining({ kind: "signUp", email: "mallory@company.com" }),
    );
    expect(await proveThrough({ claims: { ...claims, sub: "moved" } })).toMatchObject({
      kind: "enter",
    });
  });
});

describe("while passwords are off", () => {
  beforeAll(() => set({ ...real.settings, SMS_PASSWORDS: "off" }));

  test("each password flow is refused, and the issuer's goes on", async () => {
    const email = "nora@company.com";
    const password = "Correct-horse!1";
    const flows = [
      { flow: "signIn", email, password },
      { flow: "signUp", email: "new@company.com", password, ...profile },
      { flow: "reset", email },
      { flow: "resend", email },
      { flow: "verify", email, password, code: "12345678" },
      { flow: "resetVerify", email, code: "12345678", newPassword: password },
      { flow: "invited", token: "none", password, ...profile },
    ];
    for (const params of flows) {
      const call = anonymous().action(api.auth.signIn, { provider: "password", params });
      expect([params.flow, await refusedCode(call)]).toEqual([params.flow, "PASSWORDS_OFF"]);
    }
    const nora = signedIn(await enter((await proveAs("nora")).begun));
    const change = { currentPassword: password, newPassword: `${password}x` };
    expect(await refusedCode(nora.action(api.profile.changePassword, change))).toBe(
      "PASSWORDS_OFF",
    );
    expect(await nora.query(api.config.public, {})).toMatchObject({
      allowsPasswords: false,
      issuerLabel: "Sign in with Acme",
    });
  });

  const secret = () => randomBytes(32).toString("base64url");
  const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("hex");
  const asTom = async () => {
    const [session] = await home.admin.mutation(createPeople, {
      people: [
        {
          email: `${secret().slice(0, 8).toLowerCase().replace(/\W/g, "x")}@company.com`,
          role: "user",
        },
      ],
    });
    if (session === undefined) throw new Error("there is no session");
    return signedIn({ token: await home.tokenFor(session) });
  };

  test("a terminal enters with the code that its person allowed and the secret it kept, once", async () => {
    const tom = await asTom();
    const [code, verifier] = [secret(), secret()];
    await tom.mutation(api.tickets.approveTerminal, { code, challenge: challengeOf(verifier) });
    const terminal = signedIn(await exchange({ flow: "terminal", code, verifier }));
    expect((await viewer(terminal))?.email).toBe((await viewer(tom))?.email);
    const [newest] = await terminal.query(api.sessions.list, {});
    expect(newest).toMatchObject({ client: "sms in a terminal", isCurrent: true });
    expect(await refusedCode(exchange({ flow: "terminal", code, verifier }))).toBe(
      "TERMINAL_CODE_WRONG",
    );
  });

  test("a code without its secret, a replaced one and a late one open nothing", async () => {
    const tom = await asTom();
    const [code, verifier] = [secret(), secret()];
    const allow = (given: string) =>
      tom.mutation(api.tickets.approveTerminal, { code: given, challenge: challengeOf(verifier) });
    await allow(code);
    const stolen = exchange({ flow: "terminal", code, verifier: secret() });
    expect(await refusedCode(stolen)).toBe("TERMINAL_CODE_WRONG");
    await allow(code);
    await allow(secret());
    const replaced = exchange({ flow: "terminal", code, verifier });
    expect(await refusedCode(replaced)).toBe("TERMINAL_CODE_WRONG");
    await allow(code);
    passMinutes(6);
    const late = exchange({ flow: "terminal", code, verifier });
    expect(await refusedCode(late)).toBe("TERMINAL_CODE_WRONG");
  });

  test("an operator's link lets an admin in once", async () => {
    const token = secret();
    const make = (email: string) =>
      home.admin.mutation(asTerminal(internal.tickets.makeLinkFromTerminal), { email, token });
    expect(await refusedCode(make("tom@company.com"))).toBe("LINK_FOR_ADMINS");
    expect(await refusedCode(make("nobody@company.com"))).toBe("USER_UNKNOWN");
    await make("admin@company.com");
    const byLink = signedIn(await exchange({ flow: "link", token }));
    expect(await viewer(byLink)).toMatchObject({ role: "admin" });
    expect(await refusedCode(exchange({ flow: "link", token }))).toBe("LINK_WRONG");
    const { page } = await byLink.query(api.audit.list, {
      paginationOpts: { cursor: null, numItems: 1 },
    });
    expect(page).toMatchObject([{ action: "Sign-in Link Made", person: "admin@company.com" }]);
  });

  test("a link is void once its reader is no admin any more", async () => {
    const [email, token] = ["former@company.com", secret()];
    await home.admin.mutation(createPeople, { people: [{ email, role: "admin" }] });
    await home.admin.mutation(asTerminal(internal.tickets.makeLinkFromTerminal), { email, token });
    const settings = { role: "user" } as const;
    await home.admin.mutation(asTerminal(internal.users.updateFromTerminal), { email, settings });
    expect(await refusedCode(exchange({ flow: "link", token }))).toBe("LINK_WRONG");
  });

  test.each([
    [{ flow: "issuer", state: "x", verifier: "y" }],
    [{ flow: "terminal", code: secret(), verifier: 5 }],
    [{ flow: "link", token: secret(), role: "admin" }],
    [{ flow: "signIn", email: "tom@company.com", password: "x" }],
    [{ flow: "issuerSignUp", state: secret(), verifier: secret(), ...profile, role: "admin" }],
    [null],
    ["link"],
  ])("the parameters %j are refused", async (params) => {
    const call = anonymous().action(api.auth.signIn, { provider: "ticket", params });
    expect(await refusedCode(call)).toBe("INPUT_INVALID");
  });
});
