import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ReadPoint } from "../../../engine/commit/database";
import { schemaOf, testDatabase } from "./support/testDatabase";

const valueAt = (point: ReadPoint, id: string) => {
  const read = point.beginRead();
  try {
    return (JSON.parse(read.get(id)!.json) as { i: number }).i;
  } finally {
    read.close();
  }
};

test("all reads of a read point see the moment at which it was opened", async () => {
  const database = await testDatabase();
  const { value: id, ts } = await database.write((tx) => tx.insert("items", { i: 0 }));
  const point = database.openReadPoint();
  for (let i = 1; i <= 5; i++) {
    await database.write((tx) => tx.patch(id, { i }));
    for (let turns = 0; turns < 20; turns++) await setImmediate(); // the store catches up
    expect([valueAt(point, id), point.ts]).toEqual([0, ts]);
  }
  point.close();
  const newest = database.openReadPoint();
  expect(valueAt(newest, id)).toBe(5);
  newest.close();
});

test("each read of a read point has its own read set", async () => {
  const database = await testDatabase();
  const { value: ids } = await database.write((tx) => [
    tx.insert("items", { i: 0 }),
    tx.insert("items", { i: 1 }),
  ]);
  const point = database.openReadPoint();
  const reads = ids.map((id) => {
    const read = point.beginRead();
    read.get(id);
    return read;
  });
  expect(reads.map(({ readSet }) => readSet.size)).toEqual([1, 1]);
  const rangesOf = ({ readSet }: (typeof reads)[number]) => JSON.stringify([...readSet.ranges()]);
  expect(rangesOf(reads[0]!)).not.toBe(rangesOf(reads[1]!));
  point.close();
});

test("closing a read point closes its reads", async () => {
  const database = await testDatabase();
  const { value: id } = await database.write((tx) => tx.insert("items", { i: 0 }));
  const point = database.openReadPoint();
  const read = point.beginRead();
  point.close();
  expect(() => read.get(id)).toThrow("has ended");
  point.close();
});

test("closing the database closes the reads of open read points", async () => {
  const database = await testDatabase();
  const { value: id } = await database.write((tx) => tx.insert("items", { i: 0 }));
  const read = database.openReadPoint().beginRead();
  await database.close();
  expect(() => read.get(id)).toThrow("has ended");
});

test("a read point is outdated once a schema is applied", async () => {
  const database = await testDatabase();
  const point = database.openReadPoint();
  expect(point.isOutdated).toBe(false);
  await database.applySchema(schemaOf({}));
  expect(point.isOutdated).toBe(true);
  point.close();
  const next = database.openReadPoint();
  expect(next.isOutdated).toBe(false);
  next.close();
});
