import { readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Database } from "../../../engine/commit/database";
import { checkDataFile } from "../../../engine/storage/dataFile";
import { Store } from "../../../engine/storage/store";
import { temporaryFolder, testDatabase } from "../commit/support/testDatabase";

/** A closed data folder with 500 documents. */
async function storeWithDocuments(): Promise<{ path: string; file: string; ids: string[] }> {
  const path = temporaryFolder();
  const database = await testDatabase({ path });
  const { value: ids } = await database.write((tx) =>
    Array.from({ length: 500 }, (_, i) => tx.insert("items", { i, text: "x".repeat(300) })),
  );
  await database.close();
  return { path, file: join(path, "documents.mdb"), ids };
}

/** A write of the text `value` under the key `name`. */
const entry = (name: string, value: string | null) => ({ index: 1, key: Buffer.from(name), value });

/** Returns LMDB's `file` up to the last page that its newest meta page names. */
function lengthStated(file: string): number {
  const bytes = readFileSync(file);
  const [first, second] = [0, 4_096].map((meta) => ({
    transaction: bytes.readBigUInt64LE(meta + 152),
    lastPage: Number(bytes.readBigUInt64LE(meta + 144)),
  }));
  const newest = first!.transaction > second!.transaction ? first! : second!;
  return (newest.lastPage + 1) * 4_096;
}

describe("opening a damaged store", () => {
  test.each<[string, (file: string) => void, RegExp]>([
    ["cut short", (file) => truncateSync(file, 100_000), /it has 100000 bytes and should have \d+/],
    ["cut to a page", (file) => truncateSync(file, 4_096), /no store begins there/],
    ["empty", (file) => truncateSync(file, 0), /no store begins there/],
    ["overwritten", (file) => writeFileSync(file, "x".repeat(200_000)), /no store begins there/],
  ])(
    "opening a store that was %s names the file, and leaves it unchanged",
    async (_name, damage, message) => {
      const { path, file } = await storeWithDocuments();
      damage(file);
      const before = readFileSync(file);
      const opening = testDatabase({ path });
      await expect(opening).rejects.toMatchObject({ name: "DamagedStoreError" });
      await expect(opening).rejects.toThrow(file);
      await expect(opening).rejects.toThrow(message);
      expect(readFileSync(file).equals(before)).toBe(true);
    },
  );

  test("a short file that lacks only free pages is not considered damaged", async () => {
    const path = temporaryFolder();
    const store = new Store(path);
    let shortFiles = 0;
    // The free list occupies part of a page, then pages of its own, then a tree.
    for (const passing of [20_000, 4_000_000, 20_000, 4_000_000, 20_000]) {
      for (let i = 30; i < 38; i++) {
        // Pages freed in the commit that allocated them are never written to disk.
        await store.commit([
          entry(`kept${i}`, "x".repeat(500 * i)),
          entry("passing", "x".repeat(passing + 700 * i)),
          entry("passing", null),
        ]);
        expect(() => checkDataFile(store.file)).not.toThrow();
        if (statSync(store.file).size < lengthStated(store.file)) shortFiles++;
      }
    }
    expect(shortFiles).toBeGreaterThan(0);
    await store.close();
  });

  test("a truncated store is refused, wherever it was cut", async () => {
    const store = new Store(temporaryFolder());
    const names = Array.from({ length: 40 }, (_, i) => `kept${i}`);
    await store.commit(names.map((name) => entry(name, "x".repeat(1_000))));
    await store.commit(names.map((name) => entry(name, "y".repeat(1_000))));
    await store.commit([entry("long", "z".repeat(200_000))]); // reuses the last pages of the file
    await store.close();
    const size = statSync(store.file).size;
    expect(size).toBe(lengthStated(store.file));
    for (let length = size - 1; length > 0; length -= 1_000) {
      truncateSync(store.file, length);
      expect(() => checkDataFile(store.file), `${length} of ${size} bytes`).toThrow("is damaged");
    }
  });

  test("a refused opening of a damaged store releases the folder", async () => {
    const { path, file } = await storeWithDocuments();
    const whole = readFileSync(file);
    truncateSync(file, 50_000);
    await expect(testDatabase({ path })).rejects.toThrow();
    writeFileSync(file, whole);
    await (await testDatabase({ path })).close();
  });
});

describe("a backup", () => {
  test("a backup made during writes restores to the state of one moment", async () => {
    const database = await testDatabase();
    const folder = temporaryFolder();
    // Each mutation increments both counters: at any moment they are equal, and count the items.
    const { value: counters } = await database.write((tx) => [
      tx.insert("counters", { n: 0 }),
      tx.insert("counters", { n: 0 }),
    ]);
    let isRunning = true;
    const writing = (async () => {
      for (let n = 1; isRunning; n++) {
        await database.write((tx) => {
          for (const id of counters) tx.patch(id, { n });
          tx.insert("items", { n, text: "x".repeat(1_000) });
        });
      }
    })();
    const files = ["1", "2"].map((name) => join(folder, `${name}.backup`));
    for (const file of files) await database.backup(file);
    isRunning = false;
    await writing;

    const seen: number[] = [];
    for (const file of files) {
      const path = join(folder, `${file}-restored`.replace(/.*\//, ""));
      await Database.restore(file, path);
      const restored = await testDatabase({ path });
      const tx = restored.beginRead();
      const [a, b] = counters.map((id) => (JSON.parse(tx.get(id)!.json) as { n: number }).n);
      const range = tx.indexRange("items.by_creation_time", []);
      const items = a === 0 ? [] : [...tx.scan("items.by_creation_time", range, "asc")];
      tx.close();
      expect(b).toBe(a);
      expect(items).toHaveLength(a!);
      seen.push(a!);
      await restored.close();
    }
    expect(seen).toEqual(seen.toSorted((x, y) => x - y));
  });

  test("a backup with one changed byte is refused before anything is written", async () => {
    const database = await testDatabase();
    const folder = temporaryFolder();
    const file = join(folder, "a.backup");
    await database.backup(file);
    const bytes = readFileSync(file);
    for (const at of [0, 5_000, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = changed[at]! ^ 1;
      writeFileSync(file, changed);
      const restoring = Database.restore(file, join(folder, "restored"));
      await expect(restoring).rejects.toMatchObject({ name: "DamagedStoreError" });
      await expect(restoring).rejects.toThrow(file);
    }
  });

  test("a backup is not restored over existing data", async () => {
    const database = await testDatabase();
    const folder = temporaryFolder();
    await database.backup(join(folder, "a.backup"));
    const restoring = Database.restore(join(folder, "a.backup"), folder);
    await expect(restoring).rejects.toThrow(`The folder ${folder} is not empty`);
  });
});
