// @vitest-environment node
/** How people whom a directory created sign in, and that leavers do not. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { SCIM_CONTENT_TYPE } from "#domain/scim/messages";
import * as IssuerFlows from "../../../convex/model/accounts/issuerFlows";
import {
  accountsBackend,
  api,
  codeFor,
  flow,
  PASSWORD,
  restore,
  signUpForm,
  someone,
  userOf,
  type Backend,
} from "../../support/accounts";
import { refusedCode } from "../../support/refusals";
import { oktaUser, patch } from "../../support/scim/bodies";

const ANA = "ana@company.com";

let backend: Backend;
let ada: Awaited<ReturnType<typeof someone>>;
let token: string;
beforeEach(async () => {
  backend = await accountsBackend();
  ada = await someone(backend, "ada@company.com", { role: "admin" });
  token = await ada.as.action(api.scim.createToken, { name: "Okta" });
});
afterEach(restore);

async function send(method: string, path: string, body: object): Promise<string> {
  const response = await backend.fetch(`/scim/v2${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": SCIM_CONTENT_TYPE },
    body: JSON.stringify(body),
  });
  const user = (await response.json()) as { id: string };
  expect(response.status, JSON.stringify(user)).toBeLessThan(300);
  return user.id;
}
const create = () => send("POST", "/Users", oktaUser(ANA));
const setActive = (id: string, active: boolean) =>
  send("PATCH", `/Users/${id}`, patch({ op: "replace", value: { active } }));

/** Signs in through the company's issuer. */
const enter = () =>
  backend.run((ctx) => {
    const names = { firstName: "Ana", lastName: "Lima", phoneNumber: "" };
    const who = { issuer: "https://issuer.example", subject: "ana", email: ANA };
    const identity = { ...who, ...names, isEmailVerified: true };
    return IssuerFlows.enter(ctx, identity, { browser: undefined, now: Date.now() });
  });

test("the issuer's first sign-in finds the account by its e-mail, without questions", async () => {
  const id = await create();
  expect(await enter()).toMatchObject({ userId: id });
});

test("a person whom the directory deactivated stays out, whatever the issuer says", async () => {
  const id = await create();
  await enter();
  await setActive(id, false);
  expect(await refusedCode(enter())).toBe("DISABLED");
  const sessions = await backend.run((ctx) => ctx.db.query("authSessions").collect());
  expect(sessions.map(({ userId }) => userId)).toEqual([ada.userId]);
  await setActive(id, true);
  expect(await enter()).toMatchObject({ userId: id });
});

test("where passwords are used, the person sets the first one by a mailed code", async () => {
  await create();
  expect(await flow(backend, { flow: "signIn", email: ANA, password: PASSWORD })).toMatchObject({
    code: "CREDENTIALS_WRONG",
  });
  await flow(backend, { flow: "reset", email: ANA });
  const code = await codeFor(backend, ANA);
  const reset = { flow: "resetVerify", email: ANA, code, newPassword: PASSWORD };
  expect((await flow(backend, reset)).tokens).not.toBeNull();
});

test("a sign-up that someone else made for the address is void", async () => {
  await flow(backend, signUpForm(ANA, { firstName: "Eve" }));
  const code = await codeFor(backend, ANA);
  await create();
  const verify = { flow: "verify", email: ANA, password: PASSWORD, code };
  expect((await flow(backend, verify)).tokens).toBeNull();
  expect(await userOf(backend, ANA)).toMatchObject({ displayName: "Bruno Costa" });
});

test("the person's own data say what the directory stated", async () => {
  await create();
  const { userId, sessionId } = await enter();
  const as = backend.withIdentity({ subject: `${userId}|${sessionId}` });
  expect(await as.query(api.ownData.outline, {})).toMatchObject({
    directory: { externalId: `00u-${ANA}`, givenName: "Bruno", familyName: "Costa" },
  });
  expect(await ada.as.query(api.ownData.outline, {})).toMatchObject({ directory: null });
});
