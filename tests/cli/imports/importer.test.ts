import { afterEach, describe, expect, test } from "vitest";
import { Client } from "../../../cli/client";
import { importRows } from "../../../cli/import/send";
import { api } from "../../../convex/_generated/api";
import type { ImportRow, RowResult } from "#domain/imports/importResults";
import { stubServer, type Reply } from "../support/stubServer";

const ROWS: ImportRow[] = Array.from({ length: 50 }, (_, index) => ({
  row: index + 2,
  fields: { serialNumber: `S${index}` },
}));

let server: Awaited<ReturnType<typeof stubServer>>;
afterEach(() => server.close());

const imported = (rows: ImportRow[]): Reply => ({
  value: { results: rows.map(({ row }) => ({ row, outcome: "imported" })) },
});

async function run(reply: (rows: ImportRow[], call: number) => Reply, signal?: AbortSignal) {
  let count = 0;
  server = await stubServer(({ args }) => reply(args["rows"] as ImportRow[], ++count));
  const results: RowResult[] = [];
  const answered = await importRows(new Client(server.url), {
    rows: ROWS,
    batchSize: 10,
    into: { importId: "import-1" },
    onResults: (batch) => results.push(...batch),
    signal: signal ?? new AbortController().signal,
  });
  return { answered, rows: results.map(({ row }) => row) };
}

describe("importRows", () => {
  test("sends bounded batches and reports rows in the file's order", async () => {
    const { answered, rows } = await run(imported);
    expect(answered).toBe(50);
    expect(rows).toEqual(ROWS.map(({ row }) => row));
    expect(server.calls.map(({ args }) => (args["rows"] as ImportRow[]).length)).toEqual([
      10, 10, 10, 10, 10,
    ]);
  });

  test.each(["hang up", "break off"] as const)(
    "sends a batch again with the same rows after a connection that failed: %s",
    async (failure) => {
      const { rows } = await run((batch, call) => (call === 3 ? failure : imported(batch)));
      expect(rows).toEqual(ROWS.map(({ row }) => row));
      expect(server.calls).toHaveLength(6);
    },
  );

  test("stops at a refusal, after reporting the results so far", async () => {
    const refusal = { code: "NOT_ALLOWED", message: "Your role does not allow this." };
    await expect(
      run((batch, call) => (call <= 2 ? imported(batch) : { refusal })),
    ).rejects.toMatchObject({ exitCode: 1, message: refusal.message });
    expect(server.calls.length).toBeLessThanOrEqual(4);
  });

  test("sends nothing further once stopped, and returns the number of answered rows", async () => {
    const stop = new AbortController();
    const { answered, rows } = await run((batch) => {
      stop.abort();
      return imported(batch);
    }, stop.signal);
    expect(answered).toBe(20); // the two batches that were on their way
    expect(rows).toHaveLength(20);
  });
});

test("a call fails when its answer pauses for longer than the time limit", async () => {
  server = await stubServer(() => "stall");
  const client = new Client(server.url, { timeoutMs: 500 });
  await expect(client.query(api.users.viewer, {})).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining("no answer within 0.5 seconds") as string,
  });
});
