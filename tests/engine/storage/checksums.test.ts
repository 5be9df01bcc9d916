import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../../engine/commit/database";
import { Store } from "../../../engine/storage/store";
import { openTree } from "../../../engine/storage/tree";
import { verifyTree } from "../../../engine/storage/verify";
import { EVERYTHING } from "../../../engine/values/keys";
import { damageText } from "../support/damageText";
import { schemaOf, reading, temporaryFolder, testDatabase } from "../commit/support/testDatabase";

const SCHEMA = schemaOf({ items: { by_name: ["name"] } });

/** A closed folder with 300 documents, of which number 7 has the name and the text "seventh". */
async function folderWithItems(): Promise<{ path: string; file: string; ids: string[] }> {
  const path = join(temporaryFolder(), "store");
  const database = await testDatabase({ path });
  await database.applySchema(SCHEMA);
  const { value: ids } = await database.write((tx) =>
    Array.from({ length: 300 }, (_, n) => {
      const name = n === 7 ? "seventh" : `name ${n}`;
      return tx.insert("items", { name, text: n === 7 ? "the seventh text" : "x".repeat(200) });
    }),
  );
  await database.close();
  return { path, file: join(path, "tree.mdb"), ids };
}

async function damagedDatabase(path: string): Promise<Database> {
  const database = await testDatabase({ path });
  await database.applySchema(SCHEMA);
  return database;
}

const names = (database: Database) =>
  reading(database, (tx) => [...tx.scan("items.by_name", EVERYTHING, "asc")].length);

const damageOf = (file: string): unknown =>
  expect.stringContaining(`${file} is damaged: its entry `);

describe("a damaged document", () => {
  test("a damaged document fails its readers, leaves others readable, and stops all writes", async () => {
    const { path, file, ids } = await folderWithItems();
    damageText(file, "the seventh text");
    const database = await damagedDatabase(path);
    expect(reading(database, (tx) => tx.get(ids[6]!))).not.toBeNull();
    await database.write((tx) => tx.insert("items", { name: "before", text: "" }));
    expect(() => reading(database, (tx) => tx.get(ids[7]!))).toThrow(
      `${file} is damaged: its entry `,
    );
    expect(reading(database, (tx) => tx.get(ids[6]!))).not.toBeNull();
    await expect(database.write((tx) => tx.insert("items", {}))).rejects.toMatchObject({
      name: "StorageWriteError",
      failure: "damaged",
    });
    await expect(database.write((tx) => tx.insert("items", {}))).rejects.toThrow(
      "Nothing is saved until a backup is restored.",
    );
  });

  test("a mutation that catches the error of a damaged document commits nothing", async () => {
    const { path, file, ids } = await folderWithItems();
    damageText(file, "the seventh text");
    const database = await damagedDatabase(path);
    const writing = database.write((tx) => {
      expect(() => tx.get(ids[7]!)).toThrow("does not match its checksum");
      tx.insert("items", { name: "built on it" });
    });
    await expect(writing).rejects.toMatchObject({ name: "StorageWriteError" });
  });

  test("a damaged document is found by a pass over the store, and makes a backup fail", async () => {
    const { path, file } = await folderWithItems();
    expect(await verifyTree(path)).toBeGreaterThan(900);
    damageText(file, "the seventh text");
    await expect(verifyTree(path)).rejects.toMatchObject({ message: damageOf(file) });
    const database = await damagedDatabase(path);
    const backup = join(temporaryFolder(), "backup");
    const refused = database.backup(backup);
    await expect(refused).rejects.toMatchObject({
      name: "DamagedStoreError",
      message: damageOf(file),
    });
    expect(existsSync(backup)).toBe(false);
    await expect(database.write((tx) => tx.insert("items", {}))).rejects.toThrow(
      "Nothing is saved",
    );
  });
});

describe("a damaged index entry", () => {
  test("a damaged index entry fails the scan that reads it", async () => {
    const { path, file } = await folderWithItems();
    const bytes = readFileSync(file);
    // In an index key a string ends with a zero byte; in a document, with a quote.
    for (let at = -1; (at = bytes.indexOf("seventh\0", at + 1)) >= 0;) bytes[at + 6]! ^= 1;
    writeFileSync(file, bytes);
    const database = await damagedDatabase(path);
    expect(() => names(database)).toThrow("does not match its checksum");
  });
});

describe("a store", () => {
  test("a store counts its entries through inserts, changes, removals, a crash and a replay", async () => {
    const { path, ids } = await folderWithItems();
    const database = await damagedDatabase(path);
    for (const id of ids.slice(0, 100)) await database.write((tx) => tx.remove(id).id);
    await database.write((tx) => {
      for (const id of ids.slice(100, 200)) tx.patch(id, { name: "renamed" });
    });
    await database.write((tx) => tx.patch(ids[200]!, { name: "long ".repeat(1_000) }));
    await database.close();
    // 200 documents with by_id, by_creation_time and by_name, and the store's own records.
    expect((await verifyTree(path)) - 3 * 200).toBeLessThan(10);
    const store = new Store(path);
    onTestFinished(() => store.close());
    await store.commit([{ index: 9, key: Buffer.from("a"), value: "1" }]);
    const before = await verifyTree(path);
    await store.commit([{ index: 9, key: Buffer.from("a"), value: "2" }]);
    expect(await verifyTree(path)).toBe(before);
    await store.commit([
      { index: 9, key: Buffer.from("a"), value: null },
      { index: 9, key: Buffer.from("none"), value: null },
    ]);
    expect(await verifyTree(path)).toBe(before - 1);
  });

  test("a pass refuses a store that lost an entry together with its checksum", async () => {
    const { path, file } = await folderWithItems();
    const tree = openTree({ path: file });
    const [last] = tree.getKeys({ reverse: true, limit: 1 });
    await tree.remove(last!);
    await tree.close();
    await expect(verifyTree(path)).rejects.toThrow(
      new RegExp(`^${file} is damaged: it has \\d+ entries, and not the \\d+ that were written`),
    );
  });
});
