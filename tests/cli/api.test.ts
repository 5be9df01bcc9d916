import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { serverWith } from "./support/serverWith";
import { built, freshEnvironment, sms } from "./support/sms";

beforeAll(built);

type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** A server that remembers requests, and the environment of a program with an API token for it. */
async function apiWith(answer: RequestListener) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = "", url = "", headers } = request;
      asked.push({ method, url, headers, body });
      answer(request, response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const SMS_URL = `http://127.0.0.1:${port}`;
  return { asked, env: freshEnvironment({ SMS_URL, SMS_TOKEN: "sms_secret" }) };
}

const answering =
  (status: number, value: object): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json", ETag: '"1"' });
    response.end(JSON.stringify(value));
  };

describe("sms api", () => {
  test.each([
    [["GET", "/samples"], "/api/v1/samples"],
    [["get", "samples?limit=1"], "/api/v1/samples?limit=1"],
    [["GET", "/api/v1/lookups"], "/api/v1/lookups"],
    [["GET", "//evil.example/"], "/api/v1//evil.example/"],
    [
      ["GET", "/samples", "-f", "filter=brand=Nokia", "-f", "filter=os~a&b", "-F", "limit=2"],
      "/api/v1/samples?filter=brand%3DNokia&filter=os%7Ea%26b&limit=2",
    ],
  ])("%j reads %s with the token, and prints the body", async (words, url) => {
    const { asked, env } = await apiWith(answering(200, { rows: [] }));
    expect(await sms(["api", ...words], env)).toEqual({
      code: 0,
      stdout: '{"rows":[]}',
      stderr: "",
    });
    expect(asked).toMatchObject([
      { method: "GET", url, body: "", headers: { authorization: "Bearer sms_secret" } },
    ]);
  });

  test("sends fields as a JSON body, texts and typed values, under a new key", async () => {
    const { asked, env } = await apiWith(answering(200, {}));
    const fields = ["-f", "comments=7", "-F", "lat=41.15", "-F", "noImei=true"];
    const patch = ["api", "PATCH", "/samples/1", ...fields, "-H", 'If-Match: "1"'];
    await sms(patch, env);
    await sms(patch, env);
    const [first, second] = asked;
    expect(first).toMatchObject({ method: "PATCH", headers: { "if-match": '"1"' } });
    expect(JSON.parse(first?.body ?? "")).toEqual({ comments: "7", lat: 41.15, noImei: true });
    const keys = [first, second].map((each) => each?.headers["idempotency-key"]);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
    expect(keys[1]).not.toBe(keys[0]);
  });

  test("sends a file or standard input as it is, and repeats a key", async () => {
    const { asked, env } = await apiWith(answering(201, {}));
    const file = join(env["HOME"] ?? "", "body.json");
    writeFileSync(file, '{ "brand": "Nokia" }');
    const post = ["api", "POST", "/samples", "--idempotency-key", "k", "--input"];
    expect((await sms([...post, file], env)).code).toBe(0);
    expect((await sms([...post, "-"], env, '{ "brand": "LG" }')).code).toBe(0);
    expect(asked.map(({ body }) => body)).toEqual(['{ "brand": "Nokia" }', '{ "brand": "LG" }']);
    expect(asked.map(({ headers }) => headers["idempotency-key"])).toEqual(["k", "k"]);
  });

  test("exits with 1 for a refusal: its body on stdout, its message on stderr", async () => {
    const { env } = await apiWith(answering(404, { code: "SAMPLE_MISSING", message: "No sample" }));
    expect(await sms(["api", "GET", "/samples/1"], env)).toEqual({
      code: 1,
      stdout: '{"code":"SAMPLE_MISSING","message":"No sample"}',
      stderr: "sms: No sample (HTTP 404)\n",
    });
  });

  test.each([
    [503, 1, "sms: Service Unavailable (HTTP 503)"],
    [407, 3, "Cannot reach"],
  ])("names the reason of an empty answer with the status %i", async (status, code, reason) => {
    const { env } = await apiWith((_request, response) => response.writeHead(status).end());
    const answer = await sms(["api", "GET", "/samples/1"], env);
    expect(answer.code).toBe(code);
    expect(answer.stderr).toContain(reason);
    expect(answer.stderr).not.toContain(": .");
  });

  test("prints status and headers if asked to, and takes 304 as success", async () => {
    const { env } = await apiWith((_request, response) => {
      response.writeHead(304, { ETag: '"1"' }).end();
    });
    const { code, stdout } = await sms(["api", "GET", "/lookups", "-i"], env);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^HTTP 304 .*\n[^]*etag: "1"\n/)]);
  });

  test.each([200, 502])("takes a web page with the status %i for no answer", async (status) => {
    const { env } = await apiWith((_request, response) => {
      response.writeHead(status, { "Content-Type": "text/html" }).end("<p>Hotel Wi-Fi</p>");
    });
    const read = await sms(["api", "GET", "/samples"], env);
    expect(read).toMatchObject({ code: 3, stdout: "" });
    expect(read.stderr).toContain(`a web page answered (HTTP ${status})`);
    const change = await sms(["api", "POST", "/samples", "--idempotency-key", "k1"], env);
    expect(change).toMatchObject({ code: 3, stdout: "" });
    expect(change.stderr).toContain("--idempotency-key k1 repeats it");
  });

  test("says with which key to repeat a change whose answer was lost", async () => {
    const { asked, env } = await apiWith((request) => request.socket.destroy());
    const { code, stderr } = await sms(["api", "POST", "/samples", "-f", "brand=LG"], env);
    expect(code).toBe(3);
    expect(stderr).toContain(`--idempotency-key ${String(asked[0]?.headers["idempotency-key"])}`);
  });

  test.each<[string[], string]>([
    [["GET", "/samples", "--input", "x"], "GET has no body."],
    [["POST", "/samples", "--input", "x", "-f", "a=b"], "not both"],
    [["POST", "/samples", "--input", "/none/x"], "/none/x cannot be read"],
    [["POST", "/samples", "-f", "a"], "NAME=VALUE"],
    [["POST", "/samples", "-F", "a=x"], "--field takes a text"],
    [["DELETE", "/samples/1"], "GET, POST, PATCH"],
  ])("refuses %j as wrong usage, and sends nothing", async (words, message) => {
    const { asked, env } = await apiWith(answering(200, {}));
    const { code, stderr } = await sms(["api", ...words], env);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(asked).toEqual([]);
  });
});

describe("SMS_TOKEN", () => {
  test("that is a session is refused by sms api, which says where API tokens are made", async () => {
    const { env, calls } = await serverWith({});
    const { code, stderr } = await sms(["api", "GET", "/samples"], env);
    expect([code, stderr]).toEqual([2, expect.stringContaining("needs an API token")]);
    expect(calls).toEqual([]);
  });

  test.each([
    ["whoami"],
    ["samples", "list"],
    ["export", "samples"],
    ["tokens", "list", "--all"],
    ["logout"],
  ])("that is an API token is refused by sms %s without being sent", async (...words) => {
    const { asked, env } = await apiWith(answering(200, {}));
    const { code, stderr } = await sms(words, env);
    expect(code).not.toBe(0);
    expect(stderr).toContain('SMS_TOKEN is an API token, which only "sms api" accepts.');
    expect(asked).toEqual([]);
  });
});
