import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { VisibleRows } from "@/components/data-table/rows/rowsOnShow";
import { fieldColumn } from "#domain/tables/tableFilters";
import { ArrayStore } from "../../support/web/arrayStore";
import { property } from "../../support/property";

type Row = { _id: string; _creationTime: number; brand: string };
const row = (number: number, brand = "Apple"): Row => ({
  _id: `r${number}`,
  _creationTime: number,
  brand,
});
const many = (count: number) => Array.from({ length: count }, (_, index) => row(index));
const ALL = { base: [], query: { search: "", conditions: [] }, sort: null };
const APPLE = { ...ALL, query: { search: "apple", conditions: [] } };
const COLUMNS = [fieldColumn({ field: "brand", kind: "text" })];

let store: ArrayStore<Row>;
let shown: VisibleRows<Row>;

function open(rows: readonly Row[]): void {
  store = new ArrayStore(rows, COLUMNS);
  shown = new VisibleRows(store, store.testOf);
  shown.subscribe(() => undefined);
}
/** Waits until every open query has been answered. */
const settle = () => new Promise((resolve) => setTimeout(resolve));
const ids = () =>
  shown.getSnapshot().rows.map(({ row: each, isGone }) => `${each._id}${isGone ? " gone" : ""}`);

async function look(rows: readonly Row[], view = ALL): Promise<void> {
  open(rows);
  shown.look(view);
  await settle();
}

describe("rows that the reader is not working in", () => {
  test("follow the list immediately", async () => {
    await look([row(1), row(2)]);
    store.set([row(3), row(1)]);
    await settle();
    expect(ids()).toEqual(["r3", "r1"]);
    expect(shown.getSnapshot().heldBack).toBe(0);
  });

  test("are those of the last view requested", async () => {
    await look([row(1), row(2, "Nokia")]);
    shown.look(APPLE);
    shown.look({ ...ALL, query: { search: "nokia", conditions: [] } });
    await settle();
    expect(ids()).toEqual(["r2"]);
  });
});

describe("a view of which only the base changes, as time passes", () => {
  const brandsOf = (anyOf: string[]) => ({
    ...ALL,
    base: [{ kind: "select", field: "brand", anyOf } as const],
  });

  test("keeps its reader's place, and has the rows that match now", async () => {
    open([...many(500), row(501, "Nokia")]);
    const apples = brandsOf(["Apple"]);
    shown.look(apples);
    shown.see(400, 430);
    await settle();
    shown.look(brandsOf(["Apple", "Nokia"]));
    await settle();
    expect(shown.getSnapshot()).toMatchObject({ total: 501, start: 340 });
    expect(shown.getSnapshot().view).toBe(apples);
  });

  test("moves no row while the reader works there, and reports how many it adds", async () => {
    open([row(3, "Nokia"), row(1), row(2)]);
    shown.look(brandsOf(["Apple"]));
    await settle();
    shown.hold(true);
    shown.look(brandsOf(["Apple", "Nokia"]));
    await settle();
    expect(ids()).toEqual(["r1", "r2"]);
    expect(shown.getSnapshot()).toMatchObject({ heldBack: 1, total: 2 });
    shown.hold(false);
    await settle();
    expect(ids()).toEqual(["r3", "r1", "r2"]);
    expect(shown.getSnapshot()).toMatchObject({ heldBack: 0, total: 3 });
  });
});

describe("rows that the reader is working in", () => {
  beforeEach(async () => {
    await look([row(1), row(2), row(3)], APPLE);
    shown.hold(true);
  });

  test("keep their places while others arrive, which are counted", async () => {
    store.set([row(9), row(1), row(8), row(2), row(3), row(7, "Nokia")]);
    await settle();
    expect(ids()).toEqual(["r1", "r2", "r3"]);
    expect(shown.getSnapshot()).toMatchObject({ heldBack: 2, total: 3 });
  });

  test("remain as ghosts when they leave the list or no longer match, and come back to life", async () => {
    store.set([row(2, "Nokia"), row(3)]);
    await settle();
    expect(ids()).toEqual(["r1 gone", "r2 gone", "r3"]);
    store.set([row(1), row(2, "Nokia"), row(3)]);
    await settle();
    expect(ids()).toEqual(["r1", "r2 gone", "r3"]);
    expect(shown.getSnapshot()).toMatchObject({ heldBack: 0, total: 3 });
  });

  test("show their newest content in their places", async () => {
    const edited = { ...row(1), brand: "Apple Inc." };
    store.set([row(3), row(2), edited]);
    await settle();
    expect(ids()).toEqual(["r1", "r2", "r3"]);
    expect(shown.getSnapshot().rows[0]?.row).toBe(edited);
  });

  test("do not count a row that arrived and left again", async () => {
    store.set([row(9), row(1), row(2), row(3)]);
    store.set([row(1), row(2), row(3)]);
    await settle();
    expect(shown.getSnapshot().heldBack).toBe(0);
  });

  test("become the list's own once the reader stops working there, or on request", async () => {
    store.set([row(9), row(1), row(3)]);
    await settle();
    shown.release();
    await settle();
    expect(ids()).toEqual(["r9", "r1", "r3"]);
    store.set([row(9), row(3)]);
    await settle();
    shown.hold(false);
    await settle();
    expect(ids()).toEqual(["r9", "r3"]);
  });
});

describe("a list longer than the window", () => {
  test("is fetched where the reader looks", async () => {
    await look(many(100_000));
    expect(shown.getSnapshot().total).toBe(100_000);
    expect(shown.getSnapshot().rows.length).toBeLessThan(300);
    shown.see(50_000, 50_030);
    await settle();
    const { start, rows } = shown.getSnapshot();
    expect(rows[50_000 - start]?.row._id).toBe("r50000");
  });

  test("continues below the held rows without a gap or a duplicate, whatever arrived above", async () => {
    const rows = many(1_000);
    await look(rows);
    shown.hold(true);
    store.set([row(5_000), row(5_001), ...rows.slice(0, 10), ...rows.slice(11)]);
    await settle();
    for (let from = 0; from < 900; from += 40) {
      shown.see(from, from + 40);
      await settle();
    }
    const { start, rows: kept } = shown.getSnapshot();
    expect(kept.map(({ row: each }) => each._id)).toEqual(
      rows.slice(start, start + kept.length).map(({ _id }) => _id),
    );
    expect(start + kept.length).toBeGreaterThanOrEqual(900);
  });

  test("continues above the held rows", async () => {
    const rows = many(1_000);
    await look(rows);
    shown.see(500, 540);
    await settle();
    shown.hold(true);
    for (let from = 500; from >= 0; from -= 40) {
      shown.see(Math.max(0, from), from + 40);
      await settle();
    }
    const { start, rows: kept } = shown.getSnapshot();
    expect(start).toBe(0);
    expect(kept.map(({ row: each }) => each._id)).toEqual(
      rows.slice(0, kept.length).map(({ _id }) => _id),
    );
  });
});

/** A change of the list, or of where the reader looks and works. */
const act = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), at: fc.nat(40) }),
  fc.record({ kind: fc.constant("remove" as const), at: fc.nat(40) }),
  fc.record({ kind: fc.constant("edit" as const), at: fc.nat(40), isApple: fc.boolean() }),
  fc.record({ kind: fc.constant("hold" as const), isHeld: fc.boolean() }),
);

property([fc.array(act, { maxLength: 20 })], { numRuns: 300 })(
  "keeps held rows in place, and releases them to the list",
  async (acts) => {
    await look(many(20), APPLE);
    let [rows, next, isHeld] = [many(20), 100, false];
    for (const each of acts) {
      const before = ids().map((id) => id.replace(" gone", ""));
      if (each.kind === "hold") shown.hold((isHeld = each.isHeld));
      if (each.kind === "add") rows = rows.toSpliced(each.at, 0, row(next++));
      if (each.kind === "remove") rows = rows.toSpliced(each.at, 1);
      if (each.kind === "edit") {
        const edited = rows[each.at];
        const brand = each.isApple ? "Apple" : "Nokia";
        if (edited) rows = rows.with(each.at, { ...edited, brand });
      }
      if (each.kind !== "hold") store.set(rows);
      await settle();
      const after = ids().map((id) => id.replace(" gone", ""));
      if (isHeld && before.length > 0) expect(after.slice(0, before.length)).toEqual(before);
    }
    shown.hold(false);
    await settle();
    const apples = rows.filter(({ brand }) => brand === "Apple").map(({ _id }) => _id);
    expect(ids()).toEqual(apples);
    expect(shown.getSnapshot()).toMatchObject({ total: apples.length, heldBack: 0 });
  },
);
