import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asTerminal } from "../../../cli/admin";
import { api, internal } from "../../../convex/_generated/api";
import { refusalOf } from "#domain/common/errors";
import { CORE_USER, ENTERPRISE_USER, MAX_SCIM_PAGE } from "#domain/scim/messages";
import type { Person } from "../../support/deployments/backend";
import { EmbeddedHome, type Session } from "../../support/deployments/embeddedHome";
import { eventually } from "../../support/eventually";
import { bundleWithTestFunctions } from "../../support/deployments/home";
import { refusedCode } from "../../support/refusals";
import {
  entraUser,
  oktaPut,
  oktaUser,
  patch,
  PATCH_FORMS,
  withManager,
} from "../../support/scim/bodies";
import { Directory } from "../../support/scim/directory";
import { createSamples } from "../../support/testFunctions";

/** Provisioning over HTTP, with the requests of Entra ID and Okta (docs/operations.md). */

const createPeople = makeFunctionReference<"mutation", { people: Person[] }, Session[]>(
  "testing:createPeople",
);
const HELENA = "helena@company.com";
const INGRID = "ingrid@company.com";
const ENTRA_TEST = "62f24e19-c3d4-4e4a-a3a8-c2f1f0b0a6b5";

let dataDir: string;
let home: EmbeddedHome;
let helena: ConvexHttpClient;
let directory: Directory;
let ingridId: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sms-scim-"));
  home = await EmbeddedHome.open({ dataDir, pushRequest: await bundleWithTestFunctions() });
  const people: Person[] = [
    { email: HELENA, role: "admin", supervisor: HELENA },
    { email: INGRID, role: "supervisor", supervisor: HELENA },
  ];
  const [session, ingrid] = await home.admin.mutation(createPeople, { people });
  if (session === undefined || ingrid === undefined) throw new Error("no sessions");
  helena = await clientOf(session);
  ingridId = ingrid.userId;
  directory = new Directory(home.url, await helena.action(api.scim.createToken, { name: "Okta" }));
});
afterAll(async () => {
  await home.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function clientOf(session: Session): Promise<ConvexHttpClient> {
  const client = new ConvexHttpClient(home.url, { logger: false });
  client.setAuth(await home.tokenFor(session));
  return client;
}

let last = 0;
/** An address that no other test uses. */
const newEmail = () => `person${++last}@company.com`;
const personOf = async (email: string) => {
  const person = await helena.query(api.users.getByEmail, { email });
  if (person === null) throw new Error(`${email} is nobody`);
  return person;
};
const auditOf = async (email: string) => {
  const query = {
    search: "",
    timeZone: "UTC",
    conditions: [{ kind: "select" as const, field: "person", anyOf: [email] }],
  };
  const paginationOpts = { cursor: null, numItems: 20 };
  return (await helena.query(api.audit.list, { query, paginationOpts })).page;
};
const SCIM_ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";
const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

describe("discovery", () => {
  test("tells what is supported, in SCIM's content type", async () => {
    const { status, headers, body } = await directory.send("GET", "/ServiceProviderConfig");
    expect([status, headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([
      200,
      "application/scim+json",
      "no-store",
    ]);
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: MAX_SCIM_PAGE },
      etag: { supported: true },
    });
  });

  test("describes users by both schemas", async () => {
    const { body: types } = await directory.send("GET", "/ResourceTypes");
    expect(types).toMatchObject({ totalResults: 1, Resources: [{ id: "User" }] });
    const { body: all } = await directory.send("GET", "/Schemas");
    expect(all).toMatchObject({ Resources: [{ id: CORE_USER }, { id: ENTERPRISE_USER }] });
    const { body: one } = await directory.send("GET", `/Schemas/${ENTERPRISE_USER}`);
    expect(one).toMatchObject({ attributes: [{ name: "manager", type: "complex" }] });
  });

  test.each([
    ["Entra ID", `/Users?filter=${encodeURIComponent(`userName eq "${ENTRA_TEST}"`)}`],
    ["Okta", "/Users?startIndex=1&count=2"],
    ["Okta, for groups", "/Groups?startIndex=1&count=100"],
    ["Entra ID with a flag", `/Users?aadOptscim062020&filter=userName%20eq%20%22nobody%22`],
    ["a client with a superfluous slash", "//Users/?count=1"],
  ])("answers the connection test of %s", async (_who, path) => {
    const { status, body } = await directory.send("GET", path);
    expect([status, body["schemas"]]).toEqual([200, [LIST]]);
    expect(Array.isArray(body["Resources"])).toBe(true);
  });
});

describe("creating", () => {
  test("opens an account with the profile that Entra ID states, and the role user", async () => {
    const email = newEmail();
    const { status, headers, body } = await directory.send("POST", "/Users", {
      ...entraUser(email),
      userName: email.toUpperCase(),
      roles: [{ value: "admin", primary: true }],
    });
    expect(status).toBe(201);
    expect(headers.get("Location")).toBe(`${home.url}/scim/v2/Users/${body.id}`);
    expect(body).toMatchObject({
      userName: email,
      externalId: `entra-${email}`,
      displayName: "Ana Lima",
      name: { formatted: "Ana Lima", givenName: "Ana", familyName: "Lima" },
      active: true,
      emails: [{ value: email, type: "work", primary: true }],
      phoneNumbers: [{ value: "+55 11 4004 0000" }],
      addresses: [{ formatted: "Av. Paulista 1000", locality: "São Paulo", country: "Brazil" }],
      meta: { resourceType: "User", location: headers.get("Location") },
    });
    expect(body).not.toHaveProperty("password");
    expect(await personOf(email)).toMatchObject({
      role: "user",
      disabled: false,
      supervisor: HELENA,
      city: "São Paulo",
      phoneNumber: "+55 11 4004 0000",
      passPort: "",
    });
    expect(await auditOf(email)).toMatchObject([
      { action: "Person Provisioned", origin: "scim", email: "SCIM (Okta)" },
    ]);
  });

  test("gives an invited person the role and supervisor that an admin chose", async () => {
    const email = newEmail();
    const invited = { emails: [email], role: "supervisor" as const, supervisor: INGRID };
    await helena.action(api.invitations.invite, invited);
    await directory.create(oktaUser(email));
    expect(await personOf(email)).toMatchObject({ role: "supervisor", supervisor: INGRID });
  });

  test("may create a person who is not active yet", async () => {
    const email = newEmail();
    await directory.create({ ...oktaUser(email), active: false });
    expect(await personOf(email)).toMatchObject({ displayName: "Bruno Costa", disabled: true });
  });

  test("finds the person by each filter, in any case", async () => {
    const email = newEmail();
    const id = await directory.create(oktaUser(email));
    for (const filter of [
      `userName eq "${email}"`,
      `USERNAME EQ "${email.toUpperCase()}"`,
      `${CORE_USER}:userName eq "${email}"`,
      `externalId eq "00u-${email}"`,
      `emails.value eq "${email}"`,
      `emails[type eq "work"].value eq "${email}"`,
      `id eq "${id}"`,
    ]) {
      expect([filter, await directory.find(filter)]).toEqual([filter, [id]]);
    }
    expect(await directory.find(`externalId eq "00U-${email}"`)).toEqual([]);
  });

  test("leaves the chosen attributes", async () => {
    const id = await directory.create(oktaUser(newEmail()));
    const { body: only } = await directory.send("GET", `/Users/${id}?attributes=userName,active`);
    expect(Object.keys(only).sort()).toEqual(["active", "id", "schemas", "userName"]);
    const { body: rest } = await directory.send("GET", `/Users/${id}?excludedAttributes=emails`);
    expect(rest).toHaveProperty("displayName");
    expect(rest).not.toHaveProperty("emails");
  });
});

describe("a list", () => {
  test("pages through all people once, and tells how many there are", async () => {
    const seen: unknown[] = [];
    let total = Infinity;
    for (let startIndex = 1; startIndex <= total; startIndex += 4) {
      const { body } = await directory.send("GET", `/Users?startIndex=${startIndex}&count=4`);
      expect(body["startIndex"]).toBe(startIndex);
      const resources = body["Resources"] as readonly { id: string }[];
      expect(body["itemsPerPage"]).toBe(resources.length);
      seen.push(...resources.map(({ id }) => id));
      total = body["totalResults"] as number;
    }
    expect(new Set(seen).size).toBe(total);
    expect(seen).toContain(ingridId);
  });

  test.each([
    ["startIndex=0&count=1", 1, 1],
    ["startIndex=-5&count=-1", 1, 0],
    ["count=0", 1, 0],
    ["startIndex=100000", 100_000, 0],
    ["startIndex=abc&count=1e9", 1, null],
  ])("answers ?%s from %d on", async (query, startIndex, items) => {
    const { status, body } = await directory.send("GET", `/Users?${query}`);
    expect([status, body["startIndex"]]).toEqual([200, startIndex]);
    if (items !== null) expect(body["itemsPerPage"]).toBe(items);
    expect(body["totalResults"]).toBeGreaterThan(1);
  });
});

describe("changing by PATCH", () => {
  test.each(PATCH_FORMS)("$title", async (form) => {
    const id = await directory.create(oktaUser(newEmail()));
    const { operations, becomes } = withManager(form, ingridId);
    const { status, headers, body } = await directory.patch(id, patch(...operations));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject(becomes);
    const { body: present } = await directory.send("GET", `/Users/${id}`);
    expect(present).toEqual(body);
    expect(headers.get("ETag")).toBe((present["meta"] as { version: string }).version);
  });

  test("writes over neither a phone number nor an address that the person has", async () => {
    const email = newEmail();
    const id = await directory.create(entraUser(email));
    const elsewhere = { type: "work", formatted: "Elsewhere 1", locality: "Lisbon", country: "PT" };
    const sent = { phoneNumbers: [{ value: "+351 21 000 0000" }], addresses: [elsewhere] };
    await directory.patch(id, patch({ op: "replace", value: sent }));
    expect(await personOf(email)).toMatchObject({
      phoneNumber: "+55 11 4004 0000",
      city: "São Paulo",
    });
  });

  test("a new userName is a corrected e-mail, of which the audit log tells", async () => {
    const [before, after] = [newEmail(), newEmail()];
    const id = await directory.create(oktaUser(before));
    const renamed = await directory.patch(
      id,
      patch({ op: "replace", path: "userName", value: after }),
    );
    expect(renamed.body).toMatchObject({ id, userName: after });
    expect(await directory.find(`userName eq "${after}"`)).toEqual([id]);
    expect(await auditOf(before)).toMatchObject([
      { action: "E-mail Changed", email: "SCIM (Okta)" },
      { action: "Person Provisioned" },
    ]);
  });
});

describe("changing by PUT", () => {
  test("takes Okta's whole user, and keeps what it leaves out", async () => {
    const email = newEmail();
    const id = await directory.create(oktaUser(email));
    const manager = { [ENTERPRISE_USER]: { manager: { value: ingridId } } };
    const renamed = { name: { givenName: "Bruno", familyName: "Souza" }, displayName: "B. Souza" };
    const body = oktaPut(id, email, { ...manager, ...renamed });
    const { status } = await directory.send("PUT", `/Users/${id}`, body);
    expect(status).toBe(200);
    const { active: _, ...without } = oktaPut(id, email, {});
    const { body: kept } = await directory.send("PUT", `/Users/${id}`, without);
    expect(kept).toMatchObject({ active: true, ...manager });
    expect(await personOf(email)).toMatchObject({ supervisor: INGRID });
  });

  test("deactivates, whatever else the user says", async () => {
    const email = newEmail();
    const id = await directory.create(oktaUser(email));
    const wrong = { active: false, userName: "someone@elsewhere.example", displayName: 7 };
    const body = oktaPut(id, email, { ...wrong, [ENTERPRISE_USER]: { manager: "no such" } });
    const { status, body: left } = await directory.send("PUT", `/Users/${id}`, body);
    expect([status, left["active"], left["userName"]]).toEqual([200, false, email]);
  });
});

describe("entity tags", () => {
  test("a change under an earlier version is refused, and an unchanged user not sent again", async () => {
    const id = await directory.create(oktaUser(newEmail()));
    const first = await directory.send("GET", `/Users/${id}`);
    const earlier = { headers: { "If-Match": first.headers.get("ETag") ?? "" } };
    const rename = (name: string) => patch({ op: "replace", path: "displayName", value: name });
    const path = `/Users/${id}`;
    expect((await directory.send("PATCH", path, rename("B"), earlier)).status).toBe(200);
    const late = await directory.send("PATCH", path, rename("C"), earlier);
    expect([late.status, late.body["schemas"]]).toEqual([412, [SCIM_ERROR]]);
    expect(late.body["detail"]).toBe(refusalOf("SCIM_VERSION").message);
    expect((await directory.send("DELETE", path, undefined, earlier)).status).toBe(412);
    const { headers } = await directory.send("GET", path);
    const known = { headers: { "If-None-Match": headers.get("ETag") ?? "" } };
    expect((await directory.send("GET", path, undefined, known)).status).toBe(304);
    expect((await directory.send("GET", path, undefined, earlier)).status).toBe(200);
  });

  test("of changes at the same time under one version, one is made", async () => {
    const id = await directory.create(oktaUser(newEmail()));
    const { headers } = await directory.send("GET", `/Users/${id}`);
    const known = { headers: { "If-Match": headers.get("ETag") ?? "" } };
    const names = ["A", "B", "C", "D"];
    const answers = await Promise.all(
      names.map((value) => {
        const body = patch({ op: "replace", path: "displayName", value });
        return directory.send("PATCH", `/Users/${id}`, body, known);
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });
});

describe("a manager", () => {
  const manage = (manager: string) =>
    patch({ op: "replace", path: `${ENTERPRISE_USER}:manager`, value: manager });

  test("a manager who arrives later, and supervises later still, is set then", async () => {
    const [email, manager] = [newEmail(), newEmail()];
    const id = await directory.create(oktaUser(email));
    expect((await directory.patch(id, manage(manager.toUpperCase()))).status).toBe(200);
    expect(await personOf(email)).toMatchObject({ supervisor: HELENA });
    expect(await helena.query(api.scim.waiting, {})).toContainEqual({ email, manager });
    await directory.create(oktaUser(manager));
    expect(await personOf(email)).toMatchObject({ supervisor: HELENA });
    const settings = { role: "supervisor" as const };
    await helena.mutation(api.users.update, { email: manager, settings });
    await eventually(async () => {
      expect(await personOf(email)).toMatchObject({ supervisor: manager });
    });
    expect(await helena.query(api.scim.waiting, {})).not.toContainEqual({ email, manager });
    const [record] = await auditOf(email);
    expect(record).toMatchObject({ action: "Employee Updated", email: "SCIM (Okta)" });
  });

  test("a manager who is removed leaves the present supervisor, and nobody to wait for", async () => {
    const [email, manager] = [newEmail(), newEmail()];
    const id = await directory.create(oktaUser(email));
    await directory.patch(id, manage(INGRID));
    await directory.patch(id, manage(manager));
    const path = `${ENTERPRISE_USER}:manager`;
    expect((await directory.patch(id, patch({ op: "Remove", path }))).status).toBe(200);
    expect(await personOf(email)).toMatchObject({ supervisor: INGRID });
    expect(await helena.query(api.scim.waiting, {})).not.toContainEqual({ email, manager });
  });

  test("may be the report of their own report, as in the screens", async () => {
    const [one, other] = [newEmail(), newEmail()];
    for (const email of [one, other]) {
      await directory.create(oktaUser(email));
      const settings = { role: "supervisor" as const };
      await helena.mutation(api.users.update, { email, settings });
    }
    const ids = [(await personOf(one))._id, (await personOf(other))._id];
    expect((await directory.patch(ids[0] ?? "", manage(other))).status).toBe(200);
    expect((await directory.patch(ids[1] ?? "", manage(one))).status).toBe(200);
    expect(await personOf(one)).toMatchObject({ supervisor: other });
  });
});

describe("a person who leaves", () => {
  test("is signed out everywhere, keeps what they hold, and admins are told", async () => {
    const email = newEmail();
    const [session] = await home.admin.mutation(createPeople, {
      people: [{ email, role: "user" as const, supervisor: INGRID }],
    });
    if (session === undefined) throw new Error("no session");
    const leaver = await clientOf(session);
    const token = await leaver.action(api.tokens.create, {
      name: "Script",
      scopes: ["samples"],
      days: null,
    });
    await home.admin.mutation(createSamples, { manager: email, first: 1, count: 3 });
    const off = patch({ op: "replace", path: "active", value: false });
    expect((await directory.patch(session.userId, off)).status).toBe(200);

    expect(await refusedCode(leaver.query(api.tokens.list, {}))).toBe("DISABLED");
    const read = await fetch(`${home.url}/api/v1/samples`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(read.status).toBe(401);
    const held = { uid: session.userId, status: "In Use" as const };
    const paginationOpts = { cursor: null, numItems: 10 };
    const { page } = await helena.query(api.employees.holds, { ...held, paginationOpts });
    expect(page.length).toBe(3);
    const { items } = await helena.query(api.inbox.unseenNews, {});
    expect(items.map(({ notice }) => notice)).toContainEqual({
      kind: "deactivated",
      person: email,
      uid: session.userId,
      samples: 3,
      reports: 0,
    });
    const [record] = await auditOf(email);
    expect(record).toMatchObject({
      action: "Employee Updated",
      email: "SCIM (Okta)",
      origin: "scim",
      changes: [{ field: "disabled", from: false, to: true }],
    });
  });

  test("comes back when the directory or an admin enables them", async () => {
    const email = newEmail();
    const id = await directory.create(oktaUser(email));
    const activate = (value: unknown) => patch({ op: "replace", path: "active", value });
    await directory.patch(id, activate(false));
    const { body } = await directory.patch(id, activate("True"));
    expect(body).toMatchObject({ active: true });
    expect(await personOf(email)).toMatchObject({ disabled: false });
  });

  test("is gone for the directory after DELETE, and comes back by POST with the same account", async () => {
    const email = newEmail();
    const id = await directory.create(oktaUser(email));
    expect((await directory.send("DELETE", `/Users/${id}`)).status).toBe(204);
    expect(await personOf(email)).toMatchObject({ disabled: true });
    const path = `/Users/${id}`;
    for (const [method, body] of [
      ["GET", undefined],
      ["PUT", oktaUser(email)],
      ["PATCH", patch({ op: "replace", path: "active", value: true })],
      ["DELETE", undefined],
    ] as const) {
      const answer = await directory.send(method, path, body);
      const missing = refusalOf("SCIM_USER_MISSING").message;
      expect([method, answer.status, answer.body["detail"]]).toEqual([method, 404, missing]);
    }
    expect(await directory.find(`userName eq "${email}"`)).toEqual([]);
    expect(await directory.create(oktaUser(email))).toBe(id);
    expect(await personOf(email)).toMatchObject({ disabled: false });
    expect(await directory.find(`externalId eq "00u-${email}"`)).toEqual([id]);
  });

  test("is seen by the directory again once an admin enables the account", async () => {
    const email = newEmail();
    const id = await directory.create(oktaUser(email));
    await directory.send("DELETE", `/Users/${id}`);
    await helena.mutation(api.users.update, { email, settings: { disabled: false } });
    expect((await directory.send("GET", `/Users/${id}`)).body).toMatchObject({ active: true });
  });
});

describe("tokens", () => {
  test("a revoked token is refused from its next request on", async () => {
    const secret = await home.admin.action(asTerminal(internal.scim.createTokenFromTerminal), {
      name: "Entra ID",
    });
    const entra = new Directory(home.url, secret);
    expect((await entra.send("GET", "/Users?count=1")).status).toBe(200);
    const [newest] = await home.admin.query(asTerminal(internal.scim.tokensFromTerminal), {});
    expect(newest).toMatchObject({ name: "Entra ID", hint: secret.slice(0, 9) });
    expect(JSON.stringify(newest)).not.toContain(secret);
    const revoked = { tokenId: newest?._id ?? "" };
    await home.admin.mutation(asTerminal(internal.scim.revokeTokenFromTerminal), revoked);
    expect((await entra.send("GET", "/Users?count=1")).status).toBe(401);
  });
});
