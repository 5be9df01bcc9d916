import { describe, expect, test } from "vitest";
import { ColumnTable } from "@/lib/columns/columnTable";
import { EncryptedTableStorage } from "@/lib/tables/encryptedTableStorage";
import { SAMPLE_COLUMNS } from "@/lib/tables/sampleColumns";
import { aSample } from "../../support/web/webSamples";
import { aKey, MemoryParts } from "./memoryParts";

const PLACE = { runId: "run1", heads: [3, 0, 4] };
const ANA = "https://sms.example ana@company.com admin";
const pause = () => Promise.resolve();

const samples = [aSample({ comments: "Scratched" }), aSample({ model: "Pixel 11" })];
function tableOf(rows: typeof samples) {
  const table = new ColumnTable<(typeof samples)[number]>(SAMPLE_COLUMNS);
  table.upsert(rows);
  return table;
}

/** Returns a storage with `samples`, written for Ana with `key`. */
async function keptFor(key: CryptoKey) {
  const storage = new MemoryParts();
  const tableStorageOf = (owner: string, withKey = key) =>
    new EncryptedTableStorage({ storage, key: withKey, owner, log: () => undefined });
  const write = async () => {
    const written = await tableStorageOf(ANA).write(
      { place: PLACE, table: tableOf(samples).save() },
      pause,
    );
    expect(written).toBe(true);
  };
  await write();
  return { storage, tableStorageOf, write };
}
/** Reads all stored rows; null if the key opens nothing. */
async function readWhole(kept: EncryptedTableStorage) {
  const table = await kept.read();
  if (table === null) return null;
  const again = tableOf([]);
  await again.restore(table.find);
  return again;
}

describe("a stored replica", () => {
  test("a stored replica is read again with its place, by its owner with the key", async () => {
    const { tableStorageOf } = await keptFor(await aKey());
    const kept = await tableStorageOf(ANA).read();
    expect(kept?.place).toEqual(PLACE);
    const table = tableOf([]);
    await table.restore(kept!.find);
    const ids = table.find({ search: "scratched", conditions: [] }).ids(null);
    expect(ids).toEqual([samples[0]!._id]);
  });

  test("nothing of a row is readable in the stored bytes", async () => {
    const { storage } = await keptFor(await aKey());
    const stored = [...storage.parts.values()].map(({ bytes }) => Buffer.from(bytes));
    const inAll = Buffer.concat(stored);
    expect(inAll.length).toBeGreaterThan(1_000);
    const { _id, serialNumber, imei1, samplmanag, comments } = samples[0]!;
    for (const secret of [_id, serialNumber, imei1, samplmanag, comments, "Samsung", "run1"]) {
      expect(inAll.includes(secret)).toBe(false);
      expect(inAll.includes(Buffer.from(secret, "utf16le"))).toBe(false);
    }
    const dates = Buffer.from(Float64Array.of(samples[0]!.registereddate).buffer);
    expect(inAll.includes(dates)).toBe(false);
  });

  test("no initialisation vector is used twice, and equal rows have different ciphertexts", async () => {
    const { storage, write } = await keptFor(await aKey());
    const before = [...storage.parts.values()];
    await write();
    expect(storage.parts.size).toBe(before.length); // nothing of the earlier write remains
    const all = [...before, ...storage.parts.values()];
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
    expect(new Set(all.map(({ iv }) => hex(iv))).size).toBe(all.length);
    expect(new Set(all.map(({ bytes }) => hex(new Uint8Array(bytes)))).size).toBe(all.length);
  });

  test("another key reads nothing, and deletes the stored bytes", async () => {
    const { storage, tableStorageOf } = await keptFor(await aKey());
    expect(await tableStorageOf(ANA, await aKey()).read()).toBeNull();
    expect(storage.parts.size).toBe(0);
  });

  test.each([
    ["another person", "https://sms.example bruno@company.com admin"],
    ["another role", "https://sms.example ana@company.com supervisor"],
    ["another deployment", "https://other.example ana@company.com admin"],
  ])("%s reads nothing, even with the key", async (_, owner) => {
    const { tableStorageOf } = await keptFor(await aKey());
    expect(await tableStorageOf(owner).read()).toBeNull();
  });

  test("damage, a missing part, an exchanged one and one of an earlier write are detected", async () => {
    const { storage, tableStorageOf, write } = await keptFor(await aKey());
    const earlier = new Map(storage.parts);
    await write();
    const parts = new Map(storage.parts);
    const nameOf = (part: string, all = parts) => {
      const name = [...all.keys()].find((each) => each.endsWith(` ${part} 0`));
      if (name === undefined) throw new Error(`no part ${part}`);
      return name;
    };
    const damaged = structuredClone(parts.get(nameOf("rows"))!);
    new Uint8Array(damaged.bytes)[40]! ^= 1;
    const brand = nameOf("column brand");
    const attempts = [
      [nameOf("rows"), damaged],
      [brand, undefined],
      [brand, parts.get(nameOf("column model"))!],
      [brand, earlier.get(nameOf("column brand", earlier))!],
    ] as const;
    for (const [name, part] of attempts) {
      storage.parts = new Map(parts);
      if (part === undefined) storage.parts.delete(name);
      else storage.parts.set(name, part);
      await expect(readWhole(tableStorageOf(ANA))).rejects.toThrow();
    }
    storage.parts = parts;
    expect((await readWhole(tableStorageOf(ANA)))?.size).toBe(2);
  });

  test("an interrupted write leaves the previously stored replica", async () => {
    const { storage, tableStorageOf } = await keptFor(await aKey());
    const put = storage.put;
    let puts = 0;
    storage.put = (name, part) =>
      ++puts > 20 ? Promise.reject(new Error("QuotaExceededError")) : put(name, part);
    const other = { place: { ...PLACE, heads: [9, 9, 9] }, table: tableOf([]).save() };
    expect(await tableStorageOf(ANA).write(other, pause)).toBe(false);
    expect((await tableStorageOf(ANA).read())?.place).toEqual(PLACE);
    expect((await readWhole(tableStorageOf(ANA)))?.size).toBe(2);
  });

  test("rows that change while they are written are stored as they were", async () => {
    const { tableStorageOf } = await keptFor(await aKey());
    const table = tableOf(samples);
    let pauses = 0;
    const written = await tableStorageOf(ANA).write({ place: PLACE, table: table.save() }, () => {
      if (++pauses === 3) table.upsert([{ ...samples[0]!, brand: "Nokia", comments: "Changed" }]);
      if (pauses === 5) table.remove([samples[1]!._id]);
      return Promise.resolve();
    });
    expect(written).toBe(true);
    const again = await readWhole(tableStorageOf(ANA));
    const everything = { search: "", conditions: [] };
    expect(again?.find(everything).rows(null, 0, 9)).toEqual(
      tableOf(samples).find(everything).rows(null, 0, 9),
    );
  });

  test("a table of many rows is stored in chunks, and read as one", async () => {
    const { tableStorageOf } = await keptFor(await aKey());
    const many = Array.from({ length: 25_000 }, (_, row) => aSample({ location: `Shelf ${row}` }));
    const table = tableOf(many);
    let pauses = 0;
    const written = await tableStorageOf(ANA).write({ place: PLACE, table: table.save() }, () => {
      pauses++;
      return Promise.resolve();
    });
    expect(written).toBe(true);
    expect(pauses).toBeGreaterThan(SAMPLE_COLUMNS.length + 8);
    const again = (await readWhole(tableStorageOf(ANA)))!;
    const everything = { search: "", conditions: [] };
    const sort = { field: "serialNumber", isDescending: true };
    expect(again.find(everything).ids(sort)).toEqual(table.find(everything).ids(sort));
  });

  test("a browser that stores nothing is no error", async () => {
    const { storage, tableStorageOf } = await keptFor(await aKey());
    storage.put = () => Promise.reject(new Error("QuotaExceededError"));
    const table = { place: PLACE, table: tableOf(samples).save() };
    expect(await tableStorageOf(ANA).write(table, pause)).toBe(false);
    storage.get = () => Promise.reject(new Error("InvalidStateError"));
    expect(await tableStorageOf(ANA).read()).toBeNull();
  });
});
