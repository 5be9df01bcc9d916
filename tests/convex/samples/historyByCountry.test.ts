import type { FunctionArgs } from "convex/server";
import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { adam, ana, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode } from "../../support/refusals";
import { aSample } from "../../support/samples";

type Query = NonNullable<FunctionArgs<typeof api.history.list>["query"]>;

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
});

const register = (country: string, serialNumber: string) =>
  lab.register(ana, aSample({ country, serialNumber }));

const page = (cursor: string | null, numItems = 2, query?: Query) =>
  lab.as(sara).query(api.history.list, {
    scope: "team",
    order: "country",
    paginationOpts: { cursor, numItems },
    ...(query && { query }),
  });
const labels = ({ page: records }: Awaited<ReturnType<typeof page>>) =>
  records.map(({ country, serialNumber }) => `${country} ${serialNumber}`);

/** Returns the records of all pages; only the last page may be empty. */
async function readAll(numItems: number, query?: Query): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = null; ;) {
    const each: Awaited<ReturnType<typeof page>> = await page(cursor, numItems, query);
    found.push(...labels(each));
    if (each.isDone) return found;
    expect(each.page).not.toEqual([]);
    cursor = each.continueCursor;
  }
}

describe("a team's history by country", () => {
  test.each([1, 2, 3, 50])(
    "contains every record once in pages of %i: countries in order, newest first in each",
    async (numItems) => {
      for (const [country, serialNumber] of [
        ["Portugal", "HC00000001X"],
        ["Brazil", "HC00000002X"],
        ["Portugal", "HC00000003X"],
        ["Chile", "HC00000004X"],
        ["Portugal", "HC00000005X"],
        ["Brazil", "HC00000006X"],
      ] as const) {
        await register(country, serialNumber);
      }
      expect(await readAll(numItems)).toEqual([
        "Brazil HC00000006X",
        "Brazil HC00000002X",
        "Chile HC00000004X",
        "Portugal HC00000005X",
        "Portugal HC00000003X",
        "Portugal HC00000001X",
      ]);
    },
  );

  test("is one empty page if there is no record", async () => {
    expect(await page(null)).toMatchObject({ page: [], isDone: true });
  });

  test("skips countries without a record in the requested dates", async () => {
    await register("Brazil", "HC00000001X");
    const { page: records } = await page(null);
    const from = (records[0]?.actiondate ?? 0) + 1;
    const later: Query = {
      search: "",
      conditions: [{ kind: "dates", field: "actiondate", from }],
      timeZone: "UTC",
    };
    expect(await page(null, 2, later)).toMatchObject({ page: [], isDone: true });
    await expect.poll(() => Date.now()).toBeGreaterThanOrEqual(from);
    await register("Chile", "HC00000002X");
    expect(await readAll(2, later)).toEqual(["Chile HC00000002X"]);
  });

  test("tests the other filters record by record, within a country", async () => {
    await register("Brazil", "HC00000001X");
    await register("Chile", "HC00000002X");
    const none: Query = {
      search: "",
      conditions: [{ kind: "select", field: "action", anyOf: ["Transfer"] }],
      timeZone: "UTC",
    };
    const last = ["Brazil HC00000001X", "Chile HC00000002X"];
    expect(await readAll(2, none)).toEqual(last);
  });

  test("restarts when a skipped country gets its first record", async () => {
    await register("Brazil", "HC00000001X");
    await register("Portugal", "HC00000002X");
    await register("Portugal", "HC00000003X");
    const first = await page(null, 1);
    const second = await page(first.continueCursor, 1);
    const third = await page(second.continueCursor, 1);
    expect([first, second, third].flatMap(labels)).toEqual([
      "Brazil HC00000001X",
      "Portugal HC00000003X",
      "Portugal HC00000002X",
    ]);
    await register("Chile", "HC00000004X");
    const invalid = { paginationError: "InvalidCursor" };
    for (const cursor of [first.continueCursor, second.continueCursor]) {
      await expect(page(cursor, 1)).rejects.toMatchObject({ data: invalid });
    }
    expect(await readAll(1)).toHaveLength(4);
  });

  test.each([
    ["no cursor of these pages", "range 1:x"],
    ["no JSON", "in turn:["],
    ["no place", "in turn:{}"],
    ["a range that is none", 'in turn:["9 Brazil","x",null]'],
    ["a name that is none", 'in turn:["Brazil",null,null]'],
  ])("restarts after a cursor with %s", async (_, cursor) => {
    await register("Brazil", "HC00000001X");
    const invalid = { paginationError: "InvalidCursor" };
    await expect(page(cursor)).rejects.toMatchObject({ data: invalid });
  });

  test("exists only for the caller's own records and their team's", async () => {
    const paginationOpts = { cursor: null, numItems: 10 };
    await register("Brazil", "HC00000001X");
    const list = (by: string, scope: "all" | "mine" | "team") =>
      lab.as(by).query(api.history.list, { scope, order: "country", paginationOpts });
    expect((await list(ana, "mine")).page).toHaveLength(1);
    expect(await refusedCode(list(ana, "team"))).toBe("NOT_ALLOWED");
    expect(await refusedCode(list(adam, "all"))).toBe("INPUT_INVALID");
  });
});
