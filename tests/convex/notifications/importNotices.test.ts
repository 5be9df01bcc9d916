/** Notices of an import for other people (docs/product.md, "Inbox"). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { NAMED_POLICIES } from "#domain/imports/importRows";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { beginImport } from "../../support/data/importBatch";
import type { TextRow } from "../../support/realData";
import { refusedCode } from "../../support/refusals";
import { aSample } from "../../support/samples";

const NOW = Date.UTC(2026, 0, 5, 12);

let lab: ConvexLab;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  lab = await ConvexLab.open();
});
afterEach(() => vi.useRealTimers());

function aRow(row: number, changes: Record<string, string> = {}): TextRow {
  const { brand, model, serialNumber, imei1, imei2, slots } = aSample();
  return { row, fields: { brand, model, serialNumber, imei1, imei2, slots, ...changes } };
}
const rowsFor = (holder: string, first: number, count: number) =>
  Array.from({ length: count }, (_, index) => aRow(first + index, { samplmanag: holder }));
const commit = async (by: string, importId: string, rows: TextRow[]) => {
  const range = { from: rows[0]?.row ?? 0, to: (rows.at(-1)?.row ?? 0) + 1 };
  return await lab.as(by).mutation(api.imports.commitBatch, { importId, range, rows });
};
const later = () => vi.setSystemTime(Date.now() + 1_000);

/** Returns the person's unseen news, newest first: the actor, and the number of an import. */
async function news(by: string) {
  const { items } = await lab.as(by).query(api.inbox.unseenNews, {});
  return items.map(({ actor, notice }) => [
    actor,
    notice.kind === "imported" ? notice.count : notice.kind,
  ]);
}

test("an import notifies each holder once, with the total of all its batches, and no one else", async () => {
  const importId = await beginImport(lab.as(adam), 8);
  await commit(adam, importId, [...rowsFor(ana, 2, 2), ...rowsFor(bruno, 4, 1), aRow(5)]);
  later();
  await commit(adam, importId, [...rowsFor(ana.toUpperCase(), 6, 3), ...rowsFor(adam, 9, 1)]);
  expect(await news(ana)).toEqual([[adam, 5]]);
  expect(await news(bruno)).toEqual([[adam, 1]]);
  expect(await news(adam)).toEqual([]);
  expect(await news(sara)).toEqual([]);
});

test("each import has a separate notice", async () => {
  await commit(adam, await beginImport(lab.as(adam), 2), rowsFor(ana, 2, 2));
  later();
  await commit(sara, await beginImport(lab.as(sara), 1), rowsFor(ana, 2, 1));
  expect(await news(ana)).toEqual([
    [sara, 1],
    [adam, 2],
  ]);
});

test("an import notice counts registered rows, each once", async () => {
  const importId = await beginImport(lab.as(adam), 4);
  const rows = [...rowsFor(ana, 2, 2), aRow(4, { samplmanag: ana, imei1: "1" })];
  await commit(adam, importId, rows);
  await commit(adam, importId, rows);
  await commit(adam, importId, [{ ...rows[0]!, row: 5 }]);
  expect(await news(ana)).toEqual([[adam, 2]]);
});

test("a check of rows, refused rows and an import for oneself notify no one", async () => {
  const rows = rowsFor(ana, 2, 2);
  const { reject: duplicates } = NAMED_POLICIES;
  await lab.as(adam).mutation(api.imports.check, { duplicates, rows });
  const { results } = await commit(bruno, await beginImport(lab.as(bruno), 2), rows);
  expect(results.map(({ outcome }) => outcome)).toEqual(["refused", "refused"]);
  expect(await refusedCode(commit(sara, "unknown", rows))).toBe("IMPORT_MISSING");
  await commit(ana, await beginImport(lab.as(ana), 3), [...rows, aRow(4)]);
  for (const each of [ana, bruno, sara, adam]) expect(await news(each)).toEqual([]);
});

test("a seen import notice becomes unseen again, as of now, when the import registers more", async () => {
  const importId = await beginImport(lab.as(adam), 2);
  await commit(adam, importId, rowsFor(ana, 2, 1));
  await lab.as(ana).mutation(api.inbox.markSeen, { until: NOW });
  expect(await news(ana)).toEqual([]);
  later();
  await commit(adam, importId, rowsFor(ana, 3, 1));
  const { items } = await lab.as(ana).query(api.inbox.unseenNews, {});
  expect(items).toMatchObject([{ at: NOW + 1_000, notice: { count: 2 } }]);
});

test("undoing an import keeps its notice, in addition to those of each deletion", async () => {
  await commit(adam, await beginImport(lab.as(adam), 2), rowsFor(ana, 2, 2));
  const paginationOpts = { cursor: null, numItems: 1 };
  const { page } = await lab.as(adam).query(api.imports.list, { paginationOpts });
  later();
  await lab.as(adam).mutation(api.imports.undo, { id: page[0]!.id });
  await lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await news(ana)).toEqual([
    [adam, "deleted"],
    [adam, "deleted"],
    [adam, 2],
  ]);
});
