import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ANONYMOUS, person, TestDeployment } from "../support/testDeployment";

let app: TestDeployment;
beforeAll(async () => (app = await TestDeployment.open()));
afterAll(() => app.close());

describe("actions", () => {
  test("an action reads the writes of its own mutations, internal ones included", async () => {
    const call = { channel: "action", body: "written" };
    expect(await app.action("actions:sendAndList", call)).toEqual(["written"]);
  });

  test("an action calls other actions with its caller's identity", async () => {
    expect(await app.action("actions:echoByAction", { text: "hi" })).toBe("hi");
    expect(await app.action("actions:innerIdentity", {}, person("ana"))).toEqual(
      person("ana").identity,
    );
  });

  test("an action gets a mutation's refusal as a ConvexError, with its writes undone", async () => {
    await expect(app.action("actions:meetsRefusal")).rejects.toMatchObject({
      data: { code: "NOT_YOURS" },
    });
    expect(await app.query("messages:counter", { name: "refused" })).toBe(0);
  });

  test("actions run concurrently, with a moving clock", async () => {
    const startedAt = Date.now();
    const [first, second] = (await Promise.all([
      app.action("actions:waits", { ms: 400 }),
      app.action("actions:waits", { ms: 400 }),
    ])) as [number, number];
    expect(Math.abs(first - second)).toBeLessThan(400);
    expect(first).toBeGreaterThanOrEqual(startedAt + 395);
  });

  test("an action sees the metadata of the request it serves", async () => {
    const request = { ip: "192.0.2.1", userAgent: "test", requestId: "00112233445566ff" };
    const outcome = await app.deployment.functions.runMutation({
      path: "edges:metadata",
      args: {},
      caller: { ...ANONYMOUS, request },
    });
    expect(outcome.ok && JSON.parse(outcome.valueJson)).toEqual({
      request: { ...request, authToken: null, scheduledFunctionId: null },
      function: {
        name: "edges:metadata",
        componentPath: "",
        type: "mutation",
        visibility: "public",
      },
    });
  });
});

describe("HTTP actions", () => {
  const fetchApp = (path: string, init?: RequestInit, caller = ANONYMOUS) =>
    app.deployment.functions.runHttpAction(new Request(`http://site.test${path}`, init), caller);

  test("an HTTP action answers at its exact path, as the caller", async () => {
    const response = await fetchApp("/hello?name=ana", undefined, person("ana"));
    expect(response?.status).toBe(200);
    expect(await response?.json()).toEqual({ hello: "ana", subject: "ana" });
  });

  test("an HTTP action answers below a prefix, reads a body and writes", async () => {
    const response = await fetchApp("/channels/web", { method: "POST", body: "posted" });
    expect([response?.status, response?.headers.get("X-Channel")]).toEqual([201, "web"]);
    expect(await app.query("messages:list", { channel: "web" })).toMatchObject([
      { body: "posted" },
    ]);
  });

  test("a GET route of an HTTP action answers HEAD; other methods have no route", async () => {
    expect((await fetchApp("/hello", { method: "HEAD" }))?.status).toBe(200);
    expect(await fetchApp("/hello", { method: "POST" })).toBeNull();
    expect(await fetchApp("/nothing")).toBeNull();
  });

  test("an HTTP action that throws is answered with 500 and an id, and the log has the details", async () => {
    const response = await fetchApp("/broken");
    expect(response?.status).toBe(500);
    const { code, trace } = (await response!.json()) as { code: string; trace: string };
    expect(trace).toContain("Uncaught Error: a broken route");
    const { entries } = app.deployment.logs.after(0);
    const entry = entries.find(({ requestId }) => code.includes(`[Request ID: ${requestId}]`));
    expect(entry?.error).toBe(trace);
  });
});
