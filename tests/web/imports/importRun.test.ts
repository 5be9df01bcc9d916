import { describe, expect, test, vi } from "vitest";
import { ImportRun } from "@/features/imports/importRun";
import { sampleImport } from "@/features/imports/sampleImport";
import { BATCH_ROWS, NAMED_POLICIES } from "#domain/imports/importRows";
import { readColumns } from "#domain/imports/importSheet";
import { SHEET_LIMITS } from "#domain/imports/spreadsheet/limits";
import { parseSheet } from "#domain/imports/spreadsheet/parse";
import { FakeConvex } from "../../support/web/fakeConvex";

type Sent = { row: number; fields: Record<string, string> };

const HEAD = "serialNumber,brand,model,imei1";
const imported = ({ rows }: Record<string, unknown>) => ({
  results: (rows as Sent[]).map(({ row, fields }) =>
    fields["imei1"] === "1"
      ? {
          row,
          outcome: "refused",
          problems: [{ code: "IMEI1_FORMAT", field: "imei1", reason: "" }],
        }
      : { row, outcome: "imported" },
  ),
});

async function runOf(lines: readonly string[]) {
  const convex = new FakeConvex()
    .answer("imports:check", imported)
    .answer("imports:commitBatch", imported);
  const text = `${HEAD}\n${lines.join("\n")}\n`;
  const sheet = await parseSheet(new TextEncoder().encode(text), SHEET_LIMITS);
  const kind = sampleImport({
    client: convex.asClient(),
    file: { name: "devices.csv", hash: "0".repeat(64) },
    columns: readColumns(sheet),
    dateOrder: undefined,
    duplicates: NAMED_POLICIES.reject,
    importId: null,
  });
  const run = new ImportRun({ kind, rows: sheet.rows });
  return { run, convex };
}
const cellsSent = (convex: FakeConvex, field: string) =>
  convex.sent
    .filter(({ name }) => name === "imports:commitBatch")
    .flatMap(({ args }) => (args["rows"] as Sent[]).map(({ fields }) => fields[field]));
const outcomes = (run: ImportRun) => run.rows.map(({ row }) => run.resultOf(row)?.outcome);

describe("a corrected cell", () => {
  test("is checked again with its row, and uploaded as corrected", async () => {
    const { run, convex } = await runOf(["S1,Acme,A1,1", "S2,Acme,A1,350000000000014"]);
    await run.check();
    expect(outcomes(run)).toEqual(["refused", "imported"]);
    await run.edit(2, 3, " 350000000000006 ");
    expect(outcomes(run)).toEqual(["imported", "imported"]);
    expect(run.state().counts).toMatchObject({ imported: 2, refused: 0 });
    await run.upload();
    expect(run.state().phase).toBe("finished");
    const batch = convex.sent.findLast(({ name }) => name === "imports:commitBatch");
    expect((batch?.args["rows"] as Sent[] | undefined)?.[0]?.fields["imei1"]).toBe(
      "350000000000006",
    );
  });

  test("frees the rows that repeated what it was", async () => {
    const { run } = await runOf(["S1,Acme,A1,350000000000006", "S1,Acme,A2,350000000000014"]);
    await run.check();
    expect(run.resultOf(3)?.problems).toMatchObject([{ code: "SERIAL_TAKEN", earlierRow: 2 }]);
    await run.edit(2, 0, "S9");
    expect(outcomes(run)).toEqual(["imported", "imported"]);
  });

  test("is in the upload that was started while its row was being checked, and counted once", async () => {
    const { run, convex } = await runOf(["S1,Acme,A1,1", "S2,Acme,A1,350000000000014"]);
    await run.check();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    convex.answer("imports:check", (args) => answered.then(() => imported(args)));
    const corrected = run.edit(2, 3, "350000000000006");
    const upload = run.upload();
    await new Promise((resolve) => setTimeout(resolve)); // lets the upload run on
    answer();
    await Promise.all([corrected, upload]);
    expect(run.state()).toMatchObject({ phase: "finished", counts: { imported: 2, already: 0 } });
    expect(cellsSent(convex, "imei1")).toEqual(["350000000000006", "350000000000014"]);
  });

  test("keeps what was typed into another cell of its row, when the server refuses it", async () => {
    const { run, convex } = await runOf(["S1,Acme,A1,1"]);
    await run.check();
    const first = run.edit(2, 3, "350000000000006");
    const second = run.edit(2, 2, "A2");
    convex.answer("imports:check", ({ rows }) => {
      const [sent] = rows as Sent[];
      if (sent?.fields["model"] !== "A2") throw new Error("offline");
      return imported({ rows });
    });
    await expect(first).rejects.toThrow("offline");
    await second;
    expect(run.rows[0]?.cells).toEqual(["S1", "Acme", "A2", "1"]);
  });

  test("during the upload changes nothing: what is on its way was read before", async () => {
    const { run, convex } = await runOf(["S1,Acme,A1,350000000000006"]);
    await run.check();
    const upload = run.upload();
    await run.edit(2, 2, "A2");
    await upload;
    expect(run.rows[0]?.cells[2]).toBe("A1");
    expect(cellsSent(convex, "model")).toEqual(["A1"]);
  });

  test("a corrected cell of a row that is in changes nothing", async () => {
    const { run, convex } = await runOf(["S1,Acme,A1,350000000000006"]);
    await run.check();
    await run.upload();
    const sent = convex.sent.length;
    await run.edit(2, 0, "S9");
    expect(convex.sent).toHaveLength(sent);
  });
});

test("progress is told of the first batch, then only now and then: 100,000 rows have thousands", async () => {
  const lines = Array.from({ length: 500 }, (_, index) => `S${index},Acme,A1,${index + 10}`);
  const { run } = await runOf(lines);
  await run.check();
  const told: string[] = [];
  run.subscribe(() => told.push(`${run.state().phase} ${run.state().answered}`));
  vi.useFakeTimers({ toFake: ["performance"] });
  await run.upload().finally(() => vi.useRealTimers());
  expect([...new Set(told)]).toEqual(["sending 0", `sending ${BATCH_ROWS}`, "finished 500"]);
});

describe("a cancelled upload", () => {
  test("goes on with the batches that were not sent", async () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `S${index},Acme,A1,${index + 10}`);
    const { run, convex } = await runOf(lines);
    await run.check();
    const stop = run.subscribe(() => {
      if (run.state().answered > 0) run.cancel();
    });
    await run.upload();
    stop();
    expect(run.state().phase).toBe("stopped");
    await run.upload();
    expect(run.state().phase).toBe("finished");
    const rows = convex.sent
      .filter(({ name }) => name === "imports:commitBatch")
      .flatMap(({ args }) => args["rows"] as Sent[]);
    expect(rows.map(({ row }) => row)).toEqual(lines.map((_, index) => index + 2));
  });

  test("writes nothing when it is cancelled before its beginning is answered, and begins once", async () => {
    const { run, convex } = await runOf(["S1,Acme,A1,350000000000006"]);
    await run.check();
    const upload = run.upload();
    run.cancel();
    await upload;
    expect(run.state().phase).toBe("stopped");
    expect(cellsSent(convex, "model")).toEqual([]);
    await run.upload();
    expect(run.state().phase).toBe("finished");
    expect(convex.sent.filter(({ name }) => name === "imports:begin")).toHaveLength(1);
  });
});
