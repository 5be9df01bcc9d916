import fc from "fast-check";
import { convexToJson } from "convex/values";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { OfflineStore } from "../../../engine/commit/offlineStore";
import { storePath } from "../../../engine/dataFolder";
import { exportSnapshot } from "../../../engine/snapshot/exportSnapshot";
import { importSnapshot } from "../../../engine/snapshot/importSnapshot";
import { newId } from "../../../engine/values/ids";
import type { JSONObject } from "../../../engine/values/json";
import { temporaryFolder, TestDeployment } from "../support/testDeployment";
import { arbitraryValue } from "../values/arbitraryValue";
import { contentOf, zipOf } from "./zips";
import { property } from "../../support/property";

let folder: { path: string; remove(): Promise<void> };
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

let names = 0;
const newPath = (end = "") => join(folder.path, `${++names}${end}`);

/** Documents of some tables, each with its creation time. */
const tables = fc.dictionary(
  fc.constantFrom("people", "devices", "a_table", "Z"),
  fc.array(
    fc.record({
      createdAt: fc.double({ min: 0, max: 4e12, noNaN: true }),
      fields: fc.dictionary(fc.constantFrom("a", "b", "c~", "D"), arbitraryValue, {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    }),
    { maxLength: 8 },
  ),
);

/** Creates a data folder with these tables; the first one has the number `first`. */
async function folderOf(
  contents: Record<string, { createdAt: number; fields: object }[]>,
  first: number,
): Promise<string> {
  const dataDir = newPath();
  const store = await OfflineStore.open(storePath(dataDir));
  for (const [index, [name, documents]] of Object.entries(contents).entries()) {
    const table = store.addTable(name, first + index);
    await store.addDocuments(
      table,
      documents.map(({ createdAt, fields }) => ({
        _creationTime: createdAt === 0 ? 0 : createdAt,
        _id: newId(table.number, createdAt),
        ...(convexToJson(fields as never) as JSONObject),
      })),
    );
  }
  await store.saveRecords();
  await store.close();
  return dataDir;
}

/** Returns all documents of a data folder by table, as stored. */
async function documentsOf(dataDir: string): Promise<Record<string, JSONObject[]>> {
  const store = await OfflineStore.open(storePath(dataDir));
  const found: Record<string, JSONObject[]> = {};
  for (const table of store.tables().filter(({ name }) => !name.startsWith("_"))) {
    found[`${table.name} ${table.number}`] = [];
    for await (const batch of store.documents(table)) {
      found[`${table.name} ${table.number}`]!.push(...batch);
    }
  }
  await store.close();
  return found;
}

/** A deployment with a message, a counter and a file, exported. */
async function exportedDeployment() {
  const app = await TestDeployment.open();
  onTestFinished(() => app.deployment.close());
  const fileId = await app.action("files:storeText", { text: "the file's text" });
  await app.mutation("messages:increment", { name: "x" });
  await app.deployment.close();
  const file = newPath(".zip");
  await exportSnapshot(app.dataDir, file);
  return { app, file, fileId };
}

describe("a snapshot", () => {
  property([tables, fc.constantFrom(1, 100, 10_001)], { numRuns: 4 })(
    "export, import and export again give the same documents, ids and times",
    async (contents, first) => {
      const dataDir = await folderOf(contents, first);
      const [exported, imported, again] = [newPath(".zip"), newPath(), newPath(".zip")];
      await exportSnapshot(dataDir, exported);
      await importSnapshot(exported, imported);
      await exportSnapshot(imported, again);
      expect(await documentsOf(imported)).toEqual(await documentsOf(dataDir));
      expect(await contentOf(again)).toEqual(await contentOf(exported));
    },
  );

  test("a deployment on the imported folder returns the same data and files as the exported one", async () => {
    const { file, fileId } = await exportedDeployment();
    const dataDir = newPath();
    expect(await importSnapshot(file, dataDir)).toMatchObject({ files: 1 });
    const app = await TestDeployment.openOn(dataDir);
    onTestFinished(() => app.deployment.close());
    expect(await app.query("messages:counter", { name: "x" })).toBe(1);
    expect(await app.mutation("messages:increment", { name: "x" })).toBe(2);
    expect(await app.action("files:readText", { id: fileId })).toBe("the file's text");
    await app.deployment.close();
    const again = newPath(".zip");
    await exportSnapshot(dataDir, again);
    const [before, after] = [await contentOf(file), await contentOf(again)];
    for (const name of before.keys()) {
      if (name.startsWith("_")) expect([name, after.get(name)]).toEqual([name, before.get(name)]);
    }
  });

  test("an export of damaged data is refused, and leaves no file", async () => {
    const { app } = await exportedDeployment();
    const [name] = (await readdir(join(app.dataDir, "files"))).filter(
      (entry) => entry !== "incoming",
    );
    await writeFile(join(app.dataDir, "files", name!), "other bytes");
    const file = newPath(".zip");
    await expect(exportSnapshot(app.dataDir, file)).rejects.toThrow("is damaged");
    expect(
      (await readdir(folder.path)).filter((entry) => entry.startsWith(basename(file))),
    ).toEqual([]);
  });
});

describe("an import", () => {
  /** Imports into a new folder, which must not exist after a refusal. */
  async function outcomeOf(file: string) {
    const parent = newPath();
    const dataDir = join(parent, "data");
    try {
      await importSnapshot(file, dataDir);
      return { dataDir, refusal: null };
    } catch (error) {
      expect(await readdir(parent)).toEqual([]);
      return { dataDir, refusal: (error as Error).message };
    }
  }

  test("an import of a damaged ZIP is refused by name, or has changed no document or file", async () => {
    const { file } = await exportedDeployment();
    const bytes = await readFile(file);
    const original = await contentOf(file);
    const damage = fc.record({
      kind: fc.constantFrom("flipped", "cut", "zeroed"),
      place: fc.nat(bytes.length - 1),
      bit: fc.nat(7),
    });
    let refusals = 0;
    await fc.assert(
      fc.asyncProperty(damage, async ({ kind, place, bit }) => {
        const damaged = Buffer.from(kind === "cut" ? bytes.subarray(0, place) : bytes);
        if (kind === "flipped") damaged[place]! ^= 1 << bit;
        if (kind === "zeroed") damaged.fill(0, place, Math.min(place + 64, bytes.length));
        const path = newPath(".zip");
        await writeFile(path, damaged);
        const { dataDir, refusal } = await outcomeOf(path);
        if (refusal !== null) {
          refusals++;
          expect(refusal).toContain(path);
          return;
        }
        const again = newPath(".zip");
        await exportSnapshot(dataDir, again);
        expect(await contentOf(again)).toEqual(original);
      }),
      { numRuns: 12 },
    );
    expect(refusals).toBeGreaterThan(5);
  });

  test("an import of a ZIP whose end record understates its entries is refused", async () => {
    const { file } = await exportedDeployment();
    const bytes = await readFile(file);
    const countAt = bytes.lastIndexOf("PK\x05\x06", undefined, "latin1") + 10;
    bytes.writeUInt16LE(bytes.readUInt16LE(countAt) - 1, countAt);
    const path = newPath(".zip");
    await writeFile(path, bytes);
    expect((await outcomeOf(path)).refusal).toContain("it has more entries than it says");
  });

  const id = newId(10_001, 0);
  const user = `{"_id":"${id}","_creationTime":1.0}`;
  const table = '{"name":"users","id":10001}';
  test.each([
    ["no tables", { "users/documents.jsonl": user }, "it has no _tables/documents.jsonl"],
    [
      "a component's tables",
      { "_tables/documents.jsonl": table, "_components/mail/_tables/documents.jsonl": "" },
      "belongs to a component",
    ],
    [
      "the JSON of an earlier Convex",
      { "users/generated_schema.jsonl": '"int64"', "users/documents.jsonl": user },
      "users/generated_schema.jsonl is of an earlier version",
    ],
    ["a document twice", { "users/documents.jsonl": `${user}\n${user}` }, "is there twice"],
    [
      "an id of another table",
      { "users/documents.jsonl": user.replace(id, newId(10_002, 0)) },
      "is no id of table users",
    ],
    [
      "a line that is not JSON",
      { "users/documents.jsonl": `${user}\n{` },
      "line 2 of users/documents.jsonl is no JSON",
    ],
    [
      "a value that Convex does not have",
      { "users/documents.jsonl": user.replace("}", ',"$a":1}') },
      "$a",
    ],
    [
      "two tables with the same number",
      { "_tables/documents.jsonl": `${table}\n${table.replace("users", "others")}` },
      "conflicts with users",
    ],
    [
      "a file without its bytes",
      {
        "_storage/documents.jsonl": JSON.stringify({
          _id: newId(2, 0),
          _creationTime: 1,
          sha256: "",
          size: 1,
          contentType: null,
          internalId: "00000000-0000-0000-0000-000000000000",
        }),
      },
      "are missing",
    ],
    ["bytes of no file", { "_storage/abc.png": "x" }, "_storage/abc.png has no metadata"],
    [
      "a file whose name leads outside the folder",
      {
        "_storage/documents.jsonl": JSON.stringify({
          _id: newId(2, 0),
          _creationTime: 1,
          sha256: "",
          size: 1,
          internalId: "../../x",
        }),
      },
      "without id, time, hash, size or internalId",
    ],
  ])("an import of a ZIP with %s is refused", async (_what, entries, reason) => {
    const file = newPath(".zip");
    await zipOf(file, { "_tables/documents.jsonl": table, ...entries });
    if (reason.startsWith("it has no")) await zipOf(file, entries);
    const { refusal } = await outcomeOf(file);
    expect(refusal).toContain(file);
    expect(refusal).toContain(reason);
  });

  test("an import reads a snapshot in a subfolder, with system tables and tables added by hand", async () => {
    const file = newPath(".zip");
    await zipOf(file, {
      "snapshot/_tables/documents.jsonl": `${table}\n{"name":"empty","id":10002.0}\n`,
      "snapshot/_scheduled_functions/documents.jsonl": "{}",
      "snapshot/users/documents.jsonl": user.replace("}", ',"count":5}'),
    });
    const { dataDir, refusal } = await outcomeOf(file);
    expect(refusal).toBeNull();
    expect(await documentsOf(dataDir)).toEqual({
      "empty 10002": [],
      "users 10001": [{ _id: id, _creationTime: 1, count: 5 }],
    });
  });

  test("an import accepts only an empty folder", async () => {
    const { app, file } = await exportedDeployment();
    await expect(importSnapshot(file, app.dataDir)).rejects.toThrow("is not empty");
  });
});
