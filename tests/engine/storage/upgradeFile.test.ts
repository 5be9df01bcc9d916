import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { Database } from "../../../engine/commit/database";
import { announceUpgrade } from "../../../engine/dataFolder";
import { silentLogger } from "../../../engine/logs";
import { DATA_FILE } from "../../../engine/storage/dataFile";
import { freeBytesOf } from "../../../engine/storage/diskSpace";
import { EARLIER_FILE, upgradeDataFile } from "../../../engine/storage/upgradeFile";
import { EVERYTHING } from "../../../engine/values/keys";
import { reading, temporaryFolder, testDatabase } from "../commit/support/testDatabase";
import { earlierFile, earlierFolder } from "./support/earlierFolder";

/**
 * A data folder as a crash left it, written with lmdb 3.5.6: 160 mutations each inserted three
 * documents `{n, name, text}` into table `items` and removed others; 123 are left. Its free list
 * has lmdb 3's own entries; the newest commits are only in the log.
 */
const folderOfLmdb3 = () => earlierFolder("format2");

async function expectWhole(database: Database): Promise<void> {
  const numbers = reading(database, (tx) =>
    [...tx.scan("items.by_creation_time", EVERYTHING, "asc")].map(
      ({ json }) => (JSON.parse(json) as { n: number }).n,
    ),
  );
  expect([numbers.length, numbers.at(-1)]).toEqual([123, 479]);
  expect(await database.verify()).toBe(372);
}

const inUse = (path: string) =>
  readdirSync(path).filter((name) => !name.startsWith("engine.lock") && !name.endsWith("-lock"));

describe("a store that lmdb 3 wrote", () => {
  test("a store of lmdb 3 opens with every commit, and is written from then on", async () => {
    const path = folderOfLmdb3();
    const database = await testDatabase({ path });
    await expectWhole(database);
    expect(inUse(path).sort()).toEqual(["commits.log", DATA_FILE]);
    for (let n = 0; n < 50; n++) {
      await database.write((tx) => tx.insert("others", { n, text: "x".repeat(n * 100) }));
    }
    expect(await database.verify()).toBe(372 + 2 * 50);
  });

  test("the first start on a store of lmdb 3 announces the copy, later ones do not", async () => {
    const path = folderOfLmdb3();
    const said: unknown[] = [];
    const log = { ...silentLogger, warn: (...line: unknown[]) => void said.push(line) };
    await announceUpgrade(dirname(path), log);
    const fields = { file: join(path, EARLIER_FILE), size: "588 KiB" };
    expect(said).toEqual([[expect.stringContaining("copied into a new file"), fields]]);
    await testDatabase({ path });
    await announceUpgrade(dirname(path), log);
    expect(said).toHaveLength(1);
  });

  test("a store of lmdb 3 opens after an earlier start ended while copying it", async () => {
    const path = folderOfLmdb3();
    mkdirSync(join(path, "new-file-a1b2c3"));
    writeFileSync(join(path, "new-file-a1b2c3", DATA_FILE), "half a copy");
    await expectWhole(await testDatabase({ path }));
    expect(inUse(path).sort()).toEqual(["commits.log", DATA_FILE]);
  });

  test("a store of lmdb 3 keeps newer writes when a start ended before it removed the old file", async () => {
    const path = folderOfLmdb3();
    const database = await testDatabase({ path });
    await database.write((tx) => tx.insert("others", {}));
    const entries = await database.verify();
    await database.close();
    const file = join(path, DATA_FILE);
    const { ino } = statSync(file);
    writeFileSync(join(path, EARLIER_FILE), earlierFile("format2", EARLIER_FILE));
    expect(await (await testDatabase({ path })).verify()).toBe(entries);
    expect(existsSync(join(path, EARLIER_FILE))).toBe(false);
    // The same file, because the log alone would also have restored the newest commits.
    expect(statSync(file).ino).toBe(ino);
  });

  test("a store of lmdb 3 is refused and left unchanged when the disk has no room for the copy", async () => {
    const path = folderOfLmdb3();
    const upgrading = upgradeDataFile(path, () => 64 * 2 ** 20);
    await expect(upgrading).rejects.toMatchObject({ name: "StorageWriteError", failure: "full" });
    expect(inUse(path).sort()).toEqual(["commits.log", EARLIER_FILE]);
  });

  test.each<[string, (file: string) => void]>([
    ["was cut within a page", (file) => truncateSync(file, 100_000)],
    ["was cut between pages", (file) => truncateSync(file, 24 * 4_096)],
    ["has a flipped bit", flipInDocument],
  ])("a store of lmdb 3 is refused by name and left unchanged when it %s", async (_how, damage) => {
    const path = folderOfLmdb3();
    const file = join(path, EARLIER_FILE);
    damage(file);
    const damaged = readFileSync(file);
    const upgrading = upgradeDataFile(path, freeBytesOf);
    await expect(upgrading).rejects.toMatchObject({ name: "DamagedStoreError" });
    await expect(upgrading).rejects.toThrow(`${file} is damaged`);
    expect(readFileSync(file).equals(damaged)).toBe(true);
    expect(existsSync(join(path, DATA_FILE))).toBe(false);
  });

  test("a store of lmdb 3 is restored from a backup that its version made", async () => {
    const folder = temporaryFolder();
    const content = [Buffer.from("engine-store-backup 1\n"), earlierFile("format2", EARLIER_FILE)];
    const hash = createHash("sha256").update(Buffer.concat(content)).digest();
    const file = join(folder, "old.backup");
    writeFileSync(file, Buffer.concat([...content, hash]));
    const path = join(folder, "restored");
    await Database.restore(file, path);
    expect(await (await testDatabase({ path })).verify()).toBeGreaterThan(300);
  });
});

/** Flips a bit in the text of a live document. */
function flipInDocument(file: string): void {
  const bytes = readFileSync(file);
  const at = bytes.lastIndexOf(Buffer.from("long xxx"));
  bytes[at + 6]! ^= 1;
  writeFileSync(file, bytes);
}
