import { createHash } from "node:crypto";
import { request, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../../../engine/serve";
import { action, mutation, query, TestServer } from "./testServer";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ allowedOrigins: ["https://app.company.com"] });
});
afterAll(() => server.stop());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

const fields = (count: number) => Array.from({ length: count }, (_, i) => [`f${i}`, 1] as const);

const keys = (count: number) =>
  fields(count)
    .map(([name]) => `"${name}":0`)
    .join();

/** A body that is sent as fast as the server reads it. */
class Upload {
  sentBytes = 0;

  constructor(readonly text: string) {}

  *chunks(): Generator<Buffer> {
    const bytes = Buffer.from(this.text);
    for (; this.sentBytes < bytes.length; this.sentBytes += 65_536) {
      yield bytes.subarray(this.sentBytes, this.sentBytes + 65_536);
    }
  }
}

const asAdmin = () => ({ Authorization: `Convex ${server.deployment.adminKey}` });

/** Uses Node's HTTP client, because `fetch` always sends the Host of its URL. */
async function sendTo(host: string, method: string, path: string, body = "") {
  const headers = { Host: host, "Content-Type": "application/json" };
  const sent = request(`${server.url}${path}`, { method, headers, agent: false }).end(body);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve).once("error", reject);
  });
  return { status: response.statusCode, body: await text(response) };
}

test("arguments that are not a Convex value are answered with 400 and the reason", async () => {
  for (const kind of ["query", "function"]) {
    const body = { path: "edges:echo", args: { value: { $gt: 1 } } };
    const response = await post(`/api/${kind}`, body);
    expect(response.status).toBe(400);
    const { code, message } = (await response.json()) as { code: string; message: string };
    expect(code).toBe("BadRequest");
    expect(message).toContain("Field name $gt starts with '$', which is reserved.");
  }
});

describe("ConvexHttpClient", () => {
  test("ConvexHttpClient calls queries, mutations and actions with all kinds of values", async () => {
    const client = server.httpClient();
    const value = { text: "é", big: 12n, bytes: new Uint8Array([1, 2]).buffer, list: [1.5, null] };
    expect(await client.query(query("edges:echo"), { value })).toEqual(value);
    expect(await client.mutation(mutation("messages:increment"), { name: "http" })).toBe(1);
    expect(await client.action(action("actions:echo"), { text: "hi" })).toBe("hi");
  });

  test("ConvexHttpClient gets a function's error with its data", async () => {
    const refused = server.httpClient().mutation(mutation("edges:refuses"), { write: true });
    await expect(refused).rejects.toMatchObject({ data: { code: "NOT_YOURS" } });
    await expect(server.httpClient().query(query("no:such"))).rejects.toThrow(
      "Could not find public function for 'no:such'",
    );
  });

  test("ConvexHttpClient cannot send arguments that are not Convex values", async () => {
    const send = (value: unknown) => server.httpClient().query(query("edges:echo"), { value });
    const deep = Array.from({ length: 66 }).reduce((inner: unknown) => [inner], null);
    await expect(send(deep)).rejects.toThrow("too nested");
  });

  test("internal functions are refused over HTTP, except with the admin key", async () => {
    const call = { path: "messages:sendInternal", args: { channel: "c", body: "b" } };
    const refused = (await (await post("/api/mutation", call)).json()) as { errorMessage: string };
    expect(refused.errorMessage).toContain("Could not find public function");
    const allowed = await post("/api/mutation", call, asAdmin());
    expect(await allowed.json()).toMatchObject({ status: "success" });
  });

  test("a consistent query reads at one timestamp while nothing changes", async () => {
    const client = server.httpClient();
    expect(await client.consistentQuery(query("messages:counter"), { name: "ts" })).toBe(0);
    await client.mutation(mutation("messages:increment"), { name: "ts" });
    await expect(client.consistentQuery(query("messages:counter"), { name: "ts" })).rejects.toThrow(
      "TimestampTooOld",
    );
  });
});

describe("the HTTP API", () => {
  test.each([
    ["/api/query", "{", 400, "BadJsonBody"],
    ["/api/query", "[]", 400, "BadJsonBody"],
    ["/api/query", "{}", 400, "BadRequest"],
    ["/api/query", { path: "edges:echo", args: 7 }, 400, "BadRequest"],
    ["/api/query", { path: "edges:echo", args: {}, componentPath: "x" }, 400, "Unsupported"],
    ["/api/update_environment_variables", { changes: [] }, 403, "BadDeployKey"],
    ["/api/engine/backup", {}, 403, "BadDeployKey"],
    ["/api/storage/upload?token=nonsense", "x", 401, "InvalidUploadToken"],
    ["/api/deploy2/start_push", {}, 400, "Unsupported"],
    ["/api/v1/get_canonical_urls", {}, 400, "Unsupported"],
    ["/api/get_config_hashes", {}, 400, "Unsupported"],
    ["/api/export/request/zip", {}, 400, "Unsupported"],
    ["/api/import/start_upload", {}, 400, "Unsupported"],
    ["/api/perform_import", {}, 400, "Unsupported"],
    ["/api/streaming_import/import_airbyte_records", {}, 400, "Unsupported"],
    ["/api/run_test_function", {}, 400, "Unsupported"],
  ])("a POST to %s with %j is answered with %d %s", async (path, body, status, code) => {
    const response = await post(path, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  test("an app's own API at the CLI's addresses is served, but not to the CLI", async () => {
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(`${server.url}/api/v1/get_canonical_urls`, { headers });
      return [response.status, (await response.json()) as object];
    };
    expect(await ask({})).toEqual([404, { app: "no" }]);
    expect(await ask({ Authorization: "Bearer sms_x" })).toEqual([404, { app: "no" }]);
    expect(await ask(asAdmin())).toMatchObject([400, { code: "Unsupported" }]);
  });

  test("the HTTP API refuses a body that is nested too deeply", async () => {
    const response = await post("/api/query", `{"args":${"[".repeat(1e5)}${"]".repeat(1e5)}}`);
    expect(await response.json()).toEqual({
      code: "BadJsonBody",
      message: "The JSON is nested more than 80 levels deep",
    });
  });

  test.each([
    ["a million fields", `{"args":{${keys(1_000_000)}}}`],
    ["empty arrays", `{"args":[${"[],".repeat(5_000_000)}[]]}`],
    ["8 million numbers", `{"args":[${"1,".repeat(8_000_000)}1]}`],
  ])("the HTTP API refuses a 16 MB body of %s while it arrives", async (_what, body) => {
    const token = await server.sign({ subject: "ana" });
    const headers = { Authorization: `Bearer ${token}` };
    const upload = new Upload(body);
    const status = await fetch(`${server.url}/api/query`, {
      method: "POST",
      headers,
      body: Readable.from(upload.chunks()) as unknown as ReadableStream,
      duplex: "half",
    } as RequestInit).then(
      (response) => response.status,
      () => "cut off", // the answer came while the client was still sending
    );
    expect([400, "cut off"]).toContain(status);
    expect(upload.sentBytes).toBeLessThan(body.length / 2);
  });

  test.each([
    ["too many fields", { f: Object.fromEntries(fields(1_025)) }, "more than 1024 fields"],
    ["an array that is too long", { f: Array(8_193).fill(0) }, "more than 8192 elements"],
  ])("the HTTP API answers %s with 400 and the limit", async (_what, args, message) => {
    const response = await post("/api/query", { path: "edges:echo", args });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: "BadJsonBody",
      message: expect.stringContaining(message) as unknown,
    });
  });

  test("the HTTP API accepts large bodies only from signed-in callers", async () => {
    const token = await server.sign({ subject: "ana" });
    const call = { path: "edges:echo", args: { value: "x".repeat(300_000) } };
    const signedIn = await post("/api/query", call, { Authorization: `Bearer ${token}` });
    expect(await signedIn.json()).toMatchObject({ status: "success" });
    const stranger = await post("/api/query", call);
    expect(stranger.status).toBe(413);
    const action = await post("/http/hello", "x".repeat(1_100_000));
    expect(action.status).toBe(413);
    const wrong = await post("/api/query", "not even JSON", { Authorization: "Bearer x" });
    expect(wrong.status).toBe(401); // before the body is read
  });

  test("the HTTP API counts the bytes that a network sends", async () => {
    const { deployment } = server;
    const limited = await serve({
      deployment,
      host: "127.0.0.1",
      port: 0,
      isBehindProxy: true,
      networkLimits: { bytesAtOnce: 100_000 },
      clock: { now: () => 0 }, // stands still: nothing refills
    });
    const send = async (ip: string) => {
      const headers = { "X-Forwarded-For": ip, "Content-Type": "application/json", ...asAdmin() };
      const body = JSON.stringify({ path: "edges:echo", args: { value: "x".repeat(40_000) } });
      const response = await fetch(`${limited.url}/api/query`, { method: "POST", headers, body });
      return response.status;
    };
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push(await send("192.0.2.7"));
    expect(statuses).toEqual([200, 200, 429]);
    expect(await send("192.0.2.8")).toBe(200);
    await limited.close();
  });

  test("the HTTP API refuses a wrong admin key, a wrong method and a body that is too large", async () => {
    const call = { path: "messages:counter", args: { name: "x" } };
    const denied = await post("/api/function", call, { Authorization: "Convex wrong" });
    expect(denied.status).toBe(401);
    expect((await fetch(`${server.url}/api/query`)).status).toBe(405);
    const huge = await post("/api/query", " ".repeat(18 * 1024 * 1024)).catch(() => null);
    // null: the server closed the connection while the client was still sending.
    expect(huge === null || huge.status === 413).toBe(true);
  });

  test("the HTTP API returns plain JSON to callers that request it", async () => {
    const args = { value: { $integer: "DAAAAAAAAAA=" } };
    const plain = await post("/api/query", { path: "edges:echo", args, format: "json" });
    expect(await plain.json()).toMatchObject({ status: "success", value: "12" });
  });

  test("the HTTP API answers only pages of allowed origins, with credentials", async () => {
    const call = { path: "messages:counter", args: { name: "cors" } };
    const allowed = await post("/api/query", call, { Origin: "https://app.company.com" });
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://app.company.com");
    expect(allowed.headers.get("access-control-allow-credentials")).toBe("true");
    const denied = await post("/api/query", call, { Origin: "https://evil.example" });
    expect(denied.status).toBe(403);
    const preflight = await fetch(`${server.url}/api/mutation`, {
      method: "OPTIONS",
      headers: { Origin: "http://localhost:5173", "Access-Control-Request-Headers": "x-y" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toBe("x-y");
  });

  test.each([
    ["POST", "/api/query"],
    ["POST", "/channels/rebound"],
    ["GET", "/hello"],
    ["GET", "/version"],
    ["OPTIONS", "/api/mutation"],
  ])("a page that rebinds its own name to this server is refused: %s %s", async (method, path) => {
    const call = JSON.stringify({ path: "messages:counter", args: { name: "x" } });
    const { status, body } = await sendTo(`evil.example:${server.port}`, method, path, call);
    expect(status).toBe(421);
    expect(JSON.parse(body)).toEqual({
      code: "HostNotAllowed",
      message:
        'This server does not answer to the name "evil.example". If it should, add the name to --allow-host.',
    });
  });

  test("the server answers to its own names and to those of allowed origins", async () => {
    for (const host of ["localhost", `127.0.0.1:${server.port}`, "[::1]", "app.company.com"]) {
      expect(await sendTo(host, "GET", "/version")).toMatchObject({ status: 200 });
    }
  });

  test("a network that sends too many requests is throttled by the address our proxy reports", async () => {
    const { deployment } = server;
    const limited = await serve({
      deployment,
      host: "127.0.0.1",
      port: 0,
      isBehindProxy: true,
      networkLimits: { requestsAtOnce: 2 },
      clock: { now: () => 0 }, // stands still: nothing refills
    });
    const version = async (forwarded: string) => {
      const headers = { "X-Forwarded-For": forwarded };
      return (await fetch(`${limited.url}/version`, { headers })).status;
    };
    const spoofed = ["6.6.6.1, 192.0.2.7", "6.6.6.2, 192.0.2.7", "6.6.6.3, 192.0.2.7"];
    const statuses = [];
    for (const forwarded of spoofed) statuses.push(await version(forwarded));
    expect(statuses).toEqual([200, 200, 429]);
    expect(await version("192.0.2.8")).toBe(200);
    await limited.close();
  });

  test("the HTTP API names its version and instance", async () => {
    expect(await (await fetch(`${server.url}/instance_name`)).text()).toMatch(/^embedded-/);
    expect((await fetch(`${server.url}/version`)).status).toBe(200);
  });
});

describe("HTTP actions", () => {
  test.each(["/http/hello", "/hello"])("an HTTP action answers at %s", async (path) => {
    const token = await server.sign({ subject: "ana" });
    const response = await fetch(`${server.url}${path}?name=you`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(await response.json()).toEqual({ hello: "you", subject: "ana" });
    const anonymous = await fetch(`${server.url}${path}`, {
      headers: { Authorization: "Bearer x" },
    });
    expect(await anonymous.json()).toEqual({ hello: "nobody", subject: null });
  });

  test("an HTTP action receives a body, sets status and headers, and writes", async () => {
    const response = await fetch(`${server.url}/channels/by-http`, { method: "POST", body: "é" });
    expect([response.status, response.headers.get("x-channel")]).toEqual([201, "by-http"]);
    const list: unknown = await server
      .httpClient()
      .query(query("messages:list"), { channel: "by-http" });
    expect(list).toMatchObject([{ body: "é" }]);
  });

  test("an HTTP action that fails is answered with 500 without a stack, an unknown one with 404", async () => {
    const broken = await fetch(`${server.url}/broken`);
    expect(broken.status).toBe(500);
    expect(await broken.text()).not.toContain("/modules/");
    expect((await fetch(`${server.url}/http/nothing`)).status).toBe(404);
    expect((await fetch(`${server.url}/nothing`)).status).toBe(404);
  });

  test("an HTTP action cannot replace the deployment's own addresses", async () => {
    expect((await fetch(`${server.url}/http/api/query`, { method: "POST" })).status).toBe(404);
    expect((await fetch(`${server.url}/http/version`)).status).toBe(404);
  });
});

describe("stored files", () => {
  async function upload(content: string, headers: Record<string, string> = {}) {
    const url = (await server.httpClient().mutation(mutation("files:uploadUrl"))) as string;
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "text/html", ...headers },
      body: content,
    });
    return { url, response };
  }

  test("a stored file is uploaded once, served sandboxed with ranges, and not found once deleted", async () => {
    const { url, response } = await upload("0123456789");
    const { storageId } = (await response.json()) as { storageId: string };
    expect((await fetch(url, { method: "POST", body: "again" })).status).toBe(401);

    const client = server.httpClient();
    const fileUrl = (await client.query(query("files:url"), { id: storageId })) as string;
    const whole = await fetch(fileUrl);
    expect(await whole.text()).toBe("0123456789");
    expect(whole.headers.get("content-type")).toBe("text/html");
    expect(whole.headers.get("content-security-policy")).toContain("sandbox");
    expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
    const part = await fetch(fileUrl, { headers: { Range: "bytes=2-4" } });
    expect([part.status, await part.text()]).toEqual([206, "234"]);
    expect(part.headers.get("content-range")).toBe("bytes 2-4/10");
    const outside = await fetch(fileUrl, { headers: { Range: "bytes=20-" } });
    expect(outside.status).toBe(416);
    const etag = whole.headers.get("etag") ?? "";
    expect((await fetch(fileUrl, { headers: { "If-None-Match": etag } })).status).toBe(304);

    await client.mutation(mutation("files:remove"), { id: storageId });
    expect((await fetch(fileUrl)).status).toBe(404);
  });

  test("an upload must match the announced digest", async () => {
    const digest = (content: string) => createHash("sha256").update(content).digest("base64");
    const right = await upload("abc", { Digest: `sha-256=${digest("abc")}` });
    expect(right.response.status).toBe(200);
    const wrong = await upload("abc", { Digest: `sha-256=${digest("abd")}` });
    expect(wrong.response.status).toBe(400);
  });
});
