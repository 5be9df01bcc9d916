// @vitest-environment node
/** Imports that update samples (docs/product.md, "Import"). */
import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { NAMED_POLICIES } from "#domain/imports/importRows";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { beginImport, importBatch } from "../../support/data/importBatch";
import { refusedCode } from "../../support/refusals";
import { aSample } from "../../support/samples";
import type { TextRow } from "../../support/realData";

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
});

type Options = Parameters<typeof importBatch>[2];

/** Returns the cells of a device that no other row has, with `changes`. */
function cellsOf(changes: Record<string, string> = {}): TextRow["fields"] {
  const { brand, model, serialNumber, imei1, imei2, slots } = aSample();
  return { brand, model, serialNumber, imei1, imei2, slots, ...changes };
}
const importRow = async (
  by: string,
  changes: Record<string, string> = {},
  duplicates: NonNullable<Options>["duplicates"] = "reject",
) => (await importBatch(lab.as(by), [{ row: 2, fields: cellsOf(changes) }], { duplicates }))[0];
const stored = () => lab.backend.t.run((ctx) => ctx.db.query("samples").collect());

describe("an import that updates", () => {
  const update = async (by: string, fields: Record<string, string>, dryRun = false) => {
    const rows = [{ row: 2, fields }];
    if (!dryRun) return (await importBatch(lab.as(by), rows, { duplicates: "update" }))[0];
    const duplicates = NAMED_POLICIES.update;
    return (await lab.as(by).mutation(api.imports.check, { duplicates, rows })).results[0];
  };
  const sampleOf = async (serialNumber: string) =>
    (await stored()).find((sample) => sample.serialNumber === serialNumber);

  test("edits the sample with the filled cells, and changes nothing the second time", async () => {
    const { serialNumber = "" } = cellsOf();
    await importRow(ana, { serialNumber, comments: "first", country: "Norway" });
    const before = await sampleOf(serialNumber);
    const cells = { serialNumber: ` ${serialNumber}`, comments: "'=1+1", country: "" };
    expect(await update(ana, cells, true)).toEqual({ row: 2, outcome: "updated" });
    expect(await sampleOf(serialNumber)).toEqual(before);
    expect(await update(ana, cells)).toEqual({ row: 2, outcome: "updated" });
    expect(await sampleOf(serialNumber)).toMatchObject({
      comments: "=1+1",
      country: "Norway",
      imei1: before?.imei1,
      lastTransactionId: expect.stringMatching(/^import-/) as string,
    });
    expect(await update(ana, cells)).toEqual({ row: 2, outcome: "already" });
    const records = await lab.backend.t.run((ctx) => ctx.db.query("history").collect());
    expect(records.map(({ changes }) => changes)).toEqual([
      undefined,
      [{ field: "comments", from: "first", to: "=1+1" }],
    ]);
    expect(await lab.faults()).toEqual([]);
  });

  test("reports which samples become Registered again", async () => {
    const { serialNumber = "" } = cellsOf();
    await importRow(adam, { serialNumber, status: "In Use" });
    const cells = { serialNumber, comments: "new" };
    const expected = { row: 2, outcome: "updated", reopened: true };
    expect(await update(adam, cells, true)).toEqual(expected);
    expect((await sampleOf(serialNumber))?.status).toBe("In Use");
    expect(await update(adam, cells)).toEqual(expected);
    expect((await sampleOf(serialNumber))?.status).toBe("Registered");
    expect(await lab.faults()).toEqual([]);
  });

  test("refuses what Edit refuses: another holder's sample, another status, another manager", async () => {
    const { serialNumber = "" } = cellsOf();
    await importRow(adam, { serialNumber, status: "Returned" });
    expect((await update(adam, { serialNumber, comments: "x" }))?.problems).toMatchObject([
      { code: "STEP_NOT_ALLOWED" },
    ]);
    const other = cellsOf()["serialNumber"] ?? "";
    await importRow(ana, { serialNumber: other });
    expect((await update(bruno, { serialNumber: other, comments: "x" }))?.problems).toMatchObject([
      { code: "SERIAL_TAKEN" },
    ]);
    expect((await update(ana, { serialNumber: other, samplmanag: bruno }))?.problems).toMatchObject(
      [{ code: "MANAGER_BY_HANDOVER" }],
    );
    expect(await sampleOf(other)).toMatchObject({ comments: "", samplmanag: ana });
  });

  test("gives the same answer to every guess about a sample that the importer may not see", async () => {
    const { serialNumber = "" } = cellsOf();
    await importRow(ana, { serialNumber, comments: "prototype" });
    const answers = new Set<string>();
    const guesses = [{}, { comments: "prototype" }, { comments: "other" }, { samplmanag: ana }];
    for (const guess of [...guesses, { samplmanag: sara }, { imei1: "1" }, { slots: "Dual" }]) {
      answers.add(JSON.stringify(await update(bruno, { serialNumber, ...guess }, true)));
    }
    expect([...answers]).toHaveLength(1);
    expect((await update(bruno, { serialNumber }))?.problems).toMatchObject([
      { code: "SERIAL_TAKEN" },
    ]);
  });

  test("keeps the duplicate flag of an IMEI that its row does not contain", async () => {
    const { imei1 = "" } = cellsOf();
    await importRow(ana, { imei1 });
    const { serialNumber = "" } = cellsOf();
    await importRow(ana, { serialNumber, imei1 }, "flag");
    expect(await update(ana, { serialNumber, comments: "new" })).toMatchObject({
      outcome: "updated",
    });
    expect(await sampleOf(serialNumber)).toMatchObject({ comments: "new", duplicate: "imei1" });
    expect(await lab.faults()).toEqual([]);
  });

  test("ends the undo of the previous step, even if both have the same transaction id", async () => {
    const sampleId = await lab.register(ana);
    await lab.take("transfer", ana, sampleId, bruno);
    const importId = await beginImport(lab.as(bruno), 1, { duplicates: "update" });
    const received = { sampleId, transactionId: importId };
    await lab.as(bruno).mutation(api.custody.acknowledgeTransfer, received);
    const { serialNumber = "" } = (await stored())[0] ?? {};
    const rows = [{ row: 2, fields: { serialNumber, comments: "scratched" } }];
    await lab.as(bruno).mutation(api.imports.commitBatch, {
      importId,
      range: { from: 2, to: 3 },
      rows,
    });
    expect(await refusedCode(lab.undo(bruno, sampleId))).toBe("STEP_NOT_ALLOWED");
  });

  test("refuses the IMEI of another sample, and registers a row with a new serial number", async () => {
    const [one, other] = [cellsOf(), cellsOf()];
    await importRow(ana, one);
    await importRow(ana, other);
    const { serialNumber = "" } = one;
    const { imei1 = "" } = other;
    expect(await update(ana, { serialNumber, imei1 })).toMatchObject({
      outcome: "refused",
      problems: [{ code: "IMEI1_TAKEN", sample: { serialNumber: other["serialNumber"] } }],
    });
    expect((await importRow(ana, {}, "update"))?.outcome).toBe("imported");
    expect(await lab.faults()).toEqual([]);
  });
});
