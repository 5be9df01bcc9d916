import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeFunctionReference } from "convex/server";
import { NAMED_POLICIES } from "#domain/imports/importRows";
import { ROLES, type Role } from "#domain/custody/workflow";
import { mayAct } from "#domain/people/roles";
import { accountsBackend, someone, type Backend } from "../../support/accounts";
import { numberedSample } from "../../support/functions/numberedSample";
import { publicFunctions } from "../../support/publicFunctions";
import { refusalIn } from "../../support/refusals";

const paginationOpts = { cursor: null, numItems: 5 };
const step = { sampleId: "none", transactionId: "t1" };
const recipient = "nobody@company.com";
const email = recipient;
const profile = {
  displayName: "Ana Lima",
  passPort: "P1",
  phoneNumber: "+55 11 99999 9999",
};

/**
 * Every public query and mutation: the roles that may call it, and complete arguments. A public
 * function without a row here fails the test. The custody suite tests what a caller may then see or
 * do with one sample.
 */
const RULES: Record<string, { least: Role | "visitor"; args: Record<string, unknown> }> = {
  "config:public": { least: "visitor", args: {} },
  "trends:of": { least: "user", args: { since: 20_000 } },
  "trends:groups": { least: "admin", args: { day: 20_000 } },
  "users:viewer": { least: "visitor", args: {} },
  "users:isDisabled": { least: "visitor", args: {} },
  "invitations:opened": { least: "visitor", args: { token: "none" } },
  // @convex-dev/auth: whether the token is good, nothing else
  "auth:isAuthenticated": { least: "visitor", args: {} },

  "baskets:start": {
    least: "user",
    args: { basketId: "b1", step: "transfer", chosen: recipient, sampleIds: [] },
  },
  "baskets:cancel": { least: "user", args: { basketId: "b1" } },
  "baskets:markSeen": { least: "user", args: { basketId: "b1" } },
  "baskets:progress": { least: "user", args: { basketId: "b1" } },
  "baskets:receipt": { least: "user", args: { basketId: "b1" } },
  "baskets:resolve": { least: "user", args: { values: ["S1"] } },
  "baskets:undo": { least: "user", args: { basketId: "b1", undoId: "b2" } },
  "baskets:unseen": { least: "user", args: {} },
  "operations:state": { least: "admin", args: {} },
  "custody:transfer": { least: "user", args: { ...step, recipient } },
  "custody:acknowledgeTransfer": { least: "user", args: step },
  "custody:returnToCustomer": { least: "user", args: { ...step, recipient } },
  "custody:acknowledgeReturn": { least: "user", args: step },
  "custody:requestLost": { least: "user", args: { ...step, recipient } },
  "custody:acknowledgeLost": { least: "user", args: step },
  "custody:declineTransfer": { least: "user", args: { ...step, reason: "No" } },
  "custody:cancelTransfer": { least: "user", args: step },
  "custody:declineReturn": { least: "user", args: { ...step, reason: "No" } },
  "custody:cancelReturn": { least: "user", args: step },
  "custody:declineLost": { least: "user", args: { ...step, reason: "No" } },
  "custody:cancelLost": { least: "user", args: step },
  "custody:reopen": { least: "user", args: { ...step, reason: "Found" } },
  "custody:undo": { least: "user", args: { ...step, stepId: "t0" } },
  "custody:undoable": { least: "user", args: { sampleId: "none" } },
  "dashboard:awaited": { least: "supervisor", args: {} },
  "dashboard:overLimits": { least: "supervisor", args: {} },
  "dashboard:colleagues": { least: "user", args: { paginationOpts } },
  "dashboard:findColleagues": { least: "user", args: { search: "ana" } },
  "dashboard:firstSteps": { least: "admin", args: {} },
  "dashboard:heldLongest": { least: "user", args: {} },
  "dashboard:notReceived": { least: "user", args: {} },
  "dashboard:counts": { least: "user", args: {} },
  "history:forSample": { least: "user", args: { sampleId: "none", paginationOpts } },
  "history:identified": { least: "user", args: { scopes: ["mine"], text: "S1" } },
  "history:list": { least: "user", args: { scope: "mine", paginationOpts } },
  "identifiers:check": { least: "user", args: { serialNumber: "1" } },
  "imports:begin": {
    least: "user",
    args: {
      importId: "1",
      fileName: "a.csv",
      fileHash: "0".repeat(64),
      origin: "web",
      duplicates: NAMED_POLICIES.reject,
      rows: 1,
      unreadable: 0,
    },
  },
  "imports:check": { least: "user", args: { duplicates: NAMED_POLICIES.reject, rows: [] } },
  "imports:commitBatch": {
    least: "user",
    args: { importId: "1", range: { from: 2, to: 3 }, rows: [] },
  },
  "imports:list": { least: "user", args: { paginationOpts } },
  "imports:undo": { least: "user", args: { id: "none" } },
  "imports:unfinished": { least: "user", args: { fileHash: "none" } },
  "inbox:waiting": { least: "user", args: {} },
  "inbox:toAnswer": { least: "user", args: { limit: 5 } },
  "inbox:sent": { least: "user", args: { limit: 5 } },
  "inbox:leavers": { least: "user", args: {} },
  "inbox:news": { least: "user", args: { paginationOpts } },
  "inbox:unseenNews": { least: "user", args: {} },
  "inbox:markSeen": { least: "user", args: { until: 0 } },
  "inbox:nudge": { least: "user", args: { sampleId: "none" } },
  "inbox:snooze": { least: "user", args: { sampleId: "none", until: 0 } },
  "inbox:digest": { least: "user", args: {} },
  "inbox:muteDigest": { least: "user", args: { isMuted: true } },
  "inbox:reportTimeZone": { least: "user", args: { timeZone: "Europe/Lisbon" } },
  "lookups:add": { least: "supervisor", args: { kind: "customersModel", value: "Acme" } },
  "lookups:update": {
    least: "supervisor",
    args: { kind: "customersModel", selected: "Acme", value: "Acme Ltd" },
  },
  "lookups:remove": { least: "supervisor", args: { kind: "customersModel", selected: "None" } },
  "lookups:merge": {
    least: "supervisor",
    args: { kind: "customersModel", selected: "None", into: "Acme" },
  },
  "lookups:uses": { least: "supervisor", args: { kind: "brandModel", values: ["Samsung"] } },
  "lookups:modelsOfBrand": { least: "user", args: { brand: "Samsung" } },
  "lookups:modelsOfImei": { least: "user", args: { imei: "35693803" } },
  "lookups:list": { least: "user", args: { kind: "brandModel" } },
  "lookups:options": { least: "user", args: {} },
  "people:names": { least: "user", args: { emails: [recipient] } },
  "samples:register": {
    least: "user",
    args: { transactionId: "t1", duplicates: "reject", fields: numberedSample(1) },
  },
  "samples:edit": {
    least: "user",
    args: { ...step, duplicates: "reject", fields: numberedSample(1) },
  },
  "samples:remove": { least: "user", args: step },
  "samples:get": { least: "user", args: { sampleId: "none" } },
  "samples:isWithOthers": { least: "user", args: { sampleId: "none" } },
  "samples:counts": { least: "user", args: { list: "transfer" } },
  "samples:identified": {
    least: "user",
    args: { list: "transfer", scopes: ["mine"], text: "HQ00000001X" },
  },
  "samples:list": {
    least: "user",
    args: { list: "transfer", scope: "mine", status: "Registered", paginationOpts },
  },
  "samples:newest": { least: "admin", args: { list: "open", paginationOpts } },
  "ownData:outline": { least: "user", args: {} },
  "ownData:registered": { least: "user", args: { paginationOpts } },
  "profile:save": { least: "user", args: profile },
  "profile:dismissNotice": { least: "user", args: {} },
  "profile:setAway": { least: "user", args: { away: null } },
  "profile:standInScope": { least: "user", args: { email } },
  "profile:removePhoto": { least: "user", args: {} },
  "sampleFeed:position": { least: "admin", args: {} },
  "sampleFeed:page": { least: "admin", args: { cursor: null } },
  "sampleFeed:changes": {
    least: "admin",
    args: { runId: "", heads: Array<number>(16).fill(0) },
  },
  "sampleFeed:copyKey": { least: "admin", args: { copyId: "browser" } },
  "sampleFeed:forgetCopy": { least: "user", args: { copyId: "browser" } },
  "teamFeed:changes": { least: "supervisor", args: { since: null, watchId: 1 } },
  "sessions:heartbeat": { least: "user", args: {} },
  "sessions:list": { least: "user", args: {} },
  "sessions:end": { least: "user", args: { sessionId: "none" } },
  "sessions:endOthers": { least: "user", args: {} },
  "employees:awaits": { least: "user", args: { uid: "none" } },
  "employees:history": { least: "user", args: { uid: "none", paginationOpts } },
  "employees:holds": { least: "user", args: { uid: "none", status: "In Use", paginationOpts } },
  "users:getByEmail": { least: "user", args: { email } },
  "users:get": { least: "user", args: { uid: "none" } },
  "users:listWithCounts": { least: "user", args: { paginationOpts } },
  "users:updatePrivate": { least: "user", args: { email } },
  "users:list": { least: "user", args: { paginationOpts } },
  "users:recipients": { least: "user", args: { purpose: "transfer", search: "" } },

  "mail:get": { least: "admin", args: { mailId: "none" } },
  "mail:retry": { least: "admin", args: { mailId: "none" } },
  "mail:sendTest": { least: "admin", args: { to: email } },
  "reports:create": {
    least: "user",
    args: {
      name: "Mine",
      frequency: "daily",
      scope: "mine",
      state: {},
      query: { search: "", conditions: [], timeZone: "UTC" },
    },
  },
  "reports:list": { least: "user", args: {} },
  "reports:remove": { least: "user", args: { scheduleId: "none" } },
  "reports:setPaused": { least: "user", args: { scheduleId: "none", isPaused: true } },
  "exports:begin": { least: "user", args: {} },
  "exports:renew": { least: "user", args: { exportId: "none" } },
  "exports:end": { least: "user", args: { exportId: "none" } },
  "tokens:list": { least: "user", args: {} },
  "tokens:listAll": { least: "admin", args: { paginationOpts } },
  "tokens:revoke": { least: "user", args: { tokenId: "none" } },
  "tokens:revokeAny": { least: "admin", args: { tokenId: "none" } },
  "scim:tokens": { least: "admin", args: {} },
  "scim:waiting": { least: "admin", args: {} },
  "scim:revokeToken": { least: "admin", args: { tokenId: "none" } },
  "stockTakes:open": {
    least: "user",
    args: { name: "Shelf", target: { kind: "place", city: "Lisbon", location: "" } },
  },
  "stockTakes:list": { least: "user", args: { isOpen: true, paginationOpts } },
  "stockTakes:get": { least: "user", args: { stockTakeId: "none" } },
  "stockTakes:items": {
    least: "user",
    args: { stockTakeId: "none", state: "missing", paginationOpts },
  },
  "stockTakes:scan": { least: "user", args: { stockTakeId: "none", scanId: "1", text: "S1" } },
  "stockTakes:close": { least: "user", args: { stockTakeId: "none" } },
  "stockTakes:cancel": { least: "user", args: { stockTakeId: "none" } },
  "stockTakes:share": { least: "user", args: { stockTakeId: "none", email } },
  "stockTakes:unshare": { least: "user", args: { stockTakeId: "none", email } },
  "webhooks:list": { least: "admin", args: {} },
  "webhooks:deliveries": { least: "admin", args: { webhookId: "none", paginationOpts } },
  "webhooks:remove": { least: "admin", args: { webhookId: "none" } },
  "webhooks:replay": { least: "admin", args: { deliveryId: "none" } },
  "webhooks:sendTest": { least: "admin", args: { webhookId: "none" } },
  "webhooks:update": { least: "admin", args: { webhookId: "none", url: "", events: [] } },
  "webhooks:setActive": { least: "admin", args: { webhookId: "none", isActive: true } },
  "watches:ids": { least: "user", args: {} },
  "watches:list": { least: "user", args: {} },
  "watches:unwatch": { least: "user", args: { sampleId: "none" } },
  "watches:watch": { least: "user", args: { sampleId: "none" } },
  "views:list": { least: "user", args: {} },
  "views:save": { least: "user", args: { name: "Mine", table: "open", state: {} } },
  "views:update": { least: "user", args: { viewId: "none", name: "Mine" } },
  "views:share": { least: "supervisor", args: { viewId: "none", isShared: true } },
  "views:remove": { least: "user", args: { viewId: "none" } },

  "tickets:approveTerminal": {
    least: "user",
    args: { challenge: "0".repeat(64), code: "c".repeat(43) },
  },
  "issuer:unlink": { least: "admin", args: { email } },
  "secondFactors:mine": { least: "user", args: {} },
  "secondFactors:reset": { least: "admin", args: { email, reason: "Lost phone" } },
  "secondFactors:roles": { least: "admin", args: {} },
  "secondFactors:setRoles": { least: "admin", args: { roles: [] } },
  "mail:list": { least: "admin", args: { paginationOpts } },
  "admins:add": { least: "admin", args: { email } },
  "admins:list": { least: "admin", args: {} },
  "admins:remove": { least: "admin", args: { email } },
  "supervisors:add": { least: "admin", args: { email } },
  "supervisors:addUser": { least: "admin", args: { email } },
  "supervisors:list": { least: "admin", args: {} },
  "supervisors:remove": { least: "admin", args: { selected: email } },
  "supervisors:removeUser": { least: "admin", args: { email } },
  "supervisors:update": { least: "admin", args: { selected: email, email } },
  "audit:list": { least: "admin", args: { paginationOpts } },
  "invitations:list": { least: "admin", args: { paginationOpts } },
  "invitations:revoke": { least: "admin", args: { email } },
  "users:setEmail": { least: "admin", args: { email, newEmail: "somebody@company.com" } },
  "users:update": { least: "admin", args: { email, settings: { samplmax: "5" } } },
};

/**
 * Actions take part in no transaction. auth.test.ts tests signing in and out, profile.test.ts,
 * invitations.test.ts and peopleImports.test.ts the others.
 */
const PUBLIC_ACTIONS = [
  "invitations:invite",
  "peopleImports:importBatch",
  "auth:signIn",
  "auth:signOut",
  // tests/engine/home/issuer.test.ts
  "issuer:begin",
  "issuer:finish",
  "issuer:signOutUrl",
  "profile:changePassword",
  "profile:setPhoto",
  // secondFactor.test.ts, secondFactorAdministration.test.ts
  "secondFactors:newRecoveryCodes",
  "secondFactors:turnOff",
  "secondFactors:turnOn",
  // tests/convex/scim/tokens.test.ts
  "scim:createToken",
  "tokens:create",
  "webhooks:add",
];

let backend: Backend;
const callers = new Map<string, Pick<Backend, "query" | "mutation">>();
beforeAll(async () => {
  backend = await accountsBackend();
  callers.set("visitor", backend);
  for (const role of ROLES) {
    callers.set(role, (await someone(backend, `${role}@company.com`, { role })).as);
    const gone = await someone(backend, `disabled-${role}@company.com`, { role });
    await backend.run((ctx) => ctx.db.patch("users", gone.userId, { disabled: true }));
    callers.set(`disabled ${role}`, gone.as);
    const signedOut = await someone(backend, `out-${role}@company.com`, { role });
    await backend.run((ctx) => ctx.db.delete("authSessions", signedOut.sessionId));
    callers.set(`signed-out ${role}`, signedOut.as);
  }
  const unverified = await someone(backend, "new@company.com", { isVerified: false });
  callers.set("unverified user", unverified.as);
});
afterAll(() => vi.unstubAllEnvs());

/** The refusal's code, or "answered". */
async function call(who: string, path: string, args: Record<string, unknown>): Promise<string> {
  const caller = callers.get(who);
  const exported = publicFunctions.get(path);
  if (!caller || !exported) throw new Error(`no ${who} or no ${path}`);
  const answer = exported.isQuery
    ? caller.query(makeFunctionReference<"query">(path), args)
    : caller.mutation(makeFunctionReference<"mutation">(path), args);
  return await answer.then(
    () => "answered",
    (error: unknown) => refusalIn(error).code,
  );
}

test("every public function has an access rule, and every rule a function", () => {
  const known = [...Object.keys(RULES), ...PUBLIC_ACTIONS].sort();
  expect([...publicFunctions.keys()].sort()).toEqual(known);
});

describe.each(Object.entries(RULES))("%s", (path, { least, args }) => {
  const isForAll = least === "visitor";

  test.each(["visitor", "unverified user", ...ROLES.map((role) => `signed-out ${role}`)])(
    `${isForAll ? "answers" : "refuses"} a %s`,
    async (who) => {
      expect(await call(who, path, args)).toBe(isForAll ? "answered" : "NOT_SIGNED_IN");
    },
  );

  test.each(ROLES)(`${isForAll ? "answers" : "refuses"} a disabled %s`, async (role) => {
    const answer = await call(`disabled ${role}`, path, args);
    expect(answer).toBe(isForAll ? "answered" : "DISABLED");
  });

  test.each(ROLES)("lets a %s in as its rule says", async (role) => {
    const mayCall = isForAll || mayAct(role, least);
    const answer = await call(role, path, args);
    // Other tests judge the answer of a permitted call; this one only that it is not turned away.
    const turnedAway = ["NOT_SIGNED_IN", "DISABLED", "NOT_ALLOWED"].includes(answer);
    expect(turnedAway ? answer : "let in").toBe(mayCall ? "let in" : "NOT_ALLOWED");
  });
});

const OURS = Object.entries(RULES).filter(([path]) => !path.startsWith("auth:"));

describe.each(OURS)("%s", (path, { args }) => {
  test("refuses an unknown argument", async () => {
    await expect(call("admin", path, { ...args, _extra: 1 })).rejects.toThrow(/_extra/);
  });

  test("declares validators of its arguments and its answer", () => {
    const stated = publicFunctions.get(path);
    expect(JSON.parse(stated?.exportArgs() ?? "")).toMatchObject({ type: "object" });
    expect(JSON.parse(stated?.exportReturns() ?? "null")).not.toBeNull();
  });
});
