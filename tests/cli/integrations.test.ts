import { beforeAll, describe, expect, test } from "vitest";
import { HISTORY_ACTIONS } from "#domain/custody/workflow";
import { serverWith } from "./support/serverWith";
import { built, sms } from "./support/sms";

beforeAll(built);

const page = (rows: readonly object[]) => ({
  value: { page: rows, isDone: true, continueCursor: "" },
});
const token = { _id: "t1", name: "Warehouse", hint: "sms_Ab3x", scopes: ["samples", "history"] };
const hook = { _id: "h1", url: "https://hooks.example.com/", events: ["Return"], isActive: true };
const delivery = {
  _id: "d1",
  _creationTime: 0,
  event: "Return",
  serialNumber: "SA7K0042",
  status: "failed",
  attempts: 13,
  nextAttemptAt: 0,
  lastError: "HTTP 500",
  responseStatus: 500,
};
const answers = {
  "users:viewer": { value: { role: "admin" } },
  "tokens:list": { value: [token] },
  "tokens:listAll": page([{ ...token, owner: "ana@lab.example" }]),
  "tokens:revoke": { value: null },
  "tokens:revokeAny": { value: null },
  "scim:tokens": { value: [{ _id: "s1", name: "Okta", hint: "scim_Ab3x" }] },
  "scim:createToken": { value: "scim_secret" },
  "scim:revokeToken": { value: null },
  "scim:waiting": { value: [{ email: "ana@lab.example", manager: "maria@lab.example" }] },
  "webhooks:list": { value: [hook] },
  "webhooks:add": { value: "whsec_1" },
  "webhooks:deliveries": page([delivery]),
  "webhooks:remove": { value: null },
  "webhooks:replay": { value: null },
  "webhooks:sendTest": { value: null },
  "webhooks:setActive": { value: null },
  "webhooks:update": { value: null },
};

describe("sms tokens", () => {
  test("lists one's own, and all tokens with their owners", async () => {
    const { env } = await serverWith(answers);
    expect((await sms(["tokens", "list"], env)).stdout).toBe(
      "Warehouse\tsms_Ab3x\tsamples, history\t\t\tt1\n",
    );
    const all = await sms(["tokens", "list", "--all", "--json"], env);
    expect(JSON.parse(all.stdout)).toMatchObject({ _id: "t1", owner: "ana@lab.example" });
  });

  test.each([
    [["sms_Ab3x"], "tokens:revoke"],
    [["t1", "--all"], "tokens:revokeAny"],
  ])("revokes %j", async (words, path) => {
    const { env, calls } = await serverWith(answers);
    expect((await sms(["tokens", "revoke", ...words], env)).code).toBe(0);
    expect(calls.at(-1)).toEqual({ path, args: { tokenId: "t1" } });
  });

  test("names an unknown token", async () => {
    const { env } = await serverWith(answers);
    const { code, stderr } = await sms(["tokens", "revoke", "t2"], env);
    expect([code, stderr]).toEqual([1, 'sms: No API token of yours is "t2".\n']);
  });
});

describe("sms scim", () => {
  test("lists tokens, and prints nothing but the secret of a new one", async () => {
    const { env, calls } = await serverWith(answers);
    expect((await sms(["scim", "token", "list"], env)).stdout).toBe("Okta\tscim_Ab3x\t\ts1\n");
    const created = await sms(["scim", "token", "create", "Entra ID"], env);
    expect(created.stdout).toBe("scim_secret\n");
    expect(calls.at(-1)).toEqual({ path: "scim:createToken", args: { name: "Entra ID" } });
  });

  test.each(["Okta", "scim_Ab3xyz", "s1"])("revokes the token that %s means", async (text) => {
    const { env, calls } = await serverWith(answers);
    expect((await sms(["scim", "token", "revoke", text], env)).code).toBe(0);
    expect(calls.at(-1)).toEqual({ path: "scim:revokeToken", args: { tokenId: "s1" } });
  });

  test("refuses to revoke an unknown token, and lists who waits for a manager", async () => {
    const { env } = await serverWith(answers);
    const { code, stderr } = await sms(["scim", "token", "revoke", "Entra"], env);
    expect([code, stderr]).toEqual([1, 'sms: No SCIM token is "Entra".\n']);
    const { stdout } = await sms(["scim", "waiting"], env);
    expect(stdout).toBe("ana@lab.example\tmaria@lab.example\n");
  });
});

describe("sms webhooks", () => {
  test("lists receivers, and prints nothing but the secret of a new one", async () => {
    const { env, calls } = await serverWith(answers);
    expect((await sms(["webhooks", "list"], env)).stdout).toBe(
      "https://hooks.example.com/\tactive\tReturn\th1\tjson\n",
    );
    expect((await sms(["webhooks", "add", hook.url], env)).stdout).toBe("whsec_1\n");
    const args = { url: hook.url, format: "json" };
    expect(calls.at(-1)?.args).toEqual({ ...args, events: [...HISTORY_ACTIONS] });
    await sms(["webhooks", "add", hook.url, "--step", "Return", "Lost Cancelled"], env);
    expect(calls.at(-1)?.args).toEqual({ ...args, events: ["Return", "Lost Cancelled"] });
  });

  test("a new chat gets its digest unless steps are named, and has no secret", async () => {
    const { env, calls } = await serverWith(answers);
    const added = await sms(["webhooks", "add", hook.url, "--format", "slack"], env);
    expect([added.code, added.stdout]).toEqual([0, ""]);
    expect(calls.at(-1)?.args).toEqual({ url: hook.url, format: "slack", events: ["Digest"] });
  });

  test.each([
    [["stop", hook.url], "webhooks:setActive", { webhookId: "h1", isActive: false }],
    [["test", hook.url], "webhooks:sendTest", { webhookId: "h1" }],
    [
      ["edit", hook.url, "--url", "https://new.example.com/"],
      "webhooks:update",
      { webhookId: "h1", url: "https://new.example.com/", events: ["Return"] },
    ],
    [
      ["edit", hook.url, "--step", "Transfer", "Return"],
      "webhooks:update",
      { webhookId: "h1", url: hook.url, events: ["Transfer", "Return"] },
    ],
    [["resume", "h1"], "webhooks:setActive", { webhookId: "h1", isActive: true }],
    [["remove", hook.url], "webhooks:remove", { webhookId: "h1" }],
    [["replay", "d1"], "webhooks:replay", { deliveryId: "d1" }],
  ])("%j is done as the admin who is signed in", async (words, path, args) => {
    const { env, calls } = await serverWith(answers);
    expect((await sms(["webhooks", ...words], env)).code).toBe(0);
    expect(calls.at(-1)).toEqual({ path, args });
  });

  test("shows the log of a receiver", async () => {
    const { env, calls } = await serverWith(answers);
    const { stdout } = await sms(["webhooks", "log", hook.url, "--status", "failed"], env);
    expect(stdout).toBe("1970-01-01 00:00 UTC\tReturn\tSA7K0042\tfailed\t13\tHTTP 500\td1\n");
    expect(calls.at(-1)?.args).toMatchObject({ webhookId: "h1", status: "failed" });
  });
});
