import type { JSONValue, Value } from "convex/values";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, ANONYMOUS, TestDeployment, type CallFailed } from "../support/testDeployment";

let app: TestDeployment;
beforeAll(async () => (app = await TestDeployment.open()));
afterAll(() => app.close());

const failure = async (call: Promise<Value>): Promise<CallFailed> =>
  call.then(
    () => Promise.reject(new Error("the call succeeded")),
    (error: unknown) => error as CallFailed,
  );

describe("arguments", () => {
  test("arguments of the wrong type are refused with path, value and validator", async () => {
    const { message } = await failure(app.mutation("messages:send", { channel: "c", body: 5 }));
    expect(message).toMatch(
      /^\[Request ID: [0-9a-f]{16}\] Server Error\nArgumentValidationError: /,
    );
    expect(message).toContain(
      "Value does not match validator.\nPath: .body\nValue: 5.0\nValidator: v.string()",
    );
  });

  test("missing and extra arguments are refused by name", async () => {
    await expect(app.mutation("messages:send", { channel: "c" })).rejects.toThrow(
      "ArgumentValidationError: Object is missing the required field `body`.",
    );
    await expect(
      app.mutation("messages:send", { channel: "c", body: "b", role: "admin" }),
    ).rejects.toThrow("Object contains extra field `role` that is not in the validator.");
  });

  test("arguments are checked before the function runs", async () => {
    await failure(app.mutation("messages:send", { channel: "checked", body: 1 }));
    expect(await app.query("messages:list", { channel: "checked" })).toEqual([]);
  });
});

test("a result that does not match the function's validator is refused", async () => {
  await expect(app.query("edges:breaksItsPromise")).rejects.toThrow(
    /ReturnsValidationError: Value does not match validator\.\s+Value: 42\.0\nValidator: v\.string\(\)/,
  );
});

test("a document that does not fit its table is refused", async () => {
  await expect(
    app.mutation("messages:edit", { id: await app.mutation("edges:store", { value: {} }) }),
  ).rejects.toThrow("ArgumentValidationError");
});

describe("errors", () => {
  test("a ConvexError reaches the client with its data, and undoes the mutation", async () => {
    const refused = await failure(app.mutation("edges:refuses", { write: true }));
    expect(refused.data).toEqual({ code: "NOT_YOURS", message: "It is somebody else's." });
    expect(refused.message).toContain("Uncaught ConvexError: ");
    expect(await app.query("messages:counter", { name: "refused" })).toBe(0);
  });

  test("a bug is reported with its type and its location in the project's own files", async () => {
    const { message, data } = await failure(app.query("edges:crashes"));
    expect(message).toMatch(
      /Server Error\nUncaught TypeError: a bug\n {4}at handler \(\.\.\/convex\/edges\.ts:45:11\)$/,
    );
    expect(message).not.toContain(app.dataDir);
    expect(data).toBeUndefined();
  });
});

test("a deployment that redacts errors sends only a bug's id, except to admins", async () => {
  const redacting = await TestDeployment.open({ redactErrors: true });
  try {
    const { message } = await failure(redacting.query("edges:crashes"));
    expect(message).toMatch(/^\[Request ID: [0-9a-f]{16}\] Server Error$/);
    const refused = await failure(redacting.mutation("edges:refuses", { write: false }));
    expect(refused.data).toMatchObject({ code: "NOT_YOURS" });
    const asAdmin = await failure(redacting.query("edges:crashes", {}, ADMIN));
    expect(asAdmin.message).toContain("a bug");
    const call = { path: "edges:logs", args: {}, caller: ANONYMOUS };
    expect((await redacting.deployment.functions.runQuery(call)).logLines).toEqual([]);
  } finally {
    await redacting.close();
  }
});

test.each([
  ["a reserved name", '{"$gt":1}', "Field name $gt starts with '$', which is reserved."],
  ["a name that is not ASCII", '{"naïve":1}', "Field name naïve has invalid character 'ï'"],
  [
    "a malformed integer",
    '{"$integer":"12"}',
    "Field name $integer starts with '$', which is reserved.",
  ],
  [
    "too many fields",
    `{${Array.from({ length: 1_025 }, (_, i) => `"f${i}":1`).join()}}`,
    "too many fields (1025",
  ],
  ["deep nesting", `${"[".repeat(65)}${"]".repeat(65)}`, "Value is too nested"],
])(
  "a deployment that redacts errors still explains why it refuses arguments with %s",
  async (_what, json, reason) => {
    const redacting = await TestDeployment.open({ redactErrors: true });
    try {
      const args = { value: JSON.parse(json) as JSONValue };
      const { functions } = redacting.deployment;
      const outcome = await functions.runQuery({ path: "edges:echo", args, caller: ANONYMOUS });
      expect(outcome).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining(reason) as string, isBadRequest: true },
      });
    } finally {
      await redacting.close();
    }
  },
);

describe("unsupported features are refused by name", () => {
  test("text search is refused by name", async () => {
    await expect(app.query("edges:searches")).rejects.toThrow(
      "The embedded deployment does not support text search (used by messages.by_body).",
    );
  });

  test("private system tables are refused by name", async () => {
    await expect(app.query("edges:readsSystemTable", { table: "_environment" })).rejects.toThrow(
      "Table _environment is private to the deployment.",
    );
    expect(await app.query("edges:readsSystemTable", { table: "_storage" })).toEqual([]);
  });
});
