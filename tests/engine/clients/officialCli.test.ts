import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mutation, query, TestServer } from "./testServer";

const ROOT = new URL("../../..", import.meta.url).pathname;
/**
 * The program that convex/bin/main.js imports. Started directly, Node need not search its 6 MB for
 * the names that it exports, which is 40 % of a call's time.
 */
const CLI = `${ROOT}node_modules/convex/dist/cli.bundle.cjs`;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

/** `npx convex …` in the test app's folder, pointed at the server. */
function convex(...args: string[]) {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: `${ROOT}tests/engine/app`,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      CI: "1",
      NO_COLOR: "1",
      CONVEX_VERSION_API_ORIGIN: "http://127.0.0.1:9",
      CONVEX_SELF_HOSTED_URL: server.url,
      CONVEX_SELF_HOSTED_ADMIN_KEY: server.deployment.adminKey,
    },
  });
  const output = { stdout: "", stderr: "" };
  let wake = () => {};
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (chunk: Buffer) => {
      output[name] += chunk.toString();
      wake();
    });
  }
  return {
    child,
    /** Resolves once stdout contains this text. */
    async prints(text: string) {
      while (!output.stdout.includes(text)) {
        if (child.exitCode !== null) throw new Error(JSON.stringify(output));
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    async ended() {
      if (child.exitCode === null) await once(child, "close");
      return { code: child.exitCode, ...output };
    },
  };
}

const ended = (...args: string[]) => convex(...args).ended();

/** Other commands: http.test.ts. The test app has a route `/api/v1/` of its own, as apps do. */
describe("unsupported commands", () => {
  test("npx convex deploy is refused by name without retries", async () => {
    const { code, stderr } = await ended("deploy", "--yes", "--codegen", "disable");
    expect(code).not.toBe(0);
    expect(stderr).toContain("This deployment does not offer convex deploy");
    expect(stderr).not.toContain("Retrying");
  });
});

describe("npx convex run", () => {
  test("npx convex run calls a function, with another identity if requested", async () => {
    const identity = '{"subject":"ana","issuer":"https://x"}';
    const { stdout } = await ended("run", "edges:whoAmI", "{}", "--identity", identity);
    expect(JSON.parse(stdout)).toMatchObject({ tokenIdentifier: "https://x|ana" });
  });

  test("npx convex run of an unknown function lists the existing ones", async () => {
    const { code, stderr } = await ended("run", "no:such");
    expect(code).toBe(1);
    expect(stderr).toContain("Could not find function for 'no:such'");
    expect(stderr).toContain("messages:increment");
  });

  test("npx convex run --watch prints each new result", async () => {
    const watching = convex("run", "--watch", "messages:counter", '{"name":"watched"}');
    await watching.prints("0");
    await server.httpClient().mutation(mutation("messages:increment"), { name: "watched" });
    await watching.prints("1");
    watching.child.kill();
    await watching.ended();
  });
});

describe("npx convex data", () => {
  test("npx convex data lists a table's newest documents", async () => {
    const http = server.httpClient();
    for (const body of ["one", "two", "three"]) {
      await http.mutation(mutation("messages:send"), { channel: "data", body });
    }
    const { stdout } = await ended("data", "messages", "--limit", "2", "--format", "jsonLines");
    const bodies = [...stdout.matchAll(/"body": "(\w+)"/g)].map(([, body]) => body);
    expect(bodies).toEqual(["three", "two"]);
  });
});

describe("npx convex env", () => {
  test("npx convex env sets variables", async () => {
    expect((await ended("env", "set", "GREETING", "hello there")).code).toBe(0);
    const environment: unknown = await server.httpClient().query(query("edges:environment"));
    expect(environment).toMatchObject({ GREETING: "hello there" });
  });
});

describe("npx convex logs", () => {
  test("npx convex logs follows the functions' console output", async () => {
    const following = convex("logs", "--history", "5", "--success");
    await server.httpClient().query(query("messages:counter"), { name: "logged" });
    await following.prints("Q(messages:counter)");
    await server.httpClient().query(query("edges:logs"));
    await following.prints("hello");
    following.child.kill();
    await following.ended();
  });
});
