import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import { END_WITH_RUNNER } from "../../support/endWithRunner";
import { freePort } from "../../support/freePort";
import { action, mutation, query } from "../clients/testServer";
import { builtProgram } from "../support/builtProgram";
import { temporaryFolder, testAppBundle } from "../support/testDeployment";

const REFUSED =
  /This call kept the server busy until it had to restart, so it is refused until \S+Z unless an administrator lifts the block\.$/m;

/** The supervised server, with everything it has printed. */
class SupervisedServer {
  #child: ChildProcess | null = null;
  stdout = "";
  stderr = "";

  constructor(
    readonly program: string,
    readonly dataDir: string,
    readonly bundle: string,
    readonly port: number,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.stdout = this.stderr = "";
    const args = [...END_WITH_RUNNER, this.program, this.dataDir, this.bundle, String(this.port)];
    const child = spawn(process.execPath, args, { stdio: "pipe", detached: true });
    child.stdout.on("data", (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.#child = child;
    await this.until(() => this.starts.length === 1);
  }

  /** Process ids of the servers, in the order of their starts. */
  get starts(): number[] {
    return [...this.stdout.matchAll(/^ready (\d+)$/gm)].map(([, pid]) => Number(pid));
  }

  /** Error lines of the server's log. */
  get errors(): Record<string, unknown>[] {
    const lines = this.stderr.split("\n").filter((line) => line.startsWith("{"));
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    return logged.filter(({ level }) => level === "error");
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (!this.isRunning) throw new Error(`the server ended:\n${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Signals the supervisor; resolves to its exit code once the server's output has ended too. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child || !this.isRunning) return null;
    const closed = this.closed();
    child.kill(signal);
    return closed;
  }

  /** Resolves to the supervisor's exit code when the server's output has ended too. */
  async closed(): Promise<number | null> {
    const [code] = (await once(this.#child!, "close")) as [number | null];
    return code;
  }

  /** Ends the supervisor, and a server that may hang. */
  async killAll(): Promise<void> {
    const child = this.#child;
    if (!this.isRunning || !child?.pid) return;
    const closed = once(child, "close");
    process.kill(-child.pid, "SIGKILL");
    await closed;
  }

  /** An official client, closed when the test ends. */
  client(): ConvexClient {
    const client = new ConvexClient(this.url, {
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
      logger: false,
      unsavedChangesWarning: false,
    });
    onTestFinished(() => void client.close()); // a hung server would keep it waiting for 30 s
    return client;
  }
}

let server: SupervisedServer;
let folder: { path: string; remove(): Promise<void> };
beforeAll(async () => {
  folder = await temporaryFolder();
  const build = builtProgram("tests/engine/watchdog/server.ts");
  const [program, bundle, port] = await Promise.all([build, testAppBundle(), freePort()]);
  server = new SupervisedServer(program, folder.path, bundle, port);
  await server.start();
});
/**
 * Without a working watchdog, the first test leaves a hung server, which is useless to the others.
 */
beforeEach(({ onTestFailed }) => {
  if (!server.isRunning) throw new Error("the server was ended when an earlier test failed");
  onTestFailed(() => server.killAll());
});
afterAll(async () => {
  await server.killAll();
  await folder.remove();
});

/** Sends a JSON body; returns the status, and the fields of a JSON response. */
async function post(path: string, body: object, authorization?: string) {
  const response = await fetch(`${server.url}${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { ...(authorization && { Authorization: authorization }) },
  });
  const text = await response.text();
  const retryAfter = Number(response.headers.get("Retry-After"));
  const fields = text === "" ? {} : (JSON.parse(text) as object);
  return { status: response.status, retryAfter, ...fields };
}

const endOf = (call: Promise<unknown>) =>
  call.then(
    () => "success",
    (error: Error) => error.message,
  );

describe("a function that never ends", () => {
  test("an endless mutation ends the server, is logged, and is refused when resent", async () => {
    const name = "loopsAfterDigest";
    const [culprit, bystander] = [server.client(), server.client()];
    const before = server.starts.length;
    await bystander.mutation(mutation("messages:increment"), { name });
    const looping = endOf(culprit.mutation(mutation(`slow:${name}`), { key: "x".repeat(100) }));
    const meanwhile = bystander.mutation(mutation("messages:increment"), { name });
    expect(await looping).toMatch(REFUSED);
    expect(await meanwhile).toBe(2);
    expect(server.starts).toHaveLength(before + 1);
    expect(server.errors.at(-1)).toMatchObject({
      level: "error",
      message: "a function held the server's thread: the process is ended",
      function: `slow:${name}`,
      argumentChars: JSON.stringify([{ key: "x".repeat(100) }]).length,
      requestId: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    });
  });

  test("an endless live query is refused when it reruns; other arguments still run", async () => {
    const client = server.client();
    const before = server.starts.length;
    const refused = new Promise<Error>((resolve) => {
      client.onUpdate(query("slow:loopsQuery"), { key: "live" }, () => undefined, resolve);
    });
    expect((await refused).message).toMatch(REFUSED);
    expect(server.starts).toHaveLength(before + 1);
    expect(await client.query(query("messages:counter"), { name: "nothing" })).toBe(0);
  });

  test.each(["loopsAfterQuery", "loopsInMicrotasks"])(
    "an action that never yields the thread again (%s) ends the server, is named, and is refused",
    async (name) => {
      const before = server.starts.length;
      const bystander = server.client();
      const client = new ConvexHttpClient(server.url);
      const waiting = endOf(bystander.action(action("slow:waitsInAction"), {}));
      await expect(client.action(action(`slow:${name}`), { key: "b" })).rejects.toThrow();
      await server.until(() => server.starts.length === before + 1);
      expect(server.errors.at(-1)).toMatchObject({ function: `slow:${name}` });
      expect(await post("/api/action", { path: `slow:${name}`, args: { key: "b" } })).toEqual({
        status: 503,
        retryAfter: expect.any(Number) as number,
        code: "CallBlocked",
        message: expect.stringMatching(REFUSED) as string,
      });
      await bystander.close();
      void waiting;
    },
  );

  test("many short turns of one action are not a hang, however long they take together", async () => {
    const before = server.starts.length;
    const client = new ConvexHttpClient(server.url);
    const args = { pages: 12, cpuMs: 60 }; // 720 ms; the limit is 300
    expect(await client.action(action("slow:worksPageByPage"), args)).toBe(12);
    expect(server.starts).toHaveLength(before);
  });
});

describe("an HTTP action that never ends", () => {
  test("an HTTP action that hangs the server while its body is read is refused only to its caller", async () => {
    const path = "/loops/stream";
    const before = server.starts.length;
    await expect(post(path, {}, "Bearer loops")).rejects.toThrow();
    await server.until(() => server.starts.length === before + 1);
    expect(server.errors.at(-1)).toMatchObject({
      function: `POST ${path}`,
      caller: expect.stringMatching(/^token [0-9a-f]{16}$/) as string,
    });
    expect(await post(path, {}, "Bearer loops")).toMatchObject({
      status: 503,
      code: "CallBlocked",
      message: expect.stringMatching(REFUSED) as string,
    });
    expect(await post(path, {}, "Bearer other")).toMatchObject({ status: 200 });
  });
});

describe("the supervisor", () => {
  test("the supervisor restarts a server that was killed", async () => {
    const before = server.starts.length;
    process.kill(server.starts.at(-1) ?? 0, "SIGKILL");
    await server.until(() => server.starts.length === before + 1);
    expect(server.stdout).toContain(
      '"message":"the server was killed and is started again","signal":"SIGKILL"',
    );
  });

  test("the supervisor restarts a server whose own code failed while it served", async () => {
    const before = server.starts.length;
    process.kill(server.starts.at(-1) ?? 0, "SIGHUP");
    await server.until(() => server.starts.length === before + 1);
    expect(server.stderr).toContain("Uncaught Error: a bug");
    expect(server.stdout).toContain("the server failed and is started again");
  });

  test("a server that cannot begin to serve stays down", async () => {
    const other = await temporaryFolder();
    const taken = new SupervisedServer(server.program, other.path, server.bundle, server.port);
    onTestFinished(() => other.remove());
    await expect(taken.start()).rejects.toThrow("EADDRINUSE");
    expect(taken.stdout).toBe("");
  });

  test("a server whose disk failed stays down", async () => {
    const closed = server.closed();
    process.kill(server.starts.at(-1) ?? 0, "SIGUSR2");
    expect(await closed).toBe(1);
    expect(server.stderr).toContain("The disk failed");
    await server.start();
  });

  test("a killed supervisor leaves no server behind", async () => {
    await server.end("SIGKILL"); // resolves when the server's output has ended
    await server.start();
    expect(server.starts).toHaveLength(1);
  });

  test("the supervisor passes SIGTERM on, and ends with the server's exit code", async () => {
    expect(await server.end("SIGTERM")).toBe(0);
    expect(server.stdout).not.toContain("started again");
  });
});
