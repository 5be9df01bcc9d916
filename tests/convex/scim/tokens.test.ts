// @vitest-environment node
import { afterEach, beforeEach, expect, test } from "vitest";
import { ROLES } from "#domain/custody/workflow";
import { MAX_SCIM_TOKENS } from "#domain/scim/tokens";
import {
  accountsBackendAtRest,
  api,
  later,
  restore,
  someone,
  type Backend,
} from "../../support/accounts";
import { refusedCode, refusedWith } from "../../support/refusals";

let backend: Backend;
let ada: Awaited<ReturnType<typeof someone>>;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
  ada = await someone(backend, "ada@company.com", { role: "admin", supervisor: "ada@company.com" });
});
afterEach(restore);

const create = (name = "Okta") => ada.as.action(api.scim.createToken, { name });
const ask = (token: string, path = "/scim/v2/ServiceProviderConfig") =>
  backend.fetch(path, { method: "GET", headers: { Authorization: `Bearer ${token}` } });

test("only admins create SCIM tokens", async () => {
  const call = (as: typeof ada.as) => refusedCode(as.action(api.scim.createToken, { name: "X" }));
  for (const role of ROLES.filter((each) => each !== "admin")) {
    expect(await call((await someone(backend, `${role}@company.com`, { role })).as)).toBe(
      "NOT_ALLOWED",
    );
  }
  expect(await refusedCode(backend.action(api.scim.createToken, { name: "X" }))).toBe(
    "NOT_SIGNED_IN",
  );
});

test("a secret is shown once; its digest and first characters are stored", async () => {
  const secret = await create();
  expect(secret).toMatch(/^scim_[\w-]{43}$/);
  const stored = await backend.run((ctx) => ctx.db.query("scimTokens").collect());
  expect(stored).toMatchObject([{ name: "Okta", hint: secret.slice(0, 9) }]);
  expect(JSON.stringify(stored)).not.toContain(secret.slice(9));
  const [listed] = await ada.as.query(api.scim.tokens, {});
  expect(Object.keys(listed ?? {}).sort()).toEqual(["_creationTime", "_id", "hint", "name"]);
});

test("creating and revoking are recorded, with who did it", async () => {
  const secret = await create();
  const [token] = await ada.as.query(api.scim.tokens, {});
  await ada.as.mutation(api.scim.revokeToken, { tokenId: token?._id ?? "" });
  expect((await ask(secret)).status).toBe(401);
  const records = await backend.run((ctx) => ctx.db.query("audit").collect());
  expect(records.map(({ action, email, entry }) => [action, email, entry])).toEqual([
    ["SCIM Token Created", ada.email, `Okta (${secret.slice(0, 9)}…)`],
    ["SCIM Token Revoked", ada.email, `Okta (${secret.slice(0, 9)}…)`],
  ]);
});

test("names are checked, tokens are few, and an unknown one cannot be revoked", async () => {
  expect(await refusedWith(create("  "))).toMatchObject({ code: "FIELD_MISSING", field: "name" });
  expect(await refusedCode(create("x".repeat(61)))).toBe("FIELD_TOO_LONG");
  for (let number = 0; number < MAX_SCIM_TOKENS; number++) await create(`Token ${number}`);
  expect(await refusedCode(create())).toBe("SCIM_TOKENS_FULL");
  const revoking = ada.as.mutation(api.scim.revokeToken, { tokenId: ada.userId });
  expect(await refusedCode(revoking)).toBe("SCIM_TOKEN_MISSING");
});

test("the last use is stored every five minutes", async () => {
  const secret = await create();
  const lastUse = async () => (await ada.as.query(api.scim.tokens, {}))[0]?.lastUsedAt;
  await ask(secret);
  const first = Date.now();
  expect(await lastUse()).toBe(first);
  later(5 * 60_000 - 1);
  await ask(secret);
  expect(await lastUse()).toBe(first);
  later(1);
  await ask(secret);
  expect(await lastUse()).toBe(Date.now());
});

test("a token may list all people 200 times at once, and then waits; other requests go on", async () => {
  const secret = await create();
  for (let number = 0; number < 200; number++) await ask(secret, "/scim/v2/Users?count=0");
  const late = await ask(secret, "/scim/v2/Users?count=0");
  expect([late.status, late.headers.get("Retry-After")]).toEqual([429, "3"]);
  const one = encodeURIComponent(`userName eq "${ada.email}"`);
  expect((await ask(secret, `/scim/v2/Users?filter=${one}`)).status).toBe(200);
  later(3_000);
  expect((await ask(secret, "/scim/v2/Users?count=0")).status).toBe(200);
});
