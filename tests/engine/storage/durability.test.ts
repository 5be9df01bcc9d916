import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../../engine/commit/database";
import { Store } from "../../../engine/storage/store";
import { EVERYTHING } from "../../../engine/values/keys";
import { reading, temporaryFolder, testDatabase } from "../commit/support/testDatabase";
import { builtProgram } from "../support/builtProgram";
import { startChild } from "./support/child";

let writer: string;
beforeAll(async () => {
  writer = await builtProgram("tests/engine/storage/support/writer.ts");
});

type Line = { acknowledged?: string; fatal?: string };

describe("a data folder", () => {
  test("commits are refused while the disk is full, and accepted again afterwards", async () => {
    let free = 2 ** 40;
    const store = new Store(temporaryFolder(), () => free);
    onTestFinished(() => store.close());
    const commit = (name: string) =>
      store.commit([{ index: 1, key: Buffer.from(name), value: "x".repeat(2 ** 20) }]);
    await commit("before");
    free = 65 * 2 ** 20;
    await expect(commit("while full")).rejects.toMatchObject({
      name: "StorageWriteError",
      message: `The disk of ${store.path} is full: 65 MiB are free, and 64 MiB must stay free. Nothing was changed.`,
      failure: "full",
    });
    free = 2 ** 40;
    await commit("after");
    const snapshot = store.snapshot();
    const names = Array.from(snapshot.keys(1, EVERYTHING, "asc", 10), (key) =>
      Buffer.from(key).toString(),
    );
    snapshot.close();
    expect(names).toEqual(["after", "before"]);
  });

  test("a failed disk write ends the process, and no acknowledged commit is lost", async () => {
    const path = temporaryFolder();
    // Files may not grow past this many KiB; trying to is an error instead of a signal.
    const child = startChild(writer, [path, "2000"], "trap '' XFSZ; ulimit -f 1500;");
    const ledger = new Set<string>();
    await child.lineOrThrow();
    let fatal = "";
    for (let line; (line = await child.line<Line>());) {
      if (line.acknowledged) ledger.add(line.acknowledged);
      else fatal += line.fatal;
    }
    await child.exit;
    // The log or the store, whichever reaches the limit first.
    expect(fatal).toMatch(new RegExp(`^Cannot write to ${path}/(commits\\.log|documents\\.mdb): `));
    expect(ledger.size).toBeGreaterThan(0);
    const halves = await halvesByPair(path);
    expect([...ledger].filter((pair) => !halves.has(pair))).toEqual([]);
    // One commit of each writer was in progress: perhaps in the log, but never acknowledged.
    const unacknowledged = [...halves.keys()].filter((pair) => !ledger.has(pair));
    expect(unacknowledged.filter((pair) => !ledger.has(pairBefore(pair)))).toEqual([]);
    expect([...halves.values()].every((count) => count === 2)).toBe(true);
  });
});

/** Returns the pair that the same writer committed before `pair`: see writer.ts. */
function pairBefore(pair: string): string {
  return pair.replace(/\d+$/, (i) => String(Number(i) - 1));
}

/** Number of documents of each pair. */
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
