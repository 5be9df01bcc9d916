import { afterAll, beforeAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { Heard, mutation, query, TestServer } from "./testServer";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

/**
 * Sockets that lose everything the server sends from one message on, then break, like a cut cable.
 */
function breakingSockets(isLast: (message: { type: string }) => boolean) {
  let cuts = 0;
  class BreakingSocket extends WebSocket {
    constructor(url: string) {
      super(url);
      this.prependListener("message", (data: Buffer) => {
        if (cuts > 0 || !isLast(JSON.parse(data.toString()) as { type: string })) return;
        cuts += 1;
        this.onmessage = null; // this message is already lost
        this.terminate();
      });
    }
  }
  return {
    webSocketConstructor: BreakingSocket as unknown as typeof globalThis.WebSocket,
    cuts: () => cuts,
  };
}

describe("a broken connection", () => {
  test("a mutation runs once when its connection breaks between commit and response", async () => {
    const { cuts, ...options } = breakingSockets(({ type }) => type === "MutationResponse");
    const client = server.client(options);
    const counts = new Heard<number>();
    client.onUpdate(query("messages:counter"), { name: "cut" }, counts.hear);
    await counts.until((count) => count === 0);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        client.mutation(mutation("messages:increment"), { name: "cut" }),
      ),
    );
    expect(cuts()).toBe(1);
    expect(answers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(counts.last).toBe(10);
  });

  test("a mutation resolves when its connection breaks between response and Transition", async () => {
    let responses = 0;
    const { cuts, ...options } = breakingSockets(({ type }) => {
      if (type === "MutationResponse") responses += 1;
      return type === "Transition" && responses === 1;
    });
    const client = server.client(options);
    expect(await client.mutation(mutation("messages:increment"), { name: "between" })).toBe(1);
    expect(cuts()).toBe(1);
    expect(await client.query(query("messages:counter"), { name: "between" })).toBe(1);
  });
});

describe("a restart of the server", () => {
  test("queries, mutations in progress and earlier answers survive a restart of the server", async () => {
    const client = server.client();
    const counts = new Heard<number>();
    client.onUpdate(query("messages:counter"), { name: "restart" }, counts.hear);
    await client.mutation(mutation("messages:increment"), { name: "restart" });
    await server.unplug();
    const waiting = client.mutation(mutation("messages:increment"), { name: "restart" });
    server.app = await server.app.reopen();
    await server.listen();
    expect(await waiting).toBe(2);
    await counts.until((count) => count === 2);
  });
});
