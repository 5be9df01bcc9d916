// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PICK_LIST_ROUTES } from "#domain/samples/pickListRoutes";
import { PICK_LISTS } from "#domain/samples/pickLists";
import { accountsBackend, someone, userOf, type Backend } from "../../support/accounts";

const ANA = "ana@company.com";
const DEMO_PASSWORD = "Demo!pass1";

let backend: Backend;
beforeEach(async () => {
  backend = await accountsBackend();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** The answer must not be cached, nor its type guessed. */
const PRIVATE = ["no-store", "nosniff"];
const privacyOf = ({ headers }: Response) => [
  headers.get("Cache-Control"),
  headers.get("X-Content-Type-Options"),
];

describe("the pick lists", () => {
  test.each(Object.entries(PICK_LIST_ROUTES))("GET /%s answers %s", async (path, kind) => {
    const ana = await someone(backend, ANA);
    const response = await ana.as.fetch(`/${path}`, { method: "GET" });
    expect(response.status).toBe(200);
    expect(privacyOf(response)).toEqual(PRIVATE);
    const expected = PICK_LISTS[kind].values.map((value) => ({
      label: value.toLowerCase(),
      value,
    }));
    expect(await response.json()).toEqual(expected);
  });

  test("answer signed-in people only", async () => {
    const response = await backend.fetch("/customers", { method: "GET" });
    expect(response.status).toBe(401);
    expect(privacyOf(response)).toEqual(PRIVATE);
    expect(await response.json()).toMatchObject({ code: "NOT_SIGNED_IN" });
  });
});

describe("the public key of access tokens", () => {
  test("is served where the deployment looks for it", async () => {
    const discovery = await backend.fetch("/.well-known/openid-configuration", { method: "GET" });
    expect(await discovery.json()).toMatchObject({ issuer: "http://localhost:3210" });
    const keys = await (await backend.fetch("/.well-known/jwks.json", { method: "GET" })).text();
    expect(keys).toContain('"RSA"');
    expect(keys).not.toContain('"d"');
  });
});

describe("the demo sign-in API", () => {
  const account = { email: ANA, password: DEMO_PASSWORD, firstName: "Ana", lastName: "Lima" };

  beforeEach(() => {
    vi.stubEnv("SMS_DEMO_PASSWORD", DEMO_PASSWORD);
    // The demo API answers after a second; the test's timers skip it.
    vi.stubGlobal("setTimeout", (callback: () => void) => setImmediate(callback));
  });

  async function post(path: "sign-in" | "sign-up", body: unknown) {
    const response = await backend.fetch(`/api/auth/${path}`, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    expect(privacyOf(response)).toEqual(PRIVATE);
    const answer = (await response.json()) as { message?: string; accessToken?: string };
    return { status: response.status, ...answer };
  }

  async function myAccount(authorization?: string) {
    const headers = authorization ? { Authorization: authorization } : {};
    const response = await backend.fetch("/api/auth/my-account", { method: "GET", headers });
    expect(privacyOf(response)).toEqual(PRIVATE);
    return { status: response.status, ...((await response.json()) as object) };
  }

  test("signs up, signs in and returns the account", async () => {
    const signedUp = await post("sign-up", account);
    const { _id } = await userOf(backend, ANA);
    const user = { id: _id, email: ANA, displayName: "Ana Lima", avatar: "" };
    expect(signedUp).toMatchObject({ status: 200, user });
    const signedIn = await post("sign-in", account);
    expect(signedIn).toMatchObject({ status: 200, user });
    expect(await myAccount(`Bearer ${signedIn.accessToken}`)).toEqual({ status: 200, user });
    expect((await userOf(backend, ANA)).role).toBe("user");
  });

  test("lets only one of several simultaneous sign-ups for an address create the account", async () => {
    const answers = await Promise.all([post("sign-up", account), post("sign-up", account)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await post("sign-in", account)).toMatchObject({ status: 200 });
  });

  test("gives tokens that are no session and end after three days", async () => {
    const { accessToken } = await post("sign-up", account);
    const payload = JSON.parse(atob(accessToken?.split(".")[1] ?? "")) as Record<string, number>;
    expect((payload["exp"] ?? 0) - (payload["iat"] ?? 0)).toBe(3 * 24 * 60 * 60);
    expect(payload["aud"]).not.toBe("convex");
    expect(payload["iss"]).toBeUndefined();
  });

  test("refuses in the texts that its clients know", async () => {
    await post("sign-up", account);
    expect(await post("sign-in", { ...account, email: "nobody@company.com" })).toEqual({
      status: 400,
      message: "There is no user corresponding to the email address.",
    });
    expect(await post("sign-in", { ...account, password: "Wrong!pass1" })).toEqual({
      status: 400,
      message: "Incorrect password",
    });
    expect(await post("sign-up", account)).toEqual({
      status: 400,
      message: "There already exists an account with the given email address.",
    });
    expect(await myAccount()).toEqual({ status: 401, message: "Authorization token missing" });
    expect(await myAccount("Bearer x.y.z")).toEqual({
      status: 401,
      message: "Invalid authorization token",
    });
  });

  test.each([
    ["no JSON", "{"],
    ["no object", "7"],
    ["no password", { email: ANA }],
  ])("refuses %s", async (_what, body) => {
    expect(await post("sign-in", body)).toEqual({ status: 400, message: "Something went wrong" });
  });

  test("refuses to sign up an address of another company or a weak password", async () => {
    expect((await post("sign-up", { ...account, email: "ana@evil.com" })).status).toBe(400);
    expect((await post("sign-up", { ...account, password: "weak" })).status).toBe(400);
  });

  test("exists only in a demo", async () => {
    vi.stubEnv("SMS_DEMO_PASSWORD", "");
    expect((await post("sign-up", account)).status).toBe(404);
    expect((await post("sign-in", account)).status).toBe(404);
    expect((await myAccount()).status).toBe(404);
  });
});
