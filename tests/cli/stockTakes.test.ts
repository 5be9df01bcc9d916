import { beforeAll, describe, expect, test } from "vitest";
import { NO_ITEMS } from "#domain/stockTakes/stockTake";
import { serverWith } from "./support/serverWith";
import { built, sms } from "./support/sms";

beforeAll(built);

const stockTake = (id: string, name: string, state: string) => ({
  _id: id,
  name,
  state,
  openedBy: "ana@company.com",
  openedAt: Date.UTC(2026, 10, 23, 6),
  counts: { ...NO_ITEMS, found: 3, missing: 1, unexpected: 2 },
  rule: { kind: "numbers" },
});
const page = (rows: readonly object[]) => ({
  value: { page: rows, isDone: true, continueCursor: "" },
});
const answers: Parameters<typeof serverWith>[0] = {
  "stockTakes:list": ({ args }) =>
    page(
      args.isOpen
        ? [stockTake("1", "Shelf 3", "open")]
        : [stockTake("2", "Two", "closed"), stockTake("3", "Two", "cancelled")],
    ),
  "stockTakes:items": ({ args }) =>
    page(
      args.state === "missing" || args.state === "found"
        ? [
            {
              state: args.state,
              number: `S ${args.state}`,
              brand: "Nokia",
              holder: "ana@company.com",
            },
          ]
        : [],
    ),
};

describe("sms stocktakes", () => {
  test("lists open and ended stock-takes with their figures", async () => {
    const { env } = await serverWith(answers);
    const { code, stdout } = await sms(["stocktakes", "list"], env);
    const rows = stdout.trimEnd().split("\n");
    expect([code, rows.length]).toEqual([0, 3]);
    expect(rows[0]).toMatch(/^Shelf 3\tOpen\t3 of 4\t2\t/);
    expect(rows[2]).toContain("\tCancelled\t");
  });

  test("show finds a stock-take by its name, and prints what is wrong first", async () => {
    const { env, calls } = await serverWith(answers);
    const { code, stdout } = await sms(["stocktakes", "show", "Shelf 3"], env);
    expect(code).toBe(0);
    expect(stdout.split("\n").slice(0, -1)).toEqual([
      "Missing\tS missing\tNokia\tana@company.com\t\t",
      "Found\tS found\tNokia\tana@company.com\t\t",
    ]);
    const asked = calls.find(({ path }) => path === "stockTakes:items");
    expect(asked?.args).toMatchObject({ stockTakeId: "1", state: "missing" });
  });

  test.each([
    ["Two", /2 stock-takes are named "Two": give the id of one/],
    ["Three", /No stock-take of yours is named "Three"/],
  ])(
    "show refuses a name that does not match exactly one stock-take: %s",
    async (name, message) => {
      const { env } = await serverWith(answers);
      const { code, stdout, stderr } = await sms(["stocktakes", "show", name], env);
      expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(message)]);
    },
  );
});
