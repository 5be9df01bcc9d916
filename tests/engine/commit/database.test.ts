import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type {
  Commit,
  RangeExpression,
  ReadTransaction,
  WriteTransaction,
} from "../../../engine/commit/database";
import type { JSONObject } from "../../../engine/values/json";
import { EVERYTHING } from "../../../engine/values/keys";
import {
  reading,
  schemaOf,
  temporaryFolder,
  TestClock,
  testDatabase,
} from "./support/testDatabase";

const parse = (json: string) => JSON.parse(json) as JSONObject;

describe("commit timestamps and creation times", () => {
  test("timestamps only increase, even across restarts and when the clock is set back", async () => {
    const path = temporaryFolder();
    const clock = new TestClock();
    const stamps: bigint[] = [];
    const creationTimes: number[] = [];
    let database = await testDatabase({ path, clock });
    for (let i = 0; i < 6; i++) {
      if (i === 2) clock.ms -= 60_000;
      if (i === 4) {
        await database.close();
        database = await testDatabase({ path, clock });
      }
      const { ts } = await database.write((tx) => {
        for (let n = 0; n < 3; n++) {
          const { json } = tx.get(tx.insert("items", { i }))!;
          creationTimes.push(parse(json)["_creationTime"] as number);
        }
      });
      stamps.push(ts);
    }
    expect(stamps).toEqual([...new Set(stamps)].toSorted((a, b) => Number(a - b)));
    expect(creationTimes).toEqual([...new Set(creationTimes)].toSorted((a, b) => a - b));
    expect(creationTimes[0]).toBe(new TestClock().ms);
  });

  test("a mutation without writes returns the timestamp of the snapshot it read", async () => {
    const database = await testDatabase();
    const { ts } = await database.write((tx) => tx.insert("items", {}));
    const read = await database.write(() => null);
    const unchanged = await database.write((tx) => tx.remove(tx.insert("items", {})));
    expect([read.ts, unchanged.ts, database.ts]).toEqual([ts, ts, ts]);
  });

  test("a patch that changes nothing makes no commit, regardless of field order", async () => {
    const database = await testDatabase();
    const { value: id, ts } = await database.write((tx) =>
      tx.insert("items", { a: 1, b: 2, c: 3 }),
    );
    const same = await database.write((tx) =>
      tx.patch(id, { c: 3, a: 1, d: { $undefined: null } }),
    );
    expect([same.ts, database.ts]).toEqual([ts, ts]);
    await database.write((tx) => tx.patch(id, { a: { $undefined: null }, d: 4 }));
    expect(parse(database.beginRead().get(id)!.json)).toMatchObject({ b: 2, c: 3, d: 4 });
    expect(parse(database.beginRead().get(id)!.json)).not.toHaveProperty("a");
  });

  test("db.vars.commitTs becomes the commit's timestamp, in indexes too", async () => {
    const database = await testDatabase();
    await database.applySchema(schemaOf({ items: { by_at: ["at"] } }));
    const { value: id, ts } = await database.write((tx) => {
      const inserted = tx.insert("items", { at: { $commitTs: null }, note: '{"$commitTs":null}' });
      expect(parse(tx.get(inserted)!.json)["at"]).toEqual({ $commitTs: null });
      return inserted;
    });
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(ts);
    const at = { $integer: bytes.toString("base64") };
    reading(database, (tx) => {
      expect(parse(tx.get(id)!.json)).toMatchObject({ at, note: '{"$commitTs":null}' });
      const range = tx.indexRange("items.by_at", [{ type: "Eq", fieldPath: "at", value: at }]);
      expect([...tx.scan("items.by_at", range, "asc")]).toHaveLength(1);
    });
  });

  test("a commit timestamp that its own mutation has scanned is indexed once", async () => {
    const database = await testDatabase();
    await database.applySchema(schemaOf({ items: { by_at: ["at"] } }));
    const all = (tx: ReadTransaction) =>
      [...tx.scan("items.by_at", tx.indexRange("items.by_at", []), "asc")].map(({ id }) => id);
    const first = database.write((tx) => {
      const id = tx.insert("items", { at: { $commitTs: null } });
      expect(all(tx)).toEqual([id]);
      tx.patch(id, { n: 1 });
      return id;
    });
    const seenByNext = await database.write((tx) => all(tx));
    const { value: id } = await first;
    expect(seenByNext.value).toEqual([id]);
    expect(reading(database, all)).toEqual([id]);
  });
});

describe("mutations", () => {
  test("mutations run one after another, whatever they await", async () => {
    const database = await testDatabase();
    const { value: id } = await database.write((tx) => tx.insert("items", { n: 0 }));
    const increment = async (tx: WriteTransaction) => {
      const n = parse(tx.get(id)!.json)["n"] as number;
      await setImmediate();
      tx.patch(id, { n: n + 1 });
    };
    await Promise.all(Array.from({ length: 50 }, () => database.write(increment)));
    expect(parse(reading(database, (tx) => tx.get(id)!.json))["n"]).toBe(50);
  });

  test("a queue of mutations yields the thread to other work", async () => {
    const database = await testDatabase();
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    onTestFinished(() => clearInterval(counting));
    const busy = (tx: WriteTransaction) => {
      const until = performance.now() + 2;
      while (performance.now() < until) tx.tableOfId("");
    };
    await Promise.all(Array.from({ length: 50 }, () => database.write(busy)));
    expect(turns).toBeGreaterThan(5);
  });

  test("a query sees a mutation once it is on disk, and an older snapshot never sees it", async () => {
    const database = await testDatabase();
    const before = database.beginRead();
    let id = "";
    const writing = database.write((tx) => (id = tx.insert("items", {})));
    await setImmediate();
    const { ts } = await writing;
    expect(reading(database, (tx) => ({ id: tx.get(id)?.id, ts: tx.ts }))).toEqual({ id, ts });
    expect(before.get(id)).toBeNull();
    before.close();
  });

  test("a mutation without writes resolves once the data it read is on disk", async () => {
    const database = await testDatabase();
    let id = "";
    const writing = database.write((tx) => (id = tx.insert("items", {})));
    const { value: read } = await database.write((tx) => tx.get(id)?.id);
    expect(read).toBe(id);
    expect(reading(database, (tx) => tx.get(id)?.id)).toBe(id);
    await writing;
  });

  test("a patch with null stores null", async () => {
    const database = await testDatabase();
    const { value } = await database.write((tx) =>
      tx.patch(tx.insert("items", { a: 1 }), { a: null }),
    );
    expect(parse(value.json)["a"]).toBeNull();
  });

  test.each<[string, (tx: WriteTransaction, id: string, gone: string) => unknown, string]>([
    ["patch", (tx, _id, gone) => tx.patch(gone, {}), "Update on nonexistent document ID"],
    ["replace", (tx, _id, gone) => tx.replace(gone, {}), "Replace on nonexistent document ID"],
    ["remove", (tx, _id, gone) => tx.remove(gone), "Delete on nonexistent document ID"],
    ["remove", (tx) => tx.remove("no id"), "Delete on nonexistent document ID no id"],
    ["patch", (tx, id) => tx.patch(id, { _id: "x" }), "system fields"],
    ["replace", (tx, id) => tx.replace(id, { _id: "x" }), "but its '_id' field is \"x\""],
    ["replace", (tx, id) => tx.replace(id, { _creationTime: 1 }), "cannot be changed"],
    ["insert", (tx) => tx.insert("items", { _id: "x" }), "cannot be set"],
    ["insert", (tx) => tx.insert("bad name", {}), "Invalid table name bad name"],
  ])("an invalid %s is refused with the reason", async (_verb, act, message) => {
    const database = await testDatabase();
    const { value: ids } = await database.write((tx) => [
      tx.insert("items", {}),
      tx.insert("items", {}),
    ]);
    await database.write((tx) => tx.remove(ids[1]!));
    await expect(database.write((tx) => act(tx, ids[0]!, ids[1]!))).rejects.toThrow(message);
  });

  test("replace accepts the document's own system fields", async () => {
    const database = await testDatabase();
    await database.write((tx) => {
      const id = tx.insert("items", { a: 1 });
      const replaced = tx.replace(id, { ...parse(tx.get(id)!.json), a: 2 });
      expect(parse(replaced.json)["a"]).toBe(2);
    });
  });

  test("a commit contains old and new keys of every index, and writes only changed ones", async () => {
    const database = await testDatabase();
    await database.applySchema(schemaOf({ items: { by_a: ["a"], by_b: ["b"] } }));
    const { value: id } = await database.write((tx) => tx.insert("items", { a: 1, b: 1 }));
    const commits: Commit[] = [];
    database.onCommit((commit) => commits.push(commit));
    await database.write((tx) => tx.patch(id, { b: 2 }));
    expect(commits[0]!.keys.map(({ index }) => index)).toEqual([
      "items.by_id",
      "items.by_creation_time",
      "items.by_a",
      "items.by_b",
      "items.by_b",
    ]);
  });

  test("a change or removal of a document counts as a read of it", async () => {
    const database = await testDatabase();
    const { value } = await database.write((tx) => {
      const id = tx.insert("items", { a: 1 });
      const inserted = { ...tx.metrics };
      const { length } = tx.patch(id, { a: 2 }).json;
      tx.replace(id, { a: 3 });
      tx.remove(id);
      return { inserted, length, metrics: { ...tx.metrics } };
    });
    const { inserted, length, metrics } = value;
    expect(inserted).toMatchObject({ databaseQueries: 0, documentsRead: 0, bytesRead: 0 });
    expect(metrics).toMatchObject({
      ...{ databaseQueries: 3, documentsRead: 3, bytesRead: 3 * length, documentsWritten: 4 },
    });
  });

  test("a mutation that exceeds a limit fails with the real backend's message", async () => {
    const database = await testDatabase();
    const tooMany = database.write((tx) => {
      for (let i = 0; i <= 16_000; i++) tx.insert("items", {});
    });
    await expect(tooMany).rejects.toThrow(
      "Too many writes in a single function execution (limit: 16000)",
    );
    const tooLarge = database.write((tx) => {
      for (let i = 0; i < 17; i++) tx.insert("items", { text: "x".repeat(2 ** 20 - 500) });
    });
    await expect(tooLarge).rejects.toThrow(
      "Too many bytes written in a single function execution (limit: 16 MiB)",
    );
    for (let batch = 0; batch < 3; batch++) {
      await database.write((tx) => {
        for (let i = 0; i < 11_000; i++) tx.insert("items", {});
      });
    }
    const readAll = () =>
      reading(database, (tx) => [...tx.scan("items.by_id", EVERYTHING, "asc")].length);
    expect(readAll).toThrow(
      /^Too many documents read in a single function execution \(limit: 32000\)\. /,
    );
    const getMany = () =>
      reading(database, (tx) => {
        for (let i = 0; i <= 4_096; i++) tx.scan("items.by_id", EVERYTHING, "asc");
      });
    expect(getMany).toThrow(/^Too many reads in a single function execution \(limit: 4096\)\. /);
  });
});

describe("an index range", () => {
  const expression = (type: RangeExpression["type"], fieldPath: string, value = 1) => ({
    type,
    fieldPath,
    value,
  });

  test.each<[string, RangeExpression[], string]>([
    [
      "skips a field",
      [expression("Eq", "b")],
      'Tried to query index items.by_a_b but the query didn\'t use the index fields in order.\nIndex fields: ["a", "b", "_creationTime"]\nQuery fields: ["b"]\nFirst incorrect field: "b"\nFor more information see https://docs.convex.dev/using/indexes.',
    ],
    [
      "names another field",
      [expression("Eq", "c")],
      'The index range included a comparison with "c", but items.by_a_b with fields ["a", "b", "_creationTime"] doesn\'t index this field. For more information see https://docs.convex.dev/using/indexes.',
    ],
    [
      "bounds two fields",
      [expression("Gt", "a"), expression("Lt", "b")],
      'Upper and lower bounds in `range` can only be applied to a single index field. This query against index items.by_a_b attempted to set a range bound on both "a" and "b". Consider using `filter` instead. See https://docs.convex.dev/using/indexes for more info.',
    ],
    [
      "bounds one field twice",
      [expression("Gt", "a"), expression("Gte", "a", 2)],
      'Already defined lower bound in index range. Can\'t add "a" >= 2.0.',
    ],
    [
      "equals twice",
      [expression("Eq", "a"), expression("Eq", "a", 2)],
      'Already defined equality bound in index range. Can\'t add "a" == 2.0.',
    ],
  ])(
    "an index range that %s is refused with the real backend's message",
    async (_name, range, message) => {
      const database = await testDatabase();
      await database.applySchema(schemaOf({ items: { by_a_b: ["a", "b"] } }));
      expect(() => reading(database, (tx) => tx.indexRange("items.by_a_b", range))).toThrow(
        message,
      );
    },
  );

  test("an index range accepts equalities in any order, both bounds, and missing fields", async () => {
    const database = await testDatabase();
    await database.applySchema(schemaOf({ items: { by_a_b: ["a", "b"] } }));
    await database.write((tx) => {
      for (let b = 0; b < 5; b++) tx.insert("items", { a: 1, b });
      tx.insert("items", { a: 1 });
    });
    const select = (...range: RangeExpression[]) =>
      reading(database, (tx) =>
        [...tx.scan("items.by_a_b", tx.indexRange("items.by_a_b", range), "asc")].map(
          ({ json }) => parse(json)["b"] ?? null,
        ),
      );
    expect(select(expression("Eq", "b", 3), expression("Eq", "a"))).toEqual([3]);
    expect(
      select(expression("Eq", "a"), expression("Gt", "b", 1), expression("Lte", "b", 3)),
    ).toEqual([2, 3]);
    expect(select(expression("Eq", "a"), expression("Gte", "b", 3))).toEqual([3, 4]);
    expect(select(expression("Eq", "a"), expression("Lt", "b", 1))).toEqual([null, 0]);
    expect(select(expression("Gt", "a", 5), expression("Lt", "a", 2))).toEqual([]);
    const missing: RangeExpression = { type: "Eq", fieldPath: "b", value: { $undefined: null } };
    expect(select(expression("Eq", "a"), missing)).toEqual([null]);
  });
});
