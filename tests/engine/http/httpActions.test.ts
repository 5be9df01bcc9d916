import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { createGunzip, gunzipSync } from "node:zlib";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FunctionRunner } from "../../../engine/functions/runner";
import { respondWithHttpAction } from "../../../engine/http/httpActions";
import { ArrivingBytes } from "../../../engine/sync/heldBytes";
import { ANONYMOUS } from "../support/testDeployment";

/** A server that answers every request with an endless stream, unless a test sets `answer`. */
let server: Server;
let pulls: number;
let answer: () => Response;
/** Resolves when the function's stream is cancelled. */
let cancelled: Promise<void>;
/** Resolves to the response of the request once it has begun. */
let answering: Promise<ServerResponse>;
let ended: Promise<unknown>;

let headers: Record<string, string>;

beforeEach(async () => {
  pulls = 0;
  headers = {};
  let onCancel = () => {};
  cancelled = new Promise((resolve) => (onCancel = resolve));
  const stream = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulls += 1;
          controller.enqueue(randomBytes(64 * 1024)); // does not compress
        },
        cancel: () => onCancel(),
      },
      { highWaterMark: 0 },
    );
  answer = () => new Response(stream(), { headers });
  const functions = { runHttpAction: () => Promise.resolve(answer()) };
  let onAnswering: (response: ServerResponse) => void = () => {};
  answering = new Promise((resolve) => (onAnswering = resolve));
  server = createServer((incoming, response) => {
    ended = respondWithHttpAction(
      functions as unknown as FunctionRunner,
      { request: incoming, response },
      { siteUrl: "http://localhost", path: "/stream", caller: ANONYMOUS },
      { arrivingBytes: new ArrivingBytes(), onChunk: () => {} },
    ).catch((error: Error) => error);
    onAnswering(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function send(method = "GET", accepted = "identity") {
  const { port } = server.address() as AddressInfo;
  const sent = request({
    ...{ host: "127.0.0.1", port, method, agent: false },
    headers: { "Accept-Encoding": accepted },
  }).end();
  sent.on("error", () => undefined); // the test ends the connection
  const response = new Promise<IncomingMessage>((resolve) => sent.once("response", resolve));
  return { sent, response };
}

describe("a streamed response of an HTTP action", () => {
  test("a streamed response is cancelled when its client disconnects", async () => {
    const { sent, response } = send();
    await once(await response, "readable");
    sent.destroy();
    await cancelled;
    await ended;
  });

  test("a streamed response is cancelled when its client reads nothing for too long", async () => {
    const { response } = send();
    await response; // and reads nothing
    const { socket } = await answering;
    expect(socket?.timeout).toBe(5 * 60_000);
    socket?.emit("timeout");
    await cancelled;
    await ended;
  });

  test("a streamed response is not produced for a HEAD request", async () => {
    const { response } = send("HEAD");
    expect((await response).statusCode).toBe(200);
    await cancelled;
    expect(pulls).toBe(0);
  });
});

describe("a text of an HTTP action", () => {
  const CSV = { "Content-Type": "text/csv;charset=utf-8" };
  const text = "brand,model\n".repeat(1_000);
  const received = async (accepted: string) => {
    const response = await send("GET", accepted).response;
    const { "content-encoding": coding, vary } = response.headers;
    return { coding, vary, body: await buffer(response) };
  };

  test("is sent compressed to a client that accepts gzip, and as it is to others", async () => {
    answer = () => new Response(text, { headers: { ...CSV, "Content-Length": `${text.length}` } });
    const small = await received("br, gzip;q=0.5");
    expect(small).toMatchObject({ coding: "gzip", vary: "Accept-Encoding" });
    expect(small.body.length).toBeLessThan(text.length / 10);
    expect(gunzipSync(small.body).toString()).toBe(text);
    const plain = await received("br");
    expect(plain).toMatchObject({ coding: undefined, vary: "Accept-Encoding" });
    expect(plain.body.toString()).toBe(text);
  });

  test.each<[string, ResponseInit]>([
    ["has an entity tag", { headers: { ...CSV, ETag: '"1"' } }],
    ["is in a coding already", { headers: { ...CSV, "Content-Encoding": "x" } }],
    ["must not be changed", { headers: { ...CSV, "Cache-Control": "no-store, no-transform" } }],
    ["is a refusal", { status: 404, headers: CSV }],
    ["is no text", { headers: { "Content-Type": "image/jpeg" } }],
  ])("is not compressed if it %s", async (_why, init) => {
    answer = () => new Response("content", init);
    expect((await received("gzip")).body.toString()).toBe("content");
  });

  test("reaches a client that accepts gzip message by message, while the function goes on", async () => {
    const messages = new TransformStream<Uint8Array, Uint8Array>();
    const writer = messages.writable.getWriter();
    answer = () => new Response(messages.readable, { headers: CSV });
    const { response } = send("GET", "gzip");
    const unzipped = createGunzip();
    void response.then((begun) => begun.pipe(unzipped));
    for (const message of ["brand\n", "Acme\n"]) {
      const received = once(unzipped, "data") as Promise<[Buffer]>;
      await writer.write(Buffer.from(message));
      expect((await received)[0].toString()).toBe(message);
    }
    await writer.close();
  });

  test("is compressed as it is written, and only as fast as its client reads", async () => {
    headers = CSV;
    const { sent, response } = send("GET", "gzip");
    await once(await response, "readable");
    const served = await answering;
    while (!served.writableNeedDrain) await setImmediate();
    // Chunks may be on their way through the compressor's thread; then it comes to rest.
    let before = -1;
    for (let rounds = 0; rounds < 1_000 && before !== pulls; rounds++) {
      before = pulls;
      for (let turns = 0; turns < 10; turns++) await Promise.all([stat("."), setImmediate()]);
    }
    expect(pulls).toBe(before);
    sent.destroy();
    await cancelled;
    await ended;
  });
});
