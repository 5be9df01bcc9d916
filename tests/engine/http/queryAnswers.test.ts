import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { QueryAnswers } from "../../../engine/http/queryAnswers";
import { HeldBytes } from "../../../engine/sync/heldBytes";
import { query, TestServer } from "../clients/testServer";

let server: TestServer;
beforeAll(async () => (server = await TestServer.start()));
afterAll(() => server.stop());

const LARGE = "é and a row. ".repeat(10_000);
const answerTo = (value: string) => ({ status: "success", value, logLines: [] });

/** Uses Node's HTTP client, because `fetch` requests compression and decodes it transparently. */
async function call(path: string, value: string, headers: Record<string, string> = {}) {
  const sent = request(`${server.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    agent: false,
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve).once("error", reject);
  });
  const isAction = path === "/api/action";
  const body = isAction
    ? { path: "actions:echo", args: { text: value } }
    : { path: "edges:echo", args: { value } };
  sent.end(JSON.stringify(body));
  const { headers: received } = await response;
  return { received, body: await buffer(await response) };
}

describe("a large answer to a query over HTTP", () => {
  test.each([
    ["br", "gzip, deflate, br", brotliDecompressSync],
    ["gzip", "gzip, deflate", gunzipSync],
    ["gzip", "br;q=0, gzip;q=0.5", gunzipSync],
  ])(
    "a large answer is sent as %s to a client that accepts %s",
    async (coding, accepted, decompress) => {
      const { received, body } = await call("/api/query", LARGE, { "Accept-Encoding": accepted });
      expect(received["content-encoding"]).toBe(coding);
      expect(received["vary"]).toBe("Accept-Encoding");
      expect(received["content-length"]).toBe(String(body.length));
      expect(body.length).toBeLessThan(LARGE.length / 20);
      expect(JSON.parse(decompress(body).toString())).toEqual(answerTo(LARGE));
    },
  );

  test("a large answer varies by the page's origin too", async () => {
    const headers = { "Accept-Encoding": "br", Origin: server.url };
    const { received } = await call("/api/query", LARGE, headers);
    expect(received["vary"]).toBe("Origin, Accept-Encoding");
  });

  test.each([{}, { "Accept-Encoding": "identity" }, { "Accept-Encoding": "deflate" }])(
    "a large answer is sent uncompressed to a client that sends %j",
    async (headers) => {
      const { received, body } = await call("/api/query", LARGE, headers);
      expect(received["content-encoding"]).toBeUndefined();
      expect(received["vary"]).toBe("Accept-Encoding");
      expect(JSON.parse(body.toString())).toEqual(answerTo(LARGE));
    },
  );

  test("a large answer reaches the official client whole", async () => {
    expect(await server.httpClient().query(query("edges:echo"), { value: LARGE })).toBe(LARGE);
  });

  test("large answers arrive whole for many concurrent clients", async () => {
    const values = Array.from({ length: 20 }, (_, i) => `${i} `.repeat(20_000));
    const answers = await Promise.all(
      values.map((value) => call("/api/query", value, { "Accept-Encoding": "br" })),
    );
    const received = answers.map(
      ({ body }) => JSON.parse(brotliDecompressSync(body).toString()) as unknown,
    );
    expect(received).toEqual(values.map(answerTo));
  });
});

test.each([
  ["a small answer", "/api/query", "x".repeat(30_000)],
  ["an action's answer", "/api/action", LARGE],
])("%s is not compressed", async (_what, path, value) => {
  const { received, body } = await call(path, value, { "Accept-Encoding": "br, gzip" });
  expect(received["content-encoding"]).toBeUndefined();
  expect(body.toString()).toContain(value.slice(0, 100));
});

describe("clients that request large answers and do not read them", () => {
  const MAX_BYTES = 16 * 1024 * 1024;
  const ANSWER_BYTES = 1_000_000; // more than the kernel buffers for a client that does not read
  const answer = JSON.stringify(randomBytes((ANSWER_BYTES * 3) / 4).toString("base64"));
  const asks = (count: number) =>
    "POST / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nContent-Length: 0\r\n\r\n".repeat(count);

  async function start() {
    const unsent = new HeldBytes(MAX_BYTES);
    const answers = new QueryAnswers(unsent);
    let largest = 0;
    let answered = 0;
    const ended = new Set<number | undefined>();
    const http = createServer((_request, response) => {
      answered += 1;
      void answers.send(response, answer);
      largest = Math.max(largest, unsent.total);
    });
    http.on("connection", (socket) => {
      const { remotePort } = socket;
      socket.once("close", () => ended.add(remotePort));
    });
    await once(http.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void http.close());
    const { port } = http.address() as AddressInfo;
    const open = (text: string) => {
      const socket = connect(port, "127.0.0.1").pause();
      socket.on("error", () => {});
      socket.write(text);
      onTestFinished(() => void socket.destroy());
      return socket;
    };
    return { port, unsent, open, ended, largest: () => largest, answered: () => answered };
  }

  test("clients that do not read stay within the limit of unsent bytes; the largest loses its connection", async () => {
    const { unsent, open, ended, largest, port } = await start();
    const patient = open(asks(4));
    const greedy = Array.from({ length: 10 }, () => open(asks(8)));
    await expect.poll(() => ended.size).toBeGreaterThan(0);
    const sent = await fetch(`http://127.0.0.1:${port}`, { method: "POST" });
    expect(await sent.text()).toBe(answer);
    expect(ended).not.toContain(patient.localPort);
    expect(largest()).toBeLessThan(MAX_BYTES + 8 * ANSWER_BYTES);
    for (const socket of [patient, ...greedy]) socket.destroy();
    await expect.poll(() => unsent.total).toBe(0);
  });

  test("answers that were read no longer count as unsent bytes", async () => {
    const { unsent, open, answered, ended } = await start();
    const socket = open(asks(12));
    await expect.poll(() => answered()).toBe(12);
    expect(unsent.total).toBeGreaterThan(0);
    socket.resume();
    await expect.poll(() => unsent.total).toBe(0);
    expect(ended.size).toBe(0);
  });
});
