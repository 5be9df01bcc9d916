import { renameSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  Database,
  type SpeculativeSnapshot,
  type ReadTransaction,
} from "../../../engine/commit/database";
import { GroupCommit } from "../../../engine/commit/groupCommit";
import { StoreRecords } from "../../../engine/commit/storeRecords";
import { Store } from "../../../engine/storage/store";
import type { JSONObject } from "../../../engine/values/json";
import { reading, temporaryFolder, TestClock } from "./support/testDatabase";

/**
 * A database with a document, whose speculative snapshots go to `watch`. The disk fails on demand.
 */
async function watched() {
  const path = temporaryFolder();
  const fatal: Error[] = [];
  const database = await Database.open({
    path,
    clock: new TestClock(),
    onFatal: (error) => fatal.push(error),
  });
  onTestFinished(() => database.close());
  const { value: id } = await database.write((tx) => tx.insert("items", { n: 0 }));
  const { readSet, ts } = reading(database, (tx) => (tx.get(id), tx));
  const events: string[] = [];
  const watch = (onSpeculativeCommit: (snapshot: SpeculativeSnapshot) => void) =>
    database.subscribe(readSet, ts, {
      onInvalidated: () => events.push("invalidated"),
      onSpeculativeCommit: (snapshot) => {
        events.push("speculative");
        onSpeculativeCommit(snapshot);
      },
    });
  return { path, database, id, news: events, watch, fatal };
}

const numberIn = (tx: ReadTransaction, id: string) =>
  (JSON.parse(tx.get(id)!.json) as JSONObject)["n"];

describe("a commit that is flushed alone", () => {
  test("watchers that a commit will invalidate can read it before it is durable", async () => {
    const { database, id, news: events, watch } = await watched();
    let snapshot!: SpeculativeSnapshot;
    let read!: ReadTransaction;
    watch((speculative) => {
      snapshot = speculative;
      read = speculative.beginRead();
      expect(numberIn(read, id)).toBe(1);
      expect(read.ts).toBeGreaterThan(database.ts);
      expect(reading(database, (tx) => numberIn(tx, id))).toBe(0);
    });
    const { ts } = await database.write((tx) => tx.patch(id, { n: 1 }).id);
    await snapshot.committed;
    expect(events).toEqual(["speculative", "invalidated"]);
    expect([read.ts, database.ts]).toEqual([ts, ts]);
    await database.write((tx) => tx.patch(id, { n: 2 }).id);
    expect(numberIn(read, id)).toBe(1);
    read.close();
    expect(events).toHaveLength(2);
  });

  test("a speculative commit is not announced to watchers of other data", async () => {
    const { database, news: events, watch } = await watched();
    watch(() => {});
    await database.write((tx) => tx.insert("items", {}));
    expect(events).toEqual([]);
  });

  test("no query runs speculatively while mutations wait for the thread", async () => {
    const { database, id, news: events, watch } = await watched();
    watch(() => {});
    await Promise.all([1, 2, 3].map((n) => database.write((tx) => tx.patch(id, { n }).id)));
    expect(events).toEqual(["invalidated"]);
  });

  test("a commit that failed on disk is never visible to later queries or mutations", async () => {
    const { path, database, id, news: events, watch, fatal } = await watched();
    let snapshot!: SpeculativeSnapshot;
    watch((speculative) => {
      snapshot = speculative;
      const read = speculative.beginRead();
      expect(numberIn(read, id)).toBe(1);
      read.close();
    });
    const { ts } = database;
    renameSync(path, `${path}-away`); // the file system cannot be queried then
    const lost = database.write((tx) => tx.patch(id, { n: 1 }).id);
    await expect(lost).rejects.toThrow("statfs");
    renameSync(`${path}-away`, path);
    await expect(snapshot.committed).rejects.toThrow("statfs");
    expect([events, database.ts, fatal.length]).toEqual([["speculative"], ts, 1]);
    expect(reading(database, (tx) => numberIn(tx, id))).toBe(0);
    const seen = await database.write((tx) => numberIn(tx, id));
    expect([seen.value, seen.ts]).toEqual([0, ts]); // a timestamp that a caller may receive
    await database.write((tx) => tx.insert("items", {}));
    expect(reading(database, (tx) => numberIn(tx, id))).toBe(0);
  });
});

describe("a database that is being closed", () => {
  test("closing while a commit fails on disk still checkpoints the previous one", async () => {
    const { path, database, id, fatal } = await watched();
    await database.write((tx) => tx.patch(id, { n: 1 }).id);
    renameSync(path, `${path}-away`);
    const lost = database.write((tx) => tx.patch(id, { n: 2 }).id);
    const closed = database.close();
    await expect(lost).rejects.toThrow("statfs");
    await closed;
    renameSync(`${path}-away`, path);
    expect(fatal).toHaveLength(1);
    const store = new Store(path);
    onTestFinished(() => store.close());
    const snapshot = store.snapshot();
    expect(StoreRecords.tsOf(snapshot)).toBe(database.ts);
    snapshot.close();
  });
});

describe("a mutation based on a commit that fails", () => {
  test("a mutation that read an aborted commit is refused, and none of its writes remain", async () => {
    const { path, database, id, fatal } = await watched();
    const write = (n: number) => database.write((tx) => tx.patch(id, { n }).id);
    const kept = write(1);
    // `kept` runs immediately, so that no turn of the event loop passes between `lost` and
    // `behind`.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const lost = write(2); // waits until the disk has finished the previous one
    let seen: unknown;
    const behind = database.write(async (tx) => {
      renameSync(path, `${path}-away`);
      seen = numberIn(tx, id);
      tx.patch(id, { n: 3 });
      while (fatal.length === 0) await setImmediate();
      renameSync(`${path}-away`, path);
      tx.patch(id, { n: 4 });
    });
    const outcomes = await Promise.allSettled([kept, lost, behind]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(seen).toBe(2);
    expect(reading(database, (tx) => numberIn(tx, id))).toBe(1);
    expect((await database.write((tx) => numberIn(tx, id))).value).toBe(1);
  });
});

describe("a group of commits", () => {
  test("a refused group also aborts the commits gathered behind it, but no later ones", async () => {
    const announced: bigint[] = [];
    const outcomes = ["ok", "full", "ok"];
    const written: number[] = [];
    const groups = new GroupCommit(
      async (ts) => {
        await setImmediate();
        if (outcomes.shift() === "full") throw new Error("full");
        written.push(Number(ts));
      },
      {
        finalWrites: () => [],
        onFlushAlone: () => {},
        onCommitted: ({ commits }) => announced.push(...commits.map(({ ts }) => ts)),
        onAborted: () => {},
      },
    );
    const add = (n: number) =>
      groups.add({ ts: BigInt(n), keys: [] }, [{ index: n, key: Buffer.alloc(1), value: "" }], n);
    const first = add(1);
    const refused = add(2);
    await first;
    const behind = add(3); // it had read number 2's write
    await expect(refused).rejects.toThrow("full");
    await expect(behind).rejects.toThrow("full");
    await add(4);
    expect(written).toEqual([1, 4]);
    expect(announced).toEqual([1n, 4n]);
  });
});
