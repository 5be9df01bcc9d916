import * as UserWrites from "../../../convex/model/accounts/userWrites";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  API_ROOT,
  API_ROUTES,
  MAX_API_PAGE,
  OPENAPI_PATH,
  type ApiRoute,
} from "#domain/api/routes";
import type { Id } from "../../../convex/_generated/dataModel";
import { EXPORT_PLACE_MS } from "#domain/exports/runningExports";
import { MAX_TOKENS, TOKEN_SCOPES, type TokenScope } from "#domain/accounts/apiTokens";
import {
  accountsBackendAtRest,
  api,
  internal,
  later,
  restore,
  someone,
  userOf,
  type Backend,
} from "../../support/accounts";
import { numberedSample } from "../../support/functions/numberedSample";
import { refusedCode } from "../../support/refusals";

const [ANA, BEA, BOSS, ADA] = ["ana", "bea", "boss", "ada"].map(
  (name) => `${name}@company.com`,
) as [string, string, string, string];
const DAY_MS = 86_400_000;

type Person = Awaited<ReturnType<typeof someone>>;

let backend: Backend;
let ana: Person;
let bea: Person;
let boss: Person;
let ada: Person;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
  ana = await someone(backend, ANA, { supervisor: BOSS });
  bea = await someone(backend, BEA, { supervisor: ADA });
  boss = await someone(backend, BOSS, { role: "supervisor", supervisor: BOSS });
  ada = await someone(backend, ADA, { role: "admin", supervisor: ADA });
});
afterEach(restore);

const register = async (person: Person, number: number, changes: Record<string, unknown> = {}) =>
  (
    await person.as.mutation(api.samples.register, {
      transactionId: `t${number}`,
      duplicates: "flag",
      fields: { ...numberedSample(number), ...changes },
    })
  ).sampleId;

const newToken = (
  person: Person,
  scopes: readonly TokenScope[] = TOKEN_SCOPES,
  days: number | null = null,
) => person.as.action(api.tokens.create, { name: "Warehouse", scopes: [...scopes], days });

async function get(path: string, token?: string) {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  return await backend.fetch(path, { method: "GET", headers });
}

type Rows = { rows: { id: string; serialNumber: string }[]; next: string | null };
async function json<T = Rows>(path: string, token: string): Promise<T> {
  const response = await get(path, token);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as T;
}
const codeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];
const serialsIn = ({ rows }: Rows) => rows.map(({ serialNumber }) => serialNumber).sort();
const serials = (...numbers: number[]) =>
  numbers.map((number) => numberedSample(number).serialNumber).sort();

describe("an API token", () => {
  test("is stored as a digest, and its secret is returned once", async () => {
    const secret = await newToken(ana, ["samples"], 30);
    expect(secret).toMatch(/^sms_[\w-]{43}$/);
    const [token] = await ana.as.query(api.tokens.list, {});
    expect(token).toMatchObject({
      name: "Warehouse",
      scopes: ["samples"],
      hint: secret.slice(0, 8),
      expiresAt: Date.now() + 30 * DAY_MS,
    });
    const everything = await backend.run(async (ctx) => [
      await ctx.db.query("apiTokens").collect(),
      await ctx.db.query("audit").collect(),
    ]);
    expect(JSON.stringify(everything)).not.toContain(secret.slice(9));
  });

  test("grants nothing without a secret, with a wrong one, or after it expired", async () => {
    const path = `${API_ROOT}/samples`;
    expect(await codeOf(await get(path))).toEqual([401, "TOKEN_INVALID"]);
    expect(await codeOf(await get(path, "sms_none"))).toEqual([401, "TOKEN_INVALID"]);
    const secret = await newToken(ana, TOKEN_SCOPES, 1);
    later(DAY_MS - 1);
    expect((await get(path, secret)).status).toBe(200);
    later(1);
    const expired = await get(path, secret);
    expect(expired.headers.get("WWW-Authenticate")).toContain("Bearer");
    expect(await codeOf(expired)).toEqual([401, "TOKEN_INVALID"]);
  });

  test("grants only its scopes", async () => {
    const secret = await newToken(ana, ["lookups", "exports"]);
    expect((await get(`${API_ROOT}/lookups`, secret)).status).toBe(200);
    for (const path of ["/samples", "/samples/x", "/history", "/export/samples"]) {
      expect(await codeOf(await get(API_ROOT + path, secret))).toEqual([403, "TOKEN_SCOPE"]);
    }
  });

  test("is void once its owner is locked, even after they are enabled again", async () => {
    const secret = await newToken(ana);
    for (const isLocked of [true, false]) {
      const user = await userOf(backend, ANA);
      await backend.run((ctx) => UserWrites.setDisabled(ctx, user, isLocked));
      expect((await get(`${API_ROOT}/lookups`, secret)).status).toBe(401);
    }
  });

  test("is revoked by its owner and by admins, audited, and by no one else", async () => {
    const [first, second] = [await newToken(ana), await newToken(ana)];
    const ids = (await ana.as.query(api.tokens.list, {})).map(({ _id }) => _id);
    const [newest = "", oldest = ""] = ids;
    const revoke = (person: Person, tokenId: string) =>
      person.as.mutation(api.tokens.revoke, { tokenId });
    expect(await refusedCode(revoke(bea, newest))).toBe("TOKEN_MISSING");
    expect(await refusedCode(revoke(ada, newest))).toBe("TOKEN_MISSING");
    expect(await refusedCode(boss.as.mutation(api.tokens.revokeAny, { tokenId: newest }))).toBe(
      "NOT_ALLOWED",
    );
    await revoke(ana, newest);
    await ada.as.mutation(api.tokens.revokeAny, { tokenId: oldest });
    for (const secret of [first, second]) {
      expect((await get(`${API_ROOT}/lookups`, secret)).status).toBe(401);
    }
    const records = await backend.run((ctx) => ctx.db.query("audit").collect());
    expect(records.map(({ action, email, person }) => [action, email, person])).toEqual([
      ["API Token Created", ANA, ANA],
      ["API Token Created", ANA, ANA],
      ["API Token Revoked", ANA, ANA],
      ["API Token Revoked", ADA, ANA],
    ]);
  });

  test("is listed for admins with its owner and its last use, which is written now and then", async () => {
    const secret = await newToken(ana);
    const paginationOpts = { cursor: null, numItems: 5 };
    const lastUse = async () =>
      (await ada.as.query(api.tokens.listAll, { paginationOpts })).page.map(
        ({ owner, lastUsedAt }) => [owner, lastUsedAt],
      );
    expect(await lastUse()).toEqual([[ANA, undefined]]);
    await get(`${API_ROOT}/lookups`, secret);
    const usedAt = Date.now();
    later(60_000);
    await get(`${API_ROOT}/lookups`, secret);
    expect(await lastUse()).toEqual([[ANA, usedAt]]);
    later(5 * 60_000);
    await get(`${API_ROOT}/lookups`, secret);
    expect(await lastUse()).toEqual([[ANA, Date.now()]]);
  });

  test.each([
    [{ name: " " }, "FIELD_MISSING"],
    [{ name: "x".repeat(61) }, "FIELD_TOO_LONG"],
    [{ scopes: [] }, "TOKEN_SCOPES_MISSING"],
    [{ days: 0 }, "INPUT_INVALID"],
    [{ days: 1.5 }, "INPUT_INVALID"],
  ])("cannot be created with %j", async (changes, code) => {
    const stated = { name: "n", scopes: ["samples" as const], days: 1, ...changes };
    expect(await refusedCode(ana.as.action(api.tokens.create, stated))).toBe(code);
  });

  test("is created for signed-in people only, and a bounded number of times", async () => {
    const stated = { name: "n", scopes: ["samples" as const], days: 1 };
    expect(await refusedCode(backend.action(api.tokens.create, stated))).toBe("NOT_SIGNED_IN");
    for (let made = 0; made < MAX_TOKENS; made++) await newToken(ana);
    expect(await refusedCode(newToken(ana))).toBe("TOKENS_FULL");
  });

  test("over its rate limit waits, without delaying another", async () => {
    const [busy, other] = [await newToken(ana), await newToken(ana)];
    for (let asked = 0; asked < 10; asked++) {
      await (await get(`${API_ROOT}/export/history`, busy)).text();
    }
    const refused = await get(`${API_ROOT}/export/history`, busy);
    expect(refused.headers.get("Retry-After")).toBe("60");
    expect(await codeOf(refused)).toEqual([429, "TOKEN_RATE"]);
    expect((await get(`${API_ROOT}/lookups`, busy)).status).toBe(200);
    expect((await get(`${API_ROOT}/export/history`, other)).status).toBe(200);
    later(60_000);
    expect((await get(`${API_ROOT}/export/history`, busy)).status).toBe(200);
  });
});

describe("the limits of a token", () => {
  const limitsOf = ({ headers }: Response) => [
    headers.get("RateLimit-Policy"),
    headers.get("RateLimit"),
  ];

  test("are announced in every answer, with what is left of them", async () => {
    const token = await newToken(ana);
    const requests = '"requests";q=600;w=300';
    const policy = `${requests}, "exports";q=10;w=600`;
    expect(limitsOf(await get(`${API_ROOT}/lookups`, token))).toEqual([
      requests,
      '"requests";r=599;t=1',
    ]);
    const file = await get(`${API_ROOT}/export/samples`, token);
    expect(limitsOf(file)).toEqual([policy, '"requests";r=598;t=1, "exports";r=9;t=60']);
    await file.text();
    later(600_000);
    expect(limitsOf(await get(`${API_ROOT}/samples?limit=0`, token))).toEqual([
      requests,
      '"requests";r=599;t=1',
    ]);
  });

  test("tell a refused request when the next is accepted, and a stranger nothing", async () => {
    const token = await newToken(ana);
    for (let asked = 0; asked < 10; asked++) {
      await (await get(`${API_ROOT}/export/history`, token)).text();
    }
    const refused = await get(`${API_ROOT}/export/history`, token);
    expect(refused.headers.get("Retry-After")).toBe("60");
    expect(limitsOf(refused)[1]).toBe('"requests";r=590;t=5, "exports";r=0;t=60');
    expect(limitsOf(await get(`${API_ROOT}/lookups`, "sms_none"))).toEqual([null, null]);
  });
});

describe("an answer's entity tag", () => {
  const ask = (path: string, token: string, tag: string, method = "GET") =>
    backend.fetch(API_ROOT + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "If-None-Match": tag },
    });

  test.each([
    "/lookups",
    "/samples",
    "/samples/1",
    "/samples/1/history",
    "/history",
    "/openapi.json",
  ])("of %s saves a client that has this version the body", async (path) => {
    await register(ana, 1);
    const address = path.replace("/1", `/${numberedSample(1).serialNumber}`);
    const token = await newToken(ana);
    const first = await ask(address, token, '"earlier"');
    const tag = first.headers.get("ETag") ?? "";
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{64}"$/)]);
    expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
    const again = await ask(address, token, `"earlier", ${tag}`);
    expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", tag]);
  });

  test("changes with the rows, and a refusal has none", async () => {
    const token = await newToken(ana);
    const before = (await get(`${API_ROOT}/samples`, token)).headers.get("ETag") ?? "";
    await register(ana, 1);
    expect((await ask("/samples", token, before)).status).toBe(200);
    expect((await ask("/samples", await newToken(bea), before)).status).toBe(304);
    const refused = await ask("/samples", "sms_none", before);
    expect([refused.status, refused.headers.get("ETag")]).toEqual([401, null]);
    expect(refused.headers.get("Cache-Control")).toBe("no-store");
  });
});

describe("the samples of the API", () => {
  test("are those of the owner's report at that moment", async () => {
    await register(ana, 1);
    await register(bea, 2);
    await register(boss, 3);
    const path = `${API_ROOT}/samples?limit=200`;
    const tokens = [await newToken(ana), await newToken(boss), await newToken(ada)];
    const seen = async () => {
      const pages = [];
      for (const token of tokens) pages.push(serialsIn(await json(path, token)));
      return pages;
    };
    expect(await seen()).toEqual([serials(1), serials(1, 3), serials(1, 2, 3)]);
    const user = await userOf(backend, BOSS);
    await backend.run((ctx) => UserWrites.setRole(ctx, user, "user"));
    expect((await seen())[1]).toEqual(serials(3));
  });

  test("are paginated and filtered, each once", async () => {
    for (let number = 1; number <= 7; number++) {
      await register(ana, number, number > 5 ? { brand: "Nokia" } : { brand: "Apple" });
    }
    const token = await newToken(boss);
    const found: string[] = [];
    let cursor: string | null = "";
    for (let pages = 0; cursor !== null && pages < 99; pages++) {
      const place: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page: Rows = await json(
        `${API_ROOT}/samples?limit=2&filter=brand%3DApple${place}`,
        token,
      );
      expect(page.rows.length).toBeLessThanOrEqual(2);
      found.push(...serialsIn(page));
      cursor = page.next;
    }
    expect(cursor).toBeNull();
    expect(found.sort()).toEqual(serials(1, 2, 3, 4, 5));
    expect((await json(`${API_ROOT}/samples?status=Lost`, token)).rows).toEqual([]);
  });

  test("are found by id, serial number and IMEI, with the same error if missing", async () => {
    const id = await register(ana, 1);
    await register(bea, 2);
    const token = await newToken(ana);
    const { serialNumber, imei1 } = numberedSample(1);
    for (const text of [id, serialNumber, imei1]) {
      const path = `${API_ROOT}/samples/${encodeURIComponent(text)}`;
      expect(await json(path, token)).toMatchObject({ id, serialNumber });
      const { rows } = await json<{ rows: object[] }>(`${path}/history`, token);
      expect(rows).toMatchObject([{ sampleId: id, action: "Register", email: ANA }]);
    }
    for (const text of ["nothing", numberedSample(2).serialNumber]) {
      const response = await get(`${API_ROOT}/samples/${text}`, token);
      expect(await codeOf(response)).toEqual([404, "SAMPLE_MISSING"]);
    }
  });

  test("have a history with request details and a mark on undone steps", async () => {
    const sampleId = await register(ana, 1);
    const step = { sampleId, transactionId: "sent", recipient: BEA, note: "With the charger" };
    await ana.as.mutation(api.custody.transfer, step);
    await ana.as.mutation(api.custody.undo, { sampleId, stepId: "sent", transactionId: "back" });
    const token = await newToken(ana);
    const paths = ["/history?", `/samples/${sampleId}/history?`];
    for (const path of [...paths, "/export/history?format=json&"]) {
      const answer = await json<{ rows: object[] } | object[]>(API_ROOT + path, token);
      expect("rows" in answer ? answer.rows : answer, path).toMatchObject([
        { action: "Undone", undone: "Transfer", isUndone: "No" },
        { action: "Transfer", note: "With the charger", isUndone: "Yes" },
        { action: "Register", isUndone: "No" },
      ]);
    }
    const filtered = async (filter: string) => {
      const path = `${API_ROOT}/history?filter=${encodeURIComponent(filter)}`;
      const { rows } = await json<{ rows: { action: string }[] }>(path, token);
      return rows.map(({ action }) => action);
    };
    expect(await filtered("isUndone=No")).toEqual(["Undone", "Register"]);
    expect(await filtered("undone=Transfer")).toEqual(["Undone"]);
    expect(await filtered("note~charger")).toEqual(["Transfer"]);
  });

  test("the samples of the API that share an IMEI are distinguished by their ids", async () => {
    const ids = [
      await register(ana, 1),
      await register(ana, 2, { imei1: numberedSample(1).imei1 }),
    ];
    const response = await get(
      `${API_ROOT}/samples/${numberedSample(1).imei1}`,
      await newToken(ana),
    );
    expect(response.status).toBe(409);
    const { code, message } = (await response.json()) as { code: string; message: string };
    expect(code).toBe("IDENTIFIER_SHARED");
    for (const id of ids) expect(message).toContain(id);
  });
});

describe("the routes, methods and parameters of the API", () => {
  test.each([
    ["/samples?limit=0", "limit"],
    ["/samples?limit=201", "limit"],
    ["/samples?limit=1&limit=2", "limit"],
    ["/samples?status=Gone", "status"],
    ["/samples?colour=red", "colour"],
    ["/samples?filter=colour%3Dred", "filter"],
    ["/samples?cursor=made-up", "cursor"],
    ['/history?cursor=0:in turn:["9 Brazil",null,null]', "cursor"],
    ["/export/samples?format=xlsx", "format"],
  ])("refuse %s", async (path, field) => {
    await register(ana, 1);
    const response = await get(API_ROOT + path, await newToken(ana));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ field });
  });

  test.each(["/samples/1/owner", "/sample", "/samples/", "/"])("refuse %s", async (path) => {
    const response = await get(API_ROOT + path, await newToken(ana));
    expect(await codeOf(response)).toEqual([404, "ADDRESS_UNKNOWN"]);
  });

  test.each([
    ["PUT", "/samples", "GET, HEAD, POST"],
    ["DELETE", "/samples/1", "GET, HEAD, PATCH"],
    ["GET", "/samples/1/steps", "POST"],
    ["POST", "/history", "GET, HEAD"],
  ])("refuse %s %s, and name what the address takes", async (method, path, allowed) => {
    const response = await backend.fetch(API_ROOT + path, { method });
    expect(response.headers.get("Allow")).toBe(allowed);
    expect(await codeOf(response)).toEqual([405, "METHOD_NOT_ALLOWED"]);
  });

  test("refuse with problem details, in words of the API", async () => {
    const response = await get(`${API_ROOT}/samples?limit=201`, await newToken(ana));
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    const message = "limit: at most 200";
    expect(await response.json()).toEqual({
      ...{ type: "about:blank", title: "Bad Request", status: 400, detail: message },
      ...{ code: "PARAMETER_INVALID", message, field: "limit" },
    });
  });

  test.each([
    ["page=2", "PARAMETER_UNKNOWN"],
    ["constructor=x", "PARAMETER_UNKNOWN"],
    ["limit=many", "PARAMETER_INVALID"],
    ["cursor=elsewhere", "PARAMETER_INVALID"],
    ["filter=price%3D3", "PARAMETER_INVALID"],
  ])("refuse the parameters %s with %s", async (query, code) => {
    const response = await get(`${API_ROOT}/samples?${query}`, await newToken(ana));
    expect(await codeOf(response)).toEqual([400, code]);
  });
});

type Schema = Parameters<typeof z.fromJSONSchema>[0] & { properties?: object };
type Operation = { parameters: object[]; responses: Record<string, Answer> };
type Document = {
  paths: Record<string, { get?: Operation; post?: Operation; patch?: Operation }>;
  components: { schemas: Record<string, Schema> };
};
type Answer = { content: Record<string, { schema: { $ref?: string; items?: { $ref: string } } }> };

describe("the OpenAPI document", () => {
  async function document(): Promise<Document> {
    return (await (await get(OPENAPI_PATH)).json()) as Document;
  }

  /** Fails unless `value` matches the schema and has no field that the schema omits. */
  function expectShape({ components }: Document, name: string, value: unknown) {
    const $defs = JSON.parse(
      JSON.stringify(components.schemas).replaceAll("#/components/schemas/", "#/$defs/"),
    ) as Record<string, Schema>;
    const schema = { $defs, $ref: `#/$defs/${name}` } as Schema;
    z.fromJSONSchema(schema).parse(value);
    const known = Object.keys(components.schemas[name]?.properties ?? {});
    expect(known).toEqual(expect.arrayContaining(Object.keys(value as object)));
  }

  test("describes the answers of every route", async () => {
    const id = await register(ana, 1);
    const token = await newToken(ana);
    const openApi = await document();
    expect(new Set(Object.keys(openApi.paths))).toEqual(
      new Set(Object.values<ApiRoute>(API_ROUTES).map(({ path }) => API_ROOT + path)),
    );
    for (const [path, { get: operation }] of Object.entries(openApi.paths)) {
      if (!operation) continue;
      const address = path.replace("{sample}", id);
      for (const [type, { schema }] of Object.entries(operation.responses["200"]?.content ?? {})) {
        const format = path.includes("/export/") ? `?format=${FORMATS[type]}` : "";
        const response = await get(address + format, token);
        expect(response.headers.get("Content-Type"), path).toBe(type);
        const text = await response.text();
        if (schema.$ref)
          expectShape(openApi, schema.$ref.split("/").at(-1) ?? "", JSON.parse(text));
        for (const row of schema.items ? (JSON.parse(text) as object[]) : []) {
          expectShape(openApi, schema.items?.$ref.split("/").at(-1) ?? "", row);
        }
      }
      const refused = (await (await get(address)).json()) as object;
      expectShape(openApi, "Error", refused);
    }
  });

  test("names each sample field in the answers, and the parameters", async () => {
    await register(ana, 1);
    const openApi = await document();
    const { rows } = await json(`${API_ROOT}/samples`, await newToken(ana));
    for (const row of rows) expectShape(openApi, "Sample", row);
    const names = openApi.paths[`${API_ROOT}/samples`]?.get?.parameters.map(
      (each) => (each as { name: string }).name,
    );
    expect(names).toEqual(["limit", "cursor", "filter", "status", "If-None-Match"]);
  });
});

const FORMATS: Record<string, string> = {
  "text/csv;charset=utf-8": "csv",
  "application/json": "json",
  "application/x-ndjson": "jsonl",
};

describe("an export of the API", () => {
  test("contains every row visible to the owner, with its id", async () => {
    const ids = [];
    for (let number = 1; number <= 3; number++) ids.push(await register(ana, number));
    await register(bea, 4);
    const response = await get(`${API_ROOT}/export/samples?format=jsonl`, await newToken(ana));
    expect(response.headers.get("Content-Disposition")).toContain("samples.jsonl");
    const lines = (await response.text()).trimEnd().split("\n");
    const rows = lines.map((line) => JSON.parse(line) as { id: string });
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  test("is limited to two per person, whichever token requests it", async () => {
    const tokens = [await newToken(ana), await newToken(ana), await newToken(ana)];
    const open = async (token = "") => await get(`${API_ROOT}/export/samples`, token);
    const [first, second] = [await open(tokens[0]), await open(tokens[1])];
    const third = await open(tokens[2]);
    expect(Number(third.headers.get("Retry-After"))).toBe(EXPORT_PLACE_MS / 1_000);
    expect(third.headers.get("Content-Type")).toBe("application/problem+json");
    expect(await codeOf(third)).toEqual([429, "EXPORTS_FULL"]);
    expect((await open(await newToken(bea))).status).toBe(200);

    await first.text();
    const fourth = await open(tokens[2]);
    expect(fourth.status).toBe(200);
    await second.body?.cancel();
    expect((await open(tokens[2])).status).toBe(200);
    expect((await open(tokens[2])).status).toBe(429);
  });

  /**
   * Registers three pages of Ana's samples, each longer than a chunk of a file. @returns the last
   * id
   */
  async function registerThreePages(): Promise<Id<"samples">> {
    await register(ana, 1, { comments: "x".repeat(2_000) });
    return await backend.run(async (ctx) => {
      const { _id, _creationTime, ...fields } = (await ctx.db.query("samples").first())!;
      let last = _id;
      for (let index = 1; index <= 2 * MAX_API_PAGE; index++) {
        last = await ctx.db.insert("samples", { ...fields, listDate: fields.listDate - index });
      }
      return last;
    });
  }

  test("releases its slot when it is aborted, and takes none to answer HEAD", async () => {
    await registerThreePages();
    const token = await newToken(ana);
    const [tokenId] = (await ana.as.query(api.tokens.list, {})).map(({ _id }) => _id);
    const headers = { Authorization: `Bearer ${token}` };
    const places = () => backend.run((ctx) => ctx.db.query("runningExports").collect());
    await backend.fetch(`${API_ROOT}/export/samples`, { method: "HEAD", headers });
    await expect.poll(places).toEqual([]);
    const response = await get(`${API_ROOT}/export/samples`, token);
    expect(await places()).toHaveLength(1);
    await ana.as.mutation(api.tokens.revoke, { tokenId: tokenId ?? "" });
    await expect(response.text()).rejects.toThrow("TOKEN_INVALID");
    expect(await places()).toEqual([]);
  });

  test("loses its slot when it is not read for a while, and takes a new one to continue", async () => {
    await registerThreePages();
    const token = await newToken(ana);
    const open = async () => await get(`${API_ROOT}/export/samples`, token);
    const [first, second] = [await open(), await open()];
    later(EXPORT_PLACE_MS);
    const [third, fourth] = [await open(), await open()];
    expect([third.status, fourth.status]).toEqual([200, 200]);
    await expect(first.text()).rejects.toThrow("EXPORTS_FULL");
    await third.body?.cancel();
    expect((await second.text()).split("\n")).toHaveLength(2 * MAX_API_PAGE + 3);
  });

  test("reads on only when its reader has taken what was read", async () => {
    const last = await registerThreePages();
    const response = await get(`${API_ROOT}/export/samples?format=jsonl`, await newToken(ana));
    const reader = response.body!.getReader();
    let text = "";
    const decoder = new TextDecoder();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (text === "") {
        await backend.run((ctx) => ctx.db.patch("samples", last, { model: "Changed meanwhile" }));
      }
      text += decoder.decode(piece.value, { stream: true });
    }
    expect(text.trimEnd().split("\n")).toHaveLength(2 * MAX_API_PAGE + 1);
    expect(text.includes("Changed meanwhile")).toBe(true);
  });

  test("is aborted once the token is revoked", async () => {
    await register(ana, 1);
    const token = await newToken(ana);
    const [tokenId] = (await ana.as.query(api.tokens.list, {})).map(({ _id }) => _id);
    if (!tokenId) throw new Error("no token");
    const args = { tokenId, place: { range: 0, cursor: null }, numItems: 1, filters: [] };
    await backend.query(internal.apiReads.samples, args);
    await ana.as.mutation(api.tokens.revoke, { tokenId });
    expect(await refusedCode(backend.query(internal.apiReads.samples, args))).toBe("TOKEN_INVALID");
    expect((await get(`${API_ROOT}/export/samples`, token)).status).toBe(401);
  });
});
