import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import WebSocket, { type ClientOptions } from "ws";
import { SOCKET_LIMITS } from "../../../engine/sync/socketLimits";
import { Heard, mutation, query, TestServer } from "../clients/testServer";
import { FakeClock } from "../support/testDeployment";
import { add, RawSocket } from "./rawSocket";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ maxSocketsPerNetwork: 3, isBehindProxy: true });
});
afterAll(() => server.stop());

/** Response that refuses an upgrade. */
async function refusedUpgrade(
  headers: Record<string, string>,
  path = "/api/1.0/sync",
  { url } = server,
): Promise<IncomingMessage> {
  const ws = new WebSocket(`${url.replace("http", "ws")}${path}`, { headers });
  ws.on("error", () => {});
  const [, response] = (await once(ws, "unexpected-response")) as [unknown, IncomingMessage];
  return response;
}

const refusal = async (headers: Record<string, string>, path?: string) =>
  (await refusedUpgrade(headers, path)).statusCode;

/** A client that has read the refusal of its upgrade and has not hung up. */
async function refusedClient({ port }: TestServer): Promise<Socket> {
  const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  client.on("error", () => {});
  const head = `Host: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket`;
  client.write(`GET /elsewhere HTTP/1.1\r\n${head}\r\n\r\n`);
  await once(client, "data");
  return client;
}

const openTwo = ({ url }: TestServer, options?: ClientOptions) =>
  Promise.all([RawSocket.open(url, options), RawSocket.open(url, options)]);

const from = (ip: string) => ({ headers: { "X-Forwarded-For": ip } });

describe("a socket is refused", () => {
  test("a socket is refused to pages of other origins, and at other addresses", async () => {
    expect(await refusal({ Origin: "https://evil.example" })).toBe(403);
    expect(await refusal({}, "/api/sync/elsewhere")).toBe(404);
    const own = await RawSocket.open(server.url, { headers: { Origin: server.url } });
    own.close();
  });

  test("a socket is refused to pages whose name was rebound to this address", async () => {
    expect(await refusal({ Host: "evil.example", Origin: "http://evil.example" })).toBe(421);
  });

  test("a socket is refused to an address that holds too many, until it closes one", async () => {
    const held = await Promise.all(
      [1, 2, 3].map(() => RawSocket.open(server.url, from("192.0.2.1"))),
    );
    const refused = await refusedUpgrade(from("192.0.2.1").headers);
    expect(refused.statusCode).toBe(429);
    expect(await text(refused)).toBe(
      "Too many connections from this network (limit: 3): close some, or try again later.",
    );
    const elsewhere = await RawSocket.open(server.url, from("192.0.2.2"));
    elsewhere.close();
    held[0]?.ws.close();
    await held[0]?.closed();
    const next = await RawSocket.open(server.url, from("192.0.2.1"));
    for (const socket of [...held, next]) socket.close();
  });

  test("a socket is refused to an address that opens them too fast", async () => {
    const headers = from("192.0.2.9").headers;
    const strict = await TestServer.start({
      isBehindProxy: true,
      networkLimits: { requestsAtOnce: 2 },
      clock: new FakeClock(),
    });
    for (const socket of await openTwo(strict, { headers })) socket.close();
    const refused = await refusedUpgrade(headers, undefined, strict);
    expect(refused.statusCode).toBe(429);
    expect(await text(refused)).toBe("Too many requests from this network; slow down");
    await strict.stop();
  });

  test("a refused client that resets its connection does not crash the server", async () => {
    const uncaught: unknown[] = [];
    const onUncaught = (error: unknown) => uncaught.push(error);
    process.on("uncaughtException", onUncaught);
    try {
      const clients = await Promise.all(Array.from({ length: 20 }, () => refusedClient(server)));
      for (const client of clients) client.resetAndDestroy();
      expect(await refusal({}, "/elsewhere")).toBe(404);
      expect(uncaught).toEqual([]);
    } finally {
      process.off("uncaughtException", onUncaught);
    }
  });

  test("a refused client that does not hang up does not keep the server from stopping", async () => {
    const stopping = await TestServer.start();
    const client = await refusedClient(stopping);
    await stopping.stop();
    client.destroy();
  });

  test("a client that connects while the server stops is refused", async () => {
    const stopping = await TestServer.start();
    const client = connect({ port: stopping.port, host: "127.0.0.1" });
    client.write("GET /api/1.0/sync HTTP/1.1\r\n");
    await fetch(`${stopping.url}/version`); // the server has received the line by then
    const stopped = stopping.unplug();
    const key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==";
    client.write(`Host: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`);
    const [answer] = (await once(client, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 503 /);
    await stopped;
    await stopping.stop();
  });

  // Shorter than `ws`'s own wait of 30 s.
  test(
    "a vanished client does not keep the server from stopping",
    { timeout: 20_000 },
    async () => {
      const stopping = await TestServer.start();
      const vanished = await RawSocket.open(stopping.url);
      vanished.ws.pause();
      await stopping.stop();
      vanished.ws.terminate();
    },
  );

  test("the IPv6 addresses of one subscriber share a limit of sockets", async () => {
    const held = await Promise.all(
      ["2001:db8::1", "2001:db8::2", "2001:db8::3"].map((ip) =>
        RawSocket.open(server.url, from(ip)),
      ),
    );
    expect(await refusal(from("2001:db8::4").headers)).toBe(429);
    for (const socket of held) socket.close();
  });
});

describe("sockets of visitors", () => {
  const sockets = 2;
  const visitorsOfNetwork = { ...SOCKET_LIMITS.visitorsOfNetwork, sockets };
  let limited: TestServer;
  beforeAll(async () => {
    const account = { ...SOCKET_LIMITS.account, subscriptions: 2 };
    limited = await TestServer.start({ socketLimits: { visitorsOfNetwork, account } });
  });
  afterAll(() => limited.stop());

  const isRefused = async () => {
    const ws = new WebSocket(`${limited.url.replace("http", "ws")}/api/1.0/sync`);
    ws.on("error", () => {});
    const answer = await Promise.race([once(ws, "open"), once(ws, "unexpected-response")]);
    ws.terminate();
    return answer.length > 0;
  };

  test("a visitor's socket above the limit is refused, on loopback too, until one signs in", async () => {
    const held = await openTwo(limited);
    for (const socket of held) socket.hello("visitor");
    expect(await isRefused()).toBe(true);
    const value = await limited.sign({ subject: "ana" });
    held[0]?.send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value });
    await held[0]?.until(({ endVersion }) => endVersion?.identity === 1);
    expect(await isRefused()).toBe(false);
    for (const socket of held) socket.close();
  });

  test("an official client shows the refusal of one query and continues with the others", async () => {
    const token = await limited.sign({ subject: "official" });
    const client = limited.client();
    client.setAuth(() => Promise.resolve(token));
    await client.query(query("edges:whoAmI"), {});
    const values = new Heard<unknown>();
    const refusals = new Heard<Error>();
    for (const name of ["a", "b", "c"]) {
      client.onUpdate(query("messages:counter"), { name }, values.hear, refusals.hear);
    }
    const refused = await refusals.until(() => true);
    expect(refused).toMatchObject({ data: { code: "TOO_MANY_LIVE_QUERIES" } });
    await client.mutation(mutation("messages:increment"), { name: "a" });
    await values.until((value) => value === 1);
    expect(refusals.values).toHaveLength(1);
  });
});

describe("frames and bodies that visitors never finish", () => {
  let held: TestServer;
  beforeAll(async () => {
    held = await TestServer.start({ arrivingBytes: { visitors: 300_000, accounts: 300_000 } });
  });
  afterAll(() => held.stop());

  /** Sends the beginning of a request; resolves when the server has ended the connection. */
  function begin(bytes: string): Promise<unknown> {
    const client = connect({ port: held.port, host: "127.0.0.1" });
    client.on("error", () => {});
    client.write(bytes);
    client.resume();
    return new Promise((ended) => client.once("close", ended));
  }

  const head = (length: string) =>
    `POST /api/mutation HTTP/1.1\r\nHost: 127.0.0.1\r\n${length}\r\n\r\n`;

  test("frames and bodies share a limit, above which the largest one is ended", async () => {
    const socket = await RawSocket.connect(held.url, "never finishes");
    const closed = socket.closed();
    socket.ws.send(" ".repeat(190_000), { fin: false });
    void begin(head("Content-Length: 250000") + " ".repeat(120_000));
    expect((await closed).code).toBe(1006);
    await begin(head("Content-Length: 250000") + " ".repeat(240_000));
  });

  test("a body in chunks of one byte is ended after a thousand of them", async () => {
    await begin(head("Transfer-Encoding: chunked") + "1\r\n \r\n".repeat(20_000));
    const whole = await fetch(`${held.url}/version`);
    expect(whole.status).toBe(200);
  });
});

describe("a client that", () => {
  test("a client that sends too fast is throttled and loses nothing", async () => {
    const socket = await RawSocket.connect(server.url, "fast");
    const started = performance.now();
    const event = " ".repeat(1_000); // the pause takes effect between chunks of about 64 KB
    for (let i = 0; i < 3_000; i += 1) socket.send({ type: "Event", eventType: "x", event });
    socket.modify(0, []);
    await socket.until(({ type }) => type === "Transition");
    // 2,000 in a burst, then 1,000 a second
    expect(performance.now() - started).toBeGreaterThan(800);
    socket.close();
  });

  test("a client that is not signed in may send only small frames", async () => {
    const call = (size: number) => ({ value: "x".repeat(size) });
    const stranger = await RawSocket.connect(server.url, "stranger");
    stranger.mutate(0, "edges:store", call(1_000_000));
    const closed = await stranger.closed();
    expect([1006, 1009]).toContain(closed.code); // while the frame was still arriving
    const talker = await RawSocket.connect(server.url, "talker");
    talker.mutate(0, "edges:store", call(300_000));
    const told = await talker.until(({ type }) => type === "FatalError");
    expect(told.error).toContain("not signed in (limit: 262144)");
  });

  test("a client may send a large frame right after its authentication", async () => {
    const socket = await RawSocket.connect(server.url, "admin");
    const value = server.deployment.adminKey;
    socket.send({ type: "Authenticate", baseVersion: 0, tokenType: "Admin", value });
    socket.mutate(0, "messages:send", { channel: "large", body: "x".repeat(900_000) });
    const response = await socket.until(({ type }) => type === "MutationResponse");
    expect(response.success).toBe(true);
    socket.close();
  });

  test("a frame of a million values is answered by a FatalError before it is parsed", async () => {
    const socket = await RawSocket.connect(server.url, "million");
    const value = server.deployment.adminKey;
    socket.send({ type: "Authenticate", baseVersion: 0, tokenType: "Admin", value });
    socket.send(`{"type":"Mutation","requestId":0,"args":[${"[],".repeat(1_000_000)}0]}`);
    const told = await socket.until(({ type }) => type === "FatalError");
    expect(told.error).toContain("array of more than 8192");
  });

  test("a client that does not read gets one Transition for everything it missed", async () => {
    const body = "x".repeat(100_000);
    const send = () =>
      fetch(`${server.url}/api/mutation`, {
        method: "POST",
        body: JSON.stringify({ path: "messages:send", args: { channel: "slow", body } }),
      });
    for (let i = 0; i < 10; i += 1) await send();
    const socket = await RawSocket.connect(server.url, "slow");
    socket.modify(0, [add(0, "messages:list", { channel: "slow" })]);
    await socket.until(({ type }) => type === "Transition");
    socket.ws.pause(); // kernel buffers hold some megabytes, then the server buffers
    for (let i = 0; i < 30; i += 1) await send();
    socket.ws.resume();
    const isComplete = (value: unknown) => Array.isArray(value) && value.length === 40;
    await socket.until(
      ({ modifications }) => !!modifications?.some(({ value }) => isComplete(value)),
    );
    socket.checkTransitions();
    expect(socket.messages.length).toBeLessThan(25);
    socket.close();
  });
});
