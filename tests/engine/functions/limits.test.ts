import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestDeployment } from "../support/testDeployment";

let app: TestDeployment;
beforeAll(async () => (app = await TestDeployment.open()));
afterAll(() => app.close());

describe("limits of the real backend, with its messages", () => {
  test("a function reads at most 4,096 index ranges", async () => {
    await app.query("edges:scansTooMuch", { queries: 4_000 });
    await expect(app.query("edges:scansTooMuch", { queries: 4_100 })).rejects.toThrow(
      "Too many reads in a single function execution (limit: 4096)",
    );
  });

  test("a mutation schedules at most 1,000 functions; with one more, none is scheduled", async () => {
    await expect(app.mutation("edges:schedulesTooMuch", { count: 1_001 })).rejects.toThrow(
      "Too many functions scheduled by this mutation (limit: 1000)",
    );
    const jobs = await app.query("edges:readsSystemTable", { table: "_scheduled_functions" });
    expect(jobs).toEqual([
      // only the crons of the app
      expect.objectContaining({ name: "messages.js:increment" }),
    ]);
  });

  test("the arguments of a scheduled function have at most 4 MiB", async () => {
    const schedules = (bytes: number) =>
      app.mutation("edges:schedulesTooMuch", { count: 1, name: "x".repeat(bytes) });
    await expect(schedules(4 * 2 ** 20)).rejects.toThrow(
      "The arguments of a scheduled function are too large (4.00 MiB > maximum size 4 MiB)",
    );
  });

  test("a function can be scheduled at most five years ahead", async () => {
    await expect(app.mutation("jobs:scheduleFarAway")).rejects.toThrow(
      "Functions cannot be scheduled more than 5 years in the future.",
    );
  });

  test("a document has at most 1 MiB", async () => {
    const value = { text: "x".repeat(1024 * 1024) };
    await expect(app.mutation("edges:store", { value })).rejects.toThrow("Value is too large");
  });

  test("a function takes at most 16 MiB of arguments", async () => {
    await expect(app.query("edges:echo", { value: "x".repeat(16 * 1024 * 1024) })).rejects.toThrow(
      "Arguments for edges:echo are too large (actual: 16.00 MiB, limit: 16 MiB)",
    );
  });

  test("a function may run one paginated query", async () => {
    await expect(app.query("edges:paginatesTwice")).rejects.toThrow(
      "This query or mutation function ran multiple paginated queries.",
    );
  });

  test("a function can read how much of its limits is left", async () => {
    expect(await app.mutation("edges:metrics")).toMatchObject({
      documentsWritten: { used: 1, remaining: 15_999 },
      databaseQueries: { used: 1, remaining: 4_095 },
      functionsScheduled: { used: 0, remaining: 1_000 },
    });
  });

  test("the log says how much of its limits a function has used, and nothing of an action", async () => {
    await app.mutation("edges:metrics");
    await app.action("actions:echo", { text: "" });
    const [ofMutation, ofAction] = app.deployment.logs.after(0).entries.slice(-2);
    expect(ofMutation).toMatchObject({ usage: { documentsWritten: 1, databaseQueries: 1 } });
    expect(ofMutation!.usage!.userTimeMs).toBeGreaterThan(0);
    expect(ofAction).toMatchObject({ udfType: "Action", usage: null });
  });
});
