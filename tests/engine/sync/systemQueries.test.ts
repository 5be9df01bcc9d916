import { afterAll, beforeAll, expect, test } from "vitest";
import type { JSONObject } from "../../../engine/values/json";
import { SystemQueries } from "../../../engine/sync/systemQueries";
import { TestDeployment } from "../support/testDeployment";

/** The questions of `npx convex data`, `env` and `run`: officialCli.test.ts starts them. */
let app: TestDeployment;
beforeAll(async () => {
  app = await TestDeployment.open();
});
afterAll(() => app.close());

function ask(path: string, args: JSONObject = {}): unknown {
  const { database, functions } = app.deployment;
  const queries = new SystemQueries(database, functions, { cloudUrl: "", siteUrl: "" });
  const tx = database.beginRead();
  try {
    const outcome = queries.run(`_system/${path}`, args, tx);
    return outcome.ok ? JSON.parse(outcome.valueJson) : outcome.error.message;
  } finally {
    tx.close();
  }
}

test.each(["asc", "desc"])("a table's documents are listed page by page, %s", async (order) => {
  const bodies = ["one", "two", "three"].map((body) => `${body} ${order}`);
  const channel = order;
  for (const body of bodies) await app.mutation("messages:send", { channel, body });
  const listed: string[] = [];
  let cursor: string | null = null;
  for (let isDone = false; !isDone;) {
    const paginationOpts: JSONObject = { cursor, numItems: 2 };
    const answer = ask("cli/tableData", { table: "messages", order, paginationOpts }) as {
      page: { channel: string; body: string }[];
      isDone: boolean;
      continueCursor: string;
    };
    listed.push(...answer.page.filter((row) => row.channel === order).map(({ body }) => body));
    ({ isDone, continueCursor: cursor } = answer);
  }
  expect(listed).toEqual(order === "asc" ? bodies : bodies.toReversed());
});

test("the tables are listed, and an unknown one is not found", () => {
  const page = ["authors", "counters", "messages", "values"].map((name) => ({ name }));
  expect(ask("cli/tables")).toMatchObject({ page, isDone: true });
  expect(ask("cli/queryTable", { tableName: "nothing" })).toBeNull();
  expect(ask("cli/queryTable", { tableName: "messages" })).toBe("messages");
});

test("a variable is found until it is removed", async () => {
  const variable = () => ask("cli/queryEnvironmentVariables:get", { name: "GREETING" });
  await app.deployment.environment.set([{ name: "GREETING", value: "hello" }]);
  expect(variable()).toEqual({ name: "GREETING", value: "hello" });
  expect(ask("cli/queryEnvironmentVariables")).toEqual([variable()]);
  await app.deployment.environment.set([{ name: "GREETING", value: null }]);
  expect(variable()).toBeNull();
});

test("a system function that the deployment lacks is refused by name", () => {
  expect(ask("cli/nothing")).toBe(
    "This deployment does not offer the system function '_system/cli/nothing'.",
  );
});
