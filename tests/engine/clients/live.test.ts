import { BaseConvexClient } from "convex/browser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { Heard, mutation, query, TestServer } from "./testServer";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

type Message = { body: string };

/** Returns the functions that clients cause to run during `body`. */
async function runsDuring(body: () => Promise<void>): Promise<string[]> {
  const runs: string[] = [];
  const stop = server.deployment.logs.subscribe(({ caller, identifier }) => {
    if (caller === "Client") runs.push(identifier); // crons run at their own times
  });
  await body();
  stop();
  return runs;
}

describe("a live query", () => {
  test("a live query receives another client's mutation", async () => {
    const [reader, writer] = [server.client(), server.client()];
    const counts = new Heard<number>();
    reader.onUpdate(query("messages:counter"), { name: "shared" }, counts.hear);
    await counts.until((count) => count === 0);
    expect(await writer.mutation(mutation("messages:increment"), { name: "shared" })).toBe(1);
    await counts.until((count) => count === 1);
  });

  test("a live query shows the client's own write once its mutation resolves", async () => {
    const client = server.client();
    const counts = new Heard<number>();
    client.onUpdate(query("messages:counter"), { name: "own" }, counts.hear);
    await counts.until((count) => count === 0);
    for (let round = 1; round <= 20; round += 1) {
      await client.mutation(mutation("messages:increment"), { name: "own" });
      expect(counts.last).toBe(round);
    }
  });

  test("a live query shows changes by a job and by an action", async () => {
    const client = server.client();
    const counts = new Heard<number>();
    client.onUpdate(query("messages:counter"), { name: "job" }, counts.hear);
    await counts.until((count) => count === 0);
    await client.mutation(mutation("jobs:schedule"), { job: "action", name: "job", delayMs: 0 });
    await counts.until((count) => count === 1);
  });

  test("a live query sees an environment variable change", async () => {
    const client = server.client();
    const seen = new Heard<{ COLOUR?: string }>();
    client.onUpdate(query("edges:environment"), {}, seen.hear);
    await seen.until(({ COLOUR }) => COLOUR === undefined);
    await server.deployment.environment.set([{ name: "COLOUR", value: "blue" }]);
    await seen.until(({ COLOUR }) => COLOUR === "blue");
  });

  test("a live query that fails reports the reason, and recovers when the data does", async () => {
    const client = server.client();
    const id = (await client.mutation(mutation("messages:send"), {
      channel: "errors",
      body: "x",
    })) as string;
    const errors = new Heard<Error>();
    const values = new Heard<Message | null>();
    // The validator refuses an id of another table.
    client.onUpdate(query("messages:get"), { id: "nonsense" }, () => {}, errors.hear);
    client.onUpdate(query("messages:get"), { id }, values.hear);
    expect((await errors.until(() => true)).message).toContain("ArgumentValidationError");
    await values.until((value) => value?.body === "x");
    await client.mutation(mutation("messages:remove"), { id });
    await values.until((value) => value === null);
  });

  test("a live query runs once for all sockets that subscribe to it", async () => {
    const readers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const counts = new Heard<number>();
        server.client().onUpdate(query("messages:counter"), { name: "popular" }, counts.hear);
        await counts.until((count) => count === 0);
        return counts;
      }),
    );
    const runs = await runsDuring(async () => {
      await server.httpClient().mutation(mutation("messages:increment"), { name: "popular" });
      await Promise.all(readers.map((counts) => counts.until((count) => count === 1)));
    });
    expect(runs.sort()).toEqual(["messages:counter", "messages:increment"]);
  });

  test("a live query does not run for commits that it does not read", async () => {
    const client = server.client();
    const heard = await Promise.all(
      Array.from({ length: 30 }, async (_, position) => {
        const counts = new Heard<number>();
        const name = `separate ${position}`;
        client.onUpdate(query("messages:counter"), { name }, counts.hear);
        await counts.until((count) => count === 0);
        return counts;
      }),
    );
    const runs = await runsDuring(async () => {
      await server.httpClient().mutation(mutation("messages:increment"), { name: "separate 7" });
      await heard[7]?.until((count) => count === 1);
    });
    expect(runs.sort()).toEqual(["messages:counter", "messages:increment"]);
    expect(heard.map(({ values }) => values.length).reduce((a, b) => a + b)).toBe(31);
  });

  test("a live query without subscribers does not run", async () => {
    const client = server.client();
    const counts = new Heard<number>();
    const stop = client.onUpdate(query("messages:counter"), { name: "left" }, counts.hear);
    await counts.until((count) => count === 0);
    stop();
    // received and processed
    await client.query(query("messages:counter"), { name: "something else" });
    const runs = await runsDuring(async () => {
      await client.mutation(mutation("messages:increment"), { name: "left" });
    });
    expect(runs).toEqual(["messages:increment"]);
  });

  test("a later subscriber is answered from the cache while nothing has changed", async () => {
    const http = server.httpClient();
    await http.query(query("messages:counter"), { name: "cached" });
    const runs = await runsDuring(async () => {
      await http.query(query("messages:counter"), { name: "cached" });
      await http.mutation(mutation("messages:increment"), { name: "cached" });
      expect(await http.query(query("messages:counter"), { name: "cached" })).toBe(1);
    });
    expect(runs).toEqual(["messages:increment", "messages:counter"]);
  });
});

describe("a transition", () => {
  test("a Transition shows all queries of a client at one moment while others write", async () => {
    const channel = "consistent";
    let transitions = 0;
    const client: BaseConvexClient = new BaseConvexClient(
      server.url,
      () => {
        const list = client.localQueryResult("messages:list", { channel }) as Message[] | undefined;
        const [latest] =
          (client.localQueryResult("messages:latest", { channel, count: 1 }) as Message[]) ?? [];
        if (!list) return;
        transitions += 1;
        expect(list.at(-1)?.body).toBe(latest?.body);
      },
      {
        webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
        unsavedChangesWarning: false,
      },
    );
    client.subscribe("messages:list", { channel });
    client.subscribe("messages:latest", { channel, count: 1 });
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const http = server.httpClient();
      for (let round = 0; round < 25; round += 1) {
        await http.mutation(mutation("messages:send"), { channel, body: `${writer}:${round}` });
      }
    });
    await Promise.all(writers);
    await client.mutation("messages:send", { channel, body: "last" });
    const list = client.localQueryResult("messages:list", { channel }) as Message[];
    expect(list).toHaveLength(101);
    expect(transitions).toBeGreaterThan(3);
    await client.close();
  });
});

describe("mutations of one client", () => {
  test("a mutation is answered before the invalidated queries of other clients rerun", async () => {
    const readers = Array.from({ length: 100 }, () => new Heard<number>());
    readers.forEach((reader, i) => {
      const args = { name: "crowd", reader: i };
      server.client().onUpdate(query("live:slowCounter"), args, reader.hear);
    });
    for (const reader of readers) await reader.until((count) => count === 0);
    const caller = server.client();
    const runs = await runsDuring(async () => {
      await caller.mutation(mutation("messages:increment"), { name: "crowd" });
    });
    // Some run while the commit is being written to disk, and some while the response is in flight.
    expect(runs.filter((name) => name.includes("slowCounter")).length).toBeLessThan(80);
    for (const reader of readers) await reader.until((count) => count === 1);
  });

  test("mutations of one client run once each, in the order of their calls", async () => {
    const client = server.client();
    const bodies = Array.from({ length: 200 }, (_, position) => `m${position}`);
    await Promise.all(
      bodies.map((body) => client.mutation(mutation("messages:send"), { channel: "order", body })),
    );
    const list = (await client.query(query("messages:list"), { channel: "order" })) as Message[];
    expect(list.map(({ body }) => body)).toEqual(bodies);
  });

  test("mutations continue after one that fails with the function's error data", async () => {
    const client = server.client();
    const before = client.mutation(mutation("messages:increment"), { name: "around" });
    const failing = client.mutation(mutation("edges:refuses"), { write: true });
    const after = client.mutation(mutation("messages:increment"), { name: "around" });
    await expect(failing).rejects.toMatchObject({
      data: { code: "NOT_YOURS", message: "It is somebody else's." },
    });
    expect([await before, await after]).toEqual([1, 2]);
  });
});
