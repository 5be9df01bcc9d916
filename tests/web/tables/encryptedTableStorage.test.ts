import { describe, expect, test } from "vitest";
import { ColumnTable } from "@/lib/columns/columnTable";
import { EncryptedTableStorage } from "@/lib/tables/encryptedTableStorage";
import type { EncryptedPart } from "@/lib/tables/partStorage";
import { SAMPLE_COLUMNS } from "@/lib/tables/sampleColumns";
import { aSample } from "../../support/webSamples";
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

/** A storage that holds `samples`, kept for Ana with `key`. */
async function keptFor(key: CryptoKey) {
  const storage = new MemoryParts();
  const tableStorageOf = (owner: string, withKey = key) =>
    new EncryptedTableStorage({ storage, key: withKey, owner, log: () => undefined });
  const write = async () => {
    const written = await tableStorageOf(ANA).write(
      { place: PLACE, parts: tableOf(samples).save() },
      pause,
    );
    expect(written).toBe(true);
  };
  await write();
  return { storage, tableStorageOf, write };
}
/** The stored parts with one of them changed. */
function altered(
  parts: ReadonlyMap<string, EncryptedPart>,
  name: string,
  part: Partial<EncryptedPart>,
) {
  return new Map([...parts, [name, { ...parts.get(name)!, ...part }]]);
}

describe("a kept copy", () => {
  test("what was kept is read again with its place, by its owner with the key", async () => {
    const { tableStorageOf } = await keptFor(await aKey());
    const kept = await tableStorageOf(ANA).read();
    expect(kept?.place).toEqual(PLACE);
    const table = tableOf([]);
    table.restore(kept!.parts);
    const ids = table.find({ search: "scratched", conditions: [] }).ids(null);
    expect(ids).toEqual([samples[0]!._id]);
  });

  test("nothing of a row is readable in what is stored", async () => {
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

  test("no initialisation vector is used twice, and equal rows look different each time", async () => {
    const { storage, write } = await keptFor(await aKey());
    const before = [...storage.parts.values()];
    await write();
    const all = [...before, ...storage.parts.values()];
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
    expect(new Set(all.map(({ iv }) => hex(iv))).size).toBe(all.length);
    expect(new Set(all.map(({ bytes }) => hex(new Uint8Array(bytes)))).size).toBe(all.length);
  });

  test("another key reads nothing, and deletes what is there", async () => {
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

  test("damage, a missing part, an exchanged one and one of an earlier writing are noticed", async () => {
    const { storage, tableStorageOf, write } = await keptFor(await aKey());
    const earlier = storage.parts;
    await write();
    const { parts } = storage;
    const damaged = parts.get("rows 0")!.bytes.slice(0);
    new Uint8Array(damaged)[40]! ^= 1;
    const missing = new Map(parts);
    missing.delete("column brand 0");
    const attempts = [
      altered(parts, "rows 0", { bytes: damaged }),
      missing,
      altered(parts, "column brand 0", parts.get("column model 0")!),
      altered(parts, "column brand 0", earlier.get("column brand 0")!),
    ];
    for (const attempt of attempts) {
      storage.parts = attempt;
      expect(await tableStorageOf(ANA).read()).toBeNull();
    }
    storage.parts = parts;
    expect(await tableStorageOf(ANA).read()).not.toBeNull();
  });

  test("a table of many rows is kept in pieces, and read as one", async () => {
    const { tableStorageOf } = await keptFor(await aKey());
    const many = Array.from({ length: 25_000 }, () => aSample());
    const table = tableOf(many);
    let pauses = 0;
    const written = await tableStorageOf(ANA).write({ place: PLACE, parts: table.save() }, () => {
      pauses++;
      return Promise.resolve();
    });
    expect(written).toBe(true);
    expect(pauses).toBeGreaterThan(SAMPLE_COLUMNS.length + 8);
    const again = tableOf([]);
    again.restore((await tableStorageOf(ANA).read())!.parts);
    const everything = { search: "", conditions: [] };
    const sort = { field: "serialNumber", isDescending: true };
    expect(again.find(everything).ids(sort)).toEqual(table.find(everything).ids(sort));
  });

  test("a browser that takes nothing is no error", async () => {
    const { storage, tableStorageOf } = await keptFor(await aKey());
    storage.replaceAll = () => Promise.reject(new Error("QuotaExceededError"));
    const table = { place: PLACE, parts: tableOf(samples).save() };
    expect(await tableStorageOf(ANA).write(table, pause)).toBe(false);
    storage.readAll = () => Promise.reject(new Error("InvalidStateError"));
    expect(await tableStorageOf(ANA).read()).toBeNull();
  });
});
