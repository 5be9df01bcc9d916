import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ANONYMOUS, TestDeployment } from "../support/testDeployment";

let app: TestDeployment;
beforeAll(async () => (app = await TestDeployment.open()));
afterAll(() => app.close());

const run = (path: string, args = {}) =>
  app.deployment.functions.runQuery({ path, args, caller: ANONYMOUS });

describe("queries and mutations", () => {
  test("queries and mutations see a frozen clock", async () => {
    const seen = (await app.query("edges:clock")) as Record<string, number>;
    expect(seen.second).toBe(seen.first);
    expect(seen.date).toBe(seen.first);
    expect(Math.abs(Number(seen.first) - Date.now())).toBeLessThan(10_000);
    expect(seen.random).toBeGreaterThanOrEqual(0);
    expect(seen.random).toBeLessThan(1);
    expect((await run("edges:clock")).sawTime).toBe(true);
    expect((await run("edges:logs")).sawTime).toBe(false);
  });

  test.each(["fetch", "setTimeout"])("queries and mutations may not use %s", async (what) => {
    await expect(app.query("edges:usesForbidden", { what })).rejects.toThrow(
      /Can't use \w+(\(\))? in queries and mutations\. Please consider using an action\./,
    );
  });
});

describe("the console of a function", () => {
  test("a function's console output is captured line by line", async () => {
    expect((await run("edges:logs")).logLines).toEqual([
      "[LOG] 'hello' { a: 1 } [ 2n ]",
      "[WARN] 'careful'",
    ]);
  });

  test("a function's console output is truncated after 256 lines", async () => {
    const { logLines } = await run("edges:logsALot");
    expect(logLines).toHaveLength(257);
    expect(logLines.at(-1)).toContain("Log overflow (maximum 256)");
  });

  test("console output goes to the deployment's log with the function's name", async () => {
    await run("edges:logs");
    const entry = app.deployment.logs.after(0).entries.at(-1);
    expect(entry).toMatchObject({ udfType: "Query", identifier: "edges:logs", error: null });
    expect(entry?.logLines.map(({ level }) => level)).toEqual(["LOG", "WARN"]);
  });
});

describe("environment variables", () => {
  test("functions see the deployment's environment variables, not the process's", async () => {
    await app.deployment.environment.set([{ name: "GREETING", value: "hello" }]);
    expect(await app.query("edges:environment")).toEqual({
      GREETING: "hello",
      CONVEX_CLOUD_URL: "http://127.0.0.1:3210",
      CONVEX_SITE_URL: "http://127.0.0.1:3210",
    });
    expect(process.env["PATH"]).toBeDefined();
    expect(process.env["GREETING"]).toBeUndefined();
  });

  test("modules see environment variables while they load, and again after a change", async () => {
    expect(app.deployment.authConfig).toEqual([
      { domain: "http://127.0.0.1:3210", applicationID: "convex" },
    ]);
    await app.deployment.environment.set([{ name: "AT_LOAD", value: "new" }]);
    expect(await app.query("edges:environmentAtLoad")).toBe("new");
  });

  test("environment variables survive a restart, and can be removed", async () => {
    await app.deployment.environment.set([{ name: "KEPT", value: "yes" }]);
    app = await app.reopen();
    expect(app.deployment.environment.get("KEPT")).toBe("yes");
    await app.deployment.environment.set([{ name: "KEPT", value: null }]);
    expect(app.deployment.environment.get("KEPT")).toBeNull();
  });

  test("changing an environment variable reruns the queries that read one", async () => {
    const { readSet } = await run("edges:environment");
    const touched: boolean[] = [];
    const stop = app.deployment.database.onCommit(({ keys }) =>
      touched.push(keys.some(({ index, key }) => readSet.overlaps(index, key))),
    );
    await app.deployment.environment.set([{ name: "GREETING", value: "bye" }]);
    stop();
    expect(touched).toContain(true);
  });

  test.each([
    ["1ST", "x", 'name "1ST" is not valid'],
    ["CONVEX_SITE_URL", "x", "is built in"],
    ["LARGE", "x".repeat(8 * 1024 + 1), "larger than the limit"],
  ])("the environment variable %s is refused", async (name, value, message) => {
    await expect(app.deployment.environment.set([{ name, value }])).rejects.toThrow(message);
    expect(app.deployment.environment.get("1ST")).toBeNull();
  });
});
