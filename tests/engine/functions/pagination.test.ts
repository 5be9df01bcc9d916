import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ANONYMOUS, TestDeployment, valueOf } from "../support/testDeployment";
import { property } from "../../support/property";

let app: TestDeployment;
beforeAll(async () => (app = await TestDeployment.open()));
afterAll(() => app.close());

type Message = { _id: string; body: string; rank: number };
type PageResult = {
  page: Message[];
  isDone: boolean;
  continueCursor: string;
  splitCursor: string | null;
};

/** One page of a list as a client keeps it: its arguments and the journal of its last run. */
type LivePage = { cursor: string | null; journal: string | null; result: PageResult };

class LiveList {
  readonly pages: LivePage[] = [];

  constructor(
    readonly channel: string,
    readonly order: "asc" | "desc",
    readonly numItems: number,
  ) {}

  async run(page: { cursor: string | null; journal: string | null; endCursor?: string }) {
    const { cursor, endCursor = null } = page;
    const outcome = await app.deployment.functions.runQuery({
      path: "messages:page",
      args: {
        channel: this.channel,
        order: this.order,
        paginationOpts: { numItems: this.numItems, cursor, endCursor, id: 1 },
      },
      caller: ANONYMOUS,
      journal: page.journal,
    });
    return { result: valueOf(outcome) as unknown as PageResult, outcome };
  }

  /** Loads one more page, as `loadMore` does; nothing when all are loaded. */
  async loadMore(): Promise<void> {
    const last = this.pages.at(-1)?.result;
    if (last?.isDone) return;
    const cursor = last?.continueCursor ?? null;
    const { result, outcome } = await this.run({ cursor, journal: null });
    this.pages.push({ cursor, journal: outcome.journal, result });
  }

  /** Reruns every page, as a live query does after a write. */
  async refresh(): Promise<void> {
    for (const page of this.pages) {
      const { result, outcome } = await this.run(page);
      Object.assign(page, { result, journal: outcome.journal });
    }
  }

  get ids(): string[] {
    return this.pages.flatMap(({ result }) => result.page.map(({ _id }) => _id));
  }
}

const send = (channel: string, rank: number) =>
  app.mutation("messages:send", { channel, rank, body: String(rank) }) as Promise<string>;

const allIds = async (channel: string, order: "asc" | "desc") => {
  const all = (await app.query("messages:page", {
    channel,
    order,
    paginationOpts: { numItems: 1_000, cursor: null },
  })) as unknown as PageResult;
  return all.page.map(({ _id }) => _id);
};

describe("pages of one list", () => {
  test("pages follow each other to the end of the list", async () => {
    for (let rank = 0; rank < 7; rank++) await send("plain", rank);
    for (const order of ["asc", "desc"] as const) {
      const list = new LiveList("plain", order, 3);
      for (let page = 0; page < 5; page++) await list.loadMore();
      expect(list.pages.map(({ result }) => result.page.length)).toEqual([3, 3, 1]);
      expect(list.ids).toEqual(await allIds("plain", order));
    }
  });

  test("a page grows with rows inserted between its own rows, the last page also at its end", async () => {
    for (const rank of [10, 20, 30, 40]) await send("grows", rank);
    const list = new LiveList("grows", "asc", 2);
    for (let page = 0; page < 3; page++) await list.loadMore();
    for (const rank of [5, 15, 25, 50]) await send("grows", rank);
    await list.refresh();
    const ranks = list.pages.map(({ result }) => result.page.map(({ rank }) => rank));
    expect(ranks).toEqual([[5, 10, 15, 20], [25, 30, 40], [50]]);
  });

  let channels = 0;
  const change = fc.oneof(
    fc.record({ kind: fc.constant("insert" as const), rank: fc.integer({ min: 0, max: 30 }) }),
    fc.record({ kind: fc.constant("remove" as const), at: fc.nat(50) }),
    fc.record({ kind: fc.constant("move" as const), at: fc.nat(50), rank: fc.nat(30) }),
    fc.record({ kind: fc.constant("loadMore" as const) }),
    fc.record({ kind: fc.constant("reconnect" as const) }),
  );

  property(
    [
      fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 12 }),
      fc.array(change, { maxLength: 20 }),
      fc.constantFrom("asc" as const, "desc" as const),
      fc.integer({ min: 1, max: 4 }),
    ],
    { numRuns: 60 },
  )(
    "pages never overlap nor miss a row, whatever is written meanwhile",
    async (initial, changes, order, size) => {
      const channel = `random ${channels++}`;
      const ids: string[] = [];
      for (const rank of initial) ids.push(await send(channel, rank));
      const list = new LiveList(channel, order, size);
      await list.loadMore();
      for (const step of changes) {
        if (step.kind === "insert") ids.push(await send(channel, step.rank));
        if (step.kind === "loadMore") await list.loadMore();
        if (step.kind === "remove" && ids.length > 0) {
          const [id] = ids.splice(step.at % ids.length, 1);
          await app.mutation("messages:remove", { id: id ?? "" });
        }
        if (step.kind === "move" && ids.length > 0) {
          await app.mutation("messages:edit", {
            id: ids[step.at % ids.length] ?? "",
            rank: step.rank,
          });
        }
        await list.refresh();
        // The pages show the beginning of the whole list, as far as they reach.
        const whole = await allIds(channel, order);
        const isDone = list.pages.at(-1)?.result.isDone;
        expect(list.ids).toEqual(isDone ? whole : whole.slice(0, list.ids.length));
      }
      for (let page = 0; page <= ids.length; page++) await list.loadMore();
      expect(list.ids).toEqual(await allIds(channel, order));
    },
  );

  test("a page splits in two without a gap", async () => {
    for (let rank = 0; rank < 9; rank++) await send("split", rank);
    const list = new LiveList("split", "asc", 6);
    await list.loadMore();
    const { splitCursor, continueCursor } = list.pages[0]!.result;
    const half = (cursor: string | null, endCursor: string) =>
      list.run({ cursor, journal: null, endCursor });
    const first = await half(null, splitCursor ?? "");
    const second = await half(splitCursor, continueCursor);
    expect([...first.result.page, ...second.result.page].map(({ rank }) => rank)).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
    expect(first.result.page.length).toBeGreaterThan(0);
    expect(second.result.page.length).toBeGreaterThan(0);
    expect(second.result.continueCursor).toBe(continueCursor);
  });
});

describe("cursors", () => {
  const page = (cursor: string, more = {}) =>
    app.query("messages:page", {
      channel: "cursors",
      paginationOpts: { numItems: 1, cursor, ...more },
    });

  test("a cursor of another list makes the client start over", async () => {
    await send("cursors", 1);
    await send("cursors", 2);
    const other = new LiveList("split", "asc", 1);
    await other.loadMore();
    for (const cursor of [other.pages[0]!.result.continueCursor, "nonsense", ""]) {
      await expect(page(cursor)).rejects.toMatchObject({
        data: { isConvexSystemError: true, paginationError: "InvalidCursor" },
      });
    }
  });

  test("cursors survive a restart", async () => {
    const list = new LiveList("cursors", "asc", 1);
    await list.loadMore();
    app = await app.reopen();
    await list.loadMore();
    expect(list.ids).toEqual(await allIds("cursors", "asc"));
  });

  test.each([
    [{ numItems: 0 }, "InvalidPageSize: Must request at least 1 document while paginating"],
    [{ numItems: NaN }, "InvalidPageSize: Must request at least 1 document while paginating"],
    [{ numItems: 1, maximumRowsRead: 0 }, "InvalidLimit: maximumRowsRead must be greater than 0"],
    [
      { numItems: 1, maximumBytesRead: -1 },
      "InvalidLimit: maximumBytesRead must be greater than 0",
    ],
  ])("pagination refuses %j with the reason, in production too", async (options, message) => {
    const redacting = await TestDeployment.open({ redactErrors: true });
    try {
      const paginationOpts = { cursor: null, ...options };
      const call = redacting.query("messages:page", { channel: "cursors", paginationOpts });
      await expect(call).rejects.toMatchObject({
        data: { isConvexSystemError: true, paginationError: message.split(":")[0], message },
      });
    } finally {
      await redacting.close();
    }
  });

  test("a page that reads too many rows requests a split", async () => {
    const result = (await app.query("messages:page", {
      channel: "split",
      paginationOpts: { numItems: 9, cursor: null, maximumRowsRead: 4 },
    })) as unknown as PageResult & { pageStatus: string };
    expect(result.page).toHaveLength(4);
    expect(result.pageStatus).toBe("SplitRequired");
    expect(result.isDone).toBe(false);
  });
});
