// @vitest-environment node
/** Imports: progress, resuming and undoing (docs/product.md, "Import"). */
import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { UNDO_BATCH } from "#domain/imports/imports";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { beginImport } from "../../support/data/importBatch";
import { refusedCode } from "../../support/refusals";
import { aSample, newTransactionId } from "../../support/samples";
import type { TextRow } from "../../support/realData";

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
});

function aRow(row: number, changes: Record<string, string> = {}): TextRow {
  const { brand, model, serialNumber, imei1, imei2, slots } = aSample();
  return { row, fields: { brand, model, serialNumber, imei1, imei2, slots, ...changes } };
}
const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => aRow(first + index));
const commit = async (by: string, importId: string, rows: TextRow[], range?: [number, number]) => {
  const [from, to] = range ?? [rows[0]?.row ?? 0, (rows.at(-1)?.row ?? 0) + 1];
  const args = { importId, range: { from, to }, rows };
  return (await lab.as(by).mutation(api.imports.commitBatch, args)).results;
};
const listed = async (by: string) => {
  const paginationOpts = { cursor: null, numItems: 10 };
  return (await lab.as(by).query(api.imports.list, { paginationOpts })).page;
};
const stored = () => lab.backend.t.run((ctx) => ctx.db.query("samples").collect());
const outcomes = (results: readonly { outcome: string }[]) => results.map(({ outcome }) => outcome);

describe("beginning an import", () => {
  const begin = (changes: object) =>
    lab.as(ana).mutation(api.imports.begin, {
      importId: "import-a",
      fileName: "a.csv",
      fileHash: "a".repeat(64),
      origin: "web",
      duplicates: { serialNumber: "reject", imei: "reject" },
      rows: 2,
      unreadable: 0,
      ...changes,
    });

  test.each([
    ["TRANSACTION_ID_INVALID", { importId: "" }],
    ["TRANSACTION_ID_INVALID", { importId: "x".repeat(101) }],
    ["IMPORT_INVALID", { fileHash: "a.csv" }],
    ["IMPORT_INVALID", { fileName: "x".repeat(256) }],
    ["IMPORT_INVALID", { rows: 100_001 }],
    ["IMPORT_INVALID", { rows: -1 }],
    ["IMPORT_INVALID", { unreadable: 3 }],
  ])("is refused with %s for %o", async (code, changes) => {
    expect(await refusedCode(begin(changes))).toBe(code);
    expect(await listed(ana)).toEqual([]);
  });

  test("twice with the same id creates one import", async () => {
    await begin({});
    await begin({ rows: 5 });
    expect(await listed(ana)).toMatchObject([{ importId: "import-a", rows: 2 }]);
  });
});

describe("a batch of an import", () => {
  test("is refused unless the caller has begun the import", async () => {
    const importId = await beginImport(lab.as(ana), 1);
    expect(await refusedCode(commit(bruno, importId, [aRow(2)]))).toBe("IMPORT_MISSING");
    expect(await refusedCode(commit(ana, "another", [aRow(2)]))).toBe("IMPORT_MISSING");
    expect(await stored()).toEqual([]);
  });

  test("is refused if a row lies outside its range", async () => {
    const importId = await beginImport(lab.as(ana), 1);
    expect(await refusedCode(commit(ana, importId, [aRow(5)], [2, 5]))).toBe("IMPORT_INVALID");
  });

  test("returns its first answer if it is sent again, and writes and counts nothing", async () => {
    const importId = await beginImport(lab.as(ana), 3);
    const rows = [aRow(2), aRow(3, { imei1: "1" }), aRow(4)];
    const first = await commit(ana, importId, rows);
    expect(outcomes(first)).toEqual(["imported", "refused", "imported"]);
    expect(await commit(ana, importId, rows)).toEqual(first);
    expect(await stored()).toHaveLength(2);
    const [shown] = await listed(ana);
    expect(shown).toMatchObject({ answered: 3, counts: { imported: 2, refused: 1, already: 0 } });
    expect(shown?.finishedAt).toBeDefined();
    expect(await lab.faults()).toEqual([]);
  });

  test("does not revert another user's edit when it is sent again", async () => {
    const [row] = rowsFrom(2, 1);
    const { serialNumber = "" } = row?.fields ?? {};
    await commit(ana, await beginImport(lab.as(ana), 1), row ? [row] : []);
    const importId = await beginImport(lab.as(ana), 1, { duplicates: "update" });
    const change = [{ row: 2, fields: { serialNumber, comments: "from the file" } }];
    expect(outcomes(await commit(ana, importId, change))).toEqual(["updated"]);
    expect(outcomes(await commit(ana, importId, change))).toEqual(["updated"]);
    const later = await beginImport(lab.as(ana), 1, { duplicates: "update" });
    await commit(ana, later, [{ row: 2, fields: { serialNumber, comments: "by hand" } }]);
    await commit(ana, importId, change);
    expect((await stored())[0]?.comments).toBe("by hand");
  });
});

describe("an interrupted import", () => {
  test("is found by its file, for its importer, until every row has an answer", async () => {
    const importId = await beginImport(lab.as(ana), 4, { duplicates: "flag" });
    const [{ fileHash } = { fileHash: "" }] = await listed(ana);
    await commit(ana, importId, rowsFrom(5, 1));
    await commit(ana, importId, rowsFrom(2, 2), [2, 5]);
    const found = () => lab.as(ana).query(api.imports.unfinished, { fileHash });
    expect(await found()).toMatchObject({
      importId,
      duplicates: { serialNumber: "reject", imei: "flag" },
      answered: 3,
      done: [{ from: 2, to: 6 }],
    });
    expect(await lab.as(bruno).query(api.imports.unfinished, { fileHash })).toBeNull();
    await commit(ana, importId, rowsFrom(6, 1));
    expect(await found()).toBeNull();
  });
});

describe("an import that continues in two places", () => {
  test("counts each row once, where batches of two sizes overlap", async () => {
    const rows = rowsFrom(2, 6);
    const importId = await beginImport(lab.as(ana), rows.length);
    await commit(ana, importId, rows.slice(0, 3));
    await commit(ana, importId, rows.slice(1, 5));
    const [shown] = await listed(ana);
    expect(shown).toMatchObject({ answered: 5, counts: { imported: 5, already: 0 } });
    expect(shown?.finishedAt).toBeUndefined();
    await commit(ana, importId, rows.slice(5));
    expect((await listed(ana))[0]?.finishedAt).toBeDefined();
  });
});

describe("the list of imports", () => {
  test("contains the caller's own imports, for an admin all of them, newest first", async () => {
    await beginImport(lab.as(ana), 1);
    await beginImport(lab.as(bruno), 2);
    expect((await listed(ana)).map(({ email }) => email)).toEqual([ana]);
    expect((await listed(adam)).map(({ email }) => email)).toEqual([bruno, ana]);
  });
});

describe("undoing an import", () => {
  const undo = async (by: string, id: string) => {
    await lab.as(by).mutation(api.imports.undo, { id });
    await lab.backend.t.finishAllScheduledFunctions(() => undefined);
  };

  test("is refused to everyone except the importer and admins", async () => {
    await commit(ana, await beginImport(lab.as(ana), 1), rowsFrom(2, 1));
    const [{ id } = { id: "" }] = await listed(ana);
    expect(await refusedCode(undo(bruno, id))).toBe("IMPORT_MISSING");
    expect(await refusedCode(undo(bruno, "nonsense"))).toBe("IMPORT_MISSING");
    expect(await stored()).toHaveLength(1);
  });

  test("removes only samples changed by nothing but the import, with a record, and frees their identifiers", async () => {
    const rows = rowsFrom(2, UNDO_BATCH + 10);
    const importId = await beginImport(lab.as(ana), rows.length);
    await commit(ana, importId, rows);
    const [edited] = await stored();
    await lab.as(ana).mutation(api.custody.transfer, {
      sampleId: edited?._id ?? "",
      transactionId: newTransactionId(),
      recipient: bruno,
    });
    const [{ id } = { id: "" }] = await listed(ana);
    await undo(adam, id);
    expect((await stored()).map(({ _id }) => _id)).toEqual([edited?._id]);
    expect(await listed(ana)).toMatchObject([{ undo: { removed: rows.length - 1, kept: 1 } }]);
    const records = await lab.backend.t.run((ctx) => ctx.db.query("history").collect());
    const deleted = records.filter(({ action }) => action === "Delete");
    expect(new Set(deleted.map(({ email }) => email))).toEqual(new Set([adam]));
    expect(deleted).toHaveLength(rows.length - 1);
    expect(await lab.faults()).toEqual([]);
    const again = await beginImport(lab.as(bruno), rows.length);
    expect(outcomes(await commit(bruno, again, rows.slice(1)))).toEqual(
      rows.slice(1).map(() => "imported"),
    );
  });

  test("leaves samples in use, returned or lost to admins", async () => {
    const rows = [aRow(2, { status: "In Use", samplmanag: ana }), aRow(3)];
    await commit(adam, await beginImport(lab.as(adam), 2), rows);
    const [{ id } = { id: "" }] = await listed(adam);
    await lab.as(adam).mutation(api.users.update, { email: bruno, settings: { role: "admin" } });
    const asUser = { role: "user", supervisor: bruno } as const;
    await lab.as(bruno).mutation(api.users.update, { email: adam, settings: asUser });
    for (let press = 0; press < 2; press++) {
      await undo(adam, id);
      expect(await stored()).toMatchObject([{ status: "In Use", samplmanag: ana }]);
      expect(await listed(adam)).toMatchObject([
        { undo: { removed: 1, kept: 0, leftToAdmins: 1 } },
      ]);
    }
    await undo(bruno, id);
    expect(await stored()).toEqual([]);
    expect(await listed(adam)).toMatchObject([{ undo: { removed: 2, kept: 0, leftToAdmins: 0 } }]);
  });

  test("leaves samples that another person holds since the import to admins", async () => {
    const rows = [aRow(2, { samplmanag: ana }), aRow(3)];
    await commit(sara, await beginImport(lab.as(sara), 2), rows);
    const [{ id } = { id: "" }] = await listed(sara);
    await undo(sara, id);
    expect(await stored()).toMatchObject([{ status: "Registered", samplmanag: ana }]);
    expect(await listed(sara)).toMatchObject([{ undo: { removed: 1, kept: 0, leftToAdmins: 1 } }]);
    await undo(adam, id);
    expect(await stored()).toEqual([]);
  });

  test("undoing an import by an admin keeps the samples left to admins that later steps changed", async () => {
    const status = { status: "In Use", samplmanag: ana };
    const rows = [aRow(2, status), aRow(3, status), aRow(4, status)];
    await commit(adam, await beginImport(lab.as(adam), 3), rows);
    const [{ id } = { id: "" }] = await listed(adam);
    const [first, second] = await stored();
    await lab.take("transfer", ana, first!._id, bruno);
    await lab.as(adam).mutation(api.users.update, { email: bruno, settings: { role: "admin" } });
    const asUser = { role: "user", supervisor: bruno } as const;
    await lab.as(bruno).mutation(api.users.update, { email: adam, settings: asUser });
    await undo(adam, id);
    expect(await listed(adam)).toMatchObject([{ undo: { removed: 0, kept: 1, leftToAdmins: 2 } }]);
    await lab.take("transfer", ana, second!._id, bruno);
    await undo(bruno, id);
    expect(await listed(adam)).toMatchObject([{ undo: { removed: 1, kept: 2, leftToAdmins: 0 } }]);
    expect((await stored()).map(({ _id }) => _id)).toEqual([first!._id, second!._id]);
  });

  test("notifies each sample's holder and watchers of the deletion", async () => {
    const importId = await beginImport(lab.as(adam), 1);
    await commit(adam, importId, [aRow(2, { samplmanag: ana })]);
    const [{ _id: sampleId } = { _id: "" }] = await stored();
    await lab.as(sara).mutation(api.watches.watch, { sampleId });
    const [{ id } = { id: "" }] = await listed(adam);
    await undo(adam, id);
    for (const reader of [ana, sara]) {
      const { items } = await lab.as(reader).query(api.inbox.unseenNews, {});
      const deleted = items.filter(({ notice }) => notice.kind === "deleted");
      expect(deleted).toMatchObject([{ actor: adam, notice: { sampleId } }]);
    }
  });

  test("makes the import refuse further rows", async () => {
    const importId = await beginImport(lab.as(ana), 2);
    await commit(ana, importId, rowsFrom(2, 1));
    const [{ id } = { id: "" }] = await listed(ana);
    await undo(ana, id);
    expect(await refusedCode(commit(ana, importId, rowsFrom(3, 1)))).toBe("IMPORT_UNDONE");
    expect(await stored()).toEqual([]);
  });
});
