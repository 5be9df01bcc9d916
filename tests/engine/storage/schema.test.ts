import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Database, Upgrades } from "../../../engine/commit/database";
import { DATA_FILE, sizeOf } from "../../../engine/storage/dataFile";
import { checkSchema } from "../../../engine/storage/schema";
import type { ValidatorJson } from "../../../engine/values/validatorJson";
import { reading, schemaOf, temporaryFolder, testDatabase } from "../commit/support/testDatabase";

const withName = (type: ValidatorJson): ValidatorJson => ({
  type: "object",
  value: { name: { fieldType: type, optional: false } },
});
const STRING: ValidatorJson = { type: "string" };

async function insertNames(database: Database, count: number): Promise<string[]> {
  const { value } = await database.write((tx) =>
    Array.from({ length: count }, (_, i) => tx.insert("people", { name: `p${i % 10}` })),
  );
  return value;
}

function countNamed(database: Database, name: string): number {
  return reading(database, (tx) => {
    const range = tx.indexRange("people.by_name", [{ type: "Eq", fieldPath: "name", value: name }]);
    return [...tx.scan("people.by_name", range, "asc")].length;
  });
}

test("a table has at most 32 indexes", () => {
  const withIndexes = (count: number) =>
    schemaOf({
      items: Object.fromEntries(Array.from({ length: count }, (_, n) => [`by${n}`, ["a"]])),
    });
  expect(() => checkSchema(withIndexes(32))).not.toThrow();
  expect(() => checkSchema(withIndexes(33))).toThrow('Table "items" has more than 32 indexes.');
});

describe("applying a schema", () => {
  test("a new index is built over the existing documents", async () => {
    const database = await testDatabase();
    await insertNames(database, 1_200); // more than two batches
    await database.applySchema(schemaOf({ people: { by_name: ["name"] } }));
    expect(countNamed(database, "p3")).toBe(120);
  });

  test("a new index also contains documents that are not on disk yet", async () => {
    const database = await testDatabase();
    const writing = insertNames(database, 1_000);
    await database.applySchema(schemaOf({ people: { by_name: ["name"] } }));
    expect(countNamed(database, "p3")).toBe(100);
    await writing;
  });

  test("an index is rebuilt when its fields change, and dropped when it is removed", async () => {
    const path = temporaryFolder();
    let database = await testDatabase({ path });
    await database.applySchema(schemaOf({ people: { by_name: ["age"], gone: ["name"] } }));
    await insertNames(database, 10);
    await database.applySchema(schemaOf({ people: { by_name: ["name"] } }));
    await database.close();
    database = await testDatabase({ path });
    await database.applySchema(schemaOf({ people: { by_name: ["name"] } }));
    expect(countNamed(database, "p3")).toBe(1);
    expect(() => reading(database, (tx) => tx.indexRange("people.gone", []))).toThrow(
      "Index people.gone not found.",
    );
  });

  test("a changed schema keeps the numbers of tables, so that ids stay valid", async () => {
    const path = temporaryFolder();
    let database = await testDatabase({ path });
    await database.applySchema(schemaOf({ people: {}, cars: {} }));
    const [id] = await insertNames(database, 1);
    const before = database.tables();
    await database.close();
    database = await testDatabase({ path });
    await database.applySchema(schemaOf({ added: {}, people: {} }));
    expect(database.tables()).toEqual(expect.arrayContaining([...before]));
    expect(reading(database, (tx) => tx.tableOfId(id!))).toBe("people");
    expect(reading(database, (tx) => tx.normalizeId("cars", id!))).toBeNull();
  });

  test("a schema that a document does not fit is refused with document and field, and changes nothing", async () => {
    const database = await testDatabase();
    const [id] = await insertNames(database, 1);
    const wrong = schemaOf(
      { people: { by_name: ["name"] } },
      { people: withName({ type: "number" }) },
    );
    const applying = database.applySchema(wrong);
    await expect(applying).rejects.toMatchObject({ name: "SchemaMismatchError" });
    await expect(applying).rejects.toThrow(
      `Document with ID "${id}" in table "people" does not match the schema: Value does not match validator.\nPath: .name\nValue: "p0"\nValidator: v.float64()`,
    );
    await insertNames(database, 1);
    expect(() => countNamed(database, "p0")).toThrow("Index people.by_name not found.");
  });

  describe("with an upgrade", () => {
    const shouting: Upgrades = {
      people: (person) => {
        const name = person["name"] as string;
        return name.startsWith("P") ? person : { ...person, name: name.toUpperCase() };
      },
    };
    const upgraded = schemaOf({ people: { by_name: ["name"] } }, { people: withName(STRING) });

    test("an upgrade stores each converted document once, in the indexes too", async () => {
      const database = await testDatabase();
      await database.applySchema(schemaOf({ people: { by_name: ["name"] } }));
      await insertNames(database, 1_200); // more than two batches
      await database.applySchema(upgraded, shouting);
      expect([countNamed(database, "p3"), countNamed(database, "P3")]).toEqual([0, 120]);
      const again = vi.fn(shouting["people"]);
      await database.applySchema(upgraded, { people: again });
      expect(again).not.toHaveBeenCalled();
    });

    test("an upgrade reuses the pages that its earlier batches freed", async () => {
      const path = temporaryFolder();
      const database = await testDatabase({ path });
      const person = { name: "x".repeat(500) };
      await database.write((tx) => {
        for (let n = 0; n < 6_000; n++) tx.insert("people", person);
      });
      await database.applySchema(upgraded, { people: () => ({ ...person, name: "y" }) });
      const { bytes, usedBytes } = sizeOf(join(path, DATA_FILE));
      expect(bytes).toBeLessThan(1.5 * usedBytes);
    });

    test("an upgrade changes nothing when one converted document would not fit", async () => {
      const database = await testDatabase();
      await database.applySchema(schemaOf({ people: { by_name: ["name"] } }));
      await insertNames(database, 10);
      const broken: Upgrades = {
        people: (person) => (person["name"] === "p9" ? { ...person, name: 9 } : { ...person }),
      };
      const applying = database.applySchema(upgraded, broken);
      await expect(applying).rejects.toThrow("Path: .name");
      expect(countNamed(database, "p9")).toBe(1);
    });

    test("an upgrade continues where an earlier start was interrupted", async () => {
      const database = await testDatabase();
      await database.applySchema(schemaOf({ people: { by_name: ["name"] } }));
      await insertNames(database, 1_200);
      let calls = 0;
      const interrupted: Upgrades = {
        people: (person) => {
          if (++calls > 1_200 + 600) throw new Error("the power went out"); // in the second batch
          return shouting["people"]!(person);
        },
      };
      await expect(database.applySchema(upgraded, interrupted)).rejects.toThrow("power");
      const digits = Array.from({ length: 10 }, (_, digit) => `P${digit}`);
      const done = digits.map((name) => countNamed(database, name));
      expect(done.reduce((sum, count) => sum + count)).toBe(500);
      await database.applySchema(upgraded, shouting);
      expect([countNamed(database, "p3"), countNamed(database, "P3")]).toEqual([0, 120]);
    });
  });

  test("an applied schema checks every write", async () => {
    const database = await testDatabase();
    await database.applySchema(schemaOf({ people: {} }, { people: withName(STRING) }));
    const writing = database.write((tx) => tx.insert("people", { name: 1 }));
    await expect(writing).rejects.toThrow(
      'Failed to insert or update a document in table "people" because it does not match the schema: Value does not match validator.\nPath: .name\nValue: 1.0\nValidator: v.string()',
    );
    const [id] = await insertNames(database, 1);
    await expect(database.write((tx) => tx.patch(id!, { extra: true }))).rejects.toThrow(
      "Object contains extra field `extra` that is not in the validator.",
    );
    await expect(
      database.write((tx) => tx.patch(id!, { name: { $undefined: null } })),
    ).rejects.toThrow("Object is missing the required field `name`.");
  });

  test("an unchanged schema is applied without reading a document", async () => {
    const path = temporaryFolder();
    const schema = schemaOf({ people: { by_name: ["name"] } }, { people: withName(STRING) });
    let database = await testDatabase({ path });
    await database.applySchema(schema);
    await insertNames(database, 1_000);
    await database.close();
    database = await testDatabase({ path });
    const parse = vi.spyOn(JSON, "parse");
    onTestFinished(() => parse.mockRestore());
    await database.applySchema(schema);
    expect(parse).not.toHaveBeenCalled();
  });

  test.each<[string, object, string]>([
    ["text search", { searchIndexes: [{}] }, "text search is not supported"],
    ["vector search", { vectorIndexes: [{}] }, "vector search is not supported"],
    [
      "an index on a system field",
      { indexes: [{ indexDescriptor: "by_a", fields: ["a", "_creationTime"] }] },
      "on a system field",
    ],
    [
      "17 fields in one index",
      { indexes: [{ indexDescriptor: "by_a", fields: Array.from("abcdefghijklmnopq") }] },
      "of 17 fields (limit: 16)",
    ],
    [
      "a second by_id",
      { indexes: [{ indexDescriptor: "by_id", fields: ["a"] }] },
      'cannot have an index named "by_id"',
    ],
  ])("a schema with %s is refused, naming the table", async (_name, changes, message) => {
    const database = await testDatabase();
    const [table] = schemaOf({ people: {} }).tables;
    const schema = { schemaValidation: true, tables: [{ ...table!, ...changes }] };
    await expect(database.applySchema(schema)).rejects.toThrow(/^Table "people" /);
    await expect(database.applySchema(schema)).rejects.toThrow(message);
  });
});
