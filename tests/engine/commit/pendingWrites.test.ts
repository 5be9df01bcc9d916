import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Revision } from "../../../engine/commit/revision";
import { PendingWrites, type PendingWritesView } from "../../../engine/commit/pendingWrites";
import type { Index, Table } from "../../../engine/storage/catalog";
import { compareBytes, encodeKey, keyAfter, type KeyRange } from "../../../engine/values/keys";
import { property } from "../../support/property";

const index = (name: string, number: number, ...fields: string[]): Index => ({
  name,
  number,
  fields,
  paths: fields.map((field) => [field]),
});

const aTable = (name: string, number: number): Table => ({
  name,
  number,
  indexes: [index(`${name}.by_id`, 10 * number), index(`${name}.by_a`, 10 * number + 1, "a")],
  documentType: null,
  checkedType: null,
});

const TABLES = [aTable("items", 1), aTable("others", 2)];
const IDS = ["i0", "i1", "i2", "o0", "o1"];
const tableOf = (id: string) => TABLES[id.startsWith("i") ? 0 : 1]!;
const ORDERS = ["asc", "desc"] as const;

/** All documents after one mutation. */
type State = ReadonlyMap<string, Revision>;

/** `a` null: removed. */
const anyChange = fc.record({
  id: fc.constantFrom(...IDS),
  a: fc.option(fc.nat(3)),
  isNoted: fc.boolean(),
});

/** `which` picks one of the eligible mutations. */
const anyAct = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("mutation" as const),
      changes: fc.array(anyChange, { minLength: 1, maxLength: 4 }),
      fails: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("dropThrough" as const, "dropAfter" as const),
      which: fc.nat(100),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("look" as const) }) },
);

const anyRange: fc.Arbitrary<KeyRange> = fc
  .tuple(fc.option(fc.nat(4)), fc.option(fc.nat(4)), fc.option(fc.constantFrom(...IDS)))
  .map(([from, to, id]) => ({
    start: from === null ? new Uint8Array(0) : encodeKey(id === null ? [from] : [from, id]),
    end: to === null ? null : encodeKey([to]),
  }));

/** Reads the pending writes of a range entry by entry, as cursors do. */
function entriesOf(
  view: PendingWritesView,
  table: string,
  i: number,
  range: KeyRange,
  order: "asc" | "desc",
) {
  const entries: { key: Uint8Array; isPresent: boolean }[] = [];
  for (let { start, end } = range; ;) {
    const entry = view.first(table, i, { start, end }, order);
    if (!entry) return entries;
    entries.push(entry);
    if (order === "asc") start = keyAfter(entry.key);
    else end = entry.key;
  }
}

/** Returns the keys of one index in a range of `state`, in order, as text. */
function keysOf(state: State, table: Table, i: number, { start, end }: KeyRange): string[] {
  return [...state.values()]
    .filter((revision) => revision.table === table)
    .map((revision) => revision.key(i))
    .filter((key) => compareBytes(key, start) >= 0 && (!end || compareBytes(key, end) < 0))
    .sort(compareBytes)
    .map((key) => Buffer.from(key).toString("hex"));
}

/** Checks that `view` over the store state `stored` shows the state `now`. */
function expectShown(
  view: PendingWritesView,
  now: State,
  stored: State,
  ranges: readonly KeyRange[],
) {
  for (const id of IDS) {
    const here = view.document(id);
    const shown = here === undefined ? stored.get(id) : here;
    expect(shown?.json).toBe(now.get(id)?.json);
  }
  for (const table of TABLES) {
    for (const i of [0, 1]) {
      for (const range of ranges) {
        for (const order of ORDERS) {
          const keys = new Set(keysOf(stored, table, i, range));
          for (const { key, isPresent } of entriesOf(view, table.name, i, range, order)) {
            const text = Buffer.from(key).toString("hex");
            if (isPresent) keys.add(text);
            else keys.delete(text);
          }
          expect([...keys].sort()).toEqual(keysOf(now, table, i, range));
        }
      }
    }
  }
}

describe("pending writes", () => {
  property([fc.array(anyAct, { maxLength: 25 }), fc.array(anyRange, { maxLength: 3 })], {
    numRuns: 500,
  })(
    "pending writes show every mutation's state over any store state below them",
    (acts, someRanges) => {
      const ranges = [{ start: new Uint8Array(0), end: null }, ...someRanges];
      const pendingWrites = new PendingWrites();
      /** By number of the mutation; number 0 is the initial store. */
      const first = new Revision(tableOf("i0"), "i0", '{"a":1}');
      const states: State[] = [new Map([["i0", first]])];
      let dropped = 0;

      const look = () => {
        for (let asOf = dropped; asOf < states.length; asOf++) {
          const view = pendingWrites.asOf(asOf);
          for (const stored of new Set([dropped, (dropped + asOf) >> 1, asOf])) {
            expectShown(view, states[asOf]!, states[stored]!, ranges);
          }
        }
      };

      for (const act of acts) {
        const newest = states.length - 1;
        if (act.kind === "look") look();
        if (act.kind === "dropThrough") {
          dropped += act.which % (newest - dropped + 1);
          pendingWrites.dropThrough(dropped);
        }
        if (act.kind === "dropAfter") {
          const kept = dropped + (act.which % (newest - dropped + 1));
          pendingWrites.dropAfter(kept);
          states.fill(states[kept]!, kept + 1);
        }
        if (act.kind !== "mutation") continue;
        const state = new Map(states[newest]);
        const undo: (() => void)[] = [];
        for (const { id, a, isNoted } of act.changes) {
          const before = state.get(id) ?? null;
          const json = JSON.stringify({ a, ...(isNoted && { note: "n" }) });
          const after = a === null ? null : new Revision(tableOf(id), id, json);
          if (!before && !after) continue;
          pendingWrites.write(id, before, after, states.length);
          undo.unshift(() => pendingWrites.write(id, after, before, states.length));
          if (after) state.set(id, after);
          else state.delete(id);
        }
        if (act.fails) for (const step of undo) step();
        states.push(act.fails ? states[newest]! : state);
      }
      look();
    },
  );

  test("pending writes return the first entry of a range from either end", () => {
    const pendingWrites = new PendingWrites();
    const keys = [1, 2, 3].map((a) => {
      const revision = new Revision(TABLES[0]!, `i${a}`, JSON.stringify({ a }));
      pendingWrites.write(revision.id, null, revision, a);
      return revision.key(1);
    });
    const first = (asOf: number, from: number, to: number, order: "asc" | "desc") =>
      pendingWrites
        .asOf(asOf)
        .first("items", 1, { start: encodeKey([from]), end: encodeKey([to]) }, order)?.key;
    expect(first(3, 0, 9, "asc")).toEqual(keys[0]);
    expect(first(3, 0, 9, "desc")).toEqual(keys[2]);
    expect(first(2, 0, 9, "desc")).toEqual(keys[1]);
    expect(first(3, 2, 3, "desc")).toEqual(keys[1]);
    expect(first(2, 3, 9, "asc")).toBeUndefined();
  });

  test("dropped pending writes leave no entry behind", () => {
    const pendingWrites = new PendingWrites();
    const revision = new Revision(TABLES[0]!, "i1", '{"a":1}');
    const everything = { start: new Uint8Array(0), end: null };
    const rest = (asOf: number) => [
      pendingWrites.asOf(asOf).document("i1"),
      pendingWrites.asOf(asOf).first("items", 1, everything, "asc"),
    ];
    pendingWrites.write("i1", null, revision, 1);
    pendingWrites.write("i1", revision, null, 2);
    pendingWrites.dropThrough(1);
    expect(rest(1)).toEqual([undefined, null]);
    expect(rest(2)).toEqual([null, { key: revision.key(1), isPresent: false }]);
    pendingWrites.dropAfter(1);
    expect(rest(2)).toEqual([undefined, null]);
  });
});
