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
  return { path, file: join(path, "documents.mdb"), ids };
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
    expect(await verifyTree(path)).toBeGreaterThan(300);
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

/** Flips a bit in the entry of "seventh" in the index by name, and so in the index's last block. */
function damageLastBlock(file: string): void {
  const bytes = readFileSync(file);
  // In an index key a string ends with a zero byte; in a document, with a quote.
  for (let at = -1; (at = bytes.indexOf("seventh\0", at + 1)) >= 0;) bytes[at + 6]! ^= 1;
  writeFileSync(file, bytes);
}

describe("a damaged block of index entries", () => {
  test("a damaged block fails the scans that read it, and no others", async () => {
    const { path, file } = await folderWithItems();
    damageLastBlock(file);
    const database = await damagedDatabase(path);
    const first = reading(database, (tx) => {
      const range = tx.indexRange("items.by_name", [
        { type: "Eq", fieldPath: "name", value: "name 0" },
      ]);
      return [...tx.scan("items.by_name", range, "asc")].length;
    });
    expect(first).toBe(1);
    expect(() => names(database)).toThrow("does not match its checksum");
  });

  test("a damaged block leaves a write into it in the log, and stops later writes and starts", async () => {
    const { path, file, ids } = await folderWithItems();
    damageLastBlock(file);
    const database = await damagedDatabase(path);
    await database.write((tx) => tx.insert("items", { name: "seventh too" }));
    const laterWrite = () =>
      database.write((tx) => tx.insert("others", {})).catch((error: Error) => error.message);
    await expect.poll(laterWrite, { interval: 1 }).toMatch(`${file} is damaged: its entry `);
    expect(reading(database, (tx) => tx.get(ids[6]!))).not.toBeNull();
    await database.close();
    await expect(testDatabase({ path })).rejects.toMatchObject({
      name: "DamagedStoreError",
      message: damageOf(file),
    });
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
    // 200 documents, the blocks of two indexes, and the store's own records.
    const count = await verifyTree(path);
    expect(count - 200).toBeGreaterThan(5);
    expect(count - 200).toBeLessThan(60);
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
