import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Database, type ReadTransaction } from "../../../../engine/commit/database";
import type { SchemaJson } from "../../../../engine/storage/schema";

/** A clock that advances only when a test sets it. */
export class TestClock {
  ms = 1_700_000_000_000;
  now = () => this.ms;
}

/** Removed when the test ends. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "engine-store-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A database in its own folder, closed when the test ends. */
export async function testDatabase(options: { path?: string; clock?: TestClock } = {}) {
  const database = await Database.open({
    path: options.path ?? temporaryFolder(),
    clock: options.clock ?? new TestClock(),
    onFatal: (error) => {
      throw error;
    },
  });
  onTestFinished(() => database.close());
  return database;
}

/**
 * Returns a schema of untyped tables with indexes by name: `schemaOf({ items: { by_a: ["a"] } })`.
 */
export function schemaOf(
  tables: Record<string, Record<string, string[]>>,
  documentTypes: Record<string, SchemaJson["tables"][number]["documentType"]> = {},
): SchemaJson {
  return {
    schemaValidation: true,
    tables: Object.entries(tables).map(([tableName, indexes]) => ({
      tableName,
      indexes: Object.entries(indexes).map(([indexDescriptor, fields]) => ({
        indexDescriptor,
        fields,
      })),
      documentType: documentTypes[tableName] ?? { type: "any" },
    })),
  };
}

/** Calls `read` on its own snapshot. */
export function reading<T>(database: Database, read: (tx: ReadTransaction) => T): T {
  const tx = database.beginRead();
  try {
    return read(tx);
  } finally {
    tx.close();
  }
}
