import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Database, type Commit } from "../../../engine/commit/database";
import { ReadSet } from "../../../engine/commit/readSet";
import { compareBytes, encodeKey, type KeyRange } from "../../../engine/values/keys";
import { anyScan, anyStep, INDEX, rangeOf, takeStep, type Documents, type Scan } from "./model";
import { reading, schemaOf, testDatabase } from "./support/testDatabase";
import { property } from "../../support/property";

const key = (n: number) => encodeKey([n]);
const anyRange: fc.Arbitrary<KeyRange> = fc
  .tuple(fc.nat(30), fc.option(fc.nat(30)))
  .map(([start, end]) => ({ start: key(start), end: end === null ? null : key(end) }));

const holds = ({ start, end }: KeyRange, at: Uint8Array) =>
  compareBytes(start, at) <= 0 && (end === null || compareBytes(at, end) < 0);

describe("a read set", () => {
  property([fc.array(anyRange), fc.array(anyRange), fc.nat(31)], { numRuns: 1_000 })(
    "a read set overlaps a key exactly when one of its ranges contains it",
    (ranges, others, at) => {
      const readSet = new ReadSet();
      for (const range of ranges) readSet.add("t.i", range);
      readSet.overlaps("t.i", key(at)); // settles; later additions count too
      const other = new ReadSet();
      for (const range of others) other.add("t.i", range);
      readSet.merge(other);
      const expected = [...ranges, ...others].some((range) => holds(range, key(at)));
      expect(readSet.overlaps("t.i", key(at))).toBe(expected);
      expect(readSet.overlaps("t.other", key(at))).toBe(false);
      expect([...readSet.ranges()].some(([, range]) => holds(range, key(at)))).toBe(expected);
    },
  );

  const stopped = { asc: [true, true, false], desc: [false, true, true] } as const;
  for (const order of ["asc", "desc"] as const) {
    test(`the read set of a scan ${order} that stops at a row ends with that row`, () => {
      const readSet = new ReadSet();
      const scan = readSet.beginScan("t.i", { start: key(0), end: key(10) }, order);
      const overlaps = (at: number) => readSet.overlaps("t.i", key(at));
      expect(overlaps(5)).toBe(false);
      scan.consumed(key(5));
      expect([4, 5, 6].map(overlaps)).toEqual(stopped[order]);
      scan.exhausted();
      expect([0, 9, 10].map(overlaps)).toEqual([true, true, false]);
    });
  }
});

describe("a query's read set", () => {
  // One database for all runs of the property, because opening one takes longer than a run.
  const path = mkdtempSync(join(tmpdir(), "engine-store-"));
  let database: Database;
  beforeAll(async () => {
    const clock = { now: () => 1_700_000_000_000 };
    database = await Database.open({ path, clock, onFatal: (error) => expect.fail(error.message) });
    await database.applySchema(schemaOf({ items: { by_a_b: ["a", "b"] } }));
  });
  afterAll(async () => {
    await database.close();
    rmSync(path, { recursive: true });
  });

  // The property of live queries. `scan` is the query, `commit` a change by others.
  property(
    [
      fc.array(anyStep, { maxLength: 15 }),
      anyScan,
      fc.array(anyStep, { minLength: 1, maxLength: 3 }),
    ],
    {
      numRuns: 300,
    },
  )(
    "a query's read set overlaps every commit that changes the query's result",
    async (before, scan, after) => {
      const documents: Documents = new Map();
      await database.write((tx) => {
        for (const { id } of tx.scan("items.by_id", { start: Buffer.alloc(0), end: null }, "asc")) {
          tx.remove(id);
        }
        before.forEach((step) => takeStep(tx, documents, step));
      });
      const query = runQuery(database, scan);
      const keys: Commit["keys"][number][] = [];
      const stop = database.onCommit((commit) => keys.push(...commit.keys));
      let calls = 0;
      database.subscribe(query.readSet, query.ts, { onInvalidated: () => calls++ });
      await database.write((tx) => after.forEach((step) => takeStep(tx, documents, step)));
      stop();

      const overlaps = keys.some(({ index, key }) => query.readSet.overlaps(index, key));
      expect(calls).toBe(overlaps ? 1 : 0);
      if (runQuery(database, scan).result !== query.result) expect(overlaps).toBe(true);
      // In the model, rows beyond the last row of a query that stopped early do not affect the
      // query.
      const touched = keys.some(({ index, key }) => index === INDEX && query.looked(key));
      expect(overlaps).toBe(touched);
    },
  );

  test("reading one document records only its id, even when it does not exist", async () => {
    const database = await testDatabase();
    const { value: id } = await database.write((tx) => tx.insert("items", { a: 1 }));
    await database.write((tx) => tx.remove(id));
    const tx = database.beginRead();
    expect(tx.get(id)).toBeNull();
    const byId = "items.by_id";
    expect(tx.readSet.overlaps(byId, encodeKey([id]))).toBe(true);
    expect(tx.readSet.overlaps(byId, encodeKey([`${id}0`]))).toBe(false);
    tx.close();
  });

  test("a query of a table that does not exist yet is invalidated by its first insert", async () => {
    const database = await testDatabase();
    const tx = database.beginRead();
    const everything = tx.indexRange("later.by_creation_time", []);
    expect([...tx.scan("later.by_creation_time", everything, "asc")]).toEqual([]);
    tx.close();
    let calls = 0;
    database.subscribe(tx.readSet, tx.ts, { onInvalidated: () => calls++ });
    await database.write((writing) => writing.insert("later", {}));
    expect(calls).toBe(1);
  });
});

describe("a subscription", () => {
  test("subscribing with an old snapshot calls back immediately when a commit has changed it", async () => {
    const database = await testDatabase();
    const { value: id } = await database.write((tx) => tx.insert("items", { a: 1 }));
    const { readSet, ts } = reading(database, (tx) => (tx.get(id), tx));
    const { ts: changed } = await database.write((tx) => tx.patch(id, { a: 2 }).id);
    const calls: bigint[] = [];
    database.subscribe(readSet, ts, { onInvalidated: (at) => calls.push(at) });
    expect(calls).toEqual([changed]);
  });

  test("a subscription calls back once, and not after it was cancelled", async () => {
    const database = await testDatabase();
    const { value: id } = await database.write((tx) => tx.insert("items", { a: 1 }));
    const { readSet, ts } = reading(database, (tx) => (tx.get(id), tx));
    let calls = 0;
    const cancelled = database.subscribe(readSet, ts, { onInvalidated: () => calls++ });
    database.subscribe(readSet, ts, { onInvalidated: () => calls++ });
    cancelled.cancel();
    await database.write((tx) => tx.patch(id, { a: 2 }).id);
    await database.write((tx) => tx.patch(id, { a: 3 }).id);
    expect(calls).toBe(1);
  });

  test("a subscription receives a change of a document whose indexed fields stay the same", async () => {
    const database = await testDatabase();
    await database.applySchema(schemaOf({ items: { by_a: ["a"] } }));
    const { value: id } = await database.write((tx) => tx.insert("items", { a: 1, text: "x" }));
    const tx = database.beginRead();
    const range = tx.indexRange("items.by_a", [{ type: "Eq", fieldPath: "a", value: 1 }]);
    expect([...tx.scan("items.by_a", range, "asc")]).toHaveLength(1);
    tx.close();
    let calls = 0;
    database.subscribe(tx.readSet, tx.ts, { onInvalidated: () => calls++ });
    await database.write((writing) => writing.patch(id, { text: "y" }).id);
    expect(calls).toBe(1);
  });
});

/**
 * Performs a scan as a query does, and returns naively the range it looked at: up to its last row,
 * or all of it.
 */
function runQuery(database: Database, scan: Scan) {
  return reading(database, (tx) => {
    const range = rangeOf(scan);
    const rows: { json: string; key: Uint8Array }[] = [];
    if (scan.take > 0) {
      for (const row of tx.scan(INDEX, range, scan.order)) {
        rows.push(row);
        if (rows.length === scan.take) break;
      }
    }
    const last = rows.length === scan.take ? rows.at(-1)?.key : undefined;
    const looked = (key: Uint8Array) => {
      if (scan.take === 0 || !holds(range, key)) return false;
      if (!last) return true;
      const order = compareBytes(key, last);
      return scan.order === "asc" ? order <= 0 : order >= 0;
    };
    return { result: rows.map(({ json }) => json).join(), looked, readSet: tx.readSet, ts: tx.ts };
  });
}
