import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve, type RunningServer } from "../../../engine/serve";
import { TestDeployment } from "../support/testDeployment";

const GIB = 2 ** 30;
let app: TestDeployment;
let server: RunningServer;
let freeBytes = 100 * GIB;
beforeAll(async () => {
  app = await TestDeployment.open({ freeBytes: () => freeBytes });
  server = await serve({
    deployment: app.deployment,
    host: "127.0.0.1",
    port: 0,
    gauges: [{ name: "app_things", help: "Things", read: () => 7 }],
  });
});
afterAll(async () => {
  await server.close();
  await app.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers });

describe("GET /metrics", () => {
  test("counts the runs of each function, and has the figures of data, Node and app", async () => {
    await app.query("messages:list", { channel: "metrics" });
    const response = await get("/metrics");
    expect(response.headers.get("Content-Type")).toContain("text/plain");
    const text = await response.text();
    expect(text).toMatch(
      /engine_function_seconds_count\{function="messages:list",type="Query"\} 1\n/,
    );
    expect(text).toMatch(/engine_data_used_bytes [1-9]/);
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
    expect(text).toContain(`engine_disk_free_bytes ${100 * GIB}\n`);
    expect(text).toContain("app_things 7\n");
  });

  test("does not make labels of the paths that strangers ask for", async () => {
    await get("/channels/a-path-of-a-stranger");
    await app.query("a-path-of-a-stranger:list").catch(() => undefined);
    expect(await (await get("/metrics")).text()).not.toContain("a-path-of-a-stranger");
  });

  test.each(["X-Forwarded-For", "Forwarded"])(
    "needs the admin key for a request that a proxy passes on (%s)",
    async (name) => {
      const forwarded = { [name]: "203.0.113.7" };
      expect((await get("/metrics", forwarded)).status).toBe(403);
      const Authorization = `Convex ${app.deployment.adminKey}`;
      expect((await get("/metrics", { ...forwarded, Authorization })).status).toBe(200);
    },
  );
});

test("GET /health is 503 while the disk is full, and names no file", async () => {
  expect(await (await get("/health")).text()).toBe("ready");
  freeBytes = 0;
  const refused = await get("/health");
  freeBytes = 100 * GIB;
  expect([refused.status, await refused.text()]).toEqual([503, "the disk is full"]);
});
