import fc from "fast-check";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeTimestamp, encodeTimestamp } from "../../../engine/sync/protocol";
import { TestServer } from "../clients/testServer";
import { add, RawSocket } from "./rawSocket";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

const connected = () => RawSocket.connect(server.url, randomUUID());

describe("a client that breaks the protocol", () => {
  test.each([
    ["speaks before Connect", { type: "Mutation", requestId: 0, udfPath: "a:b", args: [{}] }],
    ["sends invalid JSON", "hello"],
    ["sends an unknown message", { type: "Nonsense" }],
  ])("a client that %s gets a FatalError", async (_what, message) => {
    const socket = await RawSocket.open(server.url);
    socket.send(message);
    expect((await socket.until(() => true)).type).toBe("FatalError");
  });

  test.each([
    ["connects twice", { type: "Connect", sessionId: "s", connectionCount: 0 }],
    ["modifies a query set that it does not have", modify(3, 4, [])],
    ["does not increase the version", modify(0, 0, [])],
    ["adds a query twice", modify(0, 1, [counter(0, "x"), counter(0, "y")])],
    [
      "authenticates on a wrong version",
      { type: "Authenticate", baseVersion: 2, tokenType: "None" },
    ],
    ["calls a component", { ...mutationOf(0), componentPath: "aggregate" }],
    ["passes arguments that are not an object", { ...mutationOf(0), args: [7] }],
  ])("a client that %s gets a FatalError", async (_what, message) => {
    const socket = await connected();
    socket.send(message);
    expect((await socket.until(() => true)).type).toBe("FatalError");
    await socket.closed();
  });

  test("a client that sends a binary or oversized frame is disconnected", async () => {
    const binary = await connected();
    binary.ws.send(Buffer.of(1, 2, 3));
    expect((await binary.closed()).code).toBe(1003);
    const large = await connected();
    large.send(" ".repeat(18 * 1024 * 1024));
    expect((await large.closed()).code).toBe(1009);
  });

  test("a client that has seen a timestamp of the future is told to reconnect later", async () => {
    const socket = await RawSocket.open(server.url);
    const maxObservedTimestamp = encodeTimestamp(BigInt(Date.now() + 3_600_000) * 1_000_000n);
    socket.send({ type: "Connect", sessionId: "s", connectionCount: 1, maxObservedTimestamp });
    expect(await socket.closed()).toMatchObject({ reason: "ObservedTimestampFromTheFuture" });
    expect(socket.messages).toEqual([]);
  });
});

describe("answers", () => {
  test("a mutation's response is sent before the Transition that reaches it", async () => {
    const socket = await connected();
    socket.modify(0, [counter(0, "response")]);
    await socket.until(({ type }) => type === "Transition");
    socket.mutate(0, "messages:increment", { name: "response" });
    socket.mutate(1, "messages:counterless", {});
    const response = await socket.until(({ requestId }) => requestId === 0);
    const ts = decodeTimestamp(response.ts ?? "");
    const reaching = await socket.until(
      ({ endVersion }) => endVersion !== undefined && decodeTimestamp(endVersion.ts) >= ts,
    );
    expect(socket.messages.indexOf(reaching)).toBeGreaterThan(socket.messages.indexOf(response));
    expect(reaching.modifications).toMatchObject([{ type: "QueryUpdated", queryId: 0, value: 1 }]);
    expect(await socket.until(({ requestId }) => requestId === 1)).toMatchObject({
      success: false,
    });
    socket.close();
  });

  test("a mutation that changes no query of the client is followed by an empty Transition", async () => {
    const socket = await connected();
    socket.mutate(0, "messages:increment", { name: "unwatched" });
    const response = await socket.until(({ type }) => type === "MutationResponse");
    const { endVersion, modifications } = await socket.until(({ type }) => type === "Transition");
    expect(endVersion?.ts).toBe(response.ts);
    expect(modifications).toEqual([]);
    socket.close();
  });

  test("a repeated request of a session gets the same answer, on another socket too", async () => {
    const sessionId = randomUUID();
    const answers: unknown[] = [];
    for (let connection = 0; connection < 3; connection += 1) {
      const socket = await RawSocket.connect(server.url, sessionId);
      socket.mutate(5, "messages:increment", { name: "again" });
      const { result } = await socket.until(({ type }) => type === "MutationResponse");
      answers.push(result);
      socket.close();
    }
    expect(answers).toEqual([1, 1, 1]);
  });

  test("a session's mutations keep their order when its user changes", async () => {
    const token = await server.sign({ subject: "erin" });
    const signIn = { type: "Authenticate", baseVersion: 0, tokenType: "User", value: token };
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const blocking = server.deployment.database.write(() => gate);
    const socket = await connected();
    for (const request of [0, 1]) socket.mutate(request, "messages:increment", { name: "order" });
    socket.send(signIn);
    socket.mutate(2, "messages:increment", { name: "order" });
    // The other socket's answer comes after the server has read the frames above.
    const other = await connected();
    other.send(signIn);
    other.modify(0, [counter(0, "order")]);
    await other.until(({ type }) => type === "Transition");
    release();
    await blocking;
    const results = [];
    for (const request of [0, 1, 2]) {
      results.push((await socket.until(({ requestId }) => requestId === request)).result);
    }
    expect(results).toEqual([1, 2, 3]);
    socket.close();
    other.close();
  });

  test("an unchanged result is not sent again", async () => {
    const socket = await connected();
    socket.modify(0, [add(0, "messages:containing", { channel: "quiet", body: "loud" })]);
    await socket.until(({ type }) => type === "Transition");
    // The new message is in the range that the query read, but not in its result.
    socket.mutate(0, "messages:send", { channel: "quiet", body: "silent" });
    const { endVersion } = await socket
      .until(({ requestId }) => requestId === 0)
      .then(() =>
        socket.until((message) => message.type === "Transition" && message !== socket.messages[0]),
      );
    expect(endVersion).toBeDefined();
    const told = socket.messages.flatMap(({ modifications }) => modifications ?? []);
    expect(told).toHaveLength(1);
    socket.close();
  });

  test("a removed query is confirmed, and sends nothing afterwards", async () => {
    const socket = await connected();
    socket.modify(0, [counter(0, "removed"), counter(1, "kept")]);
    await socket.until(({ endVersion }) => endVersion?.querySet === 1);
    socket.modify(1, [{ type: "Remove", queryId: 0 }]);
    const { modifications } = await socket.until(({ endVersion }) => endVersion?.querySet === 2);
    expect(modifications).toEqual([{ type: "QueryRemoved", queryId: 0 }]);
    socket.close();
  });
});

test("Transitions form one chain, however a client subscribes, unsubscribes, writes and signs in", async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("add" as const), name: fc.nat(3) }),
    fc.record({ kind: fc.constant("remove" as const) }),
    fc.record({ kind: fc.constant("write" as const), name: fc.nat(3) }),
    fc.record({ kind: fc.constant("sign" as const), isUser: fc.boolean() }),
  );
  const token = await server.sign({ subject: "chain" });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const socket = await connected();
      const present: number[] = [];
      let [querySet, identity, queryId, requestId] = [0, 0, 0, 0];
      for (const taken of steps) {
        if (taken.kind === "add") {
          present.push(queryId);
          socket.modify(querySet++, [counter(queryId++, `chain ${taken.name}`)]);
        } else if (taken.kind === "remove") {
          const [dropped] = present.splice(0, 1);
          if (dropped !== undefined) {
            socket.modify(querySet++, [{ type: "Remove", queryId: dropped }]);
          }
        } else if (taken.kind === "write") {
          socket.mutate(requestId++, "messages:increment", { name: `chain ${taken.name}` });
        } else {
          const credentials = taken.isUser
            ? { tokenType: "User", value: token }
            : { tokenType: "None" };
          socket.send({ type: "Authenticate", baseVersion: identity++, ...credentials });
        }
      }
      socket.modify(querySet++, []);
      await socket.until(
        ({ endVersion }) => endVersion?.querySet === querySet && endVersion.identity === identity,
      );
      if (requestId > 0) {
        const last = await socket.until((message) => message.requestId === requestId - 1);
        const ts = decodeTimestamp(last.ts ?? "");
        await socket.until(
          ({ endVersion }) => endVersion !== undefined && decodeTimestamp(endVersion.ts) >= ts,
        );
      }
      socket.checkTransitions();
      const known = new Set<number>();
      for (const { modifications = [] } of socket.messages) {
        for (const { type, queryId: changed } of modifications) {
          if (type === "QueryRemoved") known.delete(changed);
          else known.add(changed);
        }
      }
      expect([...known].sort()).toEqual([...present].sort());
      socket.close();
    }),
    { numRuns: 60 },
  );
});

function counter(queryId: number, name: string) {
  return add(queryId, "messages:counter", { name });
}

function modify(baseVersion: number, newVersion: number, modifications: object[]) {
  return { type: "ModifyQuerySet", baseVersion, newVersion, modifications };
}

function mutationOf(requestId: number) {
  return { type: "Mutation", requestId, udfPath: "messages:increment", args: [{ name: "x" }] };
}
