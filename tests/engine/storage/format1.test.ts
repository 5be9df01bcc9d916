import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Database } from "../../../engine/commit/database";
import { EVERYTHING } from "../../../engine/values/keys";
import { reading, temporaryFolder, testDatabase } from "../commit/support/testDatabase";

/**
 * A data folder as version 1.6.5 left it when the machine lost power: table `items` with 180
 * documents `{n, name, text}` in the tree (indexes by_name, by_text; six texts are longer than
 * LMDB's keys), and two more, of the name "in the log", in the log alone.
 */
function folderOfFormat1(): string {
  const path = join(temporaryFolder(), "store");
  mkdirSync(path);
  for (const file of ["data.mdb", "commits.log"]) {
    const packed = readFileSync(new URL(`./format1/${file}.gz`, import.meta.url));
    writeFileSync(join(path, file), gunzipSync(packed));
  }
  return path;
}

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

describe("a data folder of version 1.6", () => {
  test("opens with every commit, those in the log too, and so again", async () => {
    const path = folderOfFormat1();
    for (let start = 0; start < 2; start++) {
      const database = await testDatabase({ path });
      expect(itemsIn(database).map(({ n }) => n)).toEqual(Array.from({ length: 182 }, (_, n) => n));
      expect([namesIn(database, "name 3"), namesIn(database, "in the log")]).toEqual([18, 2]);
      expect(itemsIn(database).filter(({ text }) => text.startsWith("long"))).toHaveLength(6);
      await database.write((tx) => tx.insert("others", { start }));
      await database.close();
    }
  });

  test("is refused when a damaged record is followed by commits that the tree lacks", async () => {
    const path = folderOfFormat1();
    const log = join(path, "commits.log");
    const bytes = readFileSync(log);
    for (const at of [1, 30, 60]) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1;
      writeFileSync(log, flipped);
      const opening = testDatabase({ path });
      await expect(opening).rejects.toMatchObject({ name: "DamagedStoreError" });
      await expect(opening).rejects.toThrow(`${log} is damaged: the commit at byte 0`);
    }
  });

  test("that lost its tree is refused", async () => {
    const path = folderOfFormat1();
    rmSync(join(path, "data.mdb"));
    await expect(testDatabase({ path })).rejects.toThrow("data.mdb is missing");
  });
});
