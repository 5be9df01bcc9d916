import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Heard, mutation, query, TestServer } from "./testServer";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ healthQuery: "edges:onlyAna" });
});
afterAll(() => server.stop());

type Identity = { subject: string; email?: string } | null;

const WHO_AM_I = query("edges:whoAmI");

describe("signing in", () => {
  test("signing in and out changes the identity that a live query sees", async () => {
    const client = server.client();
    const seen = new Heard<Identity>();
    const signedIn = new Heard<boolean>();
    client.onUpdate(WHO_AM_I, {}, seen.hear);
    await seen.until((identity) => identity === null);
    const token = await server.sign({ subject: "ana", email: "ana@lab.example" });
    client.setAuth(async () => token, signedIn.hear);
    const identity = await seen.until((value) => value !== null);
    expect(identity).toMatchObject({
      subject: "ana",
      email: "ana@lab.example",
      issuer: server.url,
    });
    await signedIn.until((value) => value);
    client.client.clearAuth();
    await seen.until((value) => value === null && seen.values.length > 2);
  });

  test("signing in applies to a mutation sent right after it", async () => {
    const client = server.client();
    const token = await server.sign({ subject: "ben" });
    client.setAuth(async () => token);
    const seen = new Heard<Identity>();
    client.onUpdate(WHO_AM_I, {}, seen.hear);
    await client.mutation(mutation("messages:increment"), { name: "behind" });
    expect((await seen.until(() => true))?.subject).toBe("ben");
  });

  test("after signing in as another person, no result of the first person is shown", async () => {
    const people = ["carla", "dora", "carla"];
    const seen = await Promise.all(
      people.map(async (subject) => {
        const client = server.client();
        const token = await server.sign({ subject });
        client.setAuth(async () => token);
        const heard = new Heard<Identity>();
        client.onUpdate(WHO_AM_I, {}, heard.hear);
        await heard.until((identity) => identity?.subject === subject);
        return heard.values;
      }),
    );
    seen.forEach((values, position) => {
      for (const identity of values) expect(identity?.subject).toBe(people[position]);
    });
    expect(await server.httpClient().query(WHO_AM_I)).toBeNull();
  });

  test("a refreshed token of the same person reruns no query", async () => {
    const client = server.client();
    const tokens = [
      await server.sign({ subject: "emma", lifetimeSeconds: 600 }),
      await server.sign({ subject: "emma", lifetimeSeconds: 700 }),
    ];
    const fetched = new Heard<boolean>();
    client.setAuth(async ({ forceRefreshToken }) => {
      fetched.hear(forceRefreshToken);
      return tokens[forceRefreshToken ? 1 : 0];
    });
    const runs: string[] = [];
    const stop = server.deployment.logs.subscribe(({ identifier }) => runs.push(identifier));
    const seen = new Heard<Identity>();
    client.onUpdate(WHO_AM_I, {}, seen.hear);
    await seen.until((identity) => identity?.subject === "emma");
    await fetched.until((isForced) => isForced); // the client refreshes a cached token immediately
    await client.query(query("messages:counter"), { name: "after the refresh" });
    await client.mutation(mutation("messages:increment"), { name: "after the refresh" });
    stop();
    expect(runs.filter((identifier) => identifier === "edges:whoAmI")).toHaveLength(1);
  });
});

describe("a token that expires", () => {
  test("a client whose token expires fetches a new one and continues", async () => {
    let aheadMs = 0;
    const clock = { now: () => Date.now() + aheadMs };
    const aging = await TestServer.start({ clock });
    onTestFinished(() => aging.stop());
    const client = aging.client();
    let fetches = 0;
    client.setAuth(async () => {
      fetches += 1;
      // The client replaces its first token immediately, and keeps the second until it expires.
      const lifetimeSeconds = fetches <= 2 ? 600 : 6_000;
      return aging.sign({ subject: "finn", lifetimeSeconds, fetches });
    });
    const seen = new Heard<(Identity & { fetches?: number }) | null>();
    client.onUpdate(WHO_AM_I, {}, seen.hear);
    await seen.until((identity) => identity?.fetches === 2);
    aheadMs = 700_000;
    expect(await client.mutation(mutation("messages:increment"), { name: "finn" })).toBe(1);
    await seen.until((identity) => identity?.fetches === 3);
  });

  test("a client whose expired token cannot be replaced is signed out", async () => {
    const client = server.client();
    const token = await server.sign({ subject: "gil", lifetimeSeconds: 1 });
    const states = new Heard<boolean>();
    client.setAuth(
      async ({ forceRefreshToken }) => (forceRefreshToken ? null : token),
      states.hear,
    );
    await states.until((isSignedIn) => !isSignedIn);
    const seen = new Heard<Identity>();
    client.onUpdate(WHO_AM_I, {}, seen.hear);
    await seen.until((identity) => identity === null);
  });

  test("an expired token is refused over HTTP", async () => {
    const token = await server.sign({ subject: "hal", lifetimeSeconds: -10 });
    await expect(server.httpClient(token).query(WHO_AM_I)).rejects.toThrow(/InvalidAuthHeader/);
  });
});

describe("a forged token", () => {
  test("a forged token signs no one in, and the client gets an error", async () => {
    const client = server.client();
    const [header, payload] = (await server.sign({ subject: "ivy" })).split(".");
    const other = (await server.sign({ subject: "ivo" })).split(".")[2];
    const states = new Heard<boolean>();
    client.setAuth(async () => `${header}.${payload}.${other}`, states.hear);
    await states.until((isSignedIn) => !isSignedIn);
    expect(states.values).not.toContain(true);
  });
});

describe("GET /api/engine/health", () => {
  const health = (Authorization?: string) =>
    fetch(`${server.url}/api/engine/health`, Authorization ? { headers: { Authorization } } : {});

  test("answers the admin key, and people who may run the query that the server names", async () => {
    const tokens = [server.sign({ subject: "ana" }), server.sign({ subject: "ben" })];
    const [ana, ben] = await Promise.all(tokens);
    const answers = await Promise.all([
      health(`Bearer ${ana}`),
      health(`Convex ${server.deployment.adminKey}`),
      health(`Bearer ${ben}`),
      health(),
      health("Bearer none"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403, 401]);
    expect(await answers[0]?.json()).toMatchObject({
      blockedCalls: 0,
      jobs: { overdueMs: 0, failed: 0, lastFailed: null },
      node: process.version,
    });
  });

  test("answers only the admin key where the server names no query", async () => {
    const other = await TestServer.start();
    const token = await other.sign({ subject: "ana" });
    const headers = { Authorization: `Bearer ${token}` };
    const { status } = await fetch(`${other.url}/api/engine/health`, { headers });
    await other.stop();
    expect(status).toBe(403);
  });
});
