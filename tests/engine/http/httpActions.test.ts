import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FunctionRunner } from "../../../engine/functions/runner";
import { respondWithHttpAction } from "../../../engine/http/httpActions";
import { ANONYMOUS } from "../support/testDeployment";

/** A server that answers every request with an endless stream. */
let server: Server;
let pulls: number;
/** Resolves when the function's stream is cancelled. */
let cancelled: Promise<void>;
/** Resolves to the response of the request once it has begun. */
let answering: Promise<ServerResponse>;
let ended: Promise<unknown>;

beforeEach(async () => {
  pulls = 0;
  let onCancel = () => {};
  cancelled = new Promise((resolve) => (onCancel = resolve));
  const stream = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulls += 1;
          controller.enqueue(new Uint8Array(64 * 1024));
        },
        cancel: () => onCancel(),
      },
      { highWaterMark: 0 },
    );
  const functions = { runHttpAction: () => Promise.resolve(new Response(stream())) };
  let onAnswering: (response: ServerResponse) => void = () => {};
  answering = new Promise((resolve) => (onAnswering = resolve));
  server = createServer((incoming, response) => {
    ended = respondWithHttpAction(
      functions as unknown as FunctionRunner,
      { request: incoming, response },
      { siteUrl: "http://localhost", path: "/stream", caller: ANONYMOUS },
      () => {},
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

function send(method = "GET") {
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: "127.0.0.1", port, method, agent: false }).end();
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
