import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Database } from "../../../engine/commit/database";
import { checkDataFile, DATA_FILE } from "../../../engine/storage/dataFile";
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
  return { path, file: join(path, "tree.mdb"), ids };
}

describe("opening a damaged store", () => {
  test.each<[string, (file: string) => void, RegExp]>([
    ["cut short", (file) => truncateSync(file, 100_000), /it has 100000 bytes and should have \d+/],
    ["cut to a page", (file) => truncateSync(file, 4_096), /no store begins there/],
    ["empty", (file) => truncateSync(file, 0), /no store begins there/],
    ["overwritten", (file) => writeFileSync(file, "x".repeat(200_000)), /no store begins there/],
  ])(
    "opening a store that was %s names the file, and leaves it as it is",
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

  test("a short file of which only free pages are missing is not taken for a damaged one", async () => {
    const path = temporaryFolder();
    const store = new Store(path);
    const write = (name: string, value: string | null) => ({
      index: 1,
      key: Buffer.from(name),
      value,
    });
    for (let i = 30; i < 38; i++) {
      // The pages of what is removed in the commit that wrote it are never written to the disk.
      await store.commit([
        write(`kept${i}`, "x".repeat(500 * i)),
        write("passing", "x".repeat(700 * i)),
        write("passing", null),
      ]);
      expect(() => checkDataFile(join(path, DATA_FILE))).not.toThrow();
    }
    await store.close();
  });

  test("a refused opening of a damaged store frees the folder", async () => {
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
    // Each mutation raises both counters: any moment has them equal, and as many items as they say.
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
    const files = ["1", "2", "3"].map((name) => join(folder, `${name}.backup`));
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
