import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Database, ReadTransaction } from "../../../engine/commit/database";
import { DocumentCache } from "../../../engine/commit/documentCache";
import { newId } from "../../../engine/values/ids";
import type { Snapshot } from "../../../engine/storage/snapshot";
import { reading, schemaOf, temporaryFolder, testDatabase } from "./support/testDatabase";

/** Resolves when all commits are in the tree, so that reads find no pending writes. */
const checkpointed = (database: Database) => database.backup(join(temporaryFolder(), "backup"));

describe("documents that are read again and again", () => {
  test("a changed document is read as it is, and as it was by a reader that began before", async () => {
    const database = await testDatabase();
    const { value: ids } = await database.write((tx) => [
      tx.insert("items", { a: "old" }),
      tx.insert("items", { a: "old" }),
    ]);
    await checkpointed(database);
    const both = (tx: ReadTransaction) => ids.map((id) => tx.get(id)?.fields["a"]);
    for (let reads = 0; reads < 3; reads++) expect(reading(database, both)).toEqual(["old", "old"]);
    const earlier = database.beginRead();
    await database.write((tx) => {
      tx.patch(ids[0]!, { a: "new" });
      tx.remove(ids[1]!);
    });
    await checkpointed(database);
    for (let reads = 0; reads < 3; reads++) {
      expect(reading(database, both)).toEqual(["new", undefined]);
      expect(both(earlier)).toEqual(["old", "old"]);
    }
    earlier.close();
  });

  test("a schema with other indexes forgets the keys of earlier ones", async () => {
    const database = await testDatabase();
    const { value: id } = await database.write((tx) => tx.insert("items", { a: 1, b: 5 }));
    await database.applySchema(schemaOf({ items: { by_a: ["a"] } })); // the document is in the tree
    // The third patch finds the document held, and computes its keys. None changes it.
    for (let patches = 0; patches < 3; patches++) {
      await database.write((tx) => tx.patch(id, { c: { $undefined: null } }));
    }
    await database.applySchema(schemaOf({ items: { by_b: ["b"] } }));
    await database.write((tx) => tx.patch(id, { b: 6 }));
    const found = reading(database, (tx) =>
      [...tx.scan("items.by_b", tx.indexRange("items.by_b", []), "asc")].map((row) => row.id),
    );
    expect(found).toEqual([id]);
  });
});

describe("the cache", () => {
  /** A store of one text for every id, and the number of times that one was decoded. */
  function storeOf(text: string) {
    const store = { text, decoded: 0 };
    const snapshot = {
      stored: () => Buffer.from(store.text),
      text: () => {
        store.decoded++;
        return store.text;
      },
    };
    return Object.assign(store, { snapshot: snapshot as unknown as Snapshot });
  }
  const table = { indexes: [{ number: 1 }] } as never;

  test("a document is decoded twice, and again only when its bytes change", () => {
    const cache = new DocumentCache();
    const store = storeOf('{"a":1}');
    const id = newId(10_001, 0);
    const read = () => cache.read(store.snapshot, table, id);
    for (let reads = 0; reads < 5; reads++) expect(read()?.fields).toEqual({ a: 1 });
    expect(store.decoded).toBe(2);
    store.text = '{"a":2}';
    for (let reads = 0; reads < 5; reads++) expect(read()?.fields).toEqual({ a: 2 });
    expect(store.decoded).toBe(3);
    cache.clear();
    read();
    expect(store.decoded).toBe(4);
  });

  test("documents that are read once are not held", () => {
    const cache = new DocumentCache();
    const store = storeOf("{}");
    const hot = newId(10_001, 0);
    for (let reads = 0; reads < 2; reads++) cache.read(store.snapshot, table, hot);
    for (let i = 0; i < 50_000; i++) cache.read(store.snapshot, table, newId(10_001, 0));
    store.decoded = 0;
    cache.read(store.snapshot, table, hot);
    expect(store.decoded).toBe(0);
  });

  test("large documents are not held, and many small ones only up to a limit", () => {
    const cache = new DocumentCache();
    const large = storeOf(JSON.stringify({ a: "x".repeat(20_000) }));
    const id = newId(10_001, 0);
    for (let reads = 0; reads < 3; reads++) cache.read(large.snapshot, table, id);
    expect(large.decoded).toBe(3);
    const store = storeOf(JSON.stringify({ a: "x".repeat(10_000) }));
    const ids = Array.from({ length: 4_000 }, () => newId(10_001, 0));
    for (const each of ids) {
      for (let reads = 0; reads < 2; reads++) cache.read(store.snapshot, table, each);
    }
    store.decoded = 0;
    for (const each of ids) cache.read(store.snapshot, table, each);
    const held = ids.length - store.decoded;
    expect(held).toBeGreaterThan(0);
    expect(held * 10_000).toBeLessThanOrEqual(8 * 2 ** 20);
  });
});
