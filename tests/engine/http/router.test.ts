import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FileStorage, OpenedFile } from "../../../engine/files/storage";
import { verified } from "../../../engine/files/verifyFiles";
import { Hosts } from "../../../engine/http/hosts";
import { ArrivingBytes } from "../../../engine/sync/heldBytes";
import { NetworkLimits } from "../../../engine/http/networkLimits";
import { Origins } from "../../../engine/http/origins";
import { Router, type RouterParts } from "../../../engine/http/router";
import { StorageApi } from "../../../engine/http/storageApi";
import { silentLogger } from "../../../engine/logs";

/**
 * The router with an app whose HTTP actions all fail; tests/engine/clients tests the app's real
 * answers.
 */
const logged: unknown[] = [];
const A_FILE = { contentType: null, sha256: "x", size: 9, range: null };
let storedFile: OpenedFile | null = null;
const parts = {
  networkLimits: new NetworkLimits({ now: () => 0 }, { requestsAtOnce: 3 }),
  arrivingBytes: new ArrivingBytes(),
  hosts: new Hosts([]),
  origins: new Origins([]),
  clientIp: ({ headers }: { headers: Record<string, unknown> }) => headers["x-test-ip"] ?? null,
  functionsApi: { httpActionCaller: async () => ({ identity: null, isAdmin: false }) },
  functions: {
    runHttpAction: async () => {
      throw new Error("no such luck");
    },
  },
  storageApi: new StorageApi({ open: () => storedFile } as unknown as FileStorage),
  staticFiles: null,
  siteUrl: "http://localhost",
  log: { ...silentLogger, error: (...line: unknown[]) => logged.push(line) },
} as unknown as RouterParts;

let server: Server;
beforeAll(async () => {
  const router = new Router(parts);
  server = createServer((request, response) => void router.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => logged.splice(0));

/** Uses Node's HTTP client, because `fetch` does not send all methods. */
async function send(method: string, path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: "127.0.0.1", port, method, path, headers, agent: false }).end();
  const response = await new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve).once("error", reject);
  });
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

describe("the router", () => {
  test("the router logs a stored file that turns out to be damaged while it is sent", async () => {
    const chunks = Readable.from([Buffer.from("some"), Buffer.from("thing")]);
    const stream = () => Readable.from(verified(chunks, "/a-file", "x"), { objectMode: false });
    storedFile = { ...A_FILE, stream };
    await expect(send("GET", "/api/storage/some-uuid")).rejects.toThrow("aborted");
    expect(logged).toEqual([
      [
        "request failed",
        {
          path: "/api/…",
          error: expect.stringContaining("/a-file is damaged") as string,
        },
      ],
    ]);
  });

  test.each(["TRACE", "PROPFIND"])(
    "the router answers 405 to %s and names the allowed methods",
    async (method) => {
      const { status, headers, body } = await send(method, "/brands");
      expect([status, headers.allow]).toEqual([
        405,
        "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
      ]);
      expect(JSON.parse(body)).toMatchObject({ code: "MethodNotAllowed" });
      expect(logged).toEqual([]);
    },
  );

  test("the router answers 429 to a network with too many requests, before any code runs, and hangs up", async () => {
    const far = { "X-Test-Ip": "192.0.2.7" };
    for (let count = 0; count < 3; count++) await send("GET", "/brands", far);
    expect((await send("POST", "/api/action", far)).status).toBe(429);
    const keepAlive = { ...far, Connection: "keep-alive" };
    const { status, headers } = await send("GET", "/brands", keepAlive);
    expect([status, headers["retry-after"], headers.connection]).toEqual([429, "1", "close"]);
    expect(logged).toHaveLength(3);
    expect((await send("GET", "/brands", { "X-Test-Ip": "192.0.2.8" })).status).toBe(500);
  });

  test("the router logs a failed request with the first part of its path: the rest may be personal", async () => {
    const { status, body } = await send(
      "GET",
      "/auth/verify?email=ana%40lab.example&code=12345678",
    );
    expect(status).toBe(500);
    expect(body).not.toContain("no such luck");
    expect(JSON.stringify(logged)).toContain("no such luck");
    expect(JSON.stringify(logged)).toContain('"/auth/…"');
    expect(JSON.stringify(logged)).not.toMatch(/12345678|ana/);
  });
});
