import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { API_ROOT } from "#domain/api/routes";
import { TOKEN_SCOPES, type TokenScope } from "#domain/accounts/apiTokens";
import * as UserWrites from "../../../convex/model/accounts/userWrites";
import {
  accountsBackendAtRest,
  api,
  restore,
  someone,
  userOf,
  type Backend,
} from "../../support/accounts";
import { numberedSample } from "../../support/functions/numberedSample";

const [ANA, BEA, BOSS] = ["ana", "bea", "boss"].map((name) => `${name}@company.com`) as [
  string,
  string,
  string,
];
type Person = Awaited<ReturnType<typeof someone>>;

let backend: Backend;
let ana: Person;
let bea: Person;
let asAna: string;
let asBea: string;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
  ana = await someone(backend, ANA, { supervisor: BOSS });
  bea = await someone(backend, BEA, { supervisor: BOSS });
  await someone(backend, BOSS, { role: "supervisor", supervisor: BOSS });
  [asAna, asBea] = [await newToken(ana), await newToken(bea)];
});
afterEach(restore);

const newToken = (person: Person, scopes: readonly TokenScope[] = TOKEN_SCOPES) =>
  person.as.action(api.tokens.create, { name: "Robot", scopes: [...scopes], days: null });

let keys = 0;
type Sent = { method?: string; key?: string | null; ifMatch?: string; body?: unknown };

/** Sends a change; each has a new Idempotency-Key unless `key` is given. */
async function send(path: string, token: string, { method = "POST", key, ifMatch, body }: Sent) {
  const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
  if (key !== null) headers["Idempotency-Key"] = key ?? `key ${keys++}`;
  if (ifMatch !== undefined) headers["If-Match"] = ifMatch;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await backend.fetch(API_ROOT + path, { method, headers, body: text });
  return {
    status: response.status,
    isReplayed: response.headers.get("Idempotent-Replayed"),
    body: (await response.json()) as Record<string, unknown>,
  };
}

const refusal = async (sent: ReturnType<typeof send>) => {
  const { status, body } = await sent;
  return [status, body["code"]];
};

/** A sample of Ana, registered through the API; returns its serial number. */
async function registered(number = 1): Promise<string> {
  const { receiveDate: _, ...fields } = numberedSample(number);
  const { status } = await send("/samples", asAna, { body: fields });
  expect(status).toBe(201);
  return fields.serialNumber;
}

const steps = (serial: string) => `/samples/${serial}/steps`;
const samples = () => backend.run((ctx) => ctx.db.query("samples").collect());
const history = () => backend.run((ctx) => ctx.db.query("history").collect());

describe("a change through the API", () => {
  test("registers a sample of the token's owner, and answers with its record", async () => {
    const { receiveDate: _, ...fields } = numberedSample(1);
    const body = { ...fields, receiveDate: "2025-01-01" };
    const answer = await send("/samples", asAna, { body });
    expect(answer).toMatchObject({
      status: 201,
      isReplayed: null,
      body: { action: "Register", email: ANA, serialNumber: fields.serialNumber },
    });
    expect(await samples()).toMatchObject([
      { samplmanag: ANA, status: "Registered", receiveDate: Date.UTC(2025, 0, 1) },
    ]);
  });

  test("hands a sample over: its holder transfers, the recipient receives", async () => {
    const serial = await registered();
    const transfer = { step: "transfer", recipient: BEA, note: "On the desk" };
    const sent = await send(steps(serial), asAna, { body: transfer });
    expect(sent).toMatchObject({ status: 200, body: { action: "Transfer", status: "In Transit" } });
    const received = await send(steps(serial), asBea, { body: { step: "acknowledgeTransfer" } });
    expect(received).toMatchObject({ status: 200, body: { status: "In Use", samplmanag: BEA } });
  });

  test("edits the given fields only", async () => {
    const serial = await registered();
    const edit = (body: object) => send(`/samples/${serial}`, asAna, { method: "PATCH", body });
    expect((await edit({ comments: "Box 7" })).status).toBe(200);
    expect(await samples()).toMatchObject([
      { comments: "Box 7", brand: "Samsung", location: "Lisbon, Portugal", lat: 38.7223 },
    ]);
  });

  test("does not give a new location the coordinates of the old one", async () => {
    const serial = await registered();
    const edit = (body: object) => send(`/samples/${serial}`, asAna, { method: "PATCH", body });
    expect(await refusal(edit({ location: "Porto" }))).toEqual([400, "PLACE_NOT_PICKED"]);
    const porto = { location: "Porto", city: "Porto", lat: 41.15, lng: -8.61 };
    expect((await edit(porto)).status).toBe(200);
    expect(await samples()).toMatchObject([{ ...porto, comments: "Screen protector on" }]);
  });

  test("is made once for a key, and repeated answers are the first one", async () => {
    const serial = await registered();
    const body = { step: "transfer", recipient: BEA };
    const first = await send(steps(serial), asAna, { key: "k", body });
    await send(steps(serial), asBea, { body: { step: "acknowledgeTransfer" } });
    const count = (await history()).length;
    const again = await send(steps(serial), asAna, { key: "k", body });
    expect(again).toEqual({ ...first, isReplayed: "true" });
    expect(await history()).toHaveLength(count);
  });

  test("is made once when its requests arrive at the same time", async () => {
    const serial = await registered();
    const body = { step: "transfer", recipient: BEA };
    const answers = await Promise.all(
      [1, 2, 3].map(() => send(steps(serial), asAna, { key: "k", body })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await history()).filter(({ action }) => action === "Transfer")).toHaveLength(1);
  });

  test("is refused if its key was used for another one", async () => {
    const serial = await registered();
    const other = await registered(2);
    const body = { step: "transfer", recipient: BEA };
    await send(steps(serial), asAna, { key: "k", body });
    const reused = [422, "IDEMPOTENCY_KEY_REUSED"];
    expect(await refusal(send(steps(other), asAna, { key: "k", body }))).toEqual(reused);
    const changed = { ...body, note: "Hurry" };
    expect(await refusal(send(steps(serial), asAna, { key: "k", body: changed }))).toEqual(reused);
  });

  test("does not collide with another person's key", async () => {
    const serial = await registered();
    await send(steps(serial), asAna, { key: "k", body: { step: "transfer", recipient: BEA } });
    const received = { step: "acknowledgeTransfer" };
    expect((await send(steps(serial), asBea, { key: "k", body: received })).status).toBe(200);
  });

  test("is made once, however many records of others have its transaction id", async () => {
    const serial = await registered();
    const body = { step: "transfer", recipient: BEA };
    const first = await send(steps(serial), asAna, { key: "k", body });
    const [made] = (await history()).filter(({ action }) => action === "Transfer");
    const transactionId = made?.transactionId ?? "";
    // Bea sees Ana's id in the history, and makes changes under it and under ids before it.
    const prefix = transactionId.slice(0, transactionId.lastIndexOf(":") + 1);
    const ids = [transactionId, ...Array.from({ length: 25 }, (_, index) => `${prefix}!${index}`)];
    for (const [index, id] of ids.entries()) {
      const fields = { ...numberedSample(100 + index), receiveDate: 0 };
      const args = { transactionId: id, duplicates: "reject" as const, fields };
      await bea.as.mutation(api.samples.register, args);
    }
    const again = await send(steps(serial), asAna, { key: "k", body });
    expect(again).toEqual({ ...first, isReplayed: "true" });
  });

  test("a change through the API that was refused can be sent again with its key", async () => {
    const serial = await registered();
    const body = { step: "acknowledgeTransfer" };
    const early = await refusal(send(steps(serial), asBea, { key: "k", body }));
    expect(early).toEqual([404, "SAMPLE_MISSING"]);
    await send(steps(serial), asAna, { body: { step: "transfer", recipient: BEA } });
    expect((await send(steps(serial), asBea, { key: "k", body })).status).toBe(200);
  });
});

describe("a change for a version of its sample", () => {
  const tagOf = async (serial: string) => {
    const headers = { Authorization: `Bearer ${asAna}` };
    const response = await backend.fetch(`${API_ROOT}/samples/${serial}`, { headers });
    return response.headers.get("ETag") ?? "";
  };
  const edit = (serial: string, sent: Omit<Sent, "method">) =>
    send(`/samples/${serial}`, asAna, { method: "PATCH", ...sent });
  const comment = { body: { comments: "Box 7" } };

  test("is made if the sample still has it, also when a proxy marked its tag as weak", async () => {
    const serial = await registered();
    const ifMatch = await tagOf(serial);
    expect(ifMatch).toMatch(/^"[0-9a-f]{64}"$/);
    expect((await edit(serial, { ifMatch, ...comment })).status).toBe(200);
    expect(await tagOf(serial)).not.toBe(ifMatch);
    const weak = `"other", W/${await tagOf(serial)}`;
    expect((await edit(serial, { ifMatch: weak, body: { comments: "Box 8" } })).status).toBe(200);
    expect((await edit(serial, { ifMatch: "*", body: { comments: "Box 9" } })).status).toBe(200);
  });

  test("is refused over a newer state, and changes nothing", async () => {
    const serial = await registered();
    const ifMatch = await tagOf(serial);
    expect((await edit(serial, { body: { comments: "Someone else's" } })).status).toBe(200);
    const changed = [412, "SAMPLE_CHANGED"];
    expect(await refusal(edit(serial, { ifMatch, ...comment }))).toEqual(changed);
    expect(await refusal(edit(serial, { ifMatch: "no tag", ...comment }))).toEqual(changed);
    const transfer = { body: { step: "transfer", recipient: BEA }, ifMatch };
    expect(await refusal(send(steps(serial), asAna, transfer))).toEqual(changed);
    expect(await samples()).toMatchObject([{ comments: "Someone else's", status: "Registered" }]);
  });

  test("gets its first answer when it is repeated, although the sample is newer now", async () => {
    const serial = await registered();
    const sent = { ifMatch: await tagOf(serial), key: "k", ...comment };
    const first = await edit(serial, sent);
    expect(await edit(serial, sent)).toEqual({ ...first, isReplayed: "true" });
  });
});

describe("a change through the API is refused", () => {
  test("a change through the API is refused without a key, or with one of over 100 characters", async () => {
    const missing = [400, "IDEMPOTENCY_KEY_MISSING"];
    for (const key of [null, " ", "x".repeat(101)]) {
      expect(await refusal(send("/samples", asAna, { key, body: {} }))).toEqual(missing);
    }
  });

  test.each<[string, unknown, string]>([
    ["text that is not JSON", "{", "BODY_INVALID"],
    ["a list", [], "BODY_INVALID"],
    ["an unknown field", { colour: "red" }, "PARAMETER_INVALID"],
    ["a field of a sample that steps set", { status: "Lost" }, "PARAMETER_INVALID"],
    ["a number for a text", { brand: 7 }, "PARAMETER_INVALID"],
    ["a date in words", { receiveDate: "yesterday" }, "PARAMETER_INVALID"],
    ["a body of a megabyte", { comments: "x".repeat(1e6) }, "BODY_INVALID"],
    ["too few fields", { brand: "Samsung" }, "FIELD_MISSING"],
  ])("a change through the API is refused with %s", async (_what, body, code) => {
    expect(await refusal(send("/samples", asAna, { body }))).toEqual([400, code]);
    expect(await samples()).toEqual([]);
  });

  test("a change through the API is refused without its scope", async () => {
    const reader = await newToken(ana, ["samples", "history", "lookups", "exports"]);
    for (const [path, method] of [
      ["/samples", "POST"],
      ["/samples/1", "PATCH"],
      ["/samples/1/steps", "POST"],
    ] as const) {
      const sent = send(path, reader, { method, body: {} });
      expect(await refusal(sent)).toEqual([403, "TOKEN_SCOPE"]);
    }
  });

  test("if the owner may not make it in the app either", async () => {
    const serial = await registered();
    const sent = { body: { step: "transfer", recipient: BEA } };
    await send(steps(serial), asAna, sent);
    expect(await refusal(send(steps(serial), asBea, { body: { step: "cancelTransfer" } }))).toEqual(
      [403, "NOT_YOURS"],
    );
    expect(await refusal(send(steps(serial), asAna, sent))).toEqual([409, "STEP_NOT_ALLOWED"]);
    expect(await refusal(send(steps("unknown"), asAna, sent))).toEqual([404, "SAMPLE_MISSING"]);
  });

  test("a change through the API is refused beyond the role that the owner has by then", async () => {
    const ada = await someone(backend, "ada@company.com", { role: "admin", supervisor: BOSS });
    const asAda = await newToken(ada);
    const transfer = { body: { step: "transfer", recipient: BEA } };
    const cancel = { body: { step: "cancelTransfer" } };
    const serial = await registered();
    expect(await send(steps(serial), asAda, transfer)).toMatchObject({ status: 200 });
    const setRole = async (email: string, role: "user" | "admin") => {
      const user = await userOf(backend, email);
      await backend.run((ctx) => UserWrites.setRole(ctx, user, role));
    };
    await setRole("ada@company.com", "user");
    expect(await refusal(send(steps(serial), asAda, cancel))).toEqual([404, "SAMPLE_MISSING"]);
    await setRole(BEA, "admin");
    expect(await send(steps(serial), asBea, cancel)).toMatchObject({ status: 200 });
  });

  test("a change through the API is refused after the owner's account was locked", async () => {
    const { _id } = await backend.run(async (ctx) =>
      (await ctx.db.query("users").collect()).find(({ email }) => email === ANA)!,
    );
    await backend.run((ctx) => ctx.db.patch("users", _id, { disabled: true }));
    expect(await refusal(send("/samples", asAna, { body: {} }))).toEqual([401, "TOKEN_INVALID"]);
  });

  test("if another sample has the IMEI, unless duplicates are to be flagged", async () => {
    await registered(1);
    const imei1 = numberedSample(1).imei1;
    const body = { ...numberedSample(2), receiveDate: "2025-01-01", imei1 };
    expect((await send("/samples", asAna, { body })).status).toBe(400);
    expect(await send("/samples?duplicates=flag", asAna, { body })).toMatchObject({ status: 201 });
  });
});
