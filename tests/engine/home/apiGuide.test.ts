import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { postDelivery } from "../../../convex/lib/webhookRequest";
import { TOKEN_SCOPES } from "#domain/accounts/apiTokens";
import { API_ROOT, OPENAPI_PATH } from "#domain/api/routes";
import { ApiClient } from "../../support/api/client";
import { curlCommandsIn, parseCurl } from "../../support/api/curl";
import type { Person } from "../../support/deployments/backend";
import { EmbeddedHome, type Session } from "../../support/deployments/embeddedHome";
import { bundleWithTestFunctions } from "../../support/deployments/home";
import { Receiver } from "../../support/receiver";

const GUIDE = await readFile(new URL("../../../docs/api.md", import.meta.url), "utf8");
const createPeople = makeFunctionReference<"mutation", { people: Person[] }, Session[]>(
  "testing:createPeople",
);
const [ANA, BRUNO] = ["ana@company.com", "bruno@company.com"] as const;
/** The sample of the guide's examples. */
const SERIAL = "R58M1234";

let dataDir: string;
let home: EmbeddedHome;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sms-api-guide-"));
  home = await EmbeddedHome.open({ dataDir, pushRequest: await bundleWithTestFunctions() });
  const people = [ANA, BRUNO].map((email): Person => ({ email, role: "user", supervisor: ANA }));
  const [session] = await home.admin.mutation(createPeople, { people });
  if (session === undefined) throw new Error("Ana has no session");
  const ana = new ConvexHttpClient(home.url, { logger: false });
  ana.setAuth(await home.tokenFor(session));
  token = await ana.action(api.tokens.create, { name: "n", scopes: [...TOKEN_SCOPES], days: 1 });
});
afterAll(async () => {
  await home.close();
  await rm(dataDir, { recursive: true, force: true });
});

const get = (path: string) =>
  fetch(home.url + API_ROOT + path, { headers: { Authorization: `Bearer ${token}` } });
const tagOf = async (path: string) => (await get(path)).headers.get("ETag") ?? "";

describe("docs/api.md", () => {
  test("has curl commands that work, from the registration of a sample to its transfer", async () => {
    const variables = { SMS_API_TOKEN: () => token, uuidgen: randomUUID };
    const requests = curlCommandsIn(GUIDE).map((command) => parseCurl(command, variables));
    // Changes first: the page shows reads of the sample before it is registered.
    requests.sort((a, b) => Number(a.method === "GET") - Number(b.method === "GET"));
    const answered: string[] = [];
    for (const { method, url, headers, body } of requests) {
      const address = url
        .replace("https://sms.example.com", home.url)
        .replace("bruno@example.com", BRUNO);
      for (const name of ["If-Match", "If-None-Match"]) {
        if (headers[name] === '"ETAG"') headers[name] = await tagOf(`/samples/${SERIAL}`);
      }
      const text = body?.replace("bruno@example.com", BRUNO);
      const response = await fetch(address, { method, headers, ...(text && { body: text }) });
      answered.push(`${method} ${new URL(url).pathname} ${response.status}`);
      if (headers["Accept-Encoding"] === "gzip") {
        expect(response.headers.get("Content-Encoding")).toBe("gzip");
      }
      await response.text();
    }
    expect(answered).toEqual([
      "POST /api/v1/samples 201",
      `PATCH /api/v1/samples/${SERIAL} 200`,
      `POST /api/v1/samples/${SERIAL}/steps 200`,
      "GET /api/v1/samples 200",
      "GET /api/v1/export/samples 200",
      `GET /api/v1/samples/${SERIAL} 304`,
    ]);
  });

  test("has filters that the server accepts", async () => {
    const filters = [...GUIDE.matchAll(/`filter=([^`]+)`/g)].map(([, filter = ""]) => filter);
    expect(filters.length).toBeGreaterThan(4);
    for (const filter of filters) {
      const table = /^(actiondate|isUndone)/.test(filter) ? "history" : "samples";
      const response = await get(`/${table}?filter=${encodeURIComponent(filter)}`);
      expect([filter, response.status]).toEqual([filter, 200]);
    }
  });

  test("has code that accepts a signed delivery, and no forged one", async () => {
    const [, code = ""] = /```js\n([^]*?)```/.exec(GUIDE) ?? [];
    const check = runInNewContext(
      `(createHmac, timingSafeEqual, request, secret, body) => { ${code}; return isOurs; }`,
      { Buffer },
    ) as (...values: unknown[]) => boolean;
    const receiver = await Receiver.start();
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const post = { id: "d1", url: receiver.url, secret, body: '{"id":"d1"}' };
    const receivers = { allowsLoopback: true, networks: [] };
    await postDelivery(post, { receivers, now: Date.now(), timeoutMs: 10_000 });
    await receiver.close();
    const [arrived] = receiver.arrived;
    const request = {
      headers: {
        "webhook-id": arrived?.id,
        "webhook-timestamp": arrived?.timestamp,
        "webhook-signature": arrived?.signature,
      },
    };
    const isOurs = (body?: string) => check(createHmac, timingSafeEqual, request, secret, body);
    expect([isOurs(arrived?.body), isOurs('{"id":"d2"}')]).toEqual([true, false]);
  });
});

describe("a client generated from the OpenAPI document", () => {
  test("is the one in tests/support/api: `vitest run FILE --update` writes it", async () => {
    const document = (await (await fetch(home.url + OPENAPI_PATH)).json()) as OpenAPI3;
    const written = astToString(await openapiTS(document));
    await expect(written).toMatchFileSnapshot("../../support/api/openapi.d.ts");
  });

  test("registers, edits, hands over and reads, with the types of each answer", async () => {
    const client = new ApiClient(home.url, token);
    const serialNumber = "R58M9999";
    const fields = {
      ...{ brand: "Samsung", model: "SM-A107M", serialNumber, imei1: "350000100000025" },
      ...{ country: "Portugal", devTypes: "Signed", hwtype: "Mobile", os: "Android" },
      ...{ tNetworks: "5G", slots: "Single", simCard: "Nano SIM", customers: "Vodafone" },
      ...{ hwVersion: "DVT", deliveredBy: "DHL", receiveDate: "2026-11-28" },
      ...{ locationR: "Lisbon, Portugal", phoneNumber: "+351 21 000 0000", comments: "New" },
      ...{ location: "Lisbon, Portugal", city: "Lisbon", lat: 38.7223, lng: -9.1393 },
    };
    const registered = await client.send("post", "/api/v1/samples", { body: fields });
    expect(registered.action).toBe("Register");
    const sample = serialNumber;
    const path = "/api/v1/samples/{sample}";
    const edited = await client.send("patch", path, { sample, body: { comments: "Box 7" } });
    expect(edited.status).toBe("Registered");
    const sent = await client.send("post", "/api/v1/samples/{sample}/steps", {
      sample,
      body: { step: "transfer", recipient: BRUNO },
    });
    expect(sent.recipient).toBe(BRUNO);
    const read = await client.send("get", path, { sample });
    expect([read.status, read.comments]).toEqual(["In Transit", "Box 7"]);
    const query = { filter: [`serialNumber=${serialNumber}`], limit: 10 };
    const page = await client.send("get", "/api/v1/samples", { query });
    expect(page.rows.map(({ id }) => id)).toEqual([read.id]);
    const history = await client.send("get", "/api/v1/history", { query });
    expect(history.rows.map(({ action }) => action)).toEqual(["Transfer", "Register", "Register"]);
    const lookups = await client.send("get", "/api/v1/lookups", {});
    expect(Object.keys(lookups).length).toBe(10);
  });
});
