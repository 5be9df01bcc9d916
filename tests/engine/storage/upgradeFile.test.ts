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
import { Store } from "../../../engine/storage/store";
import { openTree } from "../../../engine/storage/tree";
import { upgradeDataFile } from "../../../engine/storage/upgradeFile";
import { EVERYTHING } from "../../../engine/values/keys";
import { reading, schemaOf, temporaryFolder, testDatabase } from "../commit/support/testDatabase";
import { builtProgram } from "../support/builtProgram";
import { startChild } from "./support/child";
import { earlierFile, earlierFolder, type EarlierFormat } from "./support/earlierFolder";

interface Earlier {
  readonly what: string;
  readonly format: EarlierFormat;
  readonly file: string;
  /** How many items it has, and the number of the newest. */
  readonly items: number;
  readonly newest: number;
}

/**
 * Data folders as crashes left them; the newest commits are only in the log.
 *
 * Format 2 was written with lmdb 3.5.6: 160 mutations each inserted three documents `{n, name,
 * text}` into table `items` and removed others. Its free list has lmdb 3's own entries.
 *
 * Format 3 has an entry in the tree for each entry of an index. Every seventh of 240 items was
 * removed, and an index dropped; every twentieth text is longer than LMDB's keys. Only the log has
 * the latest changes: item 20 is gone, 40 has another long text, 1 another name, and 240 is new.
 */
const LMDB_3: Earlier = {
  what: "that lmdb 3 wrote",
  format: "format2",
  file: "data.mdb",
  items: 123,
  newest: 479,
};
const WITHOUT_BLOCKS: Earlier = {
  what: "without blocks",
  format: "format3",
  file: "tree.mdb",
  items: 205,
  newest: 240,
};
const EARLIER = [LMDB_3, WITHOUT_BLOCKS];

const SCHEMA = schemaOf({ items: { by_name: ["name"], by_text: ["text"], by_n: ["n"] } });

interface Item {
  readonly n: number;
  readonly name: string;
  readonly text: string;
}

const itemsBy = (database: Database, index: string) =>
  reading(database, (tx) =>
    [...tx.scan(`items.${index}`, EVERYTHING, "asc")].map(({ json }) => JSON.parse(json) as Item),
  );

async function expectWhole(database: Database, { items, newest }: Earlier): Promise<void> {
  const found = itemsBy(database, "by_creation_time").map(({ n }) => n);
  expect([found.length, found.at(-1)]).toEqual([items, newest]);
  expect(new Set(itemsBy(database, "by_id").map(({ n }) => n))).toEqual(new Set(found));
  expect(await database.verify()).toBeGreaterThan(items);
}

const inUse = (path: string) =>
  readdirSync(path).filter((name) => !name.startsWith("engine.lock") && !name.endsWith("-lock"));

const draftsIn = (path: string) =>
  readdirSync(path)
    .filter((name) => name.startsWith("new-file-"))
    .map((name) => join(path, name));

describe.each(EARLIER)("a store $what", (earlier) => {
  const { format, file } = earlier;

  test("opens with every commit, and is written from then on", async () => {
    const path = earlierFolder(format);
    const database = await testDatabase({ path });
    await expectWhole(database, earlier);
    expect(inUse(path).sort()).toEqual(["commits.log", DATA_FILE]);
    for (let n = 0; n < 50; n++) {
      await database.write((tx) => tx.insert("others", { n, text: "x".repeat(n * 100) }));
    }
    await database.close();
    await expectWhole(await testDatabase({ path }), earlier);
  });

  test.each<[string, (path: string) => void]>([
    ["was cut within a page", (path) => truncateSync(path, 100_000)],
    ["was cut between pages", (path) => truncateSync(path, 24 * 4_096)],
    ["has a flipped bit", flipInDocument],
  ])("is refused by name and left unchanged when it %s", async (_how, damage) => {
    const path = earlierFolder(format);
    const whole = join(path, file);
    damage(whole);
    const damaged = readFileSync(whole);
    const upgrading = upgradeDataFile(path, freeBytesOf);
    await expect(upgrading).rejects.toMatchObject({ name: "DamagedStoreError" });
    await expect(upgrading).rejects.toThrow(`${whole} is damaged`);
    expect(readFileSync(whole).equals(damaged)).toBe(true);
    expect(existsSync(join(path, DATA_FILE))).toBe(false);
  });

  test("is restored from a backup that its version made", async () => {
    const folder = temporaryFolder();
    const version = EARLIER.indexOf(earlier) + 1;
    const magic = Buffer.from(`engine-store-backup ${version}\n`);
    const content = [magic, earlierFile(format, file)];
    const hash = createHash("sha256").update(Buffer.concat(content)).digest();
    const backup = join(folder, "old.backup");
    writeFileSync(backup, Buffer.concat([...content, hash]));
    const path = join(folder, "restored");
    await Database.restore(backup, path);
    const restored = await testDatabase({ path });
    expect(itemsBy(restored, "by_creation_time").length).toBeGreaterThan(100);
  });
});

describe("a store without blocks", () => {
  const { format, file } = WITHOUT_BLOCKS;

  test("announces its conversion at the first start, and not at later ones", async () => {
    const path = earlierFolder(format);
    const said: unknown[] = [];
    const log = { ...silentLogger, warn: (...line: unknown[]) => void said.push(line) };
    await announceUpgrade(dirname(path), log);
    const size = expect.stringMatching(/^\d+ KiB$/) as string;
    const fields = { file: join(path, file), size };
    expect(said).toEqual([[expect.stringContaining("copied into a new file"), fields]]);
    await testDatabase({ path });
    await announceUpgrade(dirname(path), log);
    expect(said).toHaveLength(1);
  });

  test("opens after an earlier start ended while converting it", async () => {
    const path = earlierFolder(format);
    mkdirSync(join(path, "new-file-a1b2c3"));
    writeFileSync(join(path, "new-file-a1b2c3", DATA_FILE), "half a copy");
    await expectWhole(await testDatabase({ path }), WITHOUT_BLOCKS);
    expect(inUse(path).sort()).toEqual(["commits.log", DATA_FILE]);
  });

  test("keeps newer writes when a start ended before it removed the old file", async () => {
    const path = earlierFolder(format);
    const database = await testDatabase({ path });
    await database.write((tx) => tx.insert("others", {}));
    const entries = await database.verify();
    await database.close();
    const { ino } = statSync(join(path, DATA_FILE));
    writeFileSync(join(path, file), earlierFile(format, file));
    expect(await (await testDatabase({ path })).verify()).toBe(entries);
    expect(existsSync(join(path, file))).toBe(false);
    // The same file, because the log alone would also have restored the newest commits.
    expect(statSync(join(path, DATA_FILE)).ino).toBe(ino);
  });

  test("is refused and left unchanged when the disk has no room for the new file", async () => {
    const path = earlierFolder(format);
    const upgrading = upgradeDataFile(path, () => 64 * 2 ** 20);
    await expect(upgrading).rejects.toMatchObject({ name: "StorageWriteError", failure: "full" });
    expect(inUse(path).sort()).toEqual(["commits.log", file]);
  });

  test("is unchanged when the disk fills up during its conversion, which then starts anew", async () => {
    const path = earlierFolder(format);
    const before = readFileSync(join(path, file));
    let answers = 1;
    const upgrading = upgradeDataFile(path, () => (answers-- > 0 ? 2 ** 40 : 2 ** 20));
    await expect(upgrading).rejects.toMatchObject({ name: "StorageWriteError", failure: "full" });
    await expect(upgrading).rejects.toThrow(
      /needs up to 64[\d.]* MiB of free disk space, and 1 MiB were left. Nothing was changed/,
    );
    expect(readFileSync(join(path, file)).equals(before)).toBe(true);
    expect(inUse(path).sort()).toEqual(["commits.log", file]);
    await expectWhole(await testDatabase({ path }), WITHOUT_BLOCKS);
  });

  test("keeps its indexes, with the changes that only its log had", async () => {
    const path = earlierFolder("format3");
    const database = await testDatabase({ path });
    await database.applySchema(SCHEMA);
    const numbers = Array.from({ length: 241 }, (_, n) => n).filter((n) => n % 7 && n !== 20);
    expect(itemsBy(database, "by_n").map(({ n }) => n)).toEqual(numbers);
    const byName = itemsBy(database, "by_name");
    expect(byName.slice(0, 2).map(({ n, name }) => [n, name])).toEqual([
      [1, "in the log"],
      [240, "in the log"],
    ]);
    const texts = itemsBy(database, "by_text").map(({ text }) => text);
    expect([byName.length, texts.length]).toEqual([numbers.length, numbers.length]);
    expect(texts).toEqual(texts.toSorted());
    const long = texts.filter((text) => text.startsWith("long"));
    expect(long.map((text) => text.slice(-8))).toEqual(
      [100, 120, 160, 180, 200, 220, 60, 80, "changed"].map((end) => `xxxxxxx ${end}`.slice(-8)),
    );
  });

  test("loses the entries of a dropped index", async () => {
    const path = earlierFolder("format3");
    const store = await Store.open(path);
    const known = new Set<number>();
    const snapshot = store.snapshot();
    const catalog = JSON.parse(snapshot.get(0, Buffer.from("catalog"))!) as {
      tables: { indexes: { number: number }[] }[];
      leftovers: number[];
    };
    snapshot.close();
    await store.close();
    for (const { number } of catalog.tables.flatMap(({ indexes }) => indexes)) known.add(number);
    const tree = openTree({ path: join(path, DATA_FILE) });
    const found = new Set([...tree.getKeys({})].map((key) => Buffer.from(key).readUInt32BE()));
    await tree.close();
    expect([...found].filter((number) => number !== 0 && !known.has(number))).toEqual([]);
    expect(catalog.leftovers).toEqual([]);
  });

  // Asks for the free space: before all, and before each write of the copy.
  test.each([1, 2])(
    "is whole after a start that was killed while it converted it, at question %i",
    async (question) => {
      const opener = await builtProgram("tests/engine/storage/support/opener.ts");
      const path = earlierFolder("format3");
      await startChild(opener, [path, String(question)]).exit;
      expect(draftsIn(path)).toHaveLength(question - 1);
      expect(inUse(path)).toContain("tree.mdb");
      await expectWhole(await testDatabase({ path }), WITHOUT_BLOCKS);
      expect(draftsIn(path)).toEqual([]);
    },
  );
});

/** Flips a bit in the text of a live document. */
function flipInDocument(file: string): void {
  const bytes = readFileSync(file);
  const at = bytes.lastIndexOf(Buffer.from("long xxx"));
  bytes[at + 6]! ^= 1;
  writeFileSync(file, bytes);
}
