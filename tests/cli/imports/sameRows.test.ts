import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ImportRun } from "@/features/imports/importRun";
import { sampleImport } from "@/features/imports/sampleImport";
import { importRows } from "../../../cli/import/send";
import { readRows } from "../../../cli/import/columns";
import type { ImportRow, RowResult } from "#domain/imports/importResults";
import { MAX_BATCH_ROWS, NAMED_POLICIES } from "#domain/imports/importRows";
import { readColumns } from "#domain/imports/importSheet";
import { repeatedRows } from "#domain/imports/repeatedRows";
import { SHEET_LIMITS } from "#domain/imports/spreadsheet/limits";
import { parseSheet } from "#domain/imports/spreadsheet/parse";
import { FakeConvex } from "../../support/web/fakeConvex";
import { DATA } from "../support/files";

const duplicates = NAMED_POLICIES.reject;

/** A server that accepts each row and records it. */
function recorder() {
  const rows: ImportRow[] = [];
  const answer = (args: Record<string, unknown>) => {
    const batch = args["rows"] as ImportRow[];
    rows.push(...batch);
    const results: RowResult[] = batch.map(({ row }) => ({ row, outcome: "imported" }));
    return { results };
  };
  return { rows, answer };
}

test.each(["samples-300.xlsx", "samples-40-with-problems.xlsx", "samples-5000.csv"])(
  "the browser and the terminal send the same rows of %s, and refuse the same ones",
  async (name) => {
    const sheet = await parseSheet(new Uint8Array(readFileSync(DATA + name)), SHEET_LIMITS);
    const [web, terminal] = [recorder(), recorder()];

    const kind = sampleImport({
      client: new FakeConvex().answer("imports:check", web.answer).asClient(),
      file: { name, hash: "0".repeat(64) },
      columns: readColumns(sheet),
      dateOrder: undefined,
      duplicates,
      importId: null,
    });
    const run = new ImportRun({ kind, rows: sheet.rows });
    await run.check();

    const { rows, refused } = readRows(sheet);
    const complete = repeatedRows(rows, duplicates, true);
    const results: RowResult[] = [...refused];
    await importRows(
      {
        mutation: (_reference, ...[args]) => Promise.resolve(terminal.answer(args ?? {})),
      },
      {
        rows,
        batchSize: MAX_BATCH_ROWS,
        into: { dryRun: duplicates },
        onResults: (more) => results.push(...more.map(complete)),
        signal: new AbortController().signal,
      },
    );
    expect(terminal.rows.length).toBeGreaterThan(20);
    expect(web.rows).toEqual(terminal.rows);
    for (const { row, outcome } of results) expect(run.resultOf(row)?.outcome).toBe(outcome);
  },
);
