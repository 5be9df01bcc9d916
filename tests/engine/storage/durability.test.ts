import { describe, expect, test } from "vitest";
import type { Database } from "../../../engine/commit/database";
import { EVERYTHING } from "../../../engine/values/keys";
import { reading, temporaryFolder, testDatabase } from "../commit/support/testDatabase";
import { startChild } from "./support/child";

const WRITER = new URL("./support/writer.ts", import.meta.url);
const CYCLES = 5; // tests/engine/crash does more, through the whole server

type Line = { opened?: number; acknowledged?: string; refused?: string; message?: string };

describe("a data folder", () => {
  test(`keeps every acknowledged commit, and whole ones only, through ${CYCLES} kill -9`, async () => {
    const path = temporaryFolder();
    const ledger = new Set<string>();
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const child = startChild(WRITER, [path, "200"]);
      await child.lineOrThrow();
      const acknowledged = 20 + 30 * cycle; // a different moment each time
      for (let i = 0; i < acknowledged; i++) {
        ledger.add((await child.lineOrThrow<Line>()).acknowledged!);
      }
      await child.kill();
      for (let line; (line = await child.line<Line>());) ledger.add(line.acknowledged!);
    }
    const halves = await halvesByPair(path);
    expect([...ledger].filter((pair) => !halves.has(pair))).toEqual([]);
    expect([...halves].filter(([, count]) => count !== 2)).toEqual([]);
  });

  test("refuses commits when the disk is full, loses nothing, and can be opened again", async () => {
    const path = temporaryFolder();
    // A file may not grow past this many KiB, and the attempt is an error instead of a signal.
    const child = startChild(WRITER, [path, "2000"], "trap '' XFSZ; ulimit -f 1500;");
    const ledger = new Set<string>();
    await child.lineOrThrow();
    const refusals: string[] = [];
    for (let line; (line = await child.line<Line>());) {
      if (line.acknowledged) ledger.add(line.acknowledged);
      else refusals.push(line.message ?? JSON.stringify(line));
    }
    expect(ledger.size).toBeGreaterThan(0);
    expect(refusals).toHaveLength(4); // each writer's
    for (const message of refusals) {
      expect(message).toMatch(/^Cannot write to \S+: file too large.* Nothing was changed\.$/i);
    }
    const halves = await halvesByPair(path);
    expect(new Set(halves.keys())).toEqual(ledger);
    expect([...halves.values()].every((count) => count === 2)).toBe(true);
  });

  test("cannot be opened by a second process, and is free once the first is gone", async () => {
    const path = temporaryFolder();
    const first = startChild(WRITER, [path, "1"]);
    const { opened: pid } = await first.lineOrThrow<Line>();
    const second = startChild(WRITER, [path, "1"]);
    expect(await second.line()).toEqual({
      failed: "DataFolderLockedError",
      message: `The data folder ${path} is in use by process ${pid}. Stop it first, or choose another folder.`,
    });
    await first.kill();
    await (await testDatabase({ path })).close();
  });
});

/** How many documents each pair has. */
async function halvesByPair(path: string): Promise<Map<string, number>> {
  const database: Database = await testDatabase({ path });
  const halves = new Map<string, number>();
  reading(database, (tx) => {
    for (const { json } of tx.scan("pairs.by_creation_time", EVERYTHING, "asc")) {
      const { pair } = JSON.parse(json) as { pair: string };
      halves.set(pair, (halves.get(pair) ?? 0) + 1);
    }
  });
  await database.close();
  return halves;
}
