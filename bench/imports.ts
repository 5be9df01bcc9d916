import { ConvexHttpClient } from "convex/browser";
import { importRows } from "../cli/import/send";
import { api } from "../convex/_generated/api";
import type { ImportRow, RowResult } from "#domain/imports/importResults";
import { BATCH_ROWS, NAMED_POLICIES } from "#domain/imports/importRows";
import type { DataFileSize } from "../engine/storage/dataFile";
import { numberedSample } from "../tests/support/functions/numberedSample";
import { dataFileOf, writtenBytes } from "./disk";
import { ADMIN, type Size } from "./ours/seed";
import type { OurServer } from "./ours/start";
import { withOurs } from "./scenarios";
import { person } from "./target";

/** Rows of a timed import. */
export const IMPORT_ROWS = 20_000;
/** Rows imported before, so that the server's code is compiled. */
const IMPORT_WARM_UP = 5_000;

/** A delivery has consecutive numbers; a stock of many years has numbers from the whole range. */
const NUMBER_OF_ROW = {
  consecutive: (row: number) => row,
  scattered: (row: number) => (row * 15_485_863) % 49_999_991,
};

interface ImportResult {
  readonly rowsPerSecond: number;
  readonly dataFile: DataFileSize;
  /** Bytes that the server gave the disk to write, for each row. */
  readonly writtenBytesPerRow: number;
}

/**
 * Times `sms import` into a deployment that holds `size` samples and runs its daily pass over all
 * data meanwhile. The data file should not grow because of the pass.
 */
export async function timeImport(
  pushRequest: string,
  size: Size,
  numbering: keyof typeof NUMBER_OF_ROW,
): Promise<ImportResult> {
  const numberOf = NUMBER_OF_ROW[numbering];
  const rowsFrom = (first: number, count: number) =>
    Array.from({ length: count }, (_, i) => spreadsheetRow(i, numberOf(first + i)));
  return await withOurs(size, pushRequest, async (server) => {
    await importFromTerminal(server, "warm-up", rowsFrom(0, IMPORT_WARM_UP));
    server.startScrub();
    const rows = rowsFrom(IMPORT_WARM_UP, IMPORT_ROWS);
    const before = writtenBytes(server);
    const rowsPerSecond = await importFromTerminal(server, "timed", rows);
    const writtenBytesPerRow = (writtenBytes(server) - before) / IMPORT_ROWS;
    return { rowsPerSecond, dataFile: dataFileOf(server), writtenBytesPerRow };
  });
}

/**
 * Imports rows as `sms import` does, and returns rows per second. @throws unless all are imported
 */
export async function importFromTerminal(
  server: OurServer,
  name: string,
  rows: readonly ImportRow[],
): Promise<number> {
  const http = new ConvexHttpClient(server.url, { logger: false });
  http.setAuth(server.tokenOf(person(ADMIN)));
  const importId = `bench-${name}`;
  const started = performance.now();
  await http.mutation(api.imports.begin, {
    importId,
    fileName: "bench.csv",
    fileHash: "0".repeat(64),
    origin: "terminal",
    duplicates: NAMED_POLICIES.reject,
    rows: rows.length,
    unreadable: 0,
  });
  await importRows(
    {
      mutation: (reference, ...[args]) => http.mutation(reference, args ?? {}, { skipQueue: true }),
    },
    {
      rows,
      batchSize: BATCH_ROWS,
      into: { importId },
      onResults: throwUnlessImported,
      signal: new AbortController().signal,
    },
  );
  return rows.length / ((performance.now() - started) / 1000);
}

function throwUnlessImported(results: readonly RowResult[]): void {
  const refused = results.find(({ outcome }) => outcome !== "imported");
  if (refused)
    throw new Error(`row ${refused.row}: ${refused.outcome} ${refused.problems?.[0]?.reason}`);
}

/** Above the numbers of seeded samples. */
const FIRST_IMPORTED = 50_000_000;

/**
 * Returns a spreadsheet row with a device that no seeded sample has. @param row its index, from 0
 */
export function spreadsheetRow(row: number, number: number): ImportRow {
  const sample = numberedSample(FIRST_IMPORTED + number);
  const cells = Object.entries(sample).map(([field, value]) => [field, String(value)] as const);
  return {
    row,
    fields: { ...Object.fromEntries(cells), receiveDate: "2025-01-01" },
  };
}
