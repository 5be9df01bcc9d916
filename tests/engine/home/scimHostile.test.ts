import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { refusalOf } from "#domain/common/errors";
import { ENTERPRISE_USER } from "#domain/scim/messages";
import type { Person } from "../../support/deployments/backend";
import { EmbeddedHome, type Session } from "../../support/deployments/embeddedHome";
import { bundleWithTestFunctions } from "../../support/deployments/home";
import { oktaUser } from "../../support/scim/bodies";
import { Directory } from "../../support/scim/directory";
import { HOSTILE_CASES } from "../../support/scim/hostileCases";

/** Requests to `/scim/v2` that are refused, and leave nothing behind. */

const createPeople = makeFunctionReference<"mutation", { people: Person[] }, Session[]>(
  "testing:createPeople",
);
const HELENA = "helena@company.com";
const OTHER = "bruno@company.com";
const FORMER = "bruno.before@company.com";

let dataDir: string;
let home: EmbeddedHome;
let helena: ConvexHttpClient;
let adminToken: string;
let directory: Directory;
/** What the placeholders of the cases stand for. */
let meant: Readonly<Record<string, string>>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sms-scim-hostile-"));
  const pushRequest = await bundleWithTestFunctions();
  home = await EmbeddedHome.open({ dataDir, pushRequest, isBehindProxy: true });
  const people: Person[] = [
    { email: HELENA, role: "admin", supervisor: HELENA },
    { email: FORMER, role: "user", supervisor: HELENA },
  ];
  const [session] = await home.admin.mutation(createPeople, { people });
  if (session === undefined) throw new Error("Helena has no session");
  adminToken = await home.tokenFor(session);
  helena = new ConvexHttpClient(home.url, { logger: false });
  helena.setAuth(adminToken);
  await helena.mutation(api.users.setEmail, { email: FORMER, newEmail: OTHER });
  directory = new Directory(home.url, await helena.action(api.scim.createToken, { name: "Okta" }));
  const id = await directory.create(oktaUser("ana@company.com"));
  meant = {
    "{id}": id,
    "{admin}": session.userId,
    "{other}": OTHER,
    "{OTHER}": OTHER.toUpperCase(),
    "{former}": FORMER,
  };
});
afterAll(async () => {
  await home.close();
  await rm(dataDir, { recursive: true, force: true });
});

function filled<Value>(value: Value): Value {
  if (value === undefined) return value;
  let text = JSON.stringify(value);
  for (const [placeholder, own] of Object.entries(meant)) text = text.replaceAll(placeholder, own);
  return JSON.parse(text) as Value;
}

/** What a refused request must leave as it was. */
async function state() {
  const paginationOpts = { cursor: null, numItems: 50 };
  const people = await helena.query(api.users.list, { paginationOpts });
  const records = await helena.query(api.audit.list, { paginationOpts });
  return { people: people.page, records: records.page };
}

test.each(HOSTILE_CASES)("$title is refused and changes nothing", async (hostile) => {
  const { method, path, body, text, headers } = filled(hostile);
  const before = await state();
  const options = { ...(headers && { headers }), ...(text !== undefined && { text }) };
  const answer = await directory.send(method, path, body, options);
  const told = [answer.status, answer.body["scimType"]];
  expect(told, JSON.stringify(answer.body)).toEqual([hostile.status, hostile.scimType]);
  // The engine itself refuses what is too large or too deep, before the functions see it.
  if ("schemas" in answer.body) {
    expect(answer.body).toMatchObject({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status: String(hostile.status),
    });
    expect(answer.body["detail"]).toMatch(/\w.*\w/);
    expect(answer.headers.get("Content-Type")).toBe("application/scim+json");
  }
  expect(await state()).toEqual(before);
});

describe("a request without a SCIM token is answered 401, whatever it asks", () => {
  const bearers: readonly (readonly [string, () => Promise<string> | string])[] = [
    ["no token", () => ""],
    ["a wrong token", () => `Bearer scim_${"x".repeat(43)}`],
    ["a token without its scheme", () => directory.secret],
    ["the start of the token", () => `Bearer ${directory.secret.slice(0, -1)}`],
    ["the token and a letter", () => `Bearer ${directory.secret}x`],
    ["an admin's access token", () => `Bearer ${adminToken}`],
    ["the deployment's admin key", () => `Convex ${home.deployment.adminKey}`],
    [
      "a revoked token",
      async () => {
        const secret = await helena.action(api.scim.createToken, { name: "Former" });
        const tokens = await helena.query(api.scim.tokens, {});
        const token = tokens.find(({ name }) => name === "Former");
        await helena.mutation(api.scim.revokeToken, { tokenId: token!._id });
        return `Bearer ${secret}`;
      },
    ],
    [
      "an admin's API token",
      async () => {
        const stated = { name: "Script", scopes: ["samples" as const], days: null };
        return `Bearer ${await helena.action(api.tokens.create, stated)}`;
      },
    ],
  ];

  test.each(bearers)("%s", async (_what, bearer) => {
    const headers = { Authorization: await bearer() };
    for (const [method, path] of [
      ["GET", "/Users"],
      ["GET", "/ServiceProviderConfig"],
      ["POST", "/Users"],
      ["DELETE", `/Users/${meant["{admin}"]}`],
      ["GET", "/nowhere"],
    ] as const) {
      const options = { headers, ...(method === "POST" && { text: "no JSON" }) };
      const answer = await directory.send(method, path, undefined, options);
      expect([method, path, answer.status]).toEqual([method, path, 401]);
      expect(answer.body["detail"]).toBe(refusalOf("SCIM_TOKEN_INVALID").message);
      expect(answer.headers.get("WWW-Authenticate")).toMatch(/^Bearer/);
    }
  });
});

test.each([
  ["without a userName", { active: true }, refusalOf("SCIM_USER_NAME_MISSING").message],
  [
    "whose manager is unknown",
    { userName: "eve@company.com", [ENTERPRISE_USER]: { manager: { value: "nobody" } } },
    refusalOf("SCIM_MANAGER", { value: "nobody" }).message,
  ],
])("a user %s is refused in words", async (_what, user, detail) => {
  const answer = await directory.send("POST", "/Users", user);
  expect([answer.status, answer.body["detail"]]).toEqual([400, detail]);
});

test("the SCIM token opens nothing else", async () => {
  const headers = { Authorization: `Bearer ${directory.secret}` };
  expect((await fetch(`${home.url}/api/v1/samples`, { headers })).status).toBe(401);
  const client = new ConvexHttpClient(home.url, { logger: false });
  client.setAuth(directory.secret);
  await expect(client.query(api.users.viewer, {})).rejects.toThrow();
});

test("wrong tokens of a network wait after 60 attempts, and right ones do not", async () => {
  const from = (ip: string, secret: string) =>
    directory.send("GET", "/ServiceProviderConfig", undefined, {
      headers: { "X-Forwarded-For": ip, Authorization: `Bearer ${secret}` },
    });
  const attempts = Array.from({ length: 60 }, (_, number) => from("192.0.2.7", `wrong${number}`));
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401]));
  const late = await from("192.0.2.7", "wrong");
  expect(late.status).toBe(429);
  const seconds = Number(late.headers.get("Retry-After")); // one a minute, begun with the first
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(late.body["detail"]).toBe(refusalOf("SCIM_TOKEN_RATE", { seconds }).message);
  expect((await from("192.0.2.7", directory.secret)).status).toBe(200);
  expect((await from("198.51.100.7", "wrong")).status).toBe(401);
});

test("of users created at the same time with one userName, one is", async () => {
  const userName = "race@company.com";
  const answers = await Promise.all(
    [userName, userName.toUpperCase(), userName, userName].map((each) =>
      directory.send("POST", "/Users", oktaUser(each)),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});
