import fc from "fast-check";
import { getFunctionName, type FunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { describe, expect, test, vi } from "vitest";
import { MAX_SORTED, rowsOfServer } from "@/lib/export/rowsOfServer";
import { indexOrder } from "@/lib/tables/mergeRanges";
import type { TableView } from "@/lib/tables/rowStore";
import type { ServerOrder } from "@/lib/tables/serverOrders";
import { fieldColumn } from "#domain/tables/tableFilters";
import { property } from "../../support/property";

type Row = { _id: string; _creationTime: number; at: number; brand: string };

const newestFirst = indexOrder<Row>(({ at }) => at, "descending");
const byBrand = (one: Row, other: Row) =>
  Number(one.brand > other.brand) - Number(one.brand < other.brand) || newestFirst(one, other);
const columns = ["brand", "at"].map((field) => fieldColumn({ field, kind: "text" }));
const EVERYTHING = { search: "", conditions: [] };

type Asked = { name: string; order: "newest" | "brand"; from: number };
type Fault = (asked: Asked) => void;

/** A server of ranges by name, in pages of `pageRows`, which records its requests. */
class Server {
  readonly asked: Asked[] = [];
  /** Number of stored cursors. */
  places = 0;
  readonly #ranges: readonly (readonly Row[])[];
  readonly #pageRows: number;
  readonly #fault: Fault;

  constructor(ranges: readonly (readonly Row[])[], pageRows: number, fault: Fault = () => {}) {
    this.#ranges = ranges;
    this.#pageRows = pageRows;
    this.#fault = fault;
  }

  order(order: Asked["order"]): ServerOrder<Row> {
    return {
      sort: order === "newest" ? null : { field: "brand", isDescending: false },
      compare: order === "newest" ? newestFirst : byBrand,
      rangesOf: () =>
        this.#ranges.map((_, index) => ({ query: {} as never, args: { name: `${index}`, order } })),
    };
  }

  query = (_: unknown, args: Record<string, unknown>) =>
    Promise.resolve().then(() => {
      const { name, order, paginationOpts } = args as Omit<Asked, "from"> & {
        paginationOpts: { cursor: string | null };
      };
      const from = Number(paginationOpts.cursor);
      this.asked.push({ name, order, from });
      this.#fault({ name, order, from });
      const rows = (this.#ranges[Number(name)] ?? []).toSorted(this.order(order).compare);
      const before = from + this.#pageRows;
      const isDone = before >= rows.length;
      return { page: rows.slice(from, before), isDone, continueCursor: String(before) };
    });

  mutation = (reference: FunctionReference<"mutation">) => {
    this.places += getFunctionName(reference) === "exports:begin" ? 1 : -1;
    return Promise.resolve("place");
  };

  export(view: Partial<TableView> = {}, signal = new AbortController().signal) {
    const onUnsorted = vi.fn();
    const rows = rowsOfServer<Row>({
      client: this as unknown as Parameters<typeof rowsOfServer>[0]["client"],
      orders: { order: this.order("newest"), otherOrders: [this.order("brand")], columns },
      view: { query: EVERYTHING, sort: null, ...view },
      signal,
      onUnsorted,
    });
    return { rows, onUnsorted };
  }
}

async function collect(rows: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const some of rows) all.push(...some);
  return all;
}

const row = (at: number, brand = "Nokia"): Row => ({
  _id: `row${at}`,
  _creationTime: at,
  at,
  brand,
});

/** Rows, each in one or both of two ranges. */
const twoRanges = fc
  .uniqueArray(
    fc.record({
      at: fc.nat(60),
      brand: fc.constantFrom("", "Apple", "Nokia"),
      in: fc.constantFrom<number[]>([0], [1], [0, 1]),
    }),
    { selector: ({ at }) => at, maxLength: 40 },
  )
  .map((stated) => {
    const rows = stated.map(({ at, brand, in: where }) => ({ row: row(at, brand), where }));
    return [0, 1].map((range) =>
      rows.flatMap(({ row, where }) => (where.includes(range) ? row : [])),
    );
  });

const union = (ranges: readonly (readonly Row[])[]) => [
  ...new Map(ranges.flat().map((each) => [each._id, each])).values(),
];

describe("an export of a list that the server searches", () => {
  property([twoRanges, fc.integer({ min: 1, max: 9 }), fc.boolean()], { numRuns: 500 })(
    "has the rows of all ranges in the server's order, each once, whatever the pages are",
    async (ranges, pageRows, isByBrand) => {
      const sort = isByBrand ? { field: "brand", isDescending: false } : null;
      const server = new Server(ranges, pageRows);
      expect(await collect(server.export({ sort }).rows)).toEqual(
        union(ranges).sort(isByBrand ? byBrand : newestFirst),
      );
      const orders = new Set(server.asked.map(({ order }) => order));
      expect(orders).toEqual(new Set([isByBrand ? "brand" : "newest"]));
    },
  );

  test("keeps at most one page of a range, however far ahead another one is", async () => {
    const down = (from: number) => Array.from({ length: 10 }, (_, index) => row(from - index));
    const [newer, older] = [down(20), down(10)];
    const server = new Server([newer, older], 2);
    let written = 0;
    for await (const some of server.export().rows) {
      written += some.length;
      for (const [index, before] of [0, newer.length].entries()) {
        const read = 2 * server.asked.filter(({ name }) => name === `${index}`).length;
        expect(read).toBeLessThanOrEqual(Math.max(0, written - before) + 2);
      }
    }
    expect(written).toBe(20);
  });

  test("leaves out rows that do not match, even the last row of a page", async () => {
    const server = new Server([[row(3, "Apple"), row(2), row(1, "Apple")]], 2);
    const conditions = [{ kind: "select", field: "brand", anyOf: ["Apple"] }] as const;
    const { rows } = server.export({ query: { search: "", conditions } });
    expect((await collect(rows)).map(({ at }) => at)).toEqual([3, 1]);
  });

  test("requests nothing more once it is cancelled", async () => {
    const server = new Server([[row(3), row(2), row(1)]], 1);
    const controller = new AbortController();
    const { rows } = server.export({}, controller.signal);
    await rows.next();
    controller.abort();
    await expect(rows.next()).rejects.toThrow("abort");
    expect(server.asked).toHaveLength(1);
  });

  test("continues after the written rows if the server has lost a cursor", async () => {
    const lost = vi.fn(({ name, from }: Asked) => {
      if (name !== "0" || from !== 4 || lost.mock.calls.filter(isOfLost).length > 1) return;
      throw new ConvexError({ paginationError: "InvalidCursor" });
    });
    const isOfLost = ([{ name, from }]: [Asked]) => name === "0" && from === 4;
    const ranges = [
      [9, 8, 7, 3, 2, 1],
      [6, 5, 4],
    ].map((all) => all.map((at) => row(at)));
    const { rows } = new Server(ranges, 2, lost).export();
    expect((await collect(rows)).map(({ at }) => at)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(lost.mock.calls.filter(isOfLost)).toHaveLength(2);
  });

  test("fails if the server refuses", async () => {
    const refuse = ({ from }: Asked) => {
      if (from > 0) throw new ConvexError({ code: "NOT_ALLOWED", message: "No." });
    };
    const { rows } = new Server([[row(2), row(1)]], 1, refuse).export();
    await expect(collect(rows)).rejects.toMatchObject({ data: { code: "NOT_ALLOWED" } });
  });

  test("is sorted by a column that the server does not sort by, empty cells last", async () => {
    const ranges = [
      [row(4, "nokia"), row(3, "")],
      [row(2, "Apple"), row(1, "Ärmel")],
    ];
    const { rows, onUnsorted } = new Server(ranges, 1).export({
      sort: { field: "brand", isDescending: true },
    });
    expect((await collect(rows)).map(({ brand }) => brand)).toEqual([
      "nokia",
      "Ärmel",
      "Apple",
      "",
    ]);
    expect(onUnsorted).not.toHaveBeenCalled();
  });

  test("an export of a list that the server searches of too many rows to sort contains all of them in the list's own order, and says so", async () => {
    const all = Array.from({ length: MAX_SORTED + 1 }, (_, index) => row(MAX_SORTED - index));
    const { rows, onUnsorted } = new Server([all], 20_000).export({
      sort: { field: "at", isDescending: false },
    });
    const written = await collect(rows);
    expect(onUnsorted).toHaveBeenCalledTimes(1);
    expect(written.length).toBe(MAX_SORTED + 1);
    expect([written[0]?.at, written.at(-1)?.at]).toEqual([MAX_SORTED, 0]);
  });
});
