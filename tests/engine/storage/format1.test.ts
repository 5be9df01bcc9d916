import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Database } from "../../../engine/commit/database";
import { checksum, CHECKSUM_BYTES } from "../../../engine/storage/checksum";
import { TOTALS_BYTES, TOTALS_KEY } from "../../../engine/storage/totals";
import { openTree } from "../../../engine/storage/tree";
import { EVERYTHING } from "../../../engine/values/keys";
import { reading, testDatabase } from "../commit/support/testDatabase";
import { earlierFolder } from "./support/earlierFolder";

/**
 * A data folder as version 1.6.5 left it when the machine lost power: table `items` has 180
 * documents `{n, name, text}` in the tree (indexes by_name, by_text; six texts are longer than
 * LMDB's keys), and two more, named "in the log", only in the log.
 */
const folderOfFormat1 = () => earlierFolder("format1");

function itemsIn(database: Database) {
  return reading(database, (tx) =>
    [...tx.scan("items.by_creation_time", EVERYTHING, "asc")].map(
      ({ json }) => JSON.parse(json) as { n: number; name: string; text: string },
    ),
  );
}

function namesIn(database: Database, name: string): number {
  return reading(database, (tx) => {
    const range = tx.indexRange("items.by_name", [{ type: "Eq", fieldPath: "name", value: name }]);
    return [...tx.scan("items.by_name", range, "asc")].length;
  });
}

/**
 * Turns a store with checksums into one whose first start, which added them, ended after its first
 * `count` entries.
 */
async function stripChecksums(path: string, count: number): Promise<void> {
  const tree = openTree({ path: join(path, "tree.mdb") });
  const entries = [...tree.getRange({})].filter(({ key }) => !TOTALS_KEY.equals(key));
  let xor = 0;
  for (const [i, { key, value }] of entries.entries()) {
    const end = value.length - CHECKSUM_BYTES;
    if (i < count) xor ^= value.readUInt32LE(end);
    else tree.putSync(key, value.subarray(0, end));
  }
  const converted = entries.slice(0, count);
  const totals = Buffer.alloc(TOTALS_BYTES);
  totals.writeDoubleLE(converted.length);
  totals.writeUInt32LE(xor >>> 0, 8);
  const record = Buffer.concat([totals, converted.at(-1)!.key]);
  const sum = Buffer.alloc(CHECKSUM_BYTES);
  sum.writeUInt32LE(checksum(TOTALS_KEY, record));
  tree.putSync(TOTALS_KEY, Buffer.concat([record, sum]));
  await tree.close();
}

describe("a data folder of version 1.6", () => {
  test("a folder of version 1.6 opens with every commit, including those in the log, twice", async () => {
    const path = folderOfFormat1();
    for (let start = 0; start < 2; start++) {
      const database = await testDatabase({ path });
      expect(itemsIn(database).map(({ n }) => n)).toEqual(Array.from({ length: 182 }, (_, n) => n));
      expect([namesIn(database, "name 3"), namesIn(database, "in the log")]).toEqual([18, 2]);
      expect(itemsIn(database).filter(({ text }) => text.startsWith("long"))).toHaveLength(6);
      await database.write((tx) => tx.insert("others", { start }));
      expect(await database.verify()).toBeGreaterThan(182);
      await database.close();
    }
  });

  test("a 1.6 folder opens when an earlier start ended after adding some checksums", async () => {
    const path = earlierFolder("format3");
    await stripChecksums(path, 100);
    const database = await testDatabase({ path });
    expect(itemsIn(database)).toHaveLength(205);
    await database.verify();
  });

  test("a 1.6 log is refused when commits that the tree lacks follow a damaged record", async () => {
    const path = folderOfFormat1();
    const log = join(path, "commits.log");
    const bytes = readFileSync(log);
    for (const at of [1, 60]) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1;
      writeFileSync(log, flipped);
      const opening = testDatabase({ path });
      await expect(opening).rejects.toMatchObject({ name: "DamagedStoreError" });
      await expect(opening).rejects.toThrow(`${log} is damaged: the commit at byte 0`);
    }
  });

  test("a folder of version 1.6 that lost its tree is refused", async () => {
    const path = folderOfFormat1();
    rmSync(join(path, "data.mdb"));
    await expect(testDatabase({ path })).rejects.toThrow("documents.mdb is missing");
  });
});
